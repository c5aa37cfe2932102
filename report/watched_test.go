package report

import (
	"math"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats"
)

// watched is the museum after three weekly iterations. 0 and 2 changed, 1 was not checked, 3 vanished and 4 is new.
func watched() Site {
	in := museum()
	in.Crawl.Watched = &site.Watched{
		Iterations: []site.Iteration{
			{Number: 1, At: time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC), Added: 5, Complete: true},
			{Number: 2, At: time.Date(2026, 5, 11, 10, 0, 0, 0, time.UTC), Policy: "scent", Planned: 4, Checked: 2,
				Changed: 1, Unchanged: 1, Removed: 1, Complete: true},
			{Number: 3, At: time.Date(2026, 5, 18, 10, 0, 0, 0, time.UTC), Policy: "learned", Planned: 3, Checked: 3,
				Changed: 2, Gone: 1, Added: 1, Complete: true},
		},
		Pages: []site.Seen{
			{First: 1, Last: 3, Checked: 3, Changed: 3, Visits: 3, Changes: 1},
			{First: 1, Last: 1, Checked: 1, Changed: 1, Visits: 1},
			{First: 1, Last: 3, Checked: 3, Changed: 3, Visits: 3, Changes: 2},
			{First: 1, Last: 1, Checked: 3, Changed: 1, Visits: 2},
			{First: 3, Last: 3, Checked: 3, Changed: 3, Visits: 1},
		},
		Arcs: []site.Seen{{First: 1, Changed: 3}, {First: 1, Changed: 1}, {First: 1, Changed: 1},
			{First: 1, Changed: 1}, {First: 3, Changed: 3}, {First: 3, Changed: 3}},
		Belief: &site.Belief{Policy: "learned", Chance: []float64{0.5, 0.25, 0.125, 0, 0},
			Next: []site.NextCheck{{Page: 3, Why: site.CheckGone, Age: 0}, {Page: 1, Why: site.CheckWaiting, Age: 2},
				{Page: 0, Why: site.CheckWorth, Age: 0.5}, {Page: 2, Why: site.CheckScent}, {Page: 99, Why: "else"}}},
	}
	return believed(in)
}

// believed counts what the checks of a watched site found, as package stats does.
func believed(in Site) Site {
	c := *in.Crawl
	in.Analysis.Summary.Watched = analysed(&c).Summary.Watched
	return in
}

// The report describes a watched site.
func TestWatched(t *testing.T) {
	page := siteOf(t, watched())
	words := wordsOf(page)
	says(t, "", words,
		"Watched since 4 May 2026: 3 iterations\n",
		"Watched since 4 May 2026, 10:00 UTC: 3 iterations, the last on 18 May 2026, 10:00 UTC. "+
			"Of 3 pages checked in it, 2 had changed; 1 page is new, and none left.\n",
		"Between the pages, 2 arcs are new and 1 arc has another number of links.\n",
		"After the crawl, 2 iterations made 5 checks: 3 found a change. 1 page joined the graph, and 1 left it.",
		"iteration (2: 11 May 2026; 3: 18 May 2026)",
		"3\n18 May 2026, 10:00\nlearned\n3\n3\n2\n1\n1\n0\n2\n11 May 2026, 10:00\nscent\n4\n2\n1\n0\n0\n1\n",
		"2 pages changed\nPages that had changed, those with the highest PageRank first\n"+
			"page\nfirst seen\nchecks\nthat found a change\n"+
			"Page 0\nhttp://museum.example/p0\n4 May 2026\niteration 1\n2\n1\n"+
			"Page 2\nhttp://museum.example/p2\n4 May 2026\niteration 1\n2\n2\n",
		"1 new page\n", "Page 4\nhttp://museum.example/p4\n2\n1\n",
		"1 page may be gone\n",
		"Page 3\nhttp://museum.example/p3\n4 May 2026\niteration 1\n18 May 2026\niteration 3\n1\n",
		"Of 5 checks of the pages in the graph, 3 found a change (60.0%; 95% interval 23.1% to 88.2%).\n",
		"17.5% of the pages are expected to have changed since they were last checked: about 1 of 5.\n",
		"Half of the pages were looked at in the last iteration; the longest wait is 2 iterations, of 1 page. "+
			"2 pages (40.0%) have not been checked since they were first fetched.",
		"in the last iteration\n4 (80.0%)\n2 iterations ago\n1 (20.0%)\n",
		"18 May 2026, 10:00 UTC\n0\n4\n80.0%\n4 May 2026, 10:00 UTC\n2\n1\n20.0%\n",
		"The next iteration would check 5 pages, chosen by the policy “learned”.",
		"Page 3\nhttp://museum.example/p3\nwas gone at the last check: is it still?\n0\n0%\n"+
			"Page 1\nhttp://museum.example/p1\nit has gone unchecked for the longest time\n2\n25.0%\n"+
			"Page 0\nhttp://museum.example/p0\nthe check is worth most, for the time it takes\n0.5\n50.0%\n"+
			"Page 2\nhttp://museum.example/p2\nits scent is strongest\n0\n12.5%\npage 100\nelse\n0\n",
	)
	silent(t, "", words, "no answer", "forbid", "outage", "not finished", "by URL pattern")
	if !strings.Contains(page, `<section id="changes"`) || strings.Contains(siteOf(t, museum()), "atched") {
		t.Error("no section, or one of a site that is not watched")
	}
}

