package sites

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// archives are large sites without traps, some of whose pages say little: nothing on them may be put off.
func archives() map[string]func(a *application, path string, q url.Values) *shown {
	return map[string]func(a *application, path string, q url.Values) *shown{"lists": longList, "board": largeBoard,
		"numbered": numberedTexts}
}

// longList has pages of four things each, and things that say little more than their names.
func longList(a *application, path string, q url.Values) *shown {
	lists := realPages / 3
	if n := numbered(path, "/thing/", 4*lists); n >= 0 {
		return &shown{identity: fmt.Sprint("thing ", n), title: named("Thing", n), text: "things",
			body: []any{sentence(a.own("thing", n), 8)}}
	}
	page := parameter(q, "page", 0, lists)
	if path != "/" && path != "/list" || page < 0 {
		return nil
	}
	s := &shown{identity: fmt.Sprint("list ", page), title: fmt.Sprint("Things, page ", page), text: "list"}
	for n := page * 4; n < page*4+4; n++ {
		s.body = append(s.body, link{fmt.Sprint("/thing/", n), "", named("Thing", n)})
	}
	if page+1 < lists {
		s.body = append(s.body, link{"/list", fmt.Sprint("page=", page+1), "next"})
	}
	return s
}

// largeBoard has topics, on pages of lists, and profiles that have a name alone.
func largeBoard(a *application, path string, q url.Values) *shown {
	const perPage = 25
	topics, users := realPages, realPages/3
	switch page := parameter(q, "start", 0, topics); {
	case path == "/" || path == "/viewforum.php":
		if page < 0 || page%perPage > 0 {
			return nil
		}
		s := &shown{identity: fmt.Sprint("list ", page), title: "Topics", text: "topics"}
		for t := page; t < page+perPage; t++ {
			s.body = append(s.body, link{"/viewtopic.php", fmt.Sprint("t=", t), named("Topic", t)})
		}
		if page+perPage < topics {
			s.body = append(s.body, link{"/viewforum.php", fmt.Sprint("start=", page+perPage), "next"})
		}
		return s
	case path == "/viewtopic.php":
		t := parameter(q, "t", -1, topics)
		if t < 0 {
			return nil
		}
		s := &shown{identity: fmt.Sprint("topic ", t), title: named("Topic", t), text: fmt.Sprint("topic ", t)}
		for i := range 3 {
			u := a.own("user", t*3+i).IntN(users)
			s.body = append(s.body, link{"/memberlist.php", fmt.Sprint("u=", u), named("Member", u)},
				sentence(a.own("post", t*3+i), 12))
		}
		return s
	case path == "/memberlist.php":
		if u := parameter(q, "u", -1, users); u >= 0 {
			return &shown{identity: fmt.Sprint("profile ", u), title: named("Member", u), text: "profile",
				body: []any{sentence(a.own("profile", u), 2), fmt.Sprintf("Joined in %d", 2001+u%20)}}
		}
	}
	return nil
}

// numberedTexts are pages whose texts differ in a number.
func numberedTexts(a *application, path string, q url.Values) *shown {
	n := numbered(path, "/item/", 2000)
	if path == "/" {
		n = 0
	}
	if n < 0 {
		return nil
	}
	s := &shown{identity: fmt.Sprint("item ", n), title: fmt.Sprint("Item ", n), text: "item"}
	for i := range 4 {
		s.body = append(s.body, fmt.Sprintf("Line %d of item %d says something of this item.", i, n))
	}
	for i := 1; i <= 2 && n*2+i < 2000; i++ {
		s.body = append(s.body, link{fmt.Sprint("/item/", n*2+i), "", "on"})
	}
	return s
}

