package pagelab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/page"
)

// Options say what is replayed.
type Options struct {
	// Policies are the names of page policies and references; none means
	// auto, stored, pagerank-of-known, backlinks, bfs, random, walk and frontier. bfs
	// and frontier are always replayed, since the others are held against
	// them.
	Policies []string
	// Shares are the shares of a site's pages at which the mass is measured,
	// 0 to 1; none means 0.05, 0.1, 0.2 and 0.4.
	Shares []float64
	// Seeds is the number of seeds for random; 0 is 40. FirstSeed is the
	// first of them; 0 is 1.
	Seeds     int
	FirstSeed uint64
	// Policy holds the other settings of the policies.
	Policy page.Options
	// Points is the number of points of a curve; 0 is 100.
	Points int
	// Workers is the number of replays at a time; 0 is that of processors. It
	// makes no difference to the result.
	Workers int
	// Progress is told how many of all replays are done; it may be nil. It is
	// called by one goroutine at a time.
	Progress func(done, all int)
}

// Discovery is the result of replaying sites.
type Discovery struct {
	// Shares are the shares of the pages that the masses belong to.
	Shares []float64
	// Rows are sorted by site as given, then by policy as given.
	Rows []Row
	// Means has one row for each policy, over all sites; Site is "".
	Means []Row
	// Curves belong to Means: mass at Points equal steps of the pages, from 0
	// to 1.
	Curves [][]float64
}

// Row is what a policy brought on a site.
type Row struct {
	Site   string
	Pages  int
	Policy string
	// Mass is the share of the site's PageRank in the pages read first, for
	// every share of the pages.
	Mass []float64
	// OfFrontier is the mass as a share of the frontier reference's, and
	// OverBreadth the mass less that of bfs.
	OfFrontier, OverBreadth []float64
	// WorstOverBreadth is in Means the least OverBreadth of any site.
	WorstOverBreadth []float64

	curve []float64
}

// Replay replays policies on finished crawls, until the context ends.
func Replay(ctx context.Context, sites []*Oracle, o Options) (*Discovery, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	if len(sites) == 0 {
		return nil, fmt.Errorf("there is no crawl to replay")
	}
	n := len(sites) * len(o.Policies)
	rows, err := lab.Each(ctx, n, o.Workers, outOf(n, o.Progress), func(i int) (Row, error) {
		return o.replay(sites[i/len(o.Policies)], o.Policies[i%len(o.Policies)])
	})
	if err != nil {
		return nil, err
	}
	d := &Discovery{Shares: o.Shares, Rows: rows}
	d.compare(len(o.Policies))
	d.average(o.Policies, len(sites))
	return d, nil
}

func (o Options) filled() (Options, error) {
	if len(o.Policies) == 0 {
		o.Policies = []string{"auto", "stored", "pagerank-of-known", "backlinks", "bfs", "random", Walk, Frontier}
	}
	o.Policies = slices.Clone(o.Policies)
	for _, name := range []string{"bfs", Frontier} {
		if !slices.Contains(o.Policies, name) {
			o.Policies = append(o.Policies, name)
		}
	}
	for _, name := range o.Policies {
		if name == Walk || name == Frontier {
			continue
		}
		if _, err := page.New(name, o.Policy); err != nil {
			return o, fmt.Errorf("%w, %s and %s", err, Walk, Frontier)
		}
	}
	if len(o.Shares) == 0 {
		o.Shares = []float64{0.05, 0.1, 0.2, 0.4}
	}
	for _, s := range o.Shares {
		if !(s >= 0 && s <= 1) {
			return o, fmt.Errorf("%v is no share of the pages; it must be 0 to 1", s)
		}
	}
	o.Seeds = cmp.Or(o.Seeds, 40)
	o.FirstSeed = cmp.Or(o.FirstSeed, 1)
	o.Points = cmp.Or(o.Points, 100)
	if o.Seeds < 0 || o.Points < 0 {
		return o, fmt.Errorf("%d seeds and %d points; both must be positive", o.Seeds, o.Points)
	}
	return o, nil
}

// replay runs a policy on a site, over all seeds if it is random.
func (o Options) replay(site *Oracle, name string) (Row, error) {
	seeds := 1
	if name == "random" || name == "opic-random" {
		seeds = o.Seeds
	}
	r := Row{Site: site.Name, Pages: site.Pages(), Policy: name, Mass: make([]float64, len(o.Shares)), curve: make([]float64, o.Points+1)}
	for seed := range seeds {
		options := o.Policy
		options.Seed = o.FirstSeed + uint64(seed)
		read, err := order(site, name, options)
		if err != nil {
			return r, fmt.Errorf("%s: %w", site.Name, err)
		}
		mass := cumulated(site, read)
		for i, share := range o.Shares {
			r.Mass[i] += at(mass, share) / float64(seeds)
		}
		for i := range r.curve {
			r.curve[i] += at(mass, float64(i)/float64(o.Points)) / float64(seeds)
		}
	}
	return r, nil
}

// cumulated returns the mass after so many pages, beginning with none.
func cumulated(site *Oracle, read []uint32) []float64 {
	mass := make([]float64, site.Pages()+1)
	for i := range site.Pages() {
		mass[i+1] = mass[i]
		if i < len(read) {
			mass[i+1] += site.Rank[read[i]]
		}
	}
	return mass
}

// at returns the mass at a share of the pages, rounded up to whole ones.
func at(mass []float64, share float64) float64 {
	return mass[int(math.Ceil(share*float64(len(mass)-1)-1e-9))]
}

// compare fills what stands against the references.
func (d *Discovery) compare(policies int) {
	for first := 0; first < len(d.Rows); first += policies {
		rows := d.Rows[first : first+policies]
		var breadth, best []float64
		for _, r := range rows {
			switch r.Policy {
			case "bfs":
				breadth = r.Mass
			case Frontier:
				best = r.Mass
			}
		}
		for i := range rows {
			for j, m := range rows[i].Mass {
				rows[i].OverBreadth = append(rows[i].OverBreadth, m-breadth[j])
				rows[i].OfFrontier = append(rows[i].OfFrontier, ratio(m, best[j]))
			}
		}
	}
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

func (d *Discovery) average(policies []string, sites int) {
	for i, name := range policies {
		n := len(d.Shares)
		mean := Row{Policy: name, Mass: make([]float64, n), OfFrontier: make([]float64, n), OverBreadth: make([]float64, n)}
		mean.WorstOverBreadth = slices.Repeat([]float64{math.Inf(1)}, n)
		curve := make([]float64, len(d.Rows[i].curve))
		for k := i; k < len(d.Rows); k += len(policies) {
			r := d.Rows[k]
			mean.Pages += r.Pages
			for j := range n {
				mean.Mass[j] += r.Mass[j] / float64(sites)
				mean.OfFrontier[j] += r.OfFrontier[j] / float64(sites)
				mean.OverBreadth[j] += r.OverBreadth[j] / float64(sites)
				mean.WorstOverBreadth[j] = min(mean.WorstOverBreadth[j], r.OverBreadth[j])
			}
			for j, m := range r.curve {
				curve[j] += m / float64(sites)
			}
		}
		d.Means = append(d.Means, mean)
		d.Curves = append(d.Curves, curve)
	}
}

// outOf makes progress of all things to do, if it is wanted.
func outOf(all int, progress func(done, all int)) func(done int) {
	if progress == nil {
		return nil
	}
	return func(done int) { progress(done, all) }
}
