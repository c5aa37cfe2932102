package desk_test

import (
	"errors"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/internal/console"
)

// A rule added during a crawl gives the files of a run that had it from the start; Effect foretells what it does.
func TestExclude(t *testing.T) {
	s := newWebsite(t, 60)
	want := withSettings(t, settings+"[walk]\nexclude = /p11|/p\\d*[37]$\n", s.URL)

	d, p := deskWith(t, s.URL)
	must(t, p.SetSettings(settings+"[walk]\n# by hand\nexclude = /p11\n"))
	g := newGate(t, s)
	do(t, p, desk.Start)
	receive(t, g.held)
	excluded := make(chan error, 1)
	go func() { excluded <- p.Exclude(`/p\d*[37]$`) }()
	must(t, receive(t, excluded))
	g.pass()
	for seen := uint64(0); siteIn(t, p, s.URL).State != desk.Done; {
		seen = d.Wait(t.Context(), seen)
	}
	await(t, d, p, desk.Idle)
	console.MustEqualFiles(t, console.Results(t, p.Dir()), want)
	if text, _ := p.Settings(); !strings.Contains(text, "# by hand\n") {
		t.Errorf("the settings are now\n%s", text)
	}

	nodes := "result/" + hostFolder(s) + "/" + hostFolder(s) + ".nodes.csv"
	e, err := p.Effect(t.Context(), s.URL, "/p5$")
	must(t, err)
	must(t, p.Exclude("/p5$"))
	before := strings.Count(console.Results(t, p.Dir())[nodes], "\n") - 1
	finish(t, d, p, desk.Start)
	after := strings.Count(console.Results(t, p.Dir())[nodes], "\n") - 1
	if e.Pages != before || e.PagesLeft != after || after >= before || e.URLsLeft >= e.URLs {
		t.Errorf("told %+v; there were %d pages, %d are left", e, before, after)
	}
}

func hostFolder(s *website) string {
	return strings.ReplaceAll(strings.TrimPrefix(s.URL, "http://"), ":", "_")
}

// Rules that are invalid or too long are refused and change nothing.
func TestWrongRules(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 10)
	_, p := deskWith(t, s.URL)
	for _, rule := range []string{"", " /a", "(", "a\nb = c", strings.Repeat("x", 1001)} {
		if err := p.Exclude(rule); !isInput(err) {
			t.Errorf("%.20q: %v", rule, err)
		}
		if _, err := p.Effect(t.Context(), s.URL, rule); !isInput(err) {
			t.Errorf("effect of %.20q: %v", rule, err)
		}
	}
	if text, err := p.Settings(); err != nil || text != settings {
		t.Errorf("settings %q, %v", text, err)
	}
	if _, err := p.Effect(t.Context(), "http://b.example", "/a"); !errors.Is(err, desk.ErrNotFound) {
		t.Errorf("a site that is not there: %v", err)
	}
}

// The form counts the pages that a new rule matches, and the next run crawls as if it always had the rule.
func TestExcludeInOrder(t *testing.T) {
	const ordered = settings + "[order]\nbudget = 30\npages = auto\n"
	s := newWebsite(t, 60)
	want := withSettings(t, ordered+"[walk]\nexclude = /p\\d*7$\n", s.URL)

	d, p := deskWith(t, s.URL)
	must(t, p.SetSettings(ordered))
	finish(t, d, p, desk.Start)
	ledger := console.Results(t, p.Dir())["result/"+hostFolder(s)+"/"+hostFolder(s)+".ledger.csv"]
	urls, named := 0, 0
	for line := range strings.Lines(ledger) {
		if strings.HasPrefix(line, s.URL) {
			urls++
		}
		if url, _, _ := strings.Cut(line, ","); strings.HasPrefix(url, s.URL) && strings.HasSuffix(url, "7") {
			named++
		}
	}
	e, err := p.Effect(t.Context(), s.URL, `/p\d*7$`)
	if err != nil || !e.AtLeast || e.URLs != urls || e.URLs-e.URLsLeft != named || named == 0 ||
		e.PagesLeft >= e.Pages {
		t.Errorf("told %+v, %v; %d of %d URLs of the ledger match", e, err, named, urls)
	}
	must(t, p.Exclude(`/p\d*7$`))
	finish(t, d, p, desk.Continue)
	console.MustEqualFiles(t, console.Results(t, p.Dir()), want)
}
