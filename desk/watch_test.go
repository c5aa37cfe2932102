package desk_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/internal/console"
)

// A site that is done is checked again; a stopped iteration is resumed, and the console can make the next one.
func TestWatch(t *testing.T) {
	s := newWebsite(t, 40)
	d, p := deskWith(t, s.URL)
	must(t, p.SetSettings(settings+"[revisit]\nchecks = 100%\npolicy = round-robin\n"))
	if o := p.Overview(); slices.Contains(o.Actions, desk.Watch) {
		t.Errorf("a new project offers %v", o.Actions)
	}
	finish(t, d, p, desk.Start)
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
	finish(t, d, p, desk.Watch)
	console.Equal(t, siteIn(t, p, s.URL).Fetched, 5, "with a budget of 5")
}

// iterations checks that a site has the given number of complete iterations, and that the last checked all pages.
func iterations(t *testing.T, p *desk.Project, site string, want int) {
	t.Helper()
	r, err := p.Result(site)
	must(t, err)
	all, err := r.Iterations()
	must(t, err)
	console.Equal(t, len(all), want)
	pages := siteIn(t, p, site).Pages
	if last := all[want-1]; last.Planned != pages || last.Checked != pages || pages < 20 || !last.Complete {
		t.Errorf("the last iteration of %d pages is %+v", pages, last)
	}
}

// The pages of a finished search are checked again, and stopped checks are resumed as checks.
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
	text := console.Results(t, p.Dir())[filepath.Join("topics", "topics.iterations.csv")]
	console.Equal(t, len(strings.Split(strings.TrimSpace(text), "\n")), 3, text)
}

// topicsOf returns the settings of two agents that start on a site and trade every ten pages.
func topicsOf(s *website) string {
	return "clock = pages\ninterval = 10\nrun = 0\nlifetime = 10000\nenergy = 12\ntarget = 1\nforeign = true\n" +
		"[coins]\nkeywords = coin penny\nseeds = " + s.URL + "/\n" +
		"[stamps]\nkeywords = stamp blue\nseeds = " + s.URL + "/p1\n"
}

// newTopicalSite returns a site whose pages are about coins and stamps.
func newTopicalSite(t *testing.T, n int) *website {
	t.Helper()
	s := newWebsite(t, n)
	s.topical = true
	return s
}

func agents(t *testing.T, d *desk.Desk, name, topics string) *desk.Project {
	t.Helper()
	p := project(t, d, name)
	must(t, p.SetTopics(topics))
	return p
}

func search(t *testing.T, p *desk.Project, a desk.Action) {
	t.Helper()
	if err := p.DoSearch(a); err != nil {
		t.Fatalf("%s: %v", a, err)
	}
}

func searchIn(t *testing.T, p *desk.Project) desk.Search {
	t.Helper()
	s, err := p.Search()
	must(t, err)
	return s
}

// A search stopped and continued, at the desk or the console, gives the files of a single run.
func TestSearchStoppedAndContinued(t *testing.T) {
	site := newTopicalSite(t, 90)
	alone := t.TempDir()
	console.Write(t, filepath.Join(alone, "settings.ini"), settings)
	console.Write(t, filepath.Join(alone, "topics.ini"), topicsOf(site))
	commandLine(t, alone, "agents")
	want := console.Results(t, alone)
	whole := site.requests.Load()
	d := open(t, t.TempDir())
	p := agents(t, d, "topics", topicsOf(site))
	if s := searchIn(t, p); s.State != desk.New || !slices.Equal(s.Actions, []desk.Action{desk.Start}) {
		t.Fatalf("at first: %+v", s)
	}
	for _, after := range []int64{2, 12, 10} {
		action := searchIn(t, p).Actions[0]
		stopAt(t, site.tell, after, func() { search(t, p, action) }, func() { search(t, p, desk.Stop) })
		await(t, d, p, desk.Idle)
		s := searchIn(t, p)
		if s.State != desk.Stopped || s.Ended != "signal" || s.Progress == nil || s.Actions[0] != desk.Continue {
			t.Fatalf("after a stop: %+v", s)
		}
	}
	site.tell(func(int64) {})
	search(t, p, desk.Continue)
	await(t, d, p, desk.Idle)
	s := searchIn(t, p)
	if s.State != desk.Done || !s.Complete || len(s.Progress.Agents) != 2 || s.Progress.Visited != 48 ||
		s.Progress.Markets == 0 || s.Progress.Sold == 0 { // each agent has energy for 24 pages
		t.Errorf("at the end: %+v, %+v", s, s.Progress)
	}
	console.MustEqualFiles(t, console.Results(t, p.Dir()), want)
	commandLine(t, p.Dir(), "agents")
	console.MustEqualFiles(t, console.Results(t, p.Dir()), want)

	site.tell(func(int64) {})
	search(t, p, desk.Fresh)
	await(t, d, p, desk.Idle)
	console.Equal(t, site.requests.Load(), whole, "anew")
	console.MustEqualFiles(t, console.Results(t, p.Dir()), want)
	search(t, p, desk.Discard)
	if s := searchIn(t, p); s.State != desk.New || s.Progress != nil {
		t.Errorf("discarded: %+v", s)
	}
	console.MustEqualFiles(t, console.Results(t, p.Dir()), want)
}

