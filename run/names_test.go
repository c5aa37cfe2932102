package run

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/export"
	"sitegraph/site"
)

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
