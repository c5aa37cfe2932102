package sites

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

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
