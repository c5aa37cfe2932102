package stats

import (
	"slices"
	"testing"

	"sitegraph/site"
)

func regions(g *site.Graph) (BowTie, []Region) {
	component, count := strongComponents(targetsOf(g))
	dg := newDigraph(g)
	return bowTie(dg.out, dg.in, component, count)
}

func TestBowTie(t *testing.T) {
	const core, in, out = RegionCore, RegionIn, RegionOut
	const tube, tendril, apart = RegionTube, RegionTendril, RegionDisconnected
	for _, c := range []struct {
		name   string
		graph  *site.Graph
		region []Region
		want   BowTie
	}{
		{"nothing", graphOf(0), nil, BowTie{}},
		{"a page", graphOf(1, arc(0, 0)), []Region{core}, BowTie{Core: 1}},
		{"no arcs: the first page is the core", graphOf(3), []Region{core, apart, apart},
			BowTie{Core: 1, Disconnected: 2}},
		{"two cores alike: the one with the first page",
			graphOf(5, arc(0, 4), arc(4, 0), arc(4, 2), arc(2, 3), arc(3, 2)),
			[]Region{core, apart, out, out, core}, BowTie{Core: 2, Out: 2, Disconnected: 1}},
		// 0 and 1 are the core, 2 leads in, 3 is led to.
		{"each", graphOf(10, arc(0, 1), arc(1, 0), arc(2, 0), arc(1, 3), // the knot
			arc(2, 4), arc(4, 5), arc(5, 3), // past the knot
			arc(2, 6), arc(7, 3), // from in, to out
			arc(8, 6)), // reaches but a tendril; and 9 nothing
			[]Region{core, core, in, out, tube, tube, tendril, tendril, apart, apart},
			BowTie{Core: 2, In: 1, Out: 1, Tubes: 2, Tendrils: 2, Disconnected: 2}},
	} {
		counts, region := regions(c.graph)
		if counts != c.want || !slices.Equal(region, c.region) {
			t.Errorf("%s: got %+v and %v, want %+v and %v", c.name, counts, region, c.want, c.region)
		}
	}
}

// TestBowTieByDefinition asks of every page which others it reaches and is reached from.
func TestBowTieByDefinition(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		d := pathLengths(g)
		core := largestKnot(d)
		anyOf := func(set []int, joined func(int) bool) bool { return slices.ContainsFunc(set, joined) }
		var in, out []int
		for i := range d {
			to, from := d[i][core] >= 0, d[core][i] >= 0
			switch {
			case to && !from:
				in = append(in, i)
			case from && !to:
				out = append(out, i)
			}
		}
		_, region := regions(g)
		for i := range d {
			fromIn := anyOf(in, func(s int) bool { return d[s][i] >= 0 })
			toOut := anyOf(out, func(s int) bool { return d[i][s] >= 0 })
			want := RegionDisconnected
			switch {
			case d[i][core] >= 0 && d[core][i] >= 0:
				want = RegionCore
			case slices.Contains(in, i):
				want = RegionIn
			case slices.Contains(out, i):
				want = RegionOut
			case fromIn && toOut:
				want = RegionTube
			case fromIn || toOut:
				want = RegionTendril
			}
			if region[i] != want {
				t.Errorf("page %d: region %d, want %d", i, region[i], want)
			}
		}
	})
}

// largestKnot returns the first page of the first largest strong component.
func largestKnot(d [][]int) int {
	best, most := 0, 0
	for i := range d {
		size := 0
		for j := range d {
			if d[i][j] >= 0 && d[j][i] >= 0 {
				size++
			}
		}
		if size > most {
			best, most = i, size
		}
	}
	return best
}
