package extractor_test

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/results/whatif"
	"sitegraph/site"
)

// TestPredicted checks that the predicted graph of a changed site is byte for byte the graph of a fresh crawl after the
// changes. It leaves out the digests, bytes and words of pages, since texts are edited. A prediction with key stable
// learns nothing new, so it is tested without twins, which an edit could part, and without what key stable learns.
func TestPredicted(t *testing.T) {
	var compared, all atomic.Int32
	t.Run("all", func(t *testing.T) { predictAll(t, &compared, &all) })
	t.Logf("of %d predictions, %d were about URLs that are known", all.Load(), compared.Load())
	if 3*compared.Load() < 2*all.Load() {
		t.Errorf("of %d predictions only %d were about URLs that are known", all.Load(), compared.Load())
	}
}

func predictAll(t *testing.T, compared, all *atomic.Int32) {
	perSeed(t, 40, anyNumber, func(t *testing.T, seed uint64) {
		key := []string{"exact", "text", "none", "stable"}[seed%4]
		plain := seed%5 > 0
		before := crawledFor(t, generate(seed, plain), key)
		changed := newReshaped(generate(seed, plain))
		text := changed.random()
		got := predict(t, before, text)
		want := crawledFor(t, changed.made(), key).run(t)
		var besides []string
		if key == "stable" && got.Counts.States[site.StateDuplicate]+got.Counts.States[site.StateBoth] > 0 {
			t.Skip("pages with twins")
		} else if key == "stable" {
			besides = []string{"stable"}
		}
		all.Add(1)
		if !got.Complete || slices.ContainsFunc(got.Notes, func(n string) bool {
			return strings.Contains(n, "another spelling")
		}) {
			t.Skip(got.Notes)
		}
		compared.Add(1)
		if strings.Contains(text, "add-link") { // a crawl also sees the surroundings of links
			besides = append(besides, "place", "content_links")
		}
		predicted, crawled := comparable(t, got, besides...), comparable(t, want, besides...)
		if key == "stable" {
			delete(predicted, "site.rules.csv")
			delete(crawled, "site.rules.csv")
		}
		sameFiles(t, "changes:\n"+text, predicted, crawled)
	})
}

// TestNothingChanges checks that without changes the graph stays the same, byte for byte, also with a maximum depth.
// For a crawl that was stopped the notes say what is unknown.
func TestNothingChanges(t *testing.T) {
	perSeed(t, 8, anyNumber, func(t *testing.T, seed uint64) {
		s := generate(seed, seed%2 == 0)
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

// TestNothingChangesStable checks the same for key stable, also with a page limit, except for what it learns of links
// and its rules.
func TestNothingChangesStable(t *testing.T) {
	perSeed(t, 8, anyNumber, func(t *testing.T, seed uint64) {
		w := makeStable(t, newWalker(t, network(t, serve(t, generate(seed, true))), 8))
		if seed%2 == 1 {
			w.limits.MaxPages = 12
		}
		want := comparable(t, w.walk(t, context.Background()), "stable")
		delete(want, "site.rules.csv")
		sameFiles(t, "nothing", comparable(t, forecast(t, w, "# nothing\n"), "stable"), want)
	})
}

func crawledFor(t *testing.T, s *testSite, key string) *walker {
	t.Helper()
	w := newWalker(t, network(t, serve(t, s)), 8)
	if key == "stable" {
		return makeStable(t, w)
	}
	var err error
	if w.parts.Key, err = dedup.New(key); err != nil {
		t.Fatal(err)
	}
	return w
}

func predict(t *testing.T, w *walker, text string) *site.Crawl {
	t.Helper()
	w.run(t)
	return forecast(t, w, text)
}

func forecast(t *testing.T, w *walker, text string) *site.Crawl {
	t.Helper()
	c, err := forecastOf(t, w, text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	checkCrawl(t, c)
	return c
}

func forecastOf(t *testing.T, w *walker, text string) (*site.Crawl, error) {
	t.Helper()
	known, err := extractor.Recollect(w.parts.Journal, w.limits, pastOf(extractor.Past{}))
	must(t, err)
	file, err := whatif.Parse("changes", strings.NewReader(text))
	must(t, err)
	plan, err := whatif.NewPlan(file, whatif.Site{Known: known.Known, Places: known.Places, Told: known.Told,
		Journal:    w.parts.Journal,
		Normaliser: w.parts.Normaliser, Texts: w.limits.KeepTexts, Links: w.limits.KeepLinks,
		Judge: func(seen site.RobotsSeen, _ string) whatif.Rules { return w.parts.Robots.Judge(seen).Rules }})
	if err != nil {
		return nil, err
	}
	journal, told, err := plan.Write()
	if err != nil {
		return nil, err
	}
	return extractor.Rebuild(journal, w.limits, pastOf(extractor.Past{Forecast: true, Told: told}))
}

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
					rows[i] = slices.Delete(rows[i], at, at+1)
				}
			}
		}
		var b strings.Builder
		must(t, csv.NewWriter(&b).WriteAll(rows))
		all[name] = b.String()
	}
	return all
}

