package extractor_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/site"
)

// trapSite has articles, each of which links to a trap.
type trapSite struct {
	articles int
	// into is where an article links into the trap.
	into func(i int) string
	// trap is the page of a URL of the trap; ok is false for other URLs.
	trap func(u *url.URL) (html string, ok bool)

	mu             sync.Mutex
	spent, trapped int // requests, and those for URLs of the trap
	// meanwhile are those two when the last article was requested for the first time.
	meanwhile [2]int
	seen      map[int]bool
}

func (s *trapSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(w, r)
		return
	}
	html, in := s.trap(r.URL)
	s.mu.Lock()
	s.spent++
	if in {
		s.trapped++
	}
	i, ok := number(r.URL, "/articles/", s.articles)
	if ok && !in && !s.seen[i] {
		s.meanwhile, s.seen[i] = [2]int{s.spent, s.trapped}, true
	}
	s.mu.Unlock()
	if html == "" && !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	if !in {
		links := []string{s.into(i)}
		for _, to := range []int{2*i + 1, 2*i + 2} {
			if to < s.articles {
				links = append(links, fmt.Sprintf("/articles/%d", to))
			}
		}
		html = article(i, "", "", links...)
	}
	fmt.Fprint(w, html)
}

// found counts the articles among the pages of a crawl.
func (s *trapSite) found(c *site.Crawl) (n int) {
	for _, p := range c.Graph.Pages {
		u, err := url.Parse(p.Key)
		if _, ok := number(u, "/articles/", s.articles); err == nil && ok {
			n++
		}
	}
	return n
}

// list is a page of a trap.
func list(title string, texts []string, links ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><title>%s</title><h1>%[1]s</h1><p>The menu of the site, on every page.", title)
	for _, t := range texts {
		fmt.Fprintf(&b, "<p>%s", t)
	}
	for _, l := range links {
		fmt.Fprintf(&b, "<p><a href='%s'>on</a>", strings.ReplaceAll(l, "&", "&amp;"))
	}
	return b.String()
}

// calendar goes on for ever, with a page for each month and day.
func calendar(u *url.URL) (html string, ok bool) {
	day, err := time.Parse("/calendar/2006/01/02", u.Path)
	if err == nil {
		next := func(n int) string { return day.AddDate(0, 0, n).Format("/calendar/2006/01/02") }
		return list("Events of "+day.Format("2 January 2006"), []string{"There are no events on this day. " +
			"Come back on another day, or ask at the desk of the library, which has all the posters of the year."},
			next(1), next(-1), day.Format("/calendar/2006/01")), true
	}
	month, err := time.Parse("/calendar/2006/01", u.Path)
	if err != nil {
		return "", false
	}
	var links []string
	for _, n := range []int{1, -1} {
		links = append(links, month.AddDate(0, n, 0).Format("/calendar/2006/01"))
	}
	for d := range 28 {
		links = append(links, month.AddDate(0, 0, d).Format("/calendar/2006/01/02"))
	}
	return list("Events of "+month.Format("January 2006"), []string{"There are no events in this month. " +
		"Come back in another month, or ask at the desk of the library, which has all the posters of the year."},
		links...), true
}

// facets are a shop whose list can be narrowed by six properties with four values
// each, in any order and combination.
func facets(u *url.URL) (html string, ok bool) {
	if u.Path != "/shop" {
		return "", false
	}
	chosen := u.Query()
	var texts, links []string
	for item := range 60 {
		fits := true
		for f := range 6 {
			if v := chosen.Get(fmt.Sprint("f", f)); v != "" && v != fmt.Sprint((item*7+item*f)%(f+5)%4) {
				fits = false
			}
		}
		if fits {
			texts = append(texts, fmt.Sprintf("Item %d of the shop, made by hand and delivered to your door.", item))
		}
	}
	if len(texts) == 0 {
		texts = []string{"Nothing fits what you chose. Choose fewer properties to see what there is in the shop."}
	}
	for f := range 6 {
		for v := range 4 {
			q := u.RawQuery
			if q != "" {
				q += "&"
			}
			if name := fmt.Sprint("f", f); !chosen.Has(name) {
				links = append(links, fmt.Sprintf("/shop?%s%s=%d", q, name, v))
			}
		}
	}
	return list("The shop", texts, links...), true
}

