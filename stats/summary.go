package stats

import "sitegraph/site"

// Summary is the numbers of one site, as written to stats.json. Shares,
// means, densities and PageRank values have at most nine significant digits;
// no number is ever NaN or infinite, a mean or share of nothing is 0. Degrees
// count arcs, self-loops included.
type Summary struct {
	// Site is the origin.
	Site string `json:"site"`
	// Ended says how the walk ended; unless it is Complete the numbers are
	// those of the part seen.
	Ended    string `json:"ended"`
	Complete bool   `json:"complete"`
	// Pages is the number of nodes, Links the number of links between them
	// (the sum of the arcs' weights), Arcs the number of unique ordered pairs
	// and SelfLoops that of the arcs from a page to itself.
	Pages     int `json:"pages"`
	Links     int `json:"links"`
	Arcs      int `json:"arcs"`
	SelfLoops int `json:"self_loops"`
	// Density is the arcs without self-loops over n(n-1), the most there
	// could be (Wasserman and Faust, Social Network Analysis, 1994, 4.3).
	Density float64 `json:"density"`
	// Reciprocity is the share of the arcs without self-loops whose reverse
	// is an arc too (Garlaschelli and Loffredo, Phys. Rev. Lett. 93, 268701,
	// 2004, formula 1).
	Reciprocity float64 `json:"reciprocity"`
	// Sinks is the number of pages without an arc to another page.
	Sinks         int           `json:"sinks"`
	ExternalLinks ExternalLinks `json:"external_links"`
	// Levels is ascending, without the levels that have no page.
	Levels     []Level         `json:"levels"`
	InDegree   Degrees         `json:"in_degree"`
	OutDegree  Degrees         `json:"out_degree"`
	Components StrongComponent `json:"scc"`
	Weak       WeakComponent   `json:"weak"`
	BowTie     BowTie          `json:"bow_tie"`
	Return     Return          `json:"return"`
	Depth      Depth           `json:"depth"`
	Distances  Distances       `json:"distances"`
	Dominators Dominators      `json:"dominators"`

	PageRank      PageRankSummary    `json:"pagerank"`
	HITS          HITSSummary        `json:"hits"`
	Betweenness   BetweennessSummary `json:"betweenness"`
	Cores         Cores              `json:"cores"`
	Clustering    Clustering         `json:"clustering"`
	Assortativity Assortativity      `json:"assortativity"`
	JointDegree   []JointDegree      `json:"joint_degree"`

	Communities Communities `json:"communities"`
	Directories Directories `json:"directories"`
	Templates   []Template  `json:"templates"`
	Parameters  []Parameter `json:"parameters"`
	Problems    []Problem   `json:"problems"`

	States map[site.State]int `json:"states"`
}

// ExternalLinks counts the links to other sites, with multiplicity: on all
// pages, and per page.
type ExternalLinks struct {
	Total int     `json:"total"`
	Mean  float64 `json:"mean"`
}

// Level is one level of the site: a page's level is the least number of arcs
// from the start page to it (Pechnikov and Lankin, 2016).
type Level struct {
	Level int `json:"level"`
	Pages int `json:"pages"`
	// CumulativeShare is the share of all pages at this level or above it
	// (nearer to the start page).
	CumulativeShare float64 `json:"cumulative_share"`
}

// Degrees describes the in- or out-degrees of all pages, in arcs.
type Degrees struct {
	Mean float64 `json:"mean"`
	// Median is the middle degree; for an even number of pages, the mean of
	// the two in the middle.
	Median float64 `json:"median"`
	Max    int     `json:"max"`
	// Gini is the inequality of the degrees, 0 (all equal) to 1 (Gini 1912).
	Gini float64 `json:"gini"`
	// PowerLaw is the fit to the degrees above 0, Bins the same degrees in
	// bins of growing width.
	PowerLaw PowerLaw    `json:"power_law"`
	Bins     []DegreeBin `json:"bins"`
	// Distribution holds [degree, number of pages with it], ascending,
	// without the degrees no page has.
	Distribution [][2]int `json:"distribution"`
	// Top is the pages of greatest degree, see [TopPage].
	Top []TopPage `json:"top"`
}

// StrongComponent sums up the strongly connected components: the largest sets
// of pages in which each page can be reached from each other by arcs (Tarjan,
// SIAM J. Comput. 1(2), 1972).
type StrongComponent struct {
	Count int `json:"count"`
	// Largest is the number of pages of a largest component, LargestShare
	// its share of all pages.
	Largest      int     `json:"largest"`
	LargestShare float64 `json:"largest_share"`
	// HomeInLargest tells whether the start page's component is of that size.
	HomeInLargest bool `json:"home_in_largest"`
}

// PageRankSummary tells how PageRank was computed, see [PageRank], and the
// pages with the greatest values.
type PageRankSummary struct {
	Damping    float64   `json:"damping"`
	Tolerance  float64   `json:"tolerance"`
	Iterations int       `json:"iterations"`
	Top        []TopPage `json:"top"`
}

// TopPage is one of the at most ten pages with the greatest value, a PageRank
// or a degree. Lists of them are descending by value as written, equal values
// ascending by id.
type TopPage struct {
	// ID is the page's id in all files, from 1.
	ID    int     `json:"id"`
	URL   string  `json:"url"`
	Title string  `json:"title"`
	Value float64 `json:"value"`
}
