package export

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/stats/compare"
)

func date(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t.Add(15 * time.Hour)
}

// In small, home is kept, /a is gone, /b went from level 1 to 2, /l became /m, and /n is new.
func small() compared {
	state := func(path, title string, level, in, out int) compare.State {
		return compare.State{URL: "http://h" + path, Key: "http://h" + path, Title: title, Level: level, InDegree: in,
			OutDegree: out}
	}
	return compared{
		site: "http://h", first: date("2024-02-27"), second: date("2024-03-02"),
		pages: slices.Values([]compare.PageChange{
			{A: state("/", "Home & <1>", 0, 1, 3), B: state("/", "Home & <2>", 0, 1, 2), Change: "shifted"},
			{A: state("/a", "", 1, 1, 0), Change: "removed"},
			{A: state("/l", "L", 1, 1, 0), B: state("/m", "M", 1, 1, 1), Change: "moved"},
			{A: state("/b", "B", 1, 1, 0), B: state("/b", "B", 2, 1, 0), Change: "changed"},
			{B: state("/n", "N", 2, 0, 0), Change: "added"},
		}),
		arcs: slices.Values([]compare.UnionArc{
			{Source: 1, Target: 1, WeightA: 1, WeightB: 1, Change: "kept"},
			{Source: 1, Target: 2, WeightA: 1, Change: "removed"},
			{Source: 1, Target: 3, WeightA: 1, WeightB: 4, Change: "reweighted"},
			{Source: 3, Target: 4, WeightB: 2, Change: "added"},
			{Source: 1, Target: 4, WeightA: 2, Change: "removed"},
		}),
	}
}

// hostileChanges returns the timeline of a site with hostile titles, whose pages come, go and change.
func hostileChanges() compared {
	a, b := hostileCrawl(), hostileCrawl()
	for i := range b.Graph.Pages {
		p := &b.Graph.Pages[i]
		switch i % 4 {
		case 1:
			p.Key, p.Hash = p.Key+"new", p.Title
		case 2:
			p.Hash = "changed"
		}
	}
	diff := compare.New(a, b, compare.Options{})
	return compared{site: "http://h", pages: diff.Union(), arcs: diff.UnionArcs()}
}

func rendered(t *testing.T, line compared, options Options) []byte {
	t.Helper()
	return filled(t, func(o *out) error { return writeTimeline(o, line.timeline(), options) })
}

// The file of the small timeline agrees with one derived by hand. The middle of 27 February and 2 March 2024 is between
// 28 and 29 February. TestTimelineLayout checks places and sizes.
func TestTimeline(t *testing.T) {
	got := string(rendered(t, small(), Options{SelfLoops: true}))
	for _, want := range []string{
		`<graph defaultedgetype="directed" mode="dynamic" ` +
			`timeformat="date" timerepresentation="interval" timezone="UTC">`,
		`<node id="1" label="Home &amp; &lt;2>" start="2024-02-27" end="2024-03-02">`,
		`<attvalue for="level" value="0" start="2024-02-27" end="2024-03-02"/>`,
		`<attvalue for="out_degree" value="3" start="2024-02-27" end="2024-02-28"/>` +
			`<attvalue for="out_degree" value="2" start="2024-02-29" end="2024-03-02"/>`,
		`<node id="2" label="/a" start="2024-02-27" end="2024-02-28"><attvalues>` +
			`<attvalue for="url" value="http://h/a"/><attvalue for="normalized_url" value="http://h/a"/>` +
			`<attvalue for="change" value="removed"/>` +
			`<attvalue for="level" value="1" start="2024-02-27" end="2024-02-28"/>`,
		`<attvalue for="url" value="http://h/m"/><attvalue for="normalized_url" value="http://h/m"/>` +
			`<attvalue for="title" value="M"/><attvalue for="change" value="moved"/>` +
			`<attvalue for="url_before" value="http://h/l"/>`,
		`<attvalue for="level" value="1" start="2024-02-27" end="2024-02-28"/>` +
			`<attvalue for="level" value="2" start="2024-02-29" end="2024-03-02"/>`,
		`<node id="5" label="N" start="2024-02-29" end="2024-03-02">`,
		`<edge source="1" target="1" weight="1" start="2024-02-27" end="2024-03-02"><attvalues>` +
			`<attvalue for="change" value="kept"/></attvalues><viz:color r="150" g="150" b="150"/></edge>`,
		`<edge source="1" target="2" weight="1" start="2024-02-27" end="2024-02-28"><attvalues>` +
			`<attvalue for="change" value="removed"/></attvalues>`,
		`<edge source="1" target="3" weight="4" start="2024-02-27" end="2024-03-02"><attvalues>` +
			`<attvalue for="change" value="reweighted"/><attvalue for="weight_before" value="1"/></attvalues>`,
		`<edge source="3" target="4" weight="2" start="2024-02-29" end="2024-03-02"><attvalues>` +
			`<attvalue for="change" value="added"/></attvalues>`,
	} {
		console.Equal(t, strings.Count(strings.ReplaceAll(got, "&gt;", ">"), want), 1, "not once", want, got)
	}
	console.Equal(t, strings.Count(string(rendered(t, small(), Options{})), "<edge "), 4)
}

