package stats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"sitegraph/internal/console"
	"sitegraph/site"
)

var must = console.Must

// sampleCrawl is small enough to check its files by hand. It has 0→1 (3 links), 0→2, 1→2, 2→1, 2→2, and page 3 without
// links in or out. Its PageRank, solved as linear equations in fractions, is 1/21, 20/63, 37/63, 1/21; a second program
// counted the iterations. The other measures were worked out by hand: four proper arcs, a triangle without directions,
// in-degrees 0 2 3 0 and out-degrees 2 1 2 0.
func sampleCrawl() *site.Crawl {
	g := graphOf(4, arc(0, 1), arc(0, 1), arc(0, 1), arc(0, 2), arc(1, 2), arc(2, 1), arc(2, 2))
	for i, level := range []int{0, 1, 1, 2} {
		g.Pages[i].Level = level
	}
	g.Pages[0].Title = `Home & "more" <b>`
	g.Pages[1].URL = "https://example.com/a?x=1&y=2"
	g.Pages[2].ExternalLinks = 6
	g.Pages[3].URL = "https://example.com/" + strings.Repeat("long/", 20) + "end"
	c := crawlOf(g)
	c.Counts.States = map[site.State]int{
		site.StatePage: 4, site.StateExternal: 1234, site.StateRobots: 2, site.StateFailed: 2,
	}
	return c
}

func TestGoldenFiles(t *testing.T) {
	s := compute(sampleCrawl())
	for name, write := range map[string]func(*bytes.Buffer) error{
		"sample.json": func(b *bytes.Buffer) error { return WriteJSON(b, s) },
		"sample.txt":  func(b *bytes.Buffer) error { return WriteTable(b, s) },
	} {
		want, err := os.ReadFile(filepath.Join("testdata", name))
		must(t, err)
		var b bytes.Buffer
		must(t, write(&b))
		console.Equal(t, b.String(), string(want), name)
	}
}

// tableOf returns the table of a summary.
func tableOf(t *testing.T, s Summary) string {
	t.Helper()
	var b strings.Builder
	must(t, WriteTable(&b, s))
	return b.String()
}

// Numbers that unfetched pages could change are null in JSON and unknown in the table, with a reason; the rest stays.
func TestUnknown(t *testing.T) {
	whole := sampleCrawl()
	part := sampleCrawl()
	part.Complete, part.Ended = false, "stop-file"
	var files [2]map[string]any
	for i, c := range []*site.Crawl{whole, part} {
		var b bytes.Buffer
		must(t, errors.Join(WriteJSON(&b, compute(c)), json.Unmarshal(b.Bytes(), &files[i])))
	}
	unknown := map[string]bool{}
	for _, u := range files[1]["unknown"].([]any) {
		figure := u.(map[string]any)["figure"].(string)
		if unknown[figure] = true; files[1][figure] != nil || files[0][figure] == nil {
			t.Errorf("%s is %v, and %v of a complete crawl; want null and a figure", figure, files[1][figure],
				files[0][figure])
		}
	}
	for figure, value := range files[0] {
		if figure != "problems" && figure != "complete" && figure != "ended" && !unknown[figure] &&
			fmt.Sprint(files[1][figure]) != fmt.Sprint(value) {
			t.Errorf("%s is %v, want %v", figure, files[1][figure], value)
		}
	}
	if text := fmt.Sprint(files[1]["problems"]); strings.Contains(text, "no-outlink") ||
		!strings.Contains(fmt.Sprint(files[0]["problems"]), "no-outlink") {
		t.Errorf("a page with links to what was not fetched is a dead end: %s", text)
	}
	table := tableOf(t, compute(part))
	console.Equal(t, strings.Count(table, "unknown"), len(unknown), "figures in", table)
}

func TestTableNamesSamples(t *testing.T) {
	s := compute(sampleCrawl())
	for _, c := range []struct {
		distances, betweenness int
		want                   string
	}{
		{0, 0, ""},
		{1024, 0, "Estimated from samples of the pages: distances from 1,024\n"},
		{0, 96, "Estimated from samples of the pages: betweenness from 96\n"},
		{1024, 96, "Estimated from samples of the pages: distances from 1,024, betweenness from 96\n"},
	} {
		s.Distances.Method.Samples, s.Betweenness.Method.Samples = c.distances, c.betweenness
		_, got, _ := strings.Cut(tableOf(t, s), "modularity ")
		console.Has(t, got, c.want)
		console.Equal(t, strings.Contains(got, "Estimated"), c.want != "", got)
	}
}

