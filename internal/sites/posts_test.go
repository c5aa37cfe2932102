package sites

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// posts serves 120 posts, linked with and without a meaningless parameter. n varies with each request.
func posts(t *testing.T, page func(n uint64, r *http.Request, post int, links string) string) (address string) {
	var mu sync.Mutex
	asked := map[string]uint64{}
	return serving(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.RequestURI]++
		n := textHash(r.RequestURI) + asked[r.RequestURI]
		mu.Unlock()
		post := 0
		_, err := fmt.Sscanf(pathOfPost(r), "/post/%d", &post)
		if err != nil && pathOfPost(r) != "/" && !strings.HasPrefix(r.URL.Path, "/login") {
			http.NotFound(w, r)
			return
		}
		links := "<a href=/>home</a>"
		for i := range 120 {
			if to := (post*7+i)%120 + 100; post == 0 || i < 3 {
				links += fmt.Sprintf("<a href=/post/%d>on</a><a href=/post/%d?ref=side>on</a>", to, to)
			}
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>T</title>", page(n, r, post, links))
	})
}

// pathOfPost returns the path of a request without the session.
func pathOfPost(r *http.Request) string {
	if rest, ok := strings.CutPrefix(r.URL.Path, "/s-"); ok {
		_, rest, _ = strings.Cut(rest, "/")
		return "/" + rest
	}
	return r.URL.Path
}

func textHash(text string) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, text)
	return h.Sum64()
}

// ownAddress has sites whose pages have several URLs and repeat the requested one. %[1]s is the page's own address,
// %[2]s the address in Base64, %[3]s in a query, %[4]s a token of the request, %[5]s a box in every other answer, %[6]s
// the path, %[7]s the state of a form, %[8]s a form to reply, %[9]s the address in JSON, and %[10]s in a query without
// its slash. Posts of a viewer differ only in their content.
var ownAddress = map[string]struct {
	every string // on each page
	login string // on the login page, at any address
}{
	"two parameters": {`<a href="/login?to=%[3]s&again=%[3]s">Log in</a>`,
		`<form action="%[1]s" method=post></form>`},
	"segments in Base64": {`<a href="/login/referer/%[2]s/">Log in</a>`, `<input type=hidden name=key value=%[4]s>`},
	"returns to returns": {`<a href="/login?to=%[3]s">Log in</a>`, `<a href="/login?to=%[3]s">Log in</a>`},
	"returns in Base64": {`<a href="/login/referer/%[2]s/">Log in</a>`,
		`<a href="/login/referer/%[2]s/">Log in</a><form action="/post%[6]s" method=post></form>`},
	"an address in JSON": {`<a href="/login">Log in</a><script>var own = {"%[9]s": true}</script>` +
		`<form action="/reply?to=%[10]s" method=post></form>`, ``},
	"a field in Base64": {`<a href="/login">Log in</a><input type=hidden name=return value="%[2]s">` +
		`<form action="/cart/uenc/%[2]s/add" method=post></form>`, ``},
	"a path as a value":   {`<a href="/login?to=%[3]s">Log in</a>`, `<form action="%[1]s" method=post></form>`},
	"a choice":            {`<a href="/login">Log in</a><option value="%[1]s">here</option>`, ``},
	"a viewer":            {`<a href="/login">Log in</a><object data="%[6]s?raw=1"></object>`, ``},
	"a box":               {`<a href="/login">Log in</a>%[5]s`, ``},
	"the state of a form": {`<a href="/login">Log in</a>%[7]s`, ``},
	"a reply":             {`<a href="/login">Log in</a>%[8]s`, ``},
}

// askedAs makes a page of ownAddress.
func askedAs(every, login string) func(n uint64, r *http.Request, post int, links string) string {
	return func(n uint64, r *http.Request, post int, links string) string {
		box := ""
		if n%2 == 0 {
			box = "<div class=flash>Your session is over: please come in again.</div>"
		}
		own := base64.URLEncoding.EncodeToString([]byte("http://" + r.Host + r.RequestURI))
		fill := func(text string) string {
			state, reply := forms(r.URL)
			return fmt.Sprintf(text+"%.0[1]s%.0[2]s%.0[3]s%.0[4]s%.0[5]s%.0[6]s%.0[7]s%.0[8]s%.0[9]s%.0[10]s",
				html.EscapeString(r.RequestURI), strings.ReplaceAll(own, "=", ","), url.QueryEscape(r.RequestURI),
				fmt.Sprintf("%016x", n*7919), box, r.URL.Path, state, reply,
				strings.ReplaceAll(r.RequestURI, "/", `\/`), url.QueryEscape(r.RequestURI[1:]))
		}
		head := fmt.Sprintf("<meta name=csrf content=%032x><nav>Our site of posts</nav>", n*104729)
		if strings.HasPrefix(r.URL.Path, "/login") {
			return head + fill(login) + "<h1>Who are you?</h1><p>" + strings.Repeat("Say who you are, please. ", 20) +
				"</p><a href=/>home</a>"
		}
		page := head + fill(every) + "<p>" + strings.Repeat("A text. ", 40) + "</p>"
		if r.URL.Path != "/" && strings.Contains(every, "<object") {
			return page
		}
		return page + fmt.Sprintf("<h1>Post number %d</h1>", post) + strings.TrimPrefix(links, "<a href=/>home</a>")
	}
}

