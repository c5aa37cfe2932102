package stats

import "sitegraph/site"

// Summary is the numbers of one site, as written to stats.json. Shares,
// means, densities and PageRank values have at most nine significant digits;
// no number is ever NaN or infinite, a mean or share of nothing is 0. Degrees
// count arcs, self-loops included.
type Summary struct {
	// Site is the origin.
	Site string `json:"site"`
	// Ended says how the crawl ended; unless it is Complete the numbers are
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
	Sinks int `json:"sinks"`
	// ExternalLinks counts the links to other sites.
	ExternalLinks ExternalLinks `json:"external_links"`
	// Levels is ascending, without the levels that have no page.
	Levels []Level `json:"levels"`

	// The other measures of the graph; each type has the definition.
	InDegree   Degrees         `json:"in_degree"`
	OutDegree  Degrees         `json:"out_degree"`
	Components StrongComponent `json:"scc"`
	Weak       WeakComponent   `json:"weak"`
	BowTie     BowTie          `json:"bow_tie"`
	Return     Return          `json:"return"`
	Depth      Depth           `json:"depth"`
	Distances  Distances       `json:"distances"`
	Dominators Dominators      `json:"dominators"`

	// Centrality and cohesion.
	PageRank      PageRankSummary    `json:"pagerank"`
	HITS          HITSSummary        `json:"hits"`
	Betweenness   BetweennessSummary `json:"betweenness"`
	Cores         Cores              `json:"cores"`
	Clustering    Clustering         `json:"clustering"`
	Assortativity Assortativity      `json:"assortativity"`
	JointDegree   []JointDegree      `json:"joint_degree"`

	// Groups of pages, patterns of URLs, and kinds of problems that occur.
	Communities Communities `json:"communities"`
	Directories Directories `json:"directories"`
	Templates   []Template  `json:"templates"`
	Parameters  []Parameter `json:"parameters"`
	Problems    []Problem   `json:"problems"`

	// States counts the URLs of the ledger by their state.
	States map[site.State]int `json:"states"`
}

// ExternalLinks counts the links to other sites, with multiplicity: on all
// pages, and per page.
type ExternalLinks struct {
	Total int     `json:"total"` // on all pages
	Mean  float64 `json:"mean"`  // per page
}