// Change rates are given for groups with enough checks. Of 100 daily checks, 50 found a change.
func TestChangeRates(t *testing.T) {
	half := stats.Checks{Pages: 3, Made: 100, Changes: 50, Share: 0.5, Low: 0.4038, High: 0.5962, Days: 1 / math.Ln2}
	none, few, two := half, half, half
	two.Changes, two.Share, two.Low, two.High = 2, 0.02, 0.0055, 0.07
	none.Changes, none.Share, none.Low, none.High, none.Days = 0, 0, 0, 0.037, 0
	few.Made, few.Changes = 9, 5
	each := half
	each.Changes, each.Share, each.Low, each.High, each.Days = 100, 1, 0.963, 1, 0
	in := watched()
	w := in.Analysis.Summary.Watched
	w.Checks = half
	w.Folders = []stats.FolderChecks{{Path: "/none/", Checks: none}, {Path: "/few/", Checks: few},
		{Path: "/two/", Checks: two}, {Path: "/each/", Checks: each}}
	w.Templates = []stats.TemplateChecks{{Template: "/p{number}", Checks: half}, {Template: "/", Checks: few}}
	words := wordsOf(siteOf(t, in))
	says(t, "", words,
		"If all pages changed alike, a page would change once in 35 hours on average.",
		"Most often in /each/: 100% (96.3% to 100%) of the checks found a change.",
		"/each/\n3\n100\n100\n100% (96.3% to 100%)\nnot known\n"+
			"/two/\n3\n100\n2\n2.0% (0.55% to 7.0%)\ntoo few changes\n"+
			"/none/\n3\n100\n0\n0% (0% to 3.7%)\nno change seen\n"+
			"/few/\n3\n9\n5\ntoo few checks\n–\n",
		"The same by URL pattern\n",
		"/p{number}\n3\n100\n50\n50.0% (40.4% to 59.6%)\n35 hours\n",
	)
	if strings.Contains(words, "believed changed") {
		t.Error("a belief that nobody has")
	}
}

// Doubts about the last iteration are shown at the top.
func TestWatchedDoubts(t *testing.T) {
	in := watched()
	its := in.Crawl.Watched.Iterations
	its[1].Outage = true
	last := &its[2]
	last.Complete, last.Outage, last.Planned, last.Forbidden, last.Failed = false, true, 1234, 1, 2
	last.Changed, last.Removed = 0, 7
	words := wordsOf(siteOf(t, in))
	says(t, "", words,
		"The last iteration is not finished\n3 of 1,234 pages planned were checked by now.",
		"The last iteration met an outage\n1 of 3 pages checked were gone at once.",
		"robots.txt forbids 1 page now\nIt was to be checked in the last iteration, and was not requested. "+
			"It is shown as last seen.",
		"Of 3 pages checked in it, none had changed; 1 page is new, and 7 left. 2 pages gave no answer.",
		"In 1 iteration too many pages were gone at once: an outage was assumed, "+
			"and all of them were kept: 2 (11 May 2026).",
		"outage, not finished\n",
	)
	last.Checked, last.Forbidden, last.Added = 0, 1234, 0
	words = wordsOf(siteOf(t, in))
	says(t, "", words, "None of 1,234 pages planned", "robots.txt forbids 1,234 pages now\nThey were",
		"It checked no page; no page is new, and 7 left.")
}

