package stats

// WeakComponent sums up the weakly connected components: the largest sets of
// pages joined by arcs, whichever way these point (Wasserman and Faust, Social
// Network Analysis, 1994, 4.3).
type WeakComponent struct {
	Count int `json:"count"`
	// Largest is the number of pages of a largest component, LargestShare its
	// share of all pages.
	Largest      int     `json:"largest"`
	LargestShare float64 `json:"largest_share"`
}

// Region is a part of the bow-tie (Broder et al., "Graph structure in the
// Web", Computer Networks 33, 2000), bounded as by Yang, Zhuhadar and
// Nasraoui, "Bow-tie decomposition in directed graphs", FUSION 2011.
type Region uint8

// The regions; every page is in the first of them that fits.
//
//   - The core is a largest strong component; of several the one with the first
//     page.
//   - In are the pages that reach the core, out those it reaches.
//   - Tubes are reached from in and reach out, and so lie on a way past the core.
//   - Tendrils do one of the two: in reaches them, or they reach out.
//   - Disconnected are the others. They may hang on a tendril against the
//     direction of its arcs, or on nothing.
//
// Where the walk is complete and the graph whole, the start page reaches all
// pages: then none is disconnected, and when it is in the core only core and
// out have pages.
const (
	RegionCore Region = iota
	RegionIn
	RegionOut
	RegionTube
	RegionTendril
	RegionDisconnected
)

// String returns the region's name: core, in, out, tube, tendril or
// disconnected.
func (r Region) String() string {
	names := [...]string{"core", "in", "out", "tube", "tendril", "disconnected"}
	if int(r) >= len(names) {
		return "unknown"
	}
	return names[r]
}

// BowTie counts the pages of each region.
type BowTie struct {
	Core         int `json:"core"`
	In           int `json:"in"`
	Out          int `json:"out"`
	Tubes        int `json:"tubes"`
	Tendrils     int `json:"tendrils"`
	Disconnected int `json:"disconnected"`
}

// Return tells from where a visitor can come home by links alone.
type Return struct {
	// Pages can reach the start page, itself included; Share is their share
	// of all, 0 to 1.
	Pages int     `json:"pages"`
	Share float64 `json:"share"`
	// Levels gives the same for each level that has pages.
	Levels []ReturnLevel `json:"levels"`
	// LostAt is the level at which return is lost: the least from which on,
	// there and on all deeper levels, over half of the level's pages cannot
	// return. It is -1 when there is none.
	LostAt int `json:"lost_at_level"`
}

// ReturnLevel counts the pages of one level that can return, and their share
// of the level.
type ReturnLevel struct {
	Level int     `json:"level"`
	Pages int     `json:"pages"`
	Share float64 `json:"share"`
}

// Depth says what is seen within k clicks from the start page.
type Depth struct {
	// Continue are the chances q of the random surfers of the columns Visits
	// to follow one more link.
	Continue []float64 `json:"continue"`
	// Levels has one row a level that has pages, ascending.
	Levels []DepthLevel `json:"levels"`
}

// DepthLevel is what lies on a level or nearer to the start page, as shares of
// the whole site, 0 to 1.
type DepthLevel struct {
	Level int `json:"level"`
	// Pages is the share of the pages, Arcs that of the arcs whose both ends
	// lie within, self-loops included, and PageRank that of its sum.
	Pages    float64 `json:"pages"`
	Arcs     float64 `json:"arcs"`
	PageRank float64 `json:"pagerank"`
	// Visits is, for each surfer of [Depth], the share of the pages he sees
	// within, on average, of all he sees, repetitions counted. He begins on
	// the start page. On every page he goes on with the chance q, along one of
	// its arcs, all alike and self-loops among them, or else leaves the site;
	// from a page without arcs he always leaves. The expected numbers are
	// exact but for 1e-12 (after Baeza-Yates and Castillo, "Crawling the
	// infinite Web: five levels are enough", WAW 2004, with the site's graph
	// in place of their tree).
	Visits []float64 `json:"visits"`
}

// Method says how a number was computed that is too dear to compute exactly
// on large graphs.
type Method struct {
	// Name is "exact" or "sampled".
	Name string `json:"name"`
	// Samples and Seed say from how many pages, drawn with which seed; 0 if
	// exact.
	Samples int    `json:"samples,omitempty"`
	Seed    uint64 `json:"seed,omitempty"`
	// Error bounds or estimates the error of the values; ErrorIs says which
	// and in what unit. 0 if exact.
	Error   float64 `json:"error,omitempty"`
	ErrorIs string  `json:"error_is,omitempty"`
}

// Distances describes the shortest paths between all ordered pairs of
// different pages, counted in arcs. If sampled, they are the paths from the
// sampled pages to all others, and every number but Diameter estimates that of
// the whole.
type Distances struct {
	Method Method `json:"method"`
	// Reachable is the share of the pairs of which the second page can be
	// reached from the first, 0 to 1.
	Reachable float64 `json:"reachable"`
	// Mean is over the pairs that have a path; Median is the least distance
	// within which at least half of these pairs lie; both 0 without pairs
	// (Broder et al., 2000).
	Mean   float64 `json:"mean"`
	Median int     `json:"median"`
	// Effective is the least distance within which at least 90 % of these
	// pairs lie (Leskovec, Kleinberg and Faloutsos, ACM TKDD 1(1), 2007,
	// without interpolation).
	Effective int `json:"effective_diameter"`
	// Diameter is the greatest distance; a lower bound when sampled.
	Diameter int `json:"diameter"`
	// Distribution is [distance, pairs], ascending, without pairs that have no
	// path.
	Distribution [][2]int `json:"distribution"`
	// Harmonic lists the pages of greatest harmonic centrality: the mean over
	// all other pages of 1/distance from there, 0 without a path; 0 to 1
	// (Boldi and Vigna, Internet Mathematics 10, 2014).
	Harmonic []TopPage `json:"harmonic"`
}

// Dominators tells which pages others hang on: every path from the start page
// to those leads over them (Lengauer and Tarjan, ACM TOPLAS 1(1), 1979).
type Dominators struct {
	// Pages is the number of pages that cut off at least one other page when
	// they are lost, the start page not counted.
	Pages int `json:"pages"`
	// Top lists them by the number of pages they cut off, themselves not
	// counted, the start page not among them.
	Top []TopPage `json:"top"`
}
