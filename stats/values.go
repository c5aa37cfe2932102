package stats

import "iter"

// Analysis is everything computed of a site: the numbers of the whole, and
// those of each page.
type Analysis struct {
	Summary
	Values Values
	finder *finder // what Occurrences reads
}

// Occurrences yields the places of the problems, at most so many of each kind,
// or all if each is 0: by kind in the order of Summary.Problems, then by page
// or URL. Most are found again whenever they are read, so that memory does not
// grow with them; a sequence that meets an error yields it and ends.
func (a *Analysis) Occurrences(each int) iter.Seq2[Occurrence, error] {
	if a.finder == nil {
		return func(func(Occurrence, error) bool) {}
	}
	return a.finder.occurrences(each)
}

// Values holds the numbers of the single pages, one entry a page in page
// order.
type Values struct {
	// PageRank sums to 1, see [PageRank].
	PageRank []float64
	// Hub and Authority each have the length 1, see [HITS].
	Hub, Authority []float64
	// Betweenness is the share of the pairs of other pages whose shortest
	// paths lead over the page, 0 to 1.
	Betweenness []float64
	// Harmonic is the mean of 1/distance from all other pages, 0 to 1.
	Harmonic []float64
	// Clustering is the share of the pairs of neighbours that are neighbours
	// of each other, 0 to 1.
	Clustering []float64
	// Core is the greatest k such that the page is in the k-core.
	Core []int32
	// Community, Component and Directory are places in
	// Summary.Communities.List, the strong components by first page, and
	// Summary.Directories.List.
	Community, Component, Directory []int32
	// Region is the page's place in the bow-tie.
	Region []Region
	// Home tells whether one can return to the start page from the page.
	Home []bool
	// Dominator is the page that every way from the start page passes last
	// before this one, -1 for the start page and pages it does not reach.
	Dominator []int32
	// CutOff counts the pages that cannot be reached any more, from the start
	// page, when this one is lost; itself not counted.
	CutOff []int32
}