// miswritten has links whose ampersands are escaped once more on every page.
func miswritten(u *url.URL) (html string, ok bool) {
	if u.Path != "/view" {
		return "", false
	}
	n := 0
	fmt.Sscanf(u.Query().Get("item"), "%d", &n)
	texts := []string{fmt.Sprintf("What item %d shows, at such length that it can be compared with others.", n%50),
		fmt.Sprintf("There is more to say of item %d, and it is said here, in one more line of the page.", n%50),
		"The last line of the page says nothing but that it is the last one, as on every page."}
	worse := strings.ReplaceAll(u.RawQuery, "&", "&amp;amp;")
	return list("A view", texts) + fmt.Sprintf("<a href='/view?%s&amp;amp;item=%d'>on</a>"+
		"<a href='/view?item=%d&amp;page=%d'>next</a>", worse, n%50, (n+1)%50, n), true
}

// nested has relative links, which lead one folder deeper on every page.
func nested(u *url.URL) (html string, ok bool) {
	if !strings.HasPrefix(u.Path, "/help/") {
		return "", false
	}
	names := []string{"start", "topics", "answers", "contact"}
	last := strings.Split(strings.Trim(u.Path, "/"), "/")
	name := last[len(last)-1]
	texts := []string{"The help on " + name + ", which is as long as it has to be, and not a word longer than that.",
		"Whoever has read the help on " + name + " will have no more questions, and can go on to the next thing.",
		"The last line of the page says nothing but that it is the last one, as on every page."}
	var links []string
	for _, n := range names {
		links = append(links, n+"/")
	}
	return list("Help", append(texts, "You are here: "+strings.Join(last, ", ")), links...), true
}

// hosts has links without http://, which the browser takes for folders.
func hosts(u *url.URL) (html string, ok bool) {
	if !strings.HasPrefix(u.Path, "/partners/") {
		return "", false
	}
	last := strings.Split(strings.Trim(u.Path, "/"), "/")
	name := last[len(last)-1]
	texts := []string{"Our partners, which are many, and of whom we are proud: each of them has a site of its own.",
		"The partner " + name + " has been with us for as long as anyone can remember, and longer than that.",
		"The last line of the page says nothing but that it is the last one, as on every page."}
	return list("Partners", texts, "www.site.test/", "www.one.test/", "www.two.test/", "www.three.test/"), true
}

// sessions have a session in the path, another one for each page.
func sessions(u *url.URL) (html string, ok bool) {
	var s, n int
	if _, err := fmt.Sscanf(u.Path, "/%032x/topic/%d", &s, &n); err != nil {
		return "", false
	}
	texts := []string{fmt.Sprintf("Topic %d is here, with all that was ever said about it, and by whom.", n%40),
		fmt.Sprintf("There is more to say of topic %d, and it is said here, in one more line of the page.", n%40),
		"The last line of the page says nothing but that it is the last one, as on every page."}
	return list(fmt.Sprint("Topic ", n%40), texts, fmt.Sprintf("/%032x/topic/%d", s, (n+1)%40),
		fmt.Sprintf("/%032x/topic/%d", s, (2*n+1)%40)), true
}

// lost are broken links, each into a folder of its own.
func lost(u *url.URL) (html string, ok bool) { return "", strings.HasPrefix(u.Path, "/lost/") }

// crawl walks a site with a budget.
func (s *trapSite) crawl(t *testing.T, budget int) *site.Crawl {
	t.Helper()
	s.seen = map[int]bool{}
	w := stableWalker(t, s, 8)
	w.limits.PathDepth, w.limits.PathRepeats = 50, 5 // the defaults
	w.limits.Budget = budget
	c := w.walk(t, t.Context())
	if budget > 0 && s.spent > budget {
		t.Errorf("%d requests", s.spent)
	}
	return c
}

// What is around a trap is found. Here the articles have more than a quarter of the
// requests, too, so the trap may have three fifths, and what a portion adds.
func TestServedTraps(t *testing.T) {
	const budget = 800
	for name, s := range map[string]*trapSite{
		"calendar": {into: func(i int) string { return fmt.Sprintf("/calendar/2026/%02d", 1+i%12) }, trap: calendar},
		"facets":   {into: func(int) string { return "/shop" }, trap: facets},
		"miswritten": {into: func(i int) string { return fmt.Sprintf("/view?item=%d&p=%d", i%50, i) },
			trap: miswritten},
		"nested":   {into: func(int) string { return "/help/start/" }, trap: nested},
		"hosts":    {into: func(int) string { return "/partners/list/" }, trap: hosts},
		"sessions": {into: func(i int) string { return fmt.Sprintf("/%032x/topic/%d", i*79, i%40) }, trap: sessions},
		"lost":     {into: func(i int) string { return fmt.Sprintf("/lost/of-%d/x", i) }, trap: lost},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.articles = 200
			c := s.crawl(t, budget)
			if n := s.found(c); n != s.articles {
				t.Errorf("%d of %d articles", n, s.articles)
			}
			if while := s.meanwhile; 3*while[1] > 2*while[0] {
				t.Errorf("%d of %d requests were for the trap before the last article", while[1], while[0])
			}
		})
	}
}