// TestPredictedHost checks that a move to another host is predicted as a crawl from the old host finds it, also if a
// part moves elsewhere there.
func TestPredictedHost(t *testing.T) {
	perSeed(t, 6, anyNumber, func(t *testing.T, seed uint64) {
		before := crawledFor(t, generate(seed, true), "exact")
		text, changed := "host site.test new.test 301\n", newReshaped(generate(seed, true))
		if seed%2 > 0 {
			text += "move /d1/ http://new.test/m/d/\n"
			for _, r := range changed.resources {
				if below, is := strings.CutPrefix(r.key, "/d1/"); is {
					changed.move(r, "/m/d/"+below, 301)
				}
			}
			for _, r := range changed.forms { // the new host does not redirect its old paths
				r.location = cmp.Or(changed.moves[r.next], r.location)
			}
		}
		got := predict(t, before, text)
		after := newWalker(t, network(t, movedHost(t, changed.made())), 8)
		sameFiles(t, "another host", comparable(t, got, "href"), comparable(t, after.run(t), "href"))
	})
}

func movedHost(t *testing.T, s *testSite) *server {
	onNew := strings.NewReplacer("HTTP://Site.Test:80", "HTTP://New.Test:80", origin+"//", "http://new.test//")
	for _, r := range s.forms {
		if r.location = onNew.Replace(r.location); r.content == nil {
			continue
		}
		for i, l := range r.content.links {
			r.content.links[i].href = onNew.Replace(l.href)
		}
		r.content.body = r.content.html()
	}
	v := &server{site: s, lag: true, log: map[string]int{}}
	v.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != "new.test" && r.RequestURI != "/robots.txt" {
			http.Redirect(w, r, "http://new.test"+r.RequestURI, http.StatusMovedPermanently)
			return
		}
		v.ServeHTTP(w, r)
	}))
	t.Cleanup(v.Close)
	return v
}

// TestPredictedBlocks checks that removing or replacing a block of links gives the graph of pages with those links. The
// menu leads to pages that have few other links.
func TestPredictedBlocks(t *testing.T) {
	const pages = 14
	menu := "<nav><a href=/>home</a> <a href=/p5>five</a><a href=/p9>nine</a> " +
		"<a href=mailto:a@b.example>write</a></nav>"
	build := func(on, below string) *fake {
		f := newFake(map[string]fakePage{})
		f.set(origin+"/robots.txt", fakePage{body: "User-agent: *\nDisallow: /no/\n"})
		for i := range pages {
			var b strings.Builder
			if b.WriteString(below); strings.HasPrefix(fmt.Sprint("/p", i), "/p1") {
				b.Reset()
				b.WriteString(on)
			}
			fmt.Fprintf(&b, "<main><h1>Page %d</h1><p>All about number %[1]d, as told in <a href=/p%d>the next</a>, "+
				"with %[1]d words.</main><footer><a href=/p13>about</a> <a href=http://b.example/>by</a> "+
				"<a href=mailto:a@b.example>write</a></footer>",
				i, i+1)
			address := fmt.Sprint(origin, "/p", i)
			if i == 0 {
				address = origin + "/"
			}
			f.set(address, fakePage{body: b.String()})
		}
		return f
	}
	const other = "<nav><a href=/p7>seven</a> <a href=http://c.example/>c</a><a href=/p12>twelve</a> " +
		"<a href=/p3>3</a> <a href=/p7>seven</a></nav>"
	const links = ` /p7 "seven" http://c.example/ "c" /p12 "twelve" /p3 "3" /p7 "seven"`
	const closed = "<nav><a href=/no/x>x</a></nav>"
	const moved = "<nav><a href=/p7>seven</a></nav>"
	const above = moved + "<main><p>At length it is told what was in <a href=/p6>the sixth</a> of them.</main>"
	const heading = "<h1><a href=/p11>of this page alone</a></h1>"
	for text, want := range map[string]*fake{
		"drop-block navigation-1":           build("", ""),
		"drop-block navigation-1 # heading": withOne(build("", ""), "/p12", heading),
		"drop-block navigation-1 # twelfth": withOne(build("", ""),
			"/p12", above),
		"drop-block navigation-1 /p1*":                                             build("", menu),
		"replace-block navigation-1" + links:                                       build(other, other),
		"replace-block navigation-1 /no/x \"x\"":                                   build(closed, closed),
		"replace-block navigation-1 /p1*" + links:                                  build(other, menu),
		"drop-block navigation-1\nreplace-block navigation-1 /p1*$ /p7 \"seven\"":  build(moved, ""),
		"drop-block navigation-1 /p1*\nreplace-block navigation-1 /p1*$ /p7 \"7\"": nil,
		"drop-block navigation-1\nreplace-block navigation-1 /p11 /p7 \"seven\"": withOne(build("", ""),
			"/p11", moved),
	} {
		for _, kept := range []bool{true, false} {
			base := build(menu, menu)
			if strings.Contains(text, "# twelfth") {
				base = withOne(base, "/p12", above)
			} else if strings.Contains(text, "# heading") {
				base = withOne(base, "/p12", heading)
			}
			w := newWalker(t, base, 4)
			w.limits.KeepLinks = kept
			if want == nil {
				w.run(t)
				if _, err := forecastOf(t, w, text); err == nil || !strings.Contains(err.Error(),
					"contradicts line 1") {
					t.Errorf("%s: %v", text, err)
				}
				continue
			}
			after := newWalker(t, want, 4)
			after.limits.KeepLinks = kept
			sameFiles(t, fmt.Sprint(text, ", links kept: ", kept), comparable(t, predict(t, w, text)),
				comparable(t, after.run(t)))
		}
	}
}

func withOne(f *fake, path, before string) *fake {
	p := f.pages[origin+path]
	p.body = before + p.body
	f.set(origin+path, p)
	return f
}
