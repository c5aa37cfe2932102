package extractor_test

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/site"
	"sitegraph/whatif"
)

// TestPredicted: the graph that is predicted for a site after changes is, byte for byte, the one of a crawl from
// scratch of the site with these changes. The digest of pages, and how many bytes and words they have, are left out,
// since texts are edited.
func TestPredicted(t *testing.T) {
	var compared, all atomic.Int32
	t.Run("all", func(t *testing.T) { predictAll(t, &compared, &all) })
	if 3*compared.Load() < 2*all.Load() {
		t.Errorf("of %d predictions only %d were about URLs that are known", all.Load(), compared.Load())
	}
}

func predictAll(t *testing.T, compared, all *atomic.Int32) {
	for seed := range rounds(t, 40) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			all.Add(1)
			key := []string{"exact", "text", "none"}[seed%3]
			plain := seed%4 > 0
			before := crawledFor(t, generate(seed, false, plain), key)
			changed := newReshaped(generate(seed, false, plain))
			text := changed.random()
			got := predict(t, before, text)
			want := crawledFor(t, changed.made(), key).run(t)
			if !got.Complete || slices.ContainsFunc(got.Notes, func(n string) bool {
				return strings.Contains(n, "another spelling")
			}) {
				t.Skip(got.Notes)
			}
			compared.Add(1)
			var besides []string
			if strings.Contains(text, "add-link") { // a crawl looks at what stands around the links
				besides = []string{"place", "content_links"}
			}
			sameFiles(t, "changes:\n"+text, comparable(t, got, besides...), comparable(t, want, besides...))
		})
	}
}

// TestNothingChanges: without changes the graph is the one that there is, byte for byte, also with a greatest depth. Of
// a crawl that was stopped it is said what is not known.
func TestNothingChanges(t *testing.T) {
	for seed := range rounds(t, 8) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			s := generate(seed, false, seed%2 == 0)
			w := crawledFor(t, s, []string{"exact", "text", "none"}[seed%3])
			if w.limits.MaxLevel = -1; seed%4 < 2 {
				w.limits.MaxLevel = 2
			}
			want := w.run(t)
			sameFiles(t, "nothing", files(t, predict(t, w, "# nothing\n")), files(t, want))

			v := serve(t, s)
			stopped := newWalker(t, network(t, v), 2)
			c := stopOnce(t, stopped, v, rand.New(rand.NewPCG(seed, 3)))
			then := forecast(t, stopped, "noindex /\n")
			if then.Complete != c.Complete || len(then.Graph.Pages) < len(c.Graph.Pages) {
				t.Errorf("of %d pages, complete: %t, there are %d, complete: %t", len(c.Graph.Pages), c.Complete,
					len(then.Graph.Pages), then.Complete)
			}
			if then.Counts.States[site.StateStopped] > 0 && !strings.Contains(strings.Join(then.Notes, "\n"),
				"never fetched") {
				t.Errorf("the notes are %q", then.Notes)
			}
		})
	}
}

// crawledFor returns a walker of a site that is served, with a key.
func crawledFor(t *testing.T, s *testSite, key string) *walker {
	t.Helper()
	w := newWalker(t, network(t, serve(t, s)), 8)
	var err error
	if w.parts.Key, err = dedup.New(key); err != nil {
		t.Fatal(err)
	}
	return w
}

// predict returns the crawl to come of a site, after changes.
func predict(t *testing.T, w *walker, text string) *site.Crawl {
	t.Helper()
	w.run(t)
	return forecast(t, w, text)
}