// forms returns the forms of a git viewer and of a blog for the requested view.
func forms(u *url.URL) (state, reply string) {
	ref := u.Query().Get("ref")
	canonical := `<link rel=canonical href="` + u.Path + `">`
	if ref == "" {
		return `<link rel=alternate href="/feed?of=top"><form method=get><select name=ref><option selected>top` +
				`<option>side</select></form>`,
			canonical + `<h3>Leave a reply <a href="#r" style="display:none">No</a></h3>` +
				`<input type=hidden name=parent value=0>`
	}
	return `<link rel=alternate href="/feed?of=` + ref + `"><form method=get><input type=hidden name=ref value=` +
			ref + `><select name=ref><option>top<option selected>side</select></form>`,
		canonical + `<meta name=robots content="noindex, follow"><h3>Leave a reply to <a href="#c7">Ann</a> ` +
			`<a href="#r">No</a></h3><input type=hidden name=parent value=7>`
}

// TestOwnAddress checks that repeated addresses and random parts do not make separate pages.
func TestOwnAddress(t *testing.T) {
	t.Parallel()
	for name, c := range ownAddress {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := crawl(t, posts(t, askedAs(c.every, c.login)), 2000)
			if got, want := len(tableOf(t, folder, ".nodes.csv")), 1+1+120; got != want {
				t.Errorf("%d pages, want %d: the home page, the login, the posts", got, want)
				t.Log(columns(t, folder, ".nodes.csv", "normalized_url"))
			}
		})
	}
}

// byChance has sites whose answers vary at random. Each function makes a post from its own text and its links.
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

// TestByChance checks that random parts neither make separate pages nor hide any.
func TestByChance(t *testing.T) {
	t.Parallel()
	for name, content := range byChance {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := posts(t, func(n uint64, r *http.Request, post int, links string) string {
				own := fmt.Sprintf("<p>Post %d %s</p>", post, strings.Repeat("A text of some length. ", 20))
				return content(n, pathOfPost(r), own, links)
			})
			folder := crawl(t, site, 2000)
			pages := map[string]bool{}
			all := columns(t, folder, ".nodes.csv", "normalized_url")
			for _, row := range all {
				_, post, _ := strings.Cut(strings.Split(strings.TrimSpace(row), "?")[0], "/post/")
				pages[post] = true
			}
			most := 133
			if strings.HasPrefix(name, "products") {
				most = 241 // their random parts look like content
			}
			if len(pages) != 121 || len(all) > most {
				t.Errorf("%d pages with %d contents, want 121 contents on %d pages at most", len(all), len(pages), most)
			}
		})
	}
}

// TestRedirectedFrom checks that a page is its canonical page only if it also notes the name of the request.
func TestRedirectedFrom(t *testing.T) {
	t.Parallel()
	words := strings.Fields("apple bread cheese dates eggs figs grapes honey")
	address := serving(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		asked, page := strings.TrimPrefix(r.URL.Path, "/wiki/"), ""
		for _, word := range words {
			if page += fmt.Sprintf("<a href=/wiki/%s>1</a><a href=/wiki/More_%[1]s>2</a><a href=/wiki/Like_%[1]s>3</a>",
				word); strings.HasSuffix(asked, word) {
				note := ""
				if strings.HasPrefix(asked, "More") {
					note = fmt.Sprintf(`(Redirected from <a href="/show?page=%s&redirect=no">%[1]s</a>)`, asked)
				}
				fmt.Fprintf(w, "<link rel=canonical href=/wiki/%s><script>asked(%q, %d)</script><a href=#top>up</a>%s"+
					"<a href=/login?to=%[2]s>Log in</a><h1>%[1]s</h1><p>%s</p>", word, asked,
					1000+int(asked[0])*len(asked), note, strings.Repeat("All about it. ", 20))
				return
			}
		}
		fmt.Fprint(w, page)
	})
	folder := crawl(t, address, 200)
	names := strings.Join(columns(t, folder, ".nodes.csv", "normalized_url"), "")
	for _, c := range []struct {
		of   string
		want int
	}{{"/wiki/More_", 0}, {"/wiki/Like_", len(words)}, {"/wiki/", 2 * len(words)}} {
		if got := strings.Count(names, c.of); got != c.want {
			t.Errorf("%d pages %s, want %d: %s", got, c.of, c.want, names)
		}
	}
}

// TestLogInForms checks that a short form with a link to its own top is one page, however it is reached.
func TestLogInForms(t *testing.T) {
	t.Parallel()
	address := serving(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<title>1</title><meta name=csrf content=%d%d>", rand.Uint64(), rand.Uint64())
		back := r.URL.Query().Get("back")
		for i := 0; i < 80 && back == ""; i++ {
			fmt.Fprintf(w, "<a href=/about/%d>%[1]d</a><a href='/login?back=%s'>Log in</a>", i,
				url.QueryEscape(fmt.Sprintf("http://%s/about/%d", r.Host, i)))
		}
		if fmt.Fprint(w, strings.Repeat(r.URL.Path, 12)); back != "" {
			fmt.Fprintf(w, "<a href=#>Top</a><form method=post>Your name, your password and some more words "+
				"<input type=hidden name=back value='%s'>", strings.TrimPrefix(back, "http://"+r.Host))
		}
	})
	names := columns(t, crawl(t, address, 200), ".nodes.csv", "normalized_url")
	if forms := strings.Count(strings.Join(names, ""), "/login"); forms != 1 || len(names) < 80 {
		t.Errorf("%d forms among %d pages", forms, len(names))
	}
}