// The middle agrees with one derived by hand, and each half has at least a day.
func TestClock(t *testing.T) {
	days := func(begin, halfEnd, halfBegin, end string) clock {
		return clock{"date", []interval{{begin, halfEnd}, {halfBegin, end}}}
	}
	numbers := clock{"double", []interval{{"1", "1.49"}, {"1.5", "2"}}}
	for _, c := range []struct {
		first, second time.Time
		want          clock
	}{
		{date("2024-01-01"), date("2024-01-02"), days("2024-01-01", "2024-01-01", "2024-01-02", "2024-01-02")},
		{date("2024-01-01"), date("2024-01-03"), days("2024-01-01", "2024-01-01", "2024-01-02", "2024-01-03")},
		{date("2023-12-30"), date("2024-01-02"), days("2023-12-30", "2023-12-31", "2024-01-01", "2024-01-02")},
		{date("2016-07-01"), date("2026-07-01"), days("2016-07-01", "2021-06-30", "2021-07-01", "2026-07-01")},
		{date("1000-01-01"), date("9999-01-01"), days("1000-01-01", "5499-07-02", "5499-07-03", "9999-01-01")},
		{date("2024-01-02"), date("2024-01-02"), numbers},
		{date("2024-01-03"), date("2024-01-02"), numbers},
		{time.Time{}, date("2024-01-02"), numbers},
		{date("2024-01-03"), time.Time{}, numbers},
		{date("2024-01-03"), date("2024-01-03").AddDate(9000, 0, 0), numbers},
	} {
		console.Equal(t, compared{first: c.first, second: c.second}.clock(), c.want, c.first, "to", c.second)
	}
}

// A timeline without changes has the layout of the graph.
func TestTimelineLayout(t *testing.T) {
	c := big(700, 1)
	var pages []compare.PageChange
	for i := range c.Graph.Pages {
		s := compare.State{Level: c.Graph.Pages[i].Level}
		pages = append(pages, compare.PageChange{A: s, B: s, Change: compare.Kept})
	}
	line := compared{pages: slices.Values(pages), arcs: slices.Values([]compare.UnionArc{})}
	position := regexp.MustCompile(`<viz:position[^>]*>`)
	got := position.FindAllString(string(rendered(t, line, Options{})), -1)
	want := position.FindAllString(string(render(t, "graph.gexf", c, Options{})), -1)
	if len(want) != 700 || !slices.Equal(got, want) {
		t.Errorf("got %d positions, want %d, or others", len(got), len(want))
	}
}

// timelines returns the timelines that foreign programs read.
func timelines() []compared {
	empty := compared{site: "http://h", pages: slices.Values([]compare.PageChange{}),
		arcs: slices.Values([]compare.UnionArc{})}
	return []compared{small(), hostileChanges(), empty}
}

// Timelines are valid by the schemas of the GEXF working group.
func TestTimelineSchema(t *testing.T) {
	eachValid(t, func(options Options) [][]byte {
		files := [][]byte{historyFile(t, threeDays(), options), historyFile(t, randomMoments(1), options)}
		for _, line := range timelines() {
			files = append(files, rendered(t, line, options))
		}
		return files
	})
}

// The timeline of a crawl compared with itself can be written.
func TestWriteTimeline(t *testing.T) {
	d, diff := newDir(t), compare.New(tiny(), tiny(), compare.Options{})
	must(t, WriteTimeline(t.Context(), d, "timeline.gexf", diff, Options{SelfLoops: true}))
	f := d.Files()[0]
	text, err := os.ReadFile(filepath.Join(d.Path(), f.Name))
	finished := tiny().Finished
	want := compared{site: "http://example.com", first: finished, second: finished,
		pages: diff.Union(), arcs: diff.UnionArcs()}
	if err != nil || !bytes.Equal(text, rendered(t, want, Options{SelfLoops: true})) {
		t.Errorf("%s: %v", f.Name, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := WriteTimeline(ctx, newDir(t), "timeline.gexf", diff, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
