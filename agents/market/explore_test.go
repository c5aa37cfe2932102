package market

import (
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// When nothing better is left, irrelevant URLs are fetched, best first, one page at a time, but never by strict agents.
// An agent gets no URL that it may not have. Agent 1 takes what it finds relevant even if agent 0 found it first, and
// in the pool also what is relevant to no other.
func TestExploring(t *testing.T) {
	links := []Link{{"zero", nil}, {"poor", []float64{0.1, 0}}, {"good", []float64{0.5, 0}},
		{"forbidden", []float64{-1, 0}}, {"theirs", []float64{0.15, 0.6}}}
	for _, name := range site.Names(schemes) {
		for _, strict := range []bool{true, false} {
			o := small(2, 5)
			o.Strict, o.Understanding = strict, 0.2
			c := newAgents(name, o)
			begin(t, c)
			c.Seed(0, Link{"more", []float64{1}})
			c.Next(0, 0)
			c.Report(0, "more", Page{Links: links})
			c.found(1, Link{"theirs", []float64{0, 0.7}}, false)
			var got []string
			for range 9 {
				url, _, ok := c.Next(0, 1)
				if _, _, more := c.Next(0, 1); more {
					t.Errorf("%s: a spare URL while %s is under way", name, url)
				}
				if ok {
					got = append(got, url)
					c.Report(0, url, Page{})
				}
			}
			want := "good"
			switch {
			case strict:
			case name == "separate" || name == "shared": // each agent has its own queue
				want = "good theirs poor zero"
			default:
				want = "good poor zero"
			}
			console.Equal(t, strings.Join(got, " "), want, name, strict)
		}
	}
}
