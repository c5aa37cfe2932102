package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sitegraph/extractor"
	"sitegraph/site"
)

func newIndexed(seed uint64) *testSite {
	s := generate(seed, true)
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 17)), plain: true, testSite: s}
	for _, path := range []string{"/d1/", "/d%C3%A9/"} {
		c := &content{title: "Index of " + path}
		for range 12 {
			g.link(c, g.refer(pick(g, s.resources)))
		}
		c.body = c.html()
		r := &resource{key: path, kind: isPage, content: c}
		s.contents, s.resources, s.forms[path] = append(s.contents, c), append(s.resources, r), r
	}
	return s
}

// only returns the site as it looks to a crawl that takes part for the whole: links and redirects out of it lead to
// another site.
func (s *testSite) only(starts []string, part func(key string) bool) *testSite {
	out := &testSite{seed: s.seed, forms: s.forms, starts: starts}
	resources := map[*resource]*resource{nil: nil}
	contents := map[*content]*content{nil: nil}
	for _, r := range s.resources {
		own := *r
		resources[r] = &own
		out.resources = append(out.resources, &own)
		if r.content != nil && contents[r.content] == nil {
			shown := *r.content
			contents[r.content] = &shown
		}
	}
	for from, to := range contents {
		if from == nil {
			continue
		}
		to.links = slices.Clone(from.links)
		for i, l := range to.links {
			if long := strings.HasPrefix(l.href, "/long"); long && !part(l.href) {
				to.links[i].external = origin + l.href // too long for the site, but not for others
			}
			if l.to == nil {
				continue
			}
			if to.links[i].to = resources[l.to]; !part(l.to.key) {
				to.links[i].to, to.links[i].external = nil, origin+l.form
			}
		}
	}
	for _, r := range out.resources {
		r.content = contents[r.content]
		if r.next == nil {
			continue
		}
		if part(r.next.key) {
			r.next = resources[r.next]
		} else {
			r.next, r.away = nil, true
		}
	}
	return out
}

// TestBeginnings crawls from several start pages, from sections and from a list, whose links are not followed. It finds
// what the plan says, in an order too, and the next run knows all of it.
func TestBeginnings(t *testing.T) {
	perSeed(t, 2, 120, func(t *testing.T, seed uint64) {
		s := newIndexed(seed)
		v := serve(t, s)
		w := newWalker(t, network(t, v), 4)
		two, listed := []string{"/d1/", "/d%C3%A9/"}, []string{}
		for i, r := range s.resources {
			if i%3 == 0 && (r.kind == isPage || r.kind == isStatus || r.kind == isForbidden) && !r.canonical {
				listed = append(listed, r.key)
			}
		}
		for _, b := range []struct {
			what          string
			section, list bool
			starts, site  []string // site has the path prefixes that count as the site
			level         int
		}{
			{"two start pages", false, false, append(two, "/d1/"), []string{""}, -1},
			{"a section", true, false, two[:1], two[:1], -1},
			{"two sections", true, false, two, two, -1},
			{"a list", false, true, listed, []string{""}, 0},
		} {
			w.parts.Section, w.parts.List, w.parts.Further = b.section, b.list, nil
			w.start, w.parts.Journal = origin+b.starts[0], &records{}
			for _, key := range b.starts[1:] {
				w.parts.Further = append(w.parts.Further, mustParse(t, origin+key))
			}
			w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
			plan := s.only(slices.Compact(slices.Sorted(slices.Values(b.starts))), func(key string) bool {
				return slices.ContainsFunc(b.site, func(s string) bool { return strings.HasPrefix(key, s) })
			}).expect(b.level)
			c := w.run(t)
			sameAsModel(t, c, plan)
			v.watch(nil)
			sameFiles(t, b.what+", run again", files(t, w.run(t)), files(t, c))
			if n := len(v.asked()); n > 0 {
				t.Errorf("%s: %d requests for what is known", b.what, n)
			}
			w.foundInOrder(t, v, b.what, plan)
		}
	})
}

// cutJournal loses all records after the first left, like a kill.
type cutJournal struct {
	records
	left int
}

func (j *cutJournal) Append(records [][]byte) error {
	for _, r := range records {
		if j.left == 0 {
			return context.Canceled
		}
		j.left--
		if err := j.records.Append([][]byte{r}); err != nil {
			return err
		}
	}
	return nil
}

// If a kill cuts a long list, anywhere, the next run notes the rest.
func TestListIsCut(t *testing.T) {
	pages := map[string]fakePage{}
	var further []site.URL
	for i := range 1100 {
		u := fmt.Sprintf("http://site.test/%04d", i)
		pages[u] = fakePage{body: fmt.Sprint(i)}
		further = append(further, mustParse(t, u))
	}
	w := newWalker(t, newFake(pages), 8)
	w.parts.List, w.start, w.parts.Further = true, further[0].String(), further
	if want := w.cutAt(t, 1, 2, 4); len(want.Graph.Pages) != 1100 { // before, inside and after the list's records
		t.Fatalf("%d pages", len(want.Graph.Pages))
	}
}

// cutAt crawls with journals that are cut after some records, and checks that the next run gives the same files.
func (w *walker) cutAt(t *testing.T, cuts ...int) *site.Crawl {
	t.Helper()
	whole := w.run(t)
	for _, cut := range cuts {
		j := &cutJournal{left: cut}
		w.parts.Journal = j
		if _, err := walkAlone(t.Context(), mustParse(t, w.start), w.parts, w.limits); err == nil {
			t.Fatalf("cut at %d: no error", cut)
		}
		j.left = -1
		again := w.run(t)
		sameFiles(t, fmt.Sprint("cut at ", cut), texts(t, again), texts(t, whole))
		sameFiles(t, fmt.Sprint("cut at ", cut), files(t, again), files(t, whole))
	}
	return whole
}