// forecast is that of what a walker knows by now.
func forecast(t *testing.T, w *walker, text string) *site.Crawl {
	t.Helper()
	known, err := extractor.Recollect(w.parts.Journal, w.limits, extractor.Past{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := whatif.Parse("changes", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := whatif.NewPlan(file, whatif.Site{Known: known.Known, Places: known.Places, Journal: w.parts.Journal,
		Normaliser: w.parts.Normaliser, Texts: true, Links: true,
		Judge: func(seen site.RobotsSeen, _ string) whatif.Rules { return w.parts.Robots.Judge(seen).Rules }})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	journal, err := plan.Write()
	if err != nil {
		t.Fatal(err)
	}
	c, err := extractor.Rebuild(journal, w.limits, extractor.Past{Beyond: true})
	if err != nil {
		t.Fatal(err)
	}
	checkCrawl(t, c)
	return c
}

// comparable are the files of a crawl without what depends on texts, and without some columns.
func comparable(t *testing.T, c *site.Crawl, besides ...string) map[string]string {
	t.Helper()
	all := files(t, c)
	maps.DeleteFunc(all, func(name, _ string) bool { return !strings.HasSuffix(name, ".csv") })
	for name, text := range all {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(name, err)
		}
		texts := []string{"bytes", "words", "hash"}
		texts = append(texts, besides...)
		for _, column := range texts {
			if at := slices.Index(rows[0], column); at >= 0 {
				for i := range rows {
					rows[i][at] = ""
				}
			}
		}
		var b strings.Builder
		if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		all[name] = b.String()
	}
	return all
}

// reshaped is a generated site that is changed as a file says, by hand: what is served, not what was answered.
type reshaped struct {
	*generator
	lines  []string
	stays  bool
	moves  map[*resource]string // to which key
	gone   map[*resource]*resource
	edits  map[*resource][]func(*content)
	all    []func(*content)
	closed string
}

func newReshaped(s *testSite) *reshaped {
	c := &reshaped{moves: map[*resource]string{}, gone: map[*resource]*resource{},
		edits: map[*resource][]func(*content){}}
	c.generator = &generator{Rand: rand.New(rand.NewPCG(s.seed, 77)), testSite: s, plain: true}
	return c
}

// random makes some changes and returns the file of them.
func (c *reshaped) random() string {
	verbs := []func(){c.moveOne, c.moveFolder, c.delete, c.redirectOne, c.canonical, c.noindex, c.robots, c.addLink,
		c.dropLink, c.dropLinksTo}
	if c.stays = c.chance(40); c.stays {
		c.lines = append(c.lines, "links follow moves no")
	}
	for range 1 + c.IntN(6) {
		pick(c.generator, verbs)()
	}
	return strings.Join(c.lines, "\n")
}

func (c *reshaped) say(format string, values ...any) {
	c.lines = append(c.lines, fmt.Sprintf(format, values...))
}

// known is a resource that links lead to, other than the start page, of which nothing was said yet.
func (c *reshaped) known(wanted ...kind) *resource {
	for range 100 {
		r := pick(c.generator, c.resources)
		linked := slices.ContainsFunc(c.contents, func(o *content) bool {
			return slices.ContainsFunc(o.links, func(l link) bool { return l.to == r })
		})
		if linked && r != c.start && c.moves[r] == "" && c.gone[r] == nil && slices.Contains(wanted, r.kind) {
			return r
		}
	}
	return nil
}

func (c *reshaped) moveOne() {
	if r := c.known(isPage, isNotHTML, isRedirect, isStatus); r != nil {
		status := pick(c.generator, []int{301, 302, 308, 404, 410})
		to := fmt.Sprintf("/new/%d", len(c.lines))
		c.say("move %s$ %s$ %d", r.key, to, status)
		c.move(r, to, status)
	}
}

func (c *reshaped) moveFolder() {
	for _, r := range c.resources {
		if strings.HasPrefix(r.key, "/d1/") && (c.moves[r] != "" || c.gone[r] != nil) {
			return
		}
	}
	linked := false
	for _, r := range c.resources {
		if rest, ok := strings.CutPrefix(r.key, "/d1/"); ok {
			linked = true
			c.move(r, "/moved/"+rest, 301)
		}
	}
	if linked {
		c.say("move /d1/ /moved/ 301 # all of it")
	}
}

func (c *reshaped) move(r *resource, to string, status int) {
	c.moves[r] = to
	c.gone[r] = leaving(r, to, status)
}

// leaving is what stands at the place of a resource then.
func leaving(r *resource, to string, status int) *resource {
	if site.IsRedirect(status) {
		return &resource{key: r.key, kind: isRedirect, status: status, location: to}
	}
	return &resource{key: r.key, kind: isStatus, status: status}
}

func (c *reshaped) delete() {
	if r := c.known(isPage, isNotHTML, isRedirect); r != nil {
		c.say("delete %s$ 410", r.key)
		c.gone[r] = leaving(r, "", 410)
	}
}

func (c *reshaped) redirectOne() {
	if r, to := c.known(isPage, isStatus), c.known(isPage); r != nil && to != nil && r != to {
		c.say("redirect %s$ %s$ 302", r.key, to.key)
		c.gone[r] = leaving(r, to.key, 302)
	}
}

func (c *reshaped) canonical() {
	if r, to := c.known(isPage), c.known(isPage); r != nil && to != nil && c.edits[r] == nil {
		c.say("canonical %s$ %s$", r.key, to.key)
		c.edit(r, func(o *content) {
			at := to.key
			if c.moves[to] != "" && !c.stays {
				at = c.moves[to]
			}
			o.body = strings.Replace(o.body, "<body>", fmt.Sprintf("<link rel=canonical href=\"%s\"><body>", at), 1)
		})
	}
}

func (c *reshaped) noindex() {
	if r := c.known(isPage); r != nil {
		c.say("noindex %s$", r.key)
		c.edit(r, func(o *content) {
			if !strings.Contains(o.body, "name=robots") {
				o.body = strings.Replace(o.body, "<body>", "<meta name=robots content=noindex><body>", 1)
			}
		})
	}
}

func (c *reshaped) edit(r *resource, do func(*content)) { c.edits[r] = append(c.edits[r], do) }

func (c *reshaped) robots() {
	if r := c.known(isPage); r != nil && c.closed == "" {
		c.closed = "Disallow: " + r.key
		c.say("robots: %s", c.closed)
	}
}

func (c *reshaped) addLink() {
	drops := strings.Contains(strings.Join(c.lines, "\n"), "drop-link")
	if r, to := c.known(isPage), c.known(isPage, isStatus, isRedirect); r != nil && to != nil && !drops {
		c.say(`add-link %s$ %s$ "more"`, r.key, to.key)
		c.edit(r, func(o *content) {
			at := to.key
			if c.moves[to] != "" && !c.stays {
				at = c.moves[to]
			}
			o.body += fmt.Sprintf("<p>Of this there is much to be said: see <a href=\"%s\">more</a> of it.</p>\n",
				strings.ReplaceAll(at, "&", "&amp;"))
		})
	}
}

func (c *reshaped) dropLink() {
	r, to := c.known(isPage), c.known(isPage, isStatus, isRedirect)
	if r == nil || to == nil || strings.Contains(strings.Join(c.lines, "\n"), "add-link") {
		return
	}
	c.say("drop-link %s$ %s$", r.key, to.key)
	c.edit(r, func(o *content) { o.drop(to) })
}

func (c *reshaped) dropLinksTo() {
	if to := c.known(isPage, isStatus, isRedirect); to != nil && !strings.Contains(strings.Join(c.lines, "\n"),
		"add-link") {
		c.say("drop-links-to %s$", to.key)
		c.all = append(c.all, func(o *content) { o.drop(to) })
	}
}

func (o *content) drop(to *resource) {
	o.links = slices.DeleteFunc(slices.Clone(o.links), func(l link) bool { return l.to == to })
}

// made is the site with the changes.
func (c *reshaped) made() *testSite {
	s := *c.testSite
	s.forms = map[string]*resource{}
	if c.closed != "" {
		s.robots = strings.Replace(robotsTxt, "\n", "\n"+c.closed+"\n", 1)
	}
	for _, form := range slices.Sorted(maps.Keys(c.testSite.forms)) {
		r := c.testSite.forms[form]
		now := *r
		now.key = cmp.Or(c.moves[r], r.key)
		if r.content != nil && r.kind == isPage {
			now.content = c.contentOf(r)
		}
		if to := r.next; c.moves[r] != "" && to != nil && c.moves[to] != "" {
			now.location = c.moves[to]
		}
		switch gone := c.gone[r]; {
		case c.moves[r] != "":
			s.forms[now.key] = &now
			s.forms[form] = gone
		case gone != nil:
			s.forms[form] = gone
		default:
			s.forms[form] = &now
		}
	}
	return &s
}

// contentOf is what a page shows then. First links are dropped and added, then they follow moves.
func (c *reshaped) contentOf(r *resource) *content {
	o := *r.content
	o.links = slices.Clone(o.links)
	heads := c.edits[r]
	for _, do := range append(slices.Clone(c.all), heads...) {
		do(&o)
	}
	for i, l := range o.links {
		if to := c.moves[l.to]; l.to != nil && to != "" && !c.stays {
			_, fragment, has := strings.Cut(l.href, "#")
			if o.links[i].href = to; has {
				o.links[i].href += "#" + fragment
			}
		}
	}
	o.body = o.html()
	for _, do := range heads { // those that edit the head
		again := o
		do(&again)
		o.body = again.body
	}
	return &o
}

// TestPredictedHost: a site that moves to another host is predicted as a crawl finds it that begins at the old one.
func TestPredictedHost(t *testing.T) {
	for seed := range rounds(t, 6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			s := generate(seed, false, true)
			before := crawledFor(t, s, "exact")
			got := predict(t, before, "host site.test new.test 301\n")
			after := newWalker(t, network(t, movedHost(t, generate(seed, false, true))), 8)
			sameFiles(t, "another host", comparable(t, got, "href"), comparable(t, after.run(t), "href"))
		})
	}
}

