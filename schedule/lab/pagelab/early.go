package pagelab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/page"
)

// massShares are the shares of a site's pages at which the mass is measured.
var massShares = []float64{0.05, 0.1, 0.2, 0.4}

// curvePoints is the number of steps of a curve, in equal shares of the pages.
const curvePoints = 100

// early is what policies read early.
type early struct {
	// rows are ordered by site as given, then by policy as given; means has a
	// row for each policy, over all sites.
	rows, means []row
}

// row is what a policy brought on a site.
type row struct {
	site   string
	pages  int
	policy string
	// mass is the share of the site's PageRank in the pages read first, for
	// every share of the pages.
	mass []float64
	// ofFrontier is the mass as a share of the frontier reference's, and
	// overBreadth the mass less that of bfs.
	ofFrontier, overBreadth []float64
	// worstOverBreadth is in means the least overBreadth of any site.
	worstOverBreadth []float64
	// curve is the mass from no page to all.
	curve []float64
}

// replayAll replays every policy on every crawl.
func (o Options) replayAll(ctx context.Context, all []*oracle) (*early, error) {
	policies := o.earlyPolicies()
	rows, err := lab.Each(ctx, o.Plan, len(all)*len(policies), func(i int) (row, error) {
		return o.replay(all[i/len(policies)], policies[i%len(policies)])
	})
	if err != nil {
		return nil, err
	}
	e := &early{rows: rows}
	for site := range slices.Chunk(rows, len(policies)) {
		breadth, best := site[slices.Index(policies, "bfs")], site[slices.Index(policies, frontier)]
		for i := range site {
			for j, m := range site[i].mass {
				site[i].overBreadth = append(site[i].overBreadth, m-breadth.mass[j])
				site[i].ofFrontier = append(site[i].ofFrontier, ratio(m, best.mass[j]))
			}
		}
	}
	e.average(len(policies))
	return e, nil
}

// earlyPolicies returns the names asked for, and those of the references.
func (o Options) earlyPolicies() []string {
	policies := slices.Clone(o.Policies)
	if len(policies) == 0 {
		policies = []string{"auto", "stored", "pagerank-of-known", "backlinks", "bfs", "random", walk, frontier}
	}
	for _, name := range []string{"bfs", frontier} {
		if !slices.Contains(policies, name) {
			policies = append(policies, name)
		}
	}
	return policies
}

// replay runs a policy on a site, over all seeds if it is random.
func (o Options) replay(site *oracle, name string) (row, error) {
	seeds := 1
	if name == "random" || name == "opic-random" {
		seeds = o.Plan.Seeds
	}
	r := row{
		site: site.name, pages: site.pages(), policy: name,
		mass: make([]float64, len(massShares)), curve: make([]float64, curvePoints+1),
	}
	for seed := range seeds {
		read, err := order(site, name, page.Options{Seed: o.Plan.First + uint64(seed)})
		if err != nil {
			return r, fmt.Errorf("%s: %w", site.name, err)
		}
		mass := cumulated(site, read)
		for i, share := range massShares {
			r.mass[i] += at(mass, share) / float64(seeds)
		}
		for i := range r.curve {
			r.curve[i] += at(mass, float64(i)/curvePoints) / float64(seeds)
		}
	}
	return r, nil
}

// cumulated returns the mass after so many pages, beginning with none.
func cumulated(site *oracle, read []uint32) []float64 {
	mass := make([]float64, site.pages()+1)
	for i := range site.pages() {
		mass[i+1] = mass[i]
		if i < len(read) {
			mass[i+1] += site.rank[read[i]]
		}
	}
	return mass
}

// at returns the mass at a share of the pages, rounded up to whole ones.
func at(mass []float64, share float64) float64 {
	return mass[int(math.Ceil(share*float64(len(mass)-1)-1e-9))]
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// average makes the means over all sites.
func (e *early) average(policies int) {
	for i := range policies {
		var same []row
		for k := i; k < len(e.rows); k += policies {
			same = append(same, e.rows[k])
		}
		mean := row{
			site: "all", policy: same[0].policy,
			mass:             lab.Means(same, func(r row) []float64 { return r.mass }),
			ofFrontier:       lab.Means(same, func(r row) []float64 { return r.ofFrontier }),
			overBreadth:      lab.Means(same, func(r row) []float64 { return r.overBreadth }),
			worstOverBreadth: slices.Clone(same[0].overBreadth),
			curve:            lab.Means(same, func(r row) []float64 { return r.curve }),
		}
		for _, r := range same {
			mean.pages += r.pages
			for j, v := range r.overBreadth {
				mean.worstOverBreadth[j] = min(mean.worstOverBreadth[j], v)
			}
		}
		e.means = append(e.means, mean)
	}
}