// A start page that redirects moves its section along, and never gives it up.
func TestSectionsMove(t *testing.T) {
	for _, c := range []struct {
		start, location string
		list            bool
		want            string // page found; "" for none
	}{
		{"http://a.test/docs", "http://a.test/docs/", false, "http://a.test/docs/"},
		{"http://a.test/docs/", "https://a.test/docs/", false, "https://a.test/docs/"},
		{"http://a.test/docs/", "https://b.test/docs/v2/", false, "https://b.test/docs/v2/"},
		{"http://a.test/docs/", "http://a.test/", false, ""},
		{"http://a.test/docs/", "https://b.test/", false, ""},
		{"http://a.test/docs/", "https://a.test/docs/", true, "https://a.test/docs/"},
		{"http://a.test/docs/", "http://b.test/docs/", true, ""},
	} {
		w := newWalker(t, newFake(map[string]fakePage{c.start: {location: c.location},
			c.location: {body: "<a href=/elsewhere>e</a>"}}), 2)
		w.start, w.parts.Section, w.parts.List = c.start, !c.list, c.list
		got := w.walk(t, t.Context())
		switch pages := got.Graph.Pages; {
		case c.want == "" && len(pages) > 0:
			t.Errorf("%+v: page %s", c, pages[0].URL)
		case c.want != "" && (len(pages) != 1 || pages[0].URL != c.want):
			t.Errorf("%+v: pages %v", c, pages)
		}
	}
}

// A list with URLs of several hosts of one site gives one graph. Links to other URLs on these hosts are internal, and
// only the list is fetched.
func TestListOfSeveralHosts(t *testing.T) {
	net := newFake(map[string]fakePage{
		"http://a.test/x/":  {body: "<a href=/z>z</a><a href=http://b.test/y/1>y</a><a href=http://c.test/>c</a>"},
		"http://a.test/z":   {body: "<a href=/x/>x</a><a href=http://b.test/>b</a>"},
		"http://b.test/y/1": {body: "<a href=http://a.test/z>z</a><a href=/gone>gone</a>"},
		"http://b.test/":    {body: "beyond"},
	})
	for _, c := range []struct {
		section  bool
		internal int // internal URLs that are not pages
	}{{false, 1}, {true, 0}} { // http://b.test/ is outside http://b.test/y/1/ and http://b.test/gone/
		w := newWalker(t, net, 2)
		w.start, w.parts.List, w.parts.Section = "http://a.test/x/", true, c.section
		for _, u := range []string{"http://a.test/z", "http://b.test/y/1", "http://b.test/gone"} {
			w.parts.Further = append(w.parts.Further, mustParse(t, u))
		}
		w.parts.Members = site.NewMembers([]site.Member{{Host: "a.test"}, {Host: "b.test"}})
		w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
		crawl := w.run(t)
		arcs := crawl.Graph.Arcs() // x to z and y/1, z to x, y/1 to z
		if got := graphOf(crawl); got != "http://a.test/x/ http://a.test/z http://b.test/y/1" || arcs != 4 {
			t.Errorf("%+v: pages %q, %d arcs", c, got, arcs)
		}
		beyond := crawl.Counts.States[site.StateBeyondLevel]
		if beyond != c.internal || net.count("http://b.test/") > 0 {
			t.Errorf("%+v: %d URLs are beyond the list", c, beyond)
		}
		sameFiles(t, "built again", texts(t, rebuild(t, w)), texts(t, crawl))
	}
}

// A site of several hosts keeps the sections of its start pages, also if the first one moves to another host.
func TestSectionsOfHosts(t *testing.T) {
	link := func(urls ...string) fakePage {
		return fakePage{body: "<a href=" + strings.Join(urls, ">l</a><a href=") + ">l</a>" + urls[0]}
	}
	pages := map[string]fakePage{
		"http://new.test/x/":  link("http://a.test/x/1", "http://a.test/z", "http://b.test/", "/z", "/x/2"),
		"http://new.test/x/2": {body: "2"}, "http://new.test/z": {body: "z of new"},
		"http://a.test/x/1": {body: "1"}, "http://a.test/z": {body: "z"}, "http://b.test/": {body: "b"},
		"http://b.test/y/": link("http://b.test/y/1", "http://c.test/whole"), "http://b.test/y/1": {body: "y1"},
		"http://c.test/whole": {body: "whole"},
		"http://a.test/x/":    {location: "http://new.test/x/"},
	}
	w := newWalker(t, newFake(pages), 2)
	w.start, w.parts.Section = "http://a.test/x/", true
	w.parts.Further = []site.URL{mustParse(t, "http://b.test/y/")}
	w.parts.Members = site.NewMembers([]site.Member{{Host: "a.test"}, {Host: "b.test"}, {Host: "c.test"}})
	w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
	got := strings.Fields(graphOf(w.run(t)))
	slices.Sort(got)
	if want := []string{"http://a.test/x/1", "http://b.test/y/", "http://b.test/y/1", "http://c.test/whole",
		"http://new.test/x/", "http://new.test/x/2"}; !slices.Equal(got, want) {
		t.Errorf("pages %q, want %q", got, want)
	}
}