// movedHost serves a site at a new host, to which the old one redirects.
func movedHost(t *testing.T, s *testSite) *server {
	onNew := strings.NewReplacer("HTTP://Site.Test:80", "HTTP://New.Test:80", origin+"//", "http://new.test//")
	for _, c := range s.contents {
		for i := range c.links {
			c.links[i].href = onNew.Replace(c.links[i].href)
		}
		c.body = c.html()
	}
	for _, r := range s.forms {
		r.location = onNew.Replace(r.location)
	}
	v := serve(t, s)
	inner := v.Config.Handler
	v.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != "new.test" && r.RequestURI != "/robots.txt" {
			http.Redirect(w, r, "http://new.test"+r.RequestURI, http.StatusMovedPermanently)
			return
		}
		inner.ServeHTTP(w, r)
	})
	return v
}

// TestPredictedBlocks: without a block of links the graph is the one of pages that were never given it. The menu leads
// to pages to which little else leads.
func TestPredictedBlocks(t *testing.T) {
	const pages = 14
	build := func(nav, below bool) *fake {
		f := newFake(map[string]fakePage{})
		for i := range pages {
			var b strings.Builder
			menu := "<nav><a href=/>home</a> <a href=/p5>five</a><a href=/p9>nine</a></nav>"
			if nav || below && !strings.HasPrefix(fmt.Sprint("/p", i), "/p1") {
				b.WriteString(menu)
			}
			fmt.Fprintf(&b, "<main><h1>Page %d</h1><p>All about number %[1]d, as told in <a href=/p%d>the next</a>, "+
				"with %[1]d words.</main><footer><a href=/p13>about</a> <a href=http://b.example/>by</a></footer>",
				i, i+1)
			address := fmt.Sprint(origin, "/p", i)
			if i == 0 {
				address = origin + "/"
			}
			f.set(address, fakePage{body: b.String()})
		}
		return f
	}
	for text, want := range map[string]*fake{"drop-block navigation-1": build(false, false),
		"drop-block navigation-1 /p1*": build(false, true)} {
		got := predict(t, newWalker(t, build(true, false), 4), text)
		sameFiles(t, text, comparable(t, got), comparable(t, newWalker(t, want, 4).run(t)))
	}
}
