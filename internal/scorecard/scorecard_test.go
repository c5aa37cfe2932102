// Package scorecard measures what trading URLs brings to topical agents on real
// pages: it serves a portal and the documentation sites that it links to, draws
// topics, keywords and seeds, and lets agents search in several ways. It consists
// of tests alone.
//
// A site is a folder of HTML files, or drawn. Each site is a host, a topic is a
// site or one folder of it. Keywords are drawn from the titles; which pages are on
// a topic is said by the path, which the agents do not see. Without flags the
// tests take seconds; the flags repeat the experiment that docs/design/score-card.md reports.
//
//	scorecard_test.go  the experiment, its arms and setups, its tables
//	world_test.go      sites: their pages and links; the portal; a server on loopback
//	folder_test.go     sites from folders
//	drawn_test.go      sites that are drawn
//	topics_test.go     topics, their keywords, which pages are on them and how far
//	task_test.go       what a seed draws: topics, seeds, energies
//	search_test.go     one search, its measures
//	judge_test.go      the measures by hand
package scorecard

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/lab"
)

// Flags of the experiment.
var (
	docsFlag   = flag.String("docs", "", "a folder with a folder of HTML files for each site")
	seedsFlag  = flag.Int("seeds", 60, "the number of seeds with -docs")
	setupsFlag = flag.String("setups", "", "setups with -docs, separated by semicolons; all if empty")
)

// setup is what is the same for all seeds of a table.
type setup struct {
	name string
	// wrong is the share of the sites with a topic that another agent begins
	// with.
	wrong float64
	// unequal: the agents have between 10 and 100 pages, else each has 50.
	unequal bool
	// one: all agents have the topic of one site, each with keywords of its own,
	// and begin at two of its pages each.
	one bool
	// overlap: the topics are folders of a few sites, else whole sites.
	overlap bool
	// interval is the time between markets, in pages processed by all, lots how many
	// are held each time, in whole with all buyers and URLs; target is how many
	// pages a buyer has stored.
	interval     float64
	lots, target int
	whole        bool
}

// document is a setup with the document's markets, but for the interval; open is
// one whose markets let in everybody and everything.
func document(name string, s setup) setup {
	s.name, s.interval, s.lots, s.target = name, 30, 1, 5
	return s
}

func open(name string, s setup) setup {
	s.name, s.interval, s.lots, s.target, s.whole = name, 5, 20, 0, true
	return s
}

// setups are those of docs/design/score-card.md.
var setups = []setup{
	document("base", setup{wrong: 0.3}),
	document("right hands", setup{}),
	document("wrong hands", setup{wrong: 1}),
	document("unequal", setup{wrong: 0.3, unequal: true}),
	document("one topic", setup{one: true}),
	document("one topic, unequal", setup{one: true, unequal: true}),
	document("overlap", setup{wrong: 0.3, overlap: true}),
	open("open", setup{wrong: 0.3}),
	open("open, wrong hands", setup{wrong: 1}),
	open("open, unequal", setup{wrong: 0.3, unequal: true}),
	open("open, one topic, unequal", setup{one: true, unequal: true}),
	open("open, overlap", setup{wrong: 0.3, overlap: true}),
}

// arm is a way to search.
type arm struct {
	name, scheme string
	foreign      bool // agents sell what is relevant to others only, too
	truth        bool // values are told
}

var arms = []arm{
	{name: "market", scheme: "market"},
	{name: "market, foreign", scheme: "market", foreign: true},
	{name: "separate", scheme: "separate"},
	{name: "shared", scheme: "shared"},
	{name: "random", scheme: "random"},
	{name: "pool", scheme: "pool"},
	{name: "omniscient", scheme: "pool", truth: true},
}

// TestScoreCard repeats the experiment on the sites of -docs, and a small one on
// drawn sites without.
func TestScoreCard(t *testing.T) {
	w, seeds, wanted := drawnWorld(6, 14), 2, setups[:1]
	if *docsFlag != "" {
		w, seeds, wanted = readWorld(t, *docsFlag), *seedsFlag, setups
	}
	if testing.Short() && *docsFlag == "" {
		seeds = 1
	}
	w.serve(t)
	for _, s := range wanted {
		if *setupsFlag == "" || slices.Contains(strings.Split(*setupsFlag, ";"), s.name) {
			measured := measure(t, w, s, seeds)
			check(t, measured)
			if *docsFlag != "" {
				show(t, s, measured)
			}
		}
	}
}