// A project either crawls or searches, and refuses what its state does not offer.
func TestSearchAndCrawl(t *testing.T) {
	t.Parallel()
	site := newTopicalSite(t, 40)
	d := open(t, t.TempDir())
	p := agents(t, d, "both", topicsOf(site))
	if _, err := p.Import(site.URL); err != nil {
		t.Fatal(err)
	}
	hold := make(chan bool)
	begun := make(chan bool, 100)
	site.tell(func(int64) { begun <- true; <-hold })
	search(t, p, desk.Start)
	receive(t, begun)
	for _, err := range []error{p.Do(desk.Start), p.Do(desk.Start, site.URL), p.DoSearch(desk.Start),
		p.DoSearch(desk.Discard)} {
		if wrong, ok := errors.AsType[*desk.StateError](err); !ok || wrong.Site == "" && wrong.State != desk.Searching {
			t.Errorf("while it searches: %v", err)
		}
	}
	if o := p.Overview(); o.State != desk.Searching || !slices.Equal(d.Crawling(), []string{"both"}) {
		t.Errorf("while it searches: %+v", o)
	}
	other := project(t, d, "other", site.URL)
	if _, ok := errors.AsType[*desk.HostError](other.Do(desk.Start)); !ok {
		t.Error("another project crawls the site of a seed")
	}
	do(t, p, desk.Stop)
	close(hold)
	await(t, d, p, desk.Idle)
	hold, begun = make(chan bool), make(chan bool, 100)
	site.tell(func(int64) { begun <- true; <-hold })
	do(t, p, desk.Start)
	receive(t, begun)
	if s := searchIn(t, p); s.State != desk.Stopped || len(s.Actions) > 0 {
		t.Errorf("while it crawls: %+v", s)
	}
	close(hold)
	await(t, d, p, desk.Idle)
}

// Errors in topics are reported by line and change nothing; sites stay usable with a broken file.
func TestTopics(t *testing.T) {
	t.Parallel()
	_, p := deskWith(t, "https://a.example")
	if _, err := p.Search(); !errors.Is(err, desk.ErrNotFound) {
		t.Errorf("no agents: %v", err)
	}
	good := "[coins]\nkeywords = coin\nseeds = https://a.example/\n"
	must(t, p.SetTopics(good))
	for text, says := range map[string]string{
		"[coins]\nkeywords = coin\n":                             "topics.ini:1: [coins]: no seeds",
		"[coins]\nkeywords = the\nseeds = https://a.example/":    "topics.ini:1",
		"[coins]\nkeywords = coin\nseeds = file:///etc/passwd\n": "file:///etc/passwd",
		good + "state = /etc\n":                                  "topics.ini:4",
		"\x00":                                                   "topics.ini",
		strings.Repeat("# long\n", 1<<18):                        "topics.ini",
	} {
		if err := p.SetTopics(text); !isInput(err) || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: %v", text, err)
		}
		if got, err := p.Topics(); got != good || err != nil {
			t.Fatalf("after %.40q: %q, %v", text, got, err)
		}
	}
	console.Write(t, filepath.Join(p.Dir(), "topics.ini"), "by hand")
	o := p.Overview()
	if o.Trouble != "" || o.Search == nil || !strings.Contains(o.Search.Trouble, "topics.ini:1") ||
		len(o.Search.Actions) > 0 || !slices.Contains(o.Actions, desk.Start) {
		t.Errorf("broken by hand: %+v, %+v", o, o.Search)
	}
	if err := p.DoSearch(desk.Start); !isInput(err) {
		t.Errorf("a start: %v", err)
	}
	must(t, p.SetTopics(" \n"))
	if _, err := os.Stat(filepath.Join(p.Dir(), "topics.ini")); err == nil || p.Overview().Search != nil {
		t.Error("the agents are still there")
	}
}
