package stats

// DegreeBin counts the pages with a degree in [From, To], and how many that
// are per degree of the bin and page of the site.
type DegreeBin struct {
	From    int     `json:"from"`
	To      int     `json:"to"`
	Pages   int     `json:"pages"`
	Density float64 `json:"density"`
}

// PowerLaw is the discrete power law p(k) ~ k^-alpha, k >= xmin, that fits the
// degrees best (Clauset, Shalizi and Newman, SIAM Review 51(4), 2009).
type PowerLaw struct {
	// Verdict is "plausible", "rejected" or "too few" (pages to tell).
	Verdict string `json:"verdict"`
	// Alpha is the exponent and AlphaError its standard error, XMin the least
	// degree of the tail and Tail the pages in it. All 0 if too few.
	Alpha      float64 `json:"alpha"`
	AlphaError float64 `json:"alpha_error"`
	XMin       int     `json:"xmin"`
	Tail       int     `json:"tail"`
	// KS is the greatest distance between the distributions, P the share of
	// Samples synthetic sets that fit worse; below 0.1 the law is rejected.
	KS      float64 `json:"ks"`
	P       float64 `json:"p"`
	Samples int     `json:"samples"`
	Seed    uint64  `json:"seed"`
}

// Assortativity are the correlations of the degrees at the two ends of the
// arcs, self-loops left out, -1 to 1 (Newman, Phys. Rev. E 67, 026126, 2003);
// 0 where a degree does not vary. OutIn is that of the source's out-degree and
// the target's in-degree.
type Assortativity struct {
	OutIn  float64 `json:"out_in"`
	OutOut float64 `json:"out_out"`
	InIn   float64 `json:"in_in"`
	InOut  float64 `json:"in_out"`
}

// JointDegree counts the pages with an in-degree and an out-degree in two
// bins; the bins are 0, 1, 2-3, 4-7, ... and are named by their least degree.
type JointDegree struct {
	In    int `json:"in"`
	Out   int `json:"out"`
	Pages int `json:"pages"`
}

// HITSSummary tells how HITS was computed, see [HITS], and its greatest
// values.
type HITSSummary struct {
	Iterations int     `json:"iterations"`
	Tolerance  float64 `json:"tolerance"`
	// Converged tells whether the change got below the tolerance before the
	// iterations were ended at 1,000.
	Converged   bool      `json:"converged"`
	Hubs        []TopPage `json:"hubs"`
	Authorities []TopPage `json:"authorities"`
}

// BetweennessSummary tells how betweenness was computed and its greatest
// values.
type BetweennessSummary struct {
	Method Method    `json:"method"`
	Top    []TopPage `json:"top"`
}

// Cores describes the k-cores of the graph without directions (Seidman,
// Social Networks 5, 1983).
type Cores struct {
	// Max is the greatest k with a k-core, InMax the pages in it.
	Max   int `json:"max"`
	InMax int `json:"in_max"`
	// Distribution is [core number, pages], ascending.
	Distribution [][2]int `json:"distribution"`
}

// Clustering describes triangles in the graph without directions: Global is
// the share of the paths of two steps whose ends are neighbours, Mean the mean
// of the pages' own shares (Watts and Strogatz, Nature 393, 1998), pages with
// fewer than two neighbours counted as 0.
type Clustering struct {
	Global float64 `json:"global"`
	Mean   float64 `json:"mean"`
}
