package run

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats"
)

// spent returns the result of a site with these decisions.
func spent(origin string, all ...site.Decision) Result {
	return Result{Crawl: &site.Crawl{Site: origin, Graph: &site.Graph{Offsets: []int{0}},
		Decisions: slices.Values(all), Counts: site.Counts{Pages: len(all), Limits: map[string]int{"budget": 5}}}}
}

// twoSpent returns two sites around one without a crawl. The second decision was free, and the last page failed.
func twoSpent() []Result {
	never := config.Host{URL: site.URL{Scheme: "http", Host: "never.example", Path: "/"}}
	return []Result{
		spent("http://a.example",
			site.Decision{Number: 1, URL: "http://a.example/", State: site.StatePage, Spent: 1, Found: 3},
			site.Decision{Number: 4, URL: "http://a.example/x,y", State: site.StatePage, Depth: 1, Spent: 3, Found: 2}),
		{Host: never},
		spent("http://b.example",
			site.Decision{Number: 2, URL: "http://b.example/", State: site.StateRedirect, Spent: 1, Free: true},
			site.Decision{Number: 3, URL: "http://b.example/home", State: site.StatePage, Spent: 2, Found: 4},
			site.Decision{Number: 5, URL: "http://b.example/gone", State: site.StateFailed, Depth: 1, Spent: 4}),
	}
}

const twoSpentTable = `number,site,url,state,level,cost,spent,found,total
1,http://a.example,http://a.example/,page,0,1,1,3,3
2,http://b.example,http://b.example/,alias-redirect,0,0,1,0,3
3,http://b.example,http://b.example/home,page,0,1,2,4,7
4,http://a.example,"http://a.example/x,y",page,1,1,3,2,9
5,http://b.example,http://b.example/gone,failed,1,1,4,0,9
`

// newConfig returns a configuration that writes into a new folder.
func newConfig(t *testing.T) Config {
	t.Helper()
	settings, err := config.Load(config.Sources{})
	must(t, err)
	return NewConfig(*settings, t.TempDir())
}

// TestWriteBudget checks that sites without statistics get a table of decisions and the report, but no comparison.
func TestWriteBudget(t *testing.T) {
	c := newConfig(t)
	for _, withReport := range []bool{false, true} {
		d, err := c.WriteAcross(twoSpent(), withReport, nil)
		must(t, err)
		var names []string
		for _, f := range d.Files() {
			names = append(names, f.Name)
		}
		want := []string{"sites.budget.csv"}
		if withReport {
			want = append(want, "sites.report.html")
		}
		console.Equal(t, names, want, "files")
		console.Equal(t, read(t, d, "budget.csv"), twoSpentTable)
	}
	if b := budgetOf(twoSpent()); b.Pages != 4 || b.Found != 9 || b.Sites[1] != (stats.SiteAccount{
		Site: "http://never.example", ToFetch: 1}) {
		t.Errorf("%+v", b)
	}
	if d, err := c.WriteAcross(append(twoSpent(), twoSpent()[0]), true, nil); d != nil || err != nil {
		t.Errorf("sites that have numbers of their own: %v, %v", d, err)
	}
	if d, err := c.WriteAcross(twoSpent()[:1], true, nil); d == nil || err != nil {
		t.Errorf("one site: %v", err)
	}
	if d, err := c.WriteAcross(twoSpent()[1:2], true, nil); d != nil || err != nil {
		t.Errorf("no decision: %v, %v", d, err)
	}
}

func read(t *testing.T, d *export.Dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(d.Path(), "sites."+name))
	must(t, err)
	return string(text)
}

// TestBudgetBesideComparison writes a budget together with the comparison of two sites.
func TestBudgetBesideComparison(t *testing.T) {
	c, results := newConfig(t), []Result{twoSpent()[0], twoSpent()[2]}
	for i := range results {
		d, err := export.NewDir(t.TempDir(), "x")
		must(t, err)
		results[i].Dir, results[i].Stats = d, &stats.Summary{Site: results[i].Crawl.Site, Pages: 1}
	}
	d, err := c.WriteAcross(results, true, nil)
	if err != nil || len(d.Files()) != 12 { // 5 for the comparison and the budget, 6 for the graph, its map
		t.Fatalf("%v, %v", d.Files(), err)
	}
	for _, section := range []string{"budget", "sites", "links"} {
		if !strings.Contains(read(t, d, "report.html"), `<section id="`+section+`"`) {
			t.Errorf("no section %s", section)
		}
	}
	results[0].Crawl.Decisions = nil
	if d, err := c.WriteAcross(results[:1], true, nil); d != nil || err != nil {
		t.Errorf("one site without a budget: %v, %v", d, err)
	}
}

// TestDecisions checks that decisions come in order with their sites, even if few fit in memory or numbers are missing.
func TestDecisions(t *testing.T) {
	dice := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		all := make([][]site.Decision, 1+dice.IntN(6))
		var want []string
		for number := range 40 {
			if i := dice.IntN(len(all) + 1); i < len(all) {
				all[i] = append(all[i], site.Decision{Number: number + 1})
				want = append(want, fmt.Sprint(i, number+1))
			}
		}
		var results []Result
		for _, decisions := range all {
			results = append(results, spent("http://a.example", decisions...))
		}
		for _, held := range []int{1, 3, 7, 40, 100} {
			var got []string
			for i, d := range decisions(results, held) {
				got = append(got, fmt.Sprint(i, d.Number))
			}
			console.Equal(t, got, want, "held", held)
		}
		for range decisions(results, 3) {
			break
		}
	}
}