// byChance are sites whose answers differ by chance. Each makes the content of a post from its own text and its links.
var byChance = map[string]func(n uint64, path, own, links string) string{
	"a notice that no text bounds": func(n uint64, _, own, links string) string {
		return []string{"", "", "<p>You have been away for a while.</p>"}[n%3] + own + links
	},
	"two layouts": func(n uint64, _, own, links string) string {
		return []string{"<div>" + own + links + "</div><p>Made for wide screens</p>",
			"<table><td>Made for narrow screens<td>" + own + "<td>" + links + "</table>"}[n%2]
	},
	"names of classes": func(n uint64, _, own, links string) string {
		own = strings.ReplaceAll(own, "<p", "<p class="+letters(n+1))
		return "<div class=" + letters(n) + ">" + own + "</div>" + links
	},
	"the order of a list": func(n uint64, _, own, links string) string {
		items := strings.Fields("one two three four five six seven eight")
		rand.New(rand.NewPCG(n, 0)).Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
		return own + "<li>" + strings.Join(items, "<li>") + "</li>" + links
	},
	"a number, and the choices of a menu": func(n uint64, path, own, links string) string {
		return fmt.Sprintf("<select><option value=%q>here<option value=%q>there</select><input value=%08x>",
			path+"?ref=side", path+"?ref=top", uint32(n*7919)) + own + links
	},
	"a short session in the path": func(n uint64, _, own, links string) string {
		return own + strings.ReplaceAll(links, "=/", fmt.Sprintf("=/s-%06x/", n*7919%(1<<24)))
	},
	"products that differ in their names, and name each other": func(n uint64, path, _, links string) string {
		product := func(of string) string { return "<b>" + letters(textHash(of)) + "</b>" }
		some := product(fmt.Sprint("/post/", 100+n*31%120)) + product(fmt.Sprint("/post/", 100+n*17%120))
		return product(path) + "<p>" + strings.Repeat("Buy it now. ", 30) + "</p>" + links + some
	},
}

func letters(n uint64) string {
	r := rand.New(rand.NewPCG(n, 0))
	var w strings.Builder
	for range 8 {
		w.WriteByte(byte('a' + r.IntN(26)))
	}
	return w.String()
}

func textHash(text string) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, text)
	return h.Sum64()
}

// byChanceSite serves 120 posts, each linked with and without a parameter that means nothing.
func byChanceSite(t *testing.T, content func(n uint64, path, own, links string) string) (address string) {
	var mu sync.Mutex
	asked := map[string]uint64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		mu.Lock()
		asked[q.RequestURI]++
		n := textHash(q.RequestURI) + asked[q.RequestURI]
		mu.Unlock()
		path, post := q.URL.Path, 0
		if rest, ok := strings.CutPrefix(path, "/s-"); ok {
			_, rest, _ = strings.Cut(rest, "/")
			path = "/" + rest
		}
		if _, err := fmt.Sscanf(path, "/post/%d", &post); err != nil && path != "/" {
			http.NotFound(w, q)
			return
		}
		links := "<a href=/>home</a>"
		for i := range 120 {
			if to := (post*7+i)%120 + 100; post == 0 || i < 3 {
				links += fmt.Sprintf("<a href=/post/%d>on</a><a href=/post/%d?ref=side>on</a>", to, to)
			}
		}
		own := fmt.Sprintf("<p>Post %d %s</p>", post, strings.Repeat("A text of some length. ", 20))
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>T</title>", content(n, path, own, links))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestByChance: what comes by chance makes no page of its own, and hides none.
func TestByChance(t *testing.T) {
	t.Parallel()
	for name, content := range byChance {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := crawl(t, byChanceSite(t, content), 2000)
			pages := map[string]bool{}
			all := columns(t, folder, ".nodes.csv", "normalized_url")
			for _, row := range all {
				_, post, _ := strings.Cut(strings.Split(strings.TrimSpace(row), "?")[0], "/post/")
				pages[post] = true
			}
			most := 133
			if strings.HasPrefix(name, "products") {
				most = 241 // what is drawn for them cannot be told from what they are
			}
			if len(pages) != 121 || len(all) > most {
				t.Errorf("%d pages with %d contents, want 121 contents on %d pages at most", len(all), len(pages), most)
			}
		})
	}
}
