package stats

// WeakComponent sums up the weakly connected components: sets of pages joined
// by arcs, whichever way these point.
type WeakComponent struct {
	Count        int     `json:"count"`
	Largest      int     `json:"largest"`
	LargestShare float64 `json:"largest_share"`
}

// Region is a part of the bow-tie (Broder et al., "Graph structure in the
// Web", Computer Networks 33, 2000).
type Region uint8

// The regions. The core is a largest strong component (of several the one
// with the first page); in reaches it, out is reached from it, tubes lead from
// in to out past it, tendrils hang on in or out, and disconnected is the rest.
const (
	RegionCore Region = iota
	RegionIn
	RegionOut
	RegionTube
	RegionTendril
	RegionDisconnected
)

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
	// Pages can reach the start page; Share is their share of all.
	Pages int     `json:"pages"`
	Share float64 `json:"share"`
	// Levels gives the same for each level that has pages.
	Levels []ReturnLevel `json:"levels"`
	// LostAt is the first level from which on most pages (over half of the
	// level) cannot return, -1 when there is none.
	LostAt int `json:"lost_at_level"`
}

// ReturnLevel is one level of [Return].
type ReturnLevel struct {
	Level int     `json:"level"`
	Pages int     `json:"pages"`
	Share float64 `json:"share"`
}

// Depth says what is seen within k clicks from the start page.
type Depth struct {
	// Continue are the chances that the random surfers of the columns Visits
	// follow one more link.
	Continue []float64 `json:"continue"`
	// Levels has one row a level, all shares cumulative.
	Levels []DepthLevel `json:"levels"`
}

// DepthLevel is what lies within a level: the share of the pages, of the arcs
// (those between pages within the level), of the sum of PageRank, and of the
// visits of each random surfer of [Depth] (Baeza-Yates and Castillo,
// "Crawling the infinite web: five levels are enough", 2004).
type DepthLevel struct {
	Level    int       `json:"level"`
	Pages    float64   `json:"pages"`
	Arcs     float64   `json:"arcs"`
	PageRank float64   `json:"pagerank"`
	Visits   []float64 `json:"visits"`
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
// different pages, counted in arcs.
type Distances struct {
	Method Method `json:"method"`
	// Reachable is the share of the pairs between which there is a path.
	Reachable float64 `json:"reachable"`
	// Mean and Median are over the pairs that have a path.
	Mean   float64 `json:"mean"`
	Median int     `json:"median"`
	// Effective is the distance within which 90 % of these pairs lie.
	Effective int `json:"effective_diameter"`
	// Diameter is the greatest distance; a lower bound when sampled.
	Diameter int `json:"diameter"`
	// Distribution is [distance, pairs], ascending; estimates when sampled.
	Distribution [][2]int `json:"distribution"`
	// Harmonic lists the pages of greatest harmonic centrality.
	Harmonic []TopPage `json:"harmonic"`
}

// Dominators tells which pages others hang on: all ways to those lead over
// them.
type Dominators struct {
	// Pages cut off at least one other page when they are lost, the start
	// page not counted.
	Pages int `json:"pages"`
	// Top lists them by the number of pages they cut off, the start page not
	// among them.
	Top []TopPage `json:"top"`
}