// TestWatchedBounds checks reports of sites about whose changes little or nothing is known.
func TestWatchedBounds(t *testing.T) {
	for name, c := range map[string]struct {
		change func(w *site.Watched)
		want   []string
		not    []string
	}{
		"the crawl alone": {func(w *site.Watched) { w.Iterations = w.Iterations[:1] },
			[]string{"Watched since 4 May 2026: 1 iteration\n", "No page has been checked again yet.", "“learned”"},
			[]string{"the last on", "may be gone"}},
		"two iterations": {func(w *site.Watched) { w.Iterations = w.Iterations[:2] },
			[]string{"2 iterations, the last on 11 May", "2\n11 May 2026, 10:00\nscent\n"},
			[]string{"What the iterations found"}},
		"no belief": {func(w *site.Watched) { w.Belief = nil },
			[]string{"When pages were last looked at"}, []string{"expected to", "next iteration would"}},
		"nothing to check": {func(w *site.Watched) { w.Belief = &site.Belief{Policy: "learned"} },
			[]string{"The policy “learned” would check no page."}, []string{"expected to"}},
		"never checked": {func(w *site.Watched) { w.Pages, w.Arcs = make([]site.Seen, 5), nil },
			[]string{"No page of the graph has been checked since it was first fetched.",
				"All pages were looked at within the last 3 iterations. 5 pages (100%) have not"},
			[]string{"Between the pages", "may be gone"}},
		"pages of another graph": {func(w *site.Watched) { w.Pages = w.Pages[1:] }, nil, []string{"atched", "policy"}},
		"no iterations":          {func(w *site.Watched) { w.Iterations = nil }, nil, []string{"atched", "policy"}},
	} {
		in := watched()
		c.change(in.Crawl.Watched)
		words := wordsOf(siteOf(t, believed(in)))
		says(t, name, words, c.want...)
		silent(t, name, words, c.not...)
	}
}

// Many pages and iterations with the longest possible texts give a section that can be read.
func TestLargeWatched(t *testing.T) {
	const pages, its = 20_000, 500
	in := watched()
	long := strings.Repeat("<&\"é", 1000)
	address := "http://a.example/" + long
	c, w := in.Crawl, in.Crawl.Watched
	c.Site = "" // leaves out the URLs that can be opened, which have their own bound
	c.Graph = &site.Graph{Pages: make([]site.Page, pages), Offsets: make([]int, pages+1)}
	w.Arcs, w.Pages, w.Iterations = nil, make([]site.Seen, pages), nil
	w.Belief = &site.Belief{Policy: long, Chance: make([]float64, pages), Next: make([]site.NextCheck, pages)}
	for i := range its {
		w.Iterations = append(w.Iterations, site.Iteration{Number: i + 1, At: time.Unix(int64(i)*1e5, 0), Policy: long,
			Outage: true, Checked: pages, Forbidden: i})
	}
	for i := range w.Pages {
		c.Graph.Pages[i] = site.Page{Title: long, URL: address}
		w.Pages[i] = site.Seen{First: int32(1 + i%its), Last: int32(1 + i%its), Checked: int32(1 + i%its*i%its),
			Changed: its, Visits: int32(i % 9), Changes: int32(i % 4)}
		w.Belief.Next[i] = site.NextCheck{Page: i, Why: site.CheckReason(long)}
	}
	without := in
	crawl := *c
	crawl.Watched, without.Crawl = nil, &crawl
	s := in.Analysis.Summary.Watched
	for i := range its {
		s.Ages = append(s.Ages, [2]int{i + 3, 1})
		s.Folders = append(s.Folders, stats.FolderChecks{Path: long, Checks: stats.Checks{Made: 10, Share: 0.5}})
		s.Templates = append(s.Templates, stats.TemplateChecks{Template: long})
	}
	page := siteOf(t, in)
	if n := len(page) - len(siteOf(t, without)); n > 400_000 || n < 10_000 {
		t.Errorf("%d bytes", n)
	}
	words := wordsOf(page)
	says(t, "", words, "The first 20 of 20,000 rows. All are in next_checks.csv.",
		"The first 50 of 500 rows. All are in iterations.csv.", "and 494 more.",
		"are in nodes.csv, by first_seen.")
}

// Durations are shown in the unit that suits them.
func TestSpan(t *testing.T) {
	for days, want := range map[float64]string{1000: "2.7 years", 700: "700 days", 9.04: "9 days", 2: "2 days",
		1.5: "36 hours", 1.0 / 24: "60 minutes", 1.0 / 1440: "1 minute"} {
		console.Equal(t, span(days), want, days)
	}
}

// The bins of ages double in width.
func TestAgeBins(t *testing.T) {
	for age, want := range map[int][2]int{0: {0, 0}, 1: {1, 1}, 2: {2, 2}, 3: {3, 4}, 4: {3, 4}, 5: {5, 8}, 8: {5, 8},
		9: {9, 16}, 499: {257, 512}} {
		if from, to := ageBin(age); from != want[0] || to != want[1] {
			t.Errorf("%d: %d to %d, want %v", age, from, to, want)
		}
	}
}
