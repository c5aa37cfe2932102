package sitelab

import (
	"context"
	"math"
	"math/rand/v2"

	"sitegraph/internal/lab/replayed"
	"sitegraph/schedule/order"
	"sitegraph/schedule/sites"
)

// world is a set of sites. It has the yields of each site's pages by depth.
type world [][]sites.Page

func (w world) pages() int {
	n := 0
	for _, site := range w {
		n += len(site)
	}
	return n
}

// set creates worlds from seeds.
type set struct {
	name string
	// world returns a seed's world, always the same.
	world func(seed uint64) world
	// crawls returns the crawls of the seed's world. It is nil for synthetic worlds.
	crawls func(seed uint64) []*replayed.Site
	// single is set if all seeds give the same world.
	single bool
}

// at returns a seed's world. scan returns what a site rule finds there, in the form of linksOf.
func (s set) at(ctx context.Context, seed uint64) (w world, scan func(rule string, pages int) ([]int, error)) {
	w = s.world(seed)
	if s.crawls == nil {
		return w, w.scan
	}
	all := s.crawls(seed)
	return w, func(rule string, pages int) ([]int, error) {
		return linksOf(replayed.Crawl(ctx, all, order.Options{Rule: rule, Budget: pages}))
	}
}

func (s set) worlds(seeds int) int {
	if s.single {
		return 1
	}
	return seeds
}

// Streams separate random numbers by purpose.
const (
	streamEnsemble = 0x5be
	streamSample   = 0x5a3
	streamScatter  = 0x5ca
	streamDelayed  = 0xde1
)

// worldsOf returns a set of worlds with k crawls each, or a single world if there are no more.
func worldsOf(ctx context.Context, all []*replayed.Site, k int) (s set, err error) {
	brought := make([][]sites.Page, len(all))
	for i, c := range all {
		if brought[i], err = rewards(ctx, c); err != nil {
			return s, err
		}
	}
	return set{name: "crawls", single: len(all) <= k,
		world:  func(seed uint64) world { return sample(brought, k, seed) },
		crawls: func(seed uint64) []*replayed.Site { return sample(all, k, seed) }}, nil
}

// sample returns k random elements in random order, or all unchanged if there are no more.
func sample[T any](all []T, k int, seed uint64) []T {
	if len(all) <= k {
		return all
	}
	some := make([]T, k)
	for i, j := range rand.New(rand.NewPCG(seed, streamSample)).Perm(len(all))[:k] {
		some[i] = all[j]
	}
	return some
}

// scattered returns the crawls with their external links shuffled among the pages of each crawl. Links of one page stay
// together.
func scattered(all []*replayed.Site, seed uint64) []*replayed.Site {
	r := rand.New(rand.NewPCG(seed, streamScatter))
	mixed := make([]*replayed.Site, len(all))
	for i, s := range all {
		external := make([][]int32, len(s.External))
		for to, from := range r.Perm(len(external)) {
			external[to] = s.External[from]
		}
		mixed[i] = s.WithExternal(external)
	}
	return mixed
}

// ensemble describes sites of a theme. Their sizes are from BeeBot's table 1, with two sites per row to get K = 10 and
// a log-normal factor on pages and on links per page. A site has a fixed number of links. The number on its first t
// pages grows like t^front, since new links grow rare. The parameters are tuned to give R1, R2 and R3 about the
// results of BeeBot's table 2 (docs/design/policies.md).
type ensemble struct {
	name  string
	table []size
	// front is the exponent of growth. 1 spreads links evenly.
	front float64
	// links draws the number of links for a page that has any.
	links func(*rand.Rand) int
	// late is the share of sites whose first links come only after first to last pages, log-uniformly.
	late, first, last float64
	// cluster is the mean number of pages with links in a cluster, which spans twice as many pages. 0 means that each
	// lies alone.
	cluster float64
}

// size is a row of BeeBot's table 1.
type size struct {
	pages, links float64
}

const (
	maxHub      = 300 // maximum links per page
	minPages    = 50
	minLinks    = 2
	tableRepeat = 2
	spread      = 0.5 // standard deviation of the factors' logarithms
)

