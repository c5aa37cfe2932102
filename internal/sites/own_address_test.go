package sites

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// ownAddress has sites whose pages are under several URLs and say by which they were asked for. %[1]s is a page's own
// address, %[2]s that in Base64, %[3]s that in a query, %[4]s a token of the request, %[5]s a box that one answer in
// five has, %[6]s the path, %[7]s the state of a form, %[8]s a form to reply. Posts of a viewer differ in what they show
// alone.
var ownAddress = map[string]struct {
	every string // what every page has
	login string // what the page for logging in has, by whatever address it is asked for
}{
	"two parameters": {`<a href="/login?to=%[3]s&again=%[3]s">Log in</a>`,
		`<form action="%[1]s" method=post></form>`},
	"segments in Base64":  {`<a href="/login/referer/%[2]s/">Log in</a>`, `<input type=hidden name=key value=%[4]s>`},
	"a path as a value":   {`<a href="/login?to=%[3]s">Log in</a>`, `<form action="%[1]s" method=post></form>`},
	"a choice":            {`<a href="/login">Log in</a><option value="%[1]s">here</option>`, ``},
	"a viewer":            {`<a href="/login">Log in</a><object data="%[6]s?raw=1"></object>`, ``},
	"a box":               {`<a href="/login">Log in</a>%[5]s`, ``},
	"the state of a form": {`<a href="/login">Log in</a>%[7]s`, ``},
	"a reply":             {`<a href="/login">Log in</a>%[8]s`, ``},
}

// askedAs serves such a site of 120 posts, each linked with and without a parameter that means nothing.
func askedAs(t *testing.T, every, login string) (address string) {
	const pages = 120
	var mu sync.Mutex
	asks := map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asks[r.RequestURI]++
		h := fnv.New64a()
		fmt.Fprint(h, r.RequestURI)
		n := int(h.Sum64()%1000) + asks[r.RequestURI]
		mu.Unlock()
		var page int
		_, err := fmt.Sscanf(r.URL.Path, "/post/%d", &page)
		atLogin := strings.HasPrefix(r.URL.Path, "/login")
		if err != nil && r.URL.Path != "/" && !atLogin {
			http.NotFound(w, r)
			return
		}
		box := ""
		if n%5 == 0 {
			box = "<div class=flash>Your session is over: please come in again.</div>"
		}
		own := base64.URLEncoding.EncodeToString([]byte("http://" + r.Host + r.RequestURI))
		fill := func(text string) string {
			state, reply := forms(r.URL)
			return fmt.Sprintf(text+"%.0[1]s%.0[2]s%.0[3]s%.0[4]s%.0[5]s%.0[6]s%.0[7]s%.0[8]s",
				html.EscapeString(r.RequestURI), strings.ReplaceAll(own, "=", ","), url.QueryEscape(r.RequestURI),
				fmt.Sprintf("%016x", n*7919), box, r.URL.Path, state, reply)
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>T</title><meta name=csrf content=%032x><nav>Our site of posts</nav>", n*104729)
		if atLogin {
			fmt.Fprint(w, fill(login), "<h1>Who are you?</h1><p>", strings.Repeat("Say who you are, please. ", 20),
				"</p><a href=/>home</a>")
			return
		}
		fmt.Fprint(w, fill(every), "<p>", strings.Repeat("A text. ", 40), "</p>")
		if r.URL.Path != "/" && strings.Contains(every, "<object") {
			return
		}
		fmt.Fprint(w, "<h1>Post number ", page, "</h1>")
		for i := range pages {
			if to := (page*7+i)%pages + 100; r.URL.Path == "/" || i < 3 {
				fmt.Fprintf(w, "<a href=/post/%d>on</a><a href=/post/%d?ref=side>on</a>", to, to)
			}
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// forms are what a git viewer and a blog show of the view that is asked for.
func forms(u *url.URL) (state, reply string) {
	switch ref := u.Query().Get("ref"); ref {
	case "":
		state = `<link rel=alternate href="/feed?of=top"><form method=get><select name=ref><option selected>top` +
			`<option>side</select></form>`
		reply = `<link rel=canonical href="` + u.Path + `"><h3>Leave a reply <a href="#r" style="display:none">No` +
			`</a></h3><input type=hidden name=parent value=0>`
	default:
		state = `<link rel=alternate href="/feed?of=` + ref + `"><form method=get><input type=hidden name=ref value=` +
			ref + `><select name=ref><option>top<option selected>side</select></form>`
		reply = `<link rel=canonical href="` + u.Path + `"><meta name=robots content="noindex, follow"><h3>Leave a reply ` +
			`to <a href="#c7">Ann</a> <a href="#r">No</a></h3><input type=hidden name=parent value=7>`
	}
	return state, reply
}

// TestOwnAddress: what repeats a page's own address, or comes by chance, makes no page of its own.
func TestOwnAddress(t *testing.T) {
	t.Parallel()
	for name, c := range ownAddress {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := crawl(t, askedAs(t, c.every, c.login), 2000)
			if got, want := len(tableOf(t, folder, ".nodes.csv")), 1+1+120; got != want {
				t.Errorf("%d pages, want %d: the home page, the login, the posts", got, want)
				t.Log(columns(t, folder, ".nodes.csv", "normalized_url"))
			}
		})
	}
}