// What gave too little is put behind all others and reported, with how much of it
// was left and a rule that leaves it out.
func TestDeferredTrap(t *testing.T) {
	s := &trapSite{articles: 400, into: func(i int) string { return fmt.Sprintf("/lost/of-%d/x", i) }, trap: lost}
	c := s.crawl(t, 650)
	if n := s.found(c); n != s.articles {
		t.Errorf("%d of %d articles", n, s.articles)
	}
	shapes := c.Sameness.Shapes
	if len(shapes) != 1 {
		t.Fatalf("deferred: %+v", shapes)
	}
	if shapes[0].Requests < 100 || shapes[0].Requests > s.trapped {
		t.Errorf("%d requests, %d were counted", s.trapped, shapes[0].Requests)
	}
	shapes[0].Requests, shapes[0].Of = 0, 0
	want := site.Shape{Shape: "/lost/*", Waiting: s.articles - s.trapped, Deferred: true,
		Exclude: `^http://site\.test/lost/`, Example: "http://site.test/lost/of-0/x"}
	if shapes[0] != want {
		t.Errorf("deferred: %+v, want %+v", shapes[0], want)
	}
}

// archive has n items on lists of 50, each of which leads to the next.
func archive(n int) func(u *url.URL) (html string, ok bool) {
	return func(u *url.URL) (html string, ok bool) {
		if i, ok := number(u, "/items/", n); ok && i > 0 {
			return article(100000+i, "", "", "/archive?page="+fmt.Sprint(i/50)), true
		}
		var page int
		if _, err := fmt.Sscan(u.Query().Get("page"), &page); err != nil || u.Path != "/archive" {
			return "", false
		}
		links := []string{fmt.Sprintf("/archive?page=%d", page+1)}
		for i := max(1, 50*page); i < 50*page+50 && i < n; i++ {
			links = append(links, fmt.Sprintf("/items/%d", i))
		}
		if 50*page+50 >= n {
			links = links[1:]
		}
		return list(fmt.Sprint("Archive, page ", page), nil, links...), true
	}
}

// A large archive is neither deferred nor cut, and uses what a budget leaves to it.
func TestTrueArchive(t *testing.T) {
	n := 2000
	if rounds(t, 0) > 0 {
		n = 10000
	}
	for _, budget := range []int{0, 1500} {
		s := &trapSite{articles: 100, into: func(int) string { return "/archive?page=0" }, trap: archive(n)}
		c := s.crawl(t, budget)
		if len(c.Sameness.Shapes) > 0 {
			t.Errorf("budget %d: deferred: %+v", budget, c.Sameness.Shapes)
		}
		pages := 100 + n - 1 + (n+49)/50
		if budget > 0 {
			pages = budget - 20 // twins
		}
		if len(c.Graph.Pages) < pages || s.found(c) != 100 {
			t.Errorf("budget %d: %d pages, want %d; %d articles", budget, len(c.Graph.Pages), pages, s.found(c))
		}
	}
}

// TestPutOffDuplicates: on a site that varies nothing the files are those of the exact key, though a kind of URL that
// gave hardly anything new is put off, and equal pages of it come in any order.
func TestPutOffDuplicates(t *testing.T) {
	pages := map[string]fakePage{}
	var home strings.Builder
	for i := range 260 {
		content := "the same notice for all"
		if i >= 100 {
			content = fmt.Sprintf("a notice of its own for two, number %d", i/2)
		}
		path := fmt.Sprintf("/notices/%03d", i)
		fmt.Fprintf(&home, "<a href=%s>x</a>", path)
		pages[origin+path] = fakePage{body: "<title>notice</title><a href=/>home</a> " + content}
	}
	pages[origin+"/"] = fakePage{body: home.String()}
	exact := newWalker(t, newFake(pages), 4).run(t)
	c := makeStable(t, newWalker(t, newFake(pages), 4)).run(t)
	if len(c.Graph.Pages) != 82 {
		t.Errorf("%d pages, want the home page, the common notice and 80 of two URLs each", len(c.Graph.Pages))
	}
	got, want := files(t, c), files(t, exact)
	delete(got, "site.ledger.csv") // it takes the common notice for a soft 404
	delete(want, "site.ledger.csv")
	sameFiles(t, "stable", got, want)
}
