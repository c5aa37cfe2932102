package desk_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/desk"
)

// TestWatch: a site that is done is checked again. An iteration that is stopped goes
// on as the same one, and the next one can be made on the command line.
func TestWatch(t *testing.T) {
	s := newWebsite(t, 40)
	d := open(t, t.TempDir())
	p := project(t, d, "one", s.URL)
	must(t, p.SetSettings(settings+"[revisit]\nchecks = 100%\npolicy = round-robin\n"))
	if o := p.Overview(); slices.Contains(o.Actions, desk.Watch) {
		t.Errorf("a new project offers %v", o.Actions)
	}
	do(t, p, desk.Start)
	await(t, d, p, desk.Idle)
	stopAt(t, s.tell, 15, func() { do(t, p, desk.Watch) }, func() { do(t, p, desk.Stop) })
	await(t, d, p, desk.Idle)
	if s := siteIn(t, p, s.URL); s.State != desk.Stopped || slices.Contains(s.Actions, desk.Continue) {
		t.Fatalf("in the middle of an iteration: %+v", s)
	}
	s.tell(func(int64) {})
	do(t, p, desk.Watch)
	if o := await(t, d, p, desk.Idle); o.Counts[desk.Done] != 1 || !o.Crawl.Watch {
		t.Errorf("after the iteration: %+v", o)
	}
	iterations(t, p, s.URL, 2)
	commandLine(t, p.Dir(), "watch")
	iterations(t, p, s.URL, 3)
	must(t, p.SetSettings(settings+"[order]\nbudget = 5\n"))
	do(t, p, desk.Watch)
	await(t, d, p, desk.Idle)
	if s := siteIn(t, p, s.URL); s.Fetched != 5 {
		t.Errorf("with a budget of 5: %+v", s)
	}
}

// iterations checks that a site has that many whole iterations, the last of which checked all pages.
func iterations(t *testing.T, p *desk.Project, site string, want int) {
	t.Helper()
	r, err := p.Result(site)
	must(t, err)
	all, err := r.Iterations()
	if err != nil || len(all) != want {
		t.Fatalf("%d iterations, want %d: %v", len(all), want, err)
	}
	pages := siteIn(t, p, site).Pages
	if last := all[want-1]; last.Planned != pages || last.Checked != pages || pages < 20 || !last.Complete {
		t.Errorf("the last iteration of %d pages is %+v", pages, last)
	}
}

// TestWatchSearch: the pages of a search that is done are checked again; checks that were stopped go on as such.
func TestWatchSearch(t *testing.T) {
	t.Parallel()
	site := newTopicalSite(t, 60)
	d := open(t, t.TempDir())
	p := agents(t, d, "topics", topicsOf(site))
	must(t, p.SetSettings(settings+"[revisit]\nchecks = 100%\n"))
	search(t, p, desk.Start)
	await(t, d, p, desk.Idle)
	if s := searchIn(t, p); s.State != desk.Done || s.Actions[0] != desk.Watch {
		t.Fatalf("at the end: %+v", s)
	}
	stopAt(t, site.tell, 15, func() { search(t, p, desk.Watch) }, func() { search(t, p, desk.Stop) })
	await(t, d, p, desk.Idle)
	if s := searchIn(t, p); s.State != desk.Stopped || s.Actions[0] != desk.Watch ||
		slices.Contains(s.Actions, desk.Continue) {
		t.Fatalf("in the middle of an iteration: %+v", s)
	}
	site.tell(func(int64) {})
	search(t, p, desk.Watch)
	await(t, d, p, desk.Idle)
	if s := searchIn(t, p); s.State != desk.Done || s.Progress.Visited != 48 { // as in TestSearchStoppedAndContinued
		t.Errorf("after the iteration: %+v", s)
	}
	text := files(t, p.Dir())[filepath.Join("topics", "topics.iterations.csv")]
	if rows := strings.Split(strings.TrimSpace(text), "\n"); len(rows) != 3 {
		t.Errorf("iterations:\n%s", text)
	}
}