// measure has the outcomes of each arm, by seed.
func measure(t *testing.T, w *world, s setup, seeds int) [][]outcome {
	t.Helper()
	bySeed, err := lab.Each(t.Context(), lab.Plan{}, seeds, func(i int) ([]outcome, error) {
		k := w.draw(s, uint64(i+1))
		var all []outcome
		for _, a := range arms {
			o, err := w.search(t.Context(), k, s, a)
			if err != nil {
				return nil, fmt.Errorf("seed %d, %s: %w", i+1, a.name, err)
			}
			all = append(all, o)
		}
		return all, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	byArm := make([][]outcome, len(arms))
	for _, all := range bySeed {
		for i, o := range all {
			byArm[i] = append(byArm[i], o)
		}
	}
	return byArm
}

// check holds what is true of any web: every market is at its optimum; nothing is
// stored twice where URLs are common; to know is better than to guess.
func check(t *testing.T, measured [][]outcome) {
	t.Helper()
	for i, a := range arms {
		for seed, o := range measured[i] {
			if o.belowOptimum > 0 && a.scheme == "market" {
				t.Errorf("%s, seed %d: %d markets are below their optimum", a.name, seed+1, o.belowOptimum)
			}
			if o.storedTwice > 0 && a.scheme != "separate" {
				t.Errorf("%s, seed %d: %d contents are stored twice", a.name, seed+1, o.storedTwice)
			}
			if best := measured[len(arms)-1][seed]; o.measures[recall] > best.measures[recall]+1e-9 {
				t.Errorf("%s, seed %d: recall %v, with the truth %v", a.name, seed+1, o.measures[recall],
					best.measures[recall])
			}
		}
	}
}

// show writes the tables in the form of docs/design/score-card.md. The harvest is a mean over
// the searches that come so far, if half of them do.
func show(t *testing.T, s setup, measured [][]outcome) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "\nsetup %s, %d seeds\n\n| arm | %s |\n|%s\n", s.name, len(measured[0]),
		strings.Join(measureNames[:], " | "), strings.Repeat("---|", len(measureNames)+1))
	for i, a := range arms {
		fmt.Fprintf(&b, "| %s ", a.name)
		for m := range measureNames {
			fmt.Fprintf(&b, "| %.1f ", lab.Mean(values(measured[i], m)))
		}
		b.WriteString("|\n")
	}
	fmt.Fprintf(&b, "\n| market less | %s |\n|%s\n", strings.Join(measureNames[:compared], " | "),
		strings.Repeat("---|", compared+1))
	for i, a := range arms {
		for of := range 2 { // market, and market with foreign sales
			if i == of || i < 2 && of == 1 {
				continue
			}
			fmt.Fprintf(&b, "| %s − %s ", arms[of].name, a.name)
			for m := range compared {
				d := values(measured[of], m)
				for seed, v := range values(measured[i], m) {
					d[seed] -= v
				}
				e := lab.Estimate(d)
				fmt.Fprintf(&b, "| %+.1f [%.1f, %.1f] ", e.Mean, e.Low, e.High)
			}
			b.WriteString("|\n")
		}
	}
	fmt.Fprintf(&b, "\n| harvest |")
	for _, n := range harvestAt {
		fmt.Fprintf(&b, " %d |", n)
	}
	fmt.Fprintf(&b, "\n|%s\n", strings.Repeat("---|", len(harvestAt)+1))
	for i, a := range arms {
		fmt.Fprintf(&b, "| %s ", a.name)
		for at := range harvestAt {
			var all []float64
			for _, o := range measured[i] {
				if !math.IsNaN(o.harvest[at]) {
					all = append(all, o.harvest[at])
				}
			}
			cell := ""
			if 2*len(all) >= len(measured[i]) {
				cell = fmt.Sprintf("%.1f", lab.Mean(all))
			}
			fmt.Fprintf(&b, "| %s ", cell)
		}
		b.WriteString("|\n")
	}
	t.Log(b.String())
}

// values are one measure of all outcomes.
func values(all []outcome, measure int) []float64 {
	var list []float64
	for _, o := range all {
		list = append(list, o.measures[measure])
	}
	return list
}
