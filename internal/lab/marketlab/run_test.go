package marketlab

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/lab"
)

var must = console.Must

func smallWeb() model {
	m := standard(0.15)
	m.Topics, m.Pages, m.Others, m.Words = 2, 10, 40, 50
	return m
}

// options returns o with the command's defaults for what it leaves open.
func options(o Options) Options {
	o.Setup, o.Web = cmp.Or(o.Setup, "document"), cmp.Or(o.Web, "standard")
	o.Matching = cmp.Or(o.Matching, "exact")
	o.Plan.Seeds, o.Plan.First = cmp.Or(o.Plan.Seeds, 40), cmp.Or(o.Plan.First, 1)
	return o
}

func newTestTask(t testing.TB, seed uint64) *task {
	t.Helper()
	return newTask(newWeb(smallWeb(), seed), 1)
}

// A web's numbers depend on its seed alone, not on workers or other webs. Progress counts each web.
func TestStudyRepeats(t *testing.T) {
	measure := func(first uint64, webs, workers int) *study {
		var calls []int
		progress := func(done, total int) {
			console.Equal(t, total, webs)
			calls = append(calls, done)
		}
		plan := lab.Plan{First: first, Seeds: webs, Workers: workers, Progress: progress}
		o, err := options(Options{Plan: plan}).filled()
		must(t, err)
		s, err := o.measure(t.Context(), smallWeb())
		must(t, err)
		if len(calls) != webs || calls[webs-1] != webs || !slices.IsSorted(calls) {
			t.Errorf("progress %v", calls)
		}
		return s
	}
	a, b := measure(5, 3, 1), measure(5, 3, 3)
	console.Equal(t, a, b, "the number of workers makes a difference")
	if c := measure(6, 2, 1); c.values[0][0][0] != a.values[0][0][1] {
		t.Error("the other webs make a difference")
	}
}

// Every scheme keeps to its energy, stores only visited pages and repeats itself. Only market and random hold
// markets. Omniscient agents find at least as many pages on topic as market and pool.
func TestRuns(t *testing.T) {
	for seed := range uint64(2) {
		first, second := newTestTask(t, seed), newTestTask(t, seed)
		for _, name := range Setups() {
			setup := setups[name]
			done := map[string]counts{}
			for _, scheme := range Schemes() {
				c, err := simulate(first, scheme, setup)
				must(t, err)
				done[scheme] = c
				if again, _ := simulate(second, scheme, setup); again != c {
					t.Errorf("%s: %+v, then %+v", scheme, c, again)
				}
				most := keywords * int(setup.each.Energy/setup.options.PageEnergy)
				if c.visited > most || c.stored > c.visited || c.onTopic > c.visited || c.own > c.onTopic ||
					c.recalled+c.again > c.stored || c.recalled > first.relevant || c.sold > c.offered {
					t.Errorf("%s, %s: %+v of %d relevant", name, scheme, c, first.relevant)
				}
				if (c.markets > 0 || c.sold > 0) && scheme != "market" && scheme != "random" {
					t.Errorf("%s has markets: %+v", scheme, c)
				}
			}
			if o := done[omniscient]; o.recalled < done["market"].recalled || o.recalled < done["pool"].recalled {
				t.Errorf("seed %d, %s: the omniscient found %d", seed, name, o.recalled)
			}
		}
	}
}

// Agents that are not omniscient do the same when the labels of all pages change.
func TestLabelsAreHidden(t *testing.T) {
	for _, scheme := range []string{"market", "separate", "shared", "random", "pool"} {
		setup := setups["document"]
		plain, blind := newTestTask(t, 3), newTestTask(t, 3)
		for i := range blind.pages {
			blind.pages[i].label = 0
		}
		a, err := simulate(plain, scheme, setup)
		must(t, err)
		b, err := simulate(blind, scheme, setup)
		if err != nil || a.visited != b.visited || a.stored != b.stored || a.again != b.again || a.sold != b.sold {
			t.Errorf("%s: %+v, with other labels %+v (%v)", scheme, a, b, err)
		}
	}
}