func TestTwoRunsAreEqual(t *testing.T) {
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		s := compute(crawlOf(randomGraph(3, 1100, 3000)))
		must(t, errors.Join(WriteJSON(b, s), WriteTable(b, s)))
	}
	console.Equal(t, first.Bytes(), second.Bytes(), "two runs differ")
}

func TestJSONReadsBack(t *testing.T) {
	c := sampleCrawl()
	c.Graph.Pages[1].Title = "[\n  1,\n  2\n]" // resembles a pair before it is quoted
	want := compute(c)
	var b bytes.Buffer
	must(t, WriteJSON(&b, want))
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	var got Summary
	must(t, d.Decode(&got))
	console.Equal(t, fmt.Sprint(got), fmt.Sprint(want))
}

// Readers need not distinguish an empty list from null.
func TestJSONHasNoNull(t *testing.T) {
	var b bytes.Buffer
	must(t, WriteJSON(&b, compute(crawlOf(&site.Graph{}))))
	console.Lacks(t, b.String(), "null")
	if !strings.HasSuffix(b.String(), "}\n") {
		t.Error("no line break at the end")
	}
}

func TestTableIs80ColumnsWide(t *testing.T) {
	hostile := compute(sampleCrawl())
	hostile.Site = "https://" + strings.Repeat("x", 300)
	hostile.InDegree.PowerLaw = PowerLaw{Verdict: "plausible", Alpha: 20, XMin: math.MaxInt}
	hostile.Ended = strings.Repeat("y", 300)
	hostile.Links, hostile.Arcs, hostile.SelfLoops = math.MaxInt, math.MaxInt, math.MaxInt
	hostile.States[site.State(strings.Repeat("z", 99))] = math.MaxInt
	hostile.PageRank.Top[0].URL = "https://example.com/\x1b[2J\a\xff" + strings.Repeat("ж", 200)
	for name, s := range map[string]Summary{
		"sample": compute(sampleCrawl()), "hostile": hostile, "empty": compute(crawlOf(&site.Graph{})),
		"chain": compute(crawlOf(chain(300, false))), "random": compute(crawlOf(randomGraph(1, 200, 800))),
	} {
		lines := strings.Split(tableOf(t, s), "\n")
		if len(lines) > 120 {
			t.Errorf("%s: %d lines", name, len(lines))
		}
		for _, line := range lines {
			if n := utf8.RuneCountInString(line); n > columnsWide {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
			console.Equal(t, strings.Map(printable, line), line, name, "control characters in")
		}
	}
}

// The table has a line about what is special in a crawl. The golden table has none of these lines.
func TestTableSays(t *testing.T) {
	running := sampleCrawl()
	running.Complete, running.Ended = false, "" // which is no early end
	for want, c := range map[string]*site.Crawl{
		"Incomplete: the crawl is running, or was interrupted.": running,
		"No pages were found.": crawlOf(&site.Graph{}),
		"       23               1     4.2%     100%  " + strings.Repeat("█", 35):         crawlOf(chain(24, false)),
		"      23+               2     8.0%     100%  " + strings.Repeat("█", 35):         crawlOf(chain(25, false)),
		"      23+              77    77.0%     100%  " + strings.Repeat("█", 35):         crawlOf(chain(100, false)),
		"Iterations                           5  a change was found in 42.9% of 7 checks": watchedCrawl(),
	} {
		console.Has(t, tableOf(t, compute(c)), "\n"+want+"\n")
	}
	console.Has(t, tableOf(t, Summary{Arcs: 4, Content: &Content{Arcs: 3, ArcShare: 0.75}}),
		"Arcs from content", "  3  75.0% of the arcs")
}

func TestBar(t *testing.T) {
	for _, test := range []struct {
		part, whole int
		want        string
	}{
		{0, 10, ""}, {5, 0, ""}, {1, 1_000_000, "▏"}, {5, 10, "█████"}, {10, 10, "██████████"}, {11, 20, "█████▌"},
	} {
		console.Equal(t, bar(test.part, test.whole, 10), test.want, "bar", test.part, test.whole)
	}
}

func TestShorten(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdefg", 6, "abc…fg"}, {"abcdefg", 5, "ab…fg"}, {"abc", 1, "…"}, {"abc", 2, "a…"},
		{"a\x1bb\xffc", 9, "a?b\uFFFDc"}, {"жизнь", 3, "ж…ь"},
	} {
		console.Equal(t, shorten(test.text, test.width), test.want, "shorten", test.text, test.width)
	}
}

var errFull = errors.New("no space left")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	s := compute(sampleCrawl())
	for name, err := range map[string]error{"JSON": WriteJSON(fullDisk{}, s), "table": WriteTable(fullDisk{}, s)} {
		if !errors.Is(err, errFull) || !strings.Contains(err.Error(), s.Site) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
