package export

import (
	"bytes"
	"encoding/xml"
	"errors"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// moment is the graph of an iteration, with depths by path and weights by source and target.
type moment struct {
	at    time.Time
	pages map[string]int
	arcs  map[[2]string]uint32
}

// crawl returns the crawl of the iteration with this number.
func (m moment) crawl(number int) *site.Crawl {
	paths := slices.SortedFunc(maps.Keys(m.pages), func(a, b string) int {
		if d := m.pages[a] - m.pages[b]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	g := &site.Graph{Offsets: []int{0}}
	for _, p := range paths {
		g.Pages = append(g.Pages, site.Page{URL: "http://h" + p, Key: "http://h" + p, Level: m.pages[p],
			Title: p + " in " + strconv.Itoa(number)})
		for i, to := range paths {
			if weight := m.arcs[[2]string{p, to}]; weight > 0 {
				g.Targets = append(g.Targets, uint32(i))
				g.Weights.Append(weight)
			}
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	w := &site.Watched{Iterations: make([]site.Iteration, number)}
	w.Iterations[number-1] = site.Iteration{Number: number, At: m.at}
	return &site.Crawl{Site: "http://h", Graph: g, Watched: w}
}

func crawlsOf(moments []moment) iter.Seq2[*site.Crawl, error] {
	return func(yield func(*site.Crawl, error) bool) {
		for i, m := range moments {
			c := m.crawl(i + 1)
			if !yield(c, nil) {
				return
			}
			*c.Graph = site.Graph{} // a graph is valid only until the next is requested
		}
	}
}

// threeDays returns iterations on 1, 2 and 5 March 2026. /a goes and comes back, and /b comes and moves nearer.
func threeDays() []moment {
	at := func(day int) time.Time { return time.Date(2026, 3, day, 10, 0, 0, 0, time.UTC) }
	return []moment{
		{at(1), map[string]int{"/": 0, "/a": 1}, map[[2]string]uint32{{"/", "/"}: 1, {"/", "/a"}: 2}},
		{at(2), map[string]int{"/": 0, "/c": 1, "/b": 2},
			map[[2]string]uint32{{"/", "/"}: 1, {"/", "/c"}: 1, {"/c", "/b"}: 1}},
		{at(5), map[string]int{"/": 0, "/a": 1, "/b": 1},
			map[[2]string]uint32{{"/", "/"}: 3, {"/", "/a"}: 2, {"/", "/b"}: 1}},
	}
}

// historyOf returns a watched crawl with these moments.
func historyOf(moments iter.Seq2[*site.Crawl, error]) *site.Crawl {
	c := watched()
	c.Watched.Moments = moments
	return c
}

func historyFile(t *testing.T, moments []moment, options Options) []byte {
	t.Helper()
	return render(t, "timeline.gexf", historyOf(crawlsOf(moments)), options)
}

// The header, a page and two arcs agree with ones derived by hand.
func TestHistory(t *testing.T) {
	got := string(historyFile(t, threeDays(), Options{SelfLoops: true}))
	const day1, days12, day3, all = ` start="2026-03-01" end="2026-03-01"`, ` start="2026-03-01" end="2026-03-04"`,
		` start="2026-03-05" end="2026-03-05"`, ` start="2026-03-01" end="2026-03-05"`
	value := func(name, value, time string) string {
		return `<attvalue for="` + name + `" value="` + value + `"` + time + `/>`
	}
	for _, want := range []string{
		`mode="dynamic" timeformat="date" timerepresentation="interval" timezone="UTC">`,
		`<attributes class="edge" mode="dynamic">` + "\n" +
			`      <attribute id="weight" title="weight" type="double"/>`,
		`<node id="2" label="/a in 3"><attvalues>` + value("url", "http://h/a", "") +
			value("normalized_url", "http://h/a", "") + value("title", "/a in 3", "") +
			value("level", "1", day1) + value("level", "1", day3) + value("in_degree", "1", day1) +
			value("in_degree", "1", day3) + value("out_degree", "0", day1) + value("out_degree", "0", day3) +
			`</attvalues><spells><spell` + day1 + `/><spell` + day3 + `/></spells><viz:size`,
		`<edge source="1" target="1" weight="3"` + all + `><attvalues>` + value("weight", "1", days12) +
			value("weight", "3", day3) + `</attvalues></edge>`,
		`<edge source="1" target="2" weight="2"><attvalues>` + value("weight", "2", day1) + value("weight", "2", day3) +
			`</attvalues><spells><spell` + day1 + `/><spell` + day3 + `/></spells></edge>`,
	} {
		console.Equal(t, strings.Count(got, want), 1, want, got)
	}
	console.Equal(t, strings.Count(string(historyFile(t, threeDays(), Options{})), "<edge "), 4)
}

// randomMoments returns graphs whose pages and arcs come and go.
func randomMoments(seed uint64) []moment {
	dice := rand.New(rand.NewPCG(seed, 3))
	at := time.Date(2026, 12, 30, 0, 0, 0, 0, time.UTC)
	paths := []string{"/", "/a", "/b", "/c", "/d", "/e"}
	var all []moment
	for range 1 + dice.IntN(9) {
		m := moment{at, map[string]int{}, map[[2]string]uint32{}}
		for i, p := range paths {
			if dice.IntN(3) > 0 {
				m.pages[p] = i * dice.IntN(2)
			}
		}
		there := slices.Sorted(maps.Keys(m.pages))
		for _, from := range there {
			for _, to := range there {
				if dice.IntN(3) == 0 {
					m.arcs[[2]string{from, to}] = 1 + dice.Uint32N(2)
				}
			}
		}
		all = append(all, m)
		at = at.Add(time.Duration(1+dice.IntN(3*24*3600)) * time.Second)
	}
	return all
}

// dynamicFile is a dynamic GEXF as any program would read it.
type dynamicFile struct {
	Nodes []element `xml:"graph>nodes>node"`
	Edges []element `xml:"graph>edges>edge"`
}

type timed struct {
	Start string `xml:"start,attr"`
	End   string `xml:"end,attr"`
}

type element struct {
	timed
	ID     string  `xml:"id,attr"`
	Source string  `xml:"source,attr"`
	Target string  `xml:"target,attr"`
	Spells []timed `xml:"spells>spell"`
	Values []struct {
		timed
		For   string `xml:"for,attr"`
		Value string `xml:"value,attr"`
	} `xml:"attvalues>attvalue"`
}

// at reports whether an element exists at a time, and its values then.
func (e element) at(t *testing.T, now string) (there bool, values map[string]string) {
	t.Helper()
	spells := e.Spells
	if e.Start != "" {
		spells = append(spells, e.timed)
	}
	last, values := "", map[string]string{}
	for _, s := range spells {
		if s.Start <= last || s.End < s.Start {
			t.Errorf("spell %v after %s", s, last)
		}
		last = s.End
		there = there || s.Start <= now && now <= s.End
	}
	for _, v := range e.Values {
		if v.Start != "" && (now < v.Start || v.End < now) {
			continue
		}
		if _, twice := values[v.For]; twice {
			t.Errorf("two values of %s at %s", v.For, now)
		}
		values[v.For] = v.Value
	}
	return there, values
}

// At the time of each iteration, the file has the pages and arcs that the iteration found.
func TestHistoryMembership(t *testing.T) {
	for seed := range uint64(40) {
		moments := randomMoments(seed)
		text := historyFile(t, moments, Options{SelfLoops: true})
		var f dynamicFile
		must(t, xml.Unmarshal(text, &f))
		layout := time.DateOnly
		if bytes.Contains(text, []byte("T00:00:00Z")) {
			layout = time.RFC3339
		}
		for i, m := range moments {
			if got := f.moment(t, m.at.Format(layout)); !sameMoment(got, m) {
				t.Fatalf("seed %d, iteration %d: got %v\nwant %v\n%s", seed, i+1, got, m, text)
			}
		}
	}
}

// moment returns the graph at a time, and checks the degrees against the arcs.
func (f dynamicFile) moment(t *testing.T, now string) moment {
	t.Helper()
	m := moment{pages: map[string]int{}, arcs: map[[2]string]uint32{}}
	path, in, out := map[string]string{}, map[string]int{}, map[string]int{}
	for _, e := range f.Edges {
		if there, values := e.at(t, now); there {
			weight, err := strconv.ParseUint(values["weight"], 10, 32)
			console.Must(t, err)
			m.arcs[[2]string{e.Source, e.Target}] = uint32(weight)
			out[e.Source]++
			in[e.Target]++
		}
	}
	for _, e := range f.Nodes {
		there, values := e.at(t, now)
		path[e.ID] = strings.TrimPrefix(values["normalized_url"], "http://h")
		if !there {
			continue
		}
		m.pages[path[e.ID]], _ = strconv.Atoi(values["level"])
		console.Equal(t, values["in_degree"], strconv.Itoa(in[e.ID]), path[e.ID], now, values, in[e.ID], out[e.ID])
		console.Equal(t, values["out_degree"], strconv.Itoa(out[e.ID]), path[e.ID], now, values, in[e.ID], out[e.ID])
	}
	named := map[[2]string]uint32{}
	for ends, weight := range m.arcs {
		named[[2]string{path[ends[0]], path[ends[1]]}] = weight
	}
	m.arcs = named
	return m
}

func sameMoment(a, b moment) bool { return maps.Equal(a.pages, b.pages) && maps.Equal(a.arcs, b.arcs) }

// A history is not written for a single iteration, or if it is too large for Gephi.
func TestWriteHistory(t *testing.T) {
	whole := func() *site.Crawl { return historyOf(crawlsOf(threeDays())) }
	first := whole()
	if first.Watched.Iterations = first.Watched.Iterations[:1]; hasHistory(first) {
		t.Error("one iteration is a history")
	}
	for arcs, want := range map[int]bool{2_000_000: true, 2_000_001: false} {
		c := whole()
		if c.Graph.Targets = make([]uint32, arcs); hasHistory(c) != want {
			t.Errorf("%d arcs: want %v", arcs, want)
		}
	}
}

// An impossible history leaves no file.
func TestHistoryErrors(t *testing.T) {
	broken := errors.New("the journal is broken")
	days := threeDays()
	for name, c := range map[string]struct {
		crawls iter.Seq2[*site.Crawl, error]
		want   string
	}{
		"broken": {func(yield func(*site.Crawl, error) bool) { yield(nil, broken) }, broken.Error()},
		"unordered": {crawlsOf([]moment{days[0], days[2], days[1]}),
			"iteration 3 of http://h began at 2026-03-02T10:00:00Z, not after"},
	} {
		d := newDir(t)
		err := Write(t.Context(), d, "gexf", historyOf(c.crawls), Options{})
		console.Fails(t, err, c.want, name)
		console.Fails(t, err, "example.com.timeline.gexf", name)
		if _, there := contents(t, d.Path())["example.com.timeline.gexf"]; there {
			t.Errorf("%s: a file stays", name)
		}
	}
}