// TestReach compares the number of relevant pages and all depths with a slow search.
func TestReach(t *testing.T) {
	task := newTestTask(t, 2)
	within := map[int]bool{}
	for _, seeds := range task.seeds {
		for _, s := range seeds {
			within[s] = true
		}
	}
	for range task.pages {
		for i := range task.pages {
			if within[i] {
				for _, l := range task.pages[i].links {
					within[l.to] = true
				}
			}
		}
	}
	n := 0
	for i := range within {
		if task.on(i) {
			n++
		}
	}
	console.Equal(t, n, task.relevant, "relevant pages")
	for i, p := range task.pages {
		want := math.MaxInt32
		for _, l := range p.links {
			if d := task.depth[l.to]; d < math.MaxInt32 {
				want = min(want, d+1)
			}
		}
		if task.on(i) {
			want = 0
		}
		console.Equal(t, task.depth[i], want, "page", i, "depth")
	}
}

// TestRelative checks values with known changes.
func TestRelative(t *testing.T) {
	a, b := []float64{2, 4, 6}, []float64{1, 2, 3}
	console.Equal(t, relative(a, b), lab.Interval{Mean: 100, Low: 100, High: 100}, "twice as much")
	console.Equal(t, relative(a, []float64{0, 0, 0}), lab.Interval{}, "relative to nothing")
}

func shown(row []lab.Cell) string {
	var all []string
	for _, c := range row {
		all = append(all, c.String())
	}
	return strings.Join(all, " ")
}

// TestScoreCard checks a study by hand, with CR 80 and 84 with a market, 70 and 72 without.
func TestScoreCard(t *testing.T) {
	s := &study{schemes: []string{"market", "separate"}}
	for _, v := range [][]float64{{80, 84}, {70, 72}} {
		perMeasure := make([][]float64, len(measures))
		for j := range perMeasure {
			perMeasure[j] = v
		}
		s.values = append(s.values, perMeasure)
	}
	card := s.scoreCard()
	if len(card.Rows) != 3 || card.Rows[0][0].String() != "CR" {
		t.Fatalf("%+v", card)
	}
	// 9/76, 11/71, 10/70 and 12/72.
	want := "CR 85 76 9 11.84 82 71 11 10 12 15.49 14.29 16.67"
	console.Equal(t, shown(card.Rows[0]), want)
	for _, table := range s.tables() {
		if names := slices.Clone(table.Columns); len(slices.Compact(slices.Sorted(slices.Values(names)))) < len(names) {
			t.Errorf("%s: two columns of one name: %v", table.Name, names)
		}
		for _, r := range table.Rows {
			console.Equal(t, len(r), len(table.Columns), table.Name, r, table.Columns)
		}
	}
}

// The names of a study's tables and charts begin with the study's name.
func TestRun(t *testing.T) {
	o := Options{Schemes: []string{"random"}, Web: "local", Plan: lab.Plan{Seeds: 1, First: 1}}
	result, err := Run(t.Context(), options(o))
	must(t, err)
	var names []string
	for _, table := range result.Tables {
		names = append(names, table.Name)
	}
	if got := strings.Join(names, " "); got != "document.local.overview document.local.means document.local.topics" {
		t.Errorf("tables %s", got)
	}
	if len(result.Charts) != 4 || result.Charts["document.local.CR"].Empty() {
		t.Errorf("%d charts", len(result.Charts))
	}
}

// Exact matching loses nothing, auctions little, and both end in every market.
func TestMatchings(t *testing.T) {
	_, err := options(Options{Matchings: true}).filled()
	must(t, err)
	c := comparison{sizes: []int{4}, cases: 100, seed: 1, step: documentStep}
	table, err := c.run(t.Context(), lab.Plan{})
	must(t, err)
	for i, mode := range []string{"exact", "auction"} {
		endless, _ := table.Rows[i][3].Number()
		loss, _ := table.Rows[i][5].Number()
		console.Equal(t, table.Rows[i][0].String(), mode)
		if endless != 0 || loss > float64(5*i) {
			t.Errorf("%s", shown(table.Rows[i]))
		}
	}
}