// namedFeatures returns the features that add columns to tables and attributes to graphs, each for a crawl of one page.
func namedFeatures() []func(*Config, *site.Crawl) {
	at := time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)
	seen := []site.Seen{{First: 1, Last: 1, Checked: 1, Changed: 1, Visits: 1}}
	return []func(*Config, *site.Crawl){
		func(_ *Config, c *site.Crawl) { c.Hits = &site.Hits{Referers: true, Followed: site.NumbersOf(1)} },
		func(_ *Config, c *site.Crawl) {
			c.Watched = &site.Watched{Iterations: []site.Iteration{{Number: 1, At: at}}, Pages: seen, Arcs: seen,
				Belief: &site.Belief{Policy: "learned", Chance: []float64{1}}}
		},
		func(s *Config, c *site.Crawl) {
			s.Report.Robots = []string{"url", "level", "Id", "visits", "*", "a", "a_"}
			c.Robots = site.RobotsSeen{URL: "http://h/robots.txt", Status: 404, Access: site.RobotsAllow}
			c.Robots.Why = site.RobotsStatus
		},
		func(_ *Config, c *site.Crawl) {
			c.Graph.Pages[0].Facts = &site.Facts{Description: "d", Words: 1, Milliseconds: 5}
		},
		func(_ *Config, c *site.Crawl) {
			c.Ranked, c.Frontier = true, func(func(site.Candidate) bool) {}
			c.Graph.Volatile, c.Graph.Places = []bool{true}, []site.LinkPlace{0}
			c.Graph.Content = site.NumbersOf(1)
		},
		func(_ *Config, c *site.Crawl) {
			c.Sitemaps = &site.Sitemaps{Start: true, Entries: nothing[site.SitemapEntry]}
		},
		func(_ *Config, c *site.Crawl) { // agents
			pages := []site.SearchedPage{{Visit: 1, Relevance: []float64{1, 1, 1, 1, 1}}}
			c.Searched = &site.Searched{Topics: []string{"µ*", "a", "A!", "source", "4"}, Pages: pages}
		},
	}
}

// TestNamesDiffer checks, for many sets of features, that names in a table or graph differ by more than capitals.
func TestNamesDiffer(t *testing.T) {
	features := namedFeatures()
	for set := range uint(1) << len(features) {
		if n := bits.OnesCount(set); n > 2 && n < len(features)-1 {
			continue
		}
		c := newConfig(t)
		c.Export.Facts = []string{"description", "h1", "words", "title_length"}
		crawl := &site.Crawl{Site: "http://h", Name: "h", Graph: &site.Graph{Offsets: []int{0, 1},
			Targets: []uint32{0}, Pages: []site.Page{{URL: "http://h/", Key: "http://h/"}}, Weights: site.NumbersOf(1)},
			Ledger: nothing[site.Entry], External: nothing[site.ExternalLink], Bad: nothing[site.BadLink],
			Links: nothing[site.Occurrence]}
		for i, add := range features {
			if set>>i&1 == 1 {
				add(&c, crawl)
			}
		}
		dir, err := export.NewDir(t.TempDir(), "h")
		must(t, err)
		a := newArtefacts(c, crawl, dir, nil, func(string, string, float64) {})
		for _, name := range append(export.Known(), "stats") {
			if err := a.write([]string{name}); err != nil {
				t.Errorf("features %b, %s: %v", set, name, err)
			}
		}
		for _, f := range dir.Files() {
			mustDiffer(t, filepath.Join(dir.Path(), f.Name))
		}
	}
}

func nothing[T any](func(T, error) bool) {}

// mustDiffer fails if a table or graph has a name twice.
func mustDiffer(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	must(t, err)
	var names []string
	switch filepath.Ext(path) {
	case ".csv":
		names, err = csv.NewReader(strings.NewReader(string(content))).Read()
	case ".gexf", ".graphml":
		names, err = attributeNames(string(content))
	}
	if err != nil {
		t.Errorf("%s: %v", path, err)
	}
	for i := range names {
		names[i] = strings.ToLower(names[i])
	}
	slices.Sort(names)
	if n := len(names); len(slices.Compact(names)) < n {
		t.Errorf("%s has a name twice: %q", path, names)
	}
}

// attributeNames returns the names and IDs of the attributes of nodes and edges.
func attributeNames(text string) (names []string, err error) {
	class := ""
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if err != nil {
			return nil, err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		of := map[string]string{}
		for _, a := range start.Attr {
			of[a.Name.Local] = a.Value
		}
		switch start.Name.Local {
		case "attributes":
			class = of["class"] + of["mode"]
		case "attribute":
			names = append(names, class+" id "+of["id"], class+" "+of["title"])
		case "key":
			names = append(names, "id "+of["id"], of["for"]+" "+of["attr.name"])
			if strings.ContainsAny(of["id"], " *µªº") {
				err = errors.New("not an NMTOKEN: " + of["id"])
			}
		}
		if err != nil {
			return nil, err
		}
	}
}