// ensembles returns three sets of synthetic sites. Each world has ten sites.
func ensembles() (sets []set) {
	institutes := []size{{1298, 29}, {1100, 69}, {2411, 48}, {39292, 3192}, {3523, 129}}
	universities := []size{{431, 19}, {1766, 409}, {1471, 214}, {12935, 903}, {7253, 1048}}
	for _, e := range []ensemble{
		// Most pages have no links. A few, anywhere, have very many.
		{name: "institutes", table: institutes, front: 0.6, links: pareto(2, 4)},
		// Many pages have a few links. On most sites the first pages have none.
		{name: "universities-spread", table: universities, front: 0.48, links: geometric(2),
			late: 0.75, first: 10, last: 40},
		// As before, but pages with links form clusters.
		{name: "universities-clustered", table: universities, front: 0.46, links: geometric(2),
			late: 0.8, first: 10, last: 80, cluster: 10},
	} {
		sets = append(sets, set{name: e.name, world: e.world})
	}
	return sets
}

func (e ensemble) world(seed uint64) world {
	r := rand.New(rand.NewPCG(seed, streamEnsemble))
	var sizes []size
	for range tableRepeat {
		for _, row := range e.table {
			pages := row.pages * math.Exp(spread*r.NormFloat64())
			density := row.links / row.pages * math.Exp(spread*r.NormFloat64())
			sizes = append(sizes, size{max(minPages, math.Floor(pages)), max(minLinks, math.Floor(pages*density))})
		}
	}
	r.Shuffle(len(sizes), func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
	w := make(world, len(sizes))
	for i, s := range sizes {
		w[i] = e.site(r, int(s.pages), int(s.links))
	}
	return w
}

// site makes a site. It distributes the links over the pages.
func (e ensemble) site(r *rand.Rand, pages, links int) []sites.Page {
	w := make([]sites.Page, pages)
	quiet := 0.0
	if r.Float64() < e.late {
		quiet = min(e.first*math.Pow(e.last/e.first, r.Float64()), float64(pages)/2)
	}
	put := func(p int) {
		n := min(links, e.links(r))
		w[min(p, pages-1)].New += n
		links -= n
	}
	for links > 0 {
		p := int(quiet + float64((float64(pages)-quiet)*math.Pow(r.Float64(), 1/e.front)))
		if e.cluster == 0 {
			put(p)
			continue
		}
		n := 1 + int(r.ExpFloat64()*e.cluster)
		for k := 0; k < n && links > 0; k++ {
			put(p + r.IntN(2*n))
		}
	}
	return w
}

// delayed is a set of ten sites with 250 to 5000 pages whose first pages mislead. On average, one site in four has 15
// links on each of its first ten pages and 0.6 on each later one. The others have none on their first fifty pages and
// two on each later one.
func delayed() set {
	return set{name: "delayed", world: func(seed uint64) world {
		r := rand.New(rand.NewPCG(seed, streamDelayed))
		w := make(world, 10)
		for i := range w {
			w[i] = make([]sites.Page, int(250*math.Pow(20, r.Float64())))
			early := r.Float64() < 0.25
			for p := range w[i] {
				mean := 0.0
				switch {
				case early && p < 10:
					mean = 15
				case early:
					mean = 0.6
				case p >= 50:
					mean = 2
				}
				w[i][p].New = int(mean + r.Float64())
			}
		}
		return w
	}}
}

// pareto returns a source of random numbers from least on whose tail falls like 1/x^power.
func pareto(power, least float64) func(*rand.Rand) int {
	return func(r *rand.Rand) int {
		return int(min(maxHub, least*math.Pow(1-r.Float64(), -1/power)))
	}
}

// geometric returns a source of geometric random numbers from 1 on.
func geometric(mean float64) func(*rand.Rand) int {
	stop := math.Log(1 - 1/mean)
	return func(r *rand.Rand) int { return 1 + int(math.Log(1-r.Float64())/stop) }
}
