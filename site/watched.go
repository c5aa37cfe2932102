package site

import (
	"iter"
	"time"
)

// Watched is the time in a crawl that was watched: a site was crawled, and its
// pages were checked again in iterations.
type Watched struct {
	Iterations []Iteration // in order; the first is the crawl itself
	// Pages and Arcs say when each page of the graph, and each arc beside Graph.Targets, was seen.
	Pages, Arcs []Seen
	// Moments are the graphs of all iterations, in order, each valid until the
	// next is asked for: crawls with Graph, and Watched.Iterations up to it.
	Moments iter.Seq2[*Crawl, error]
	Belief  *Belief // what the policy of the settings believes of the site; nil if it was not asked
}

// At is when an iteration began, by its number; zero if there is none.
func (w *Watched) At(iteration int32) (at time.Time) {
	if iteration >= 1 && int(iteration) <= len(w.Iterations) {
		at = w.Iterations[iteration-1].At
	}
	return at
}

// Iteration is one round of checks. Counts are of URLs.
type Iteration struct {
	Number int       // from 1, the crawl itself
	At     time.Time // when it began, in whole seconds; later than that of the one before
	Policy string    // the name of the policy that chose the pages; "" of the crawl itself
	// Planned are the pages chosen, Checked those of them that gave an answer:
	// Changed ones, Unchanged ones (304, or equal content) and Gone ones. Failed
	// gave none, Forbidden were not requested since robots.txt forbids it now.
	Planned, Checked, Changed, Unchanged, Gone, Failed, Forbidden int
	// Added and Removed are pages that joined the graph and left it since the iteration before.
	Added, Removed int
	Outage         bool // too many pages were gone at once, so none of them was believed to be
	Complete       bool // all was done; a later run finishes the last iteration if it is not
}

// Seen is when a page or an arc was seen, as numbers of iterations; 0 is never.
// An arc is checked when the page it leaves is.
type Seen struct {
	// First and Last are the iterations that first and last found it there, Checked the last that looked. Changed
	// is the last that found another content than before: First, if none did. Of an arc it is the last that found
	// another weight.
	First, Last, Checked, Changed int32
	// Visits counts the checks that found it there or gone, the first fetch
	// included; Changes counts those that found another content or weight.
	Visits, Changes int32
}

// Belief is what a policy believes of a site after its last iteration.
type Belief struct {
	Policy string // the name of the one that would choose the next checks
	// Chance is, for each page, the probability that it has changed since its
	// last check, by the rates of change learned from all checks.
	Chance []float64
	Next   []NextCheck // the pages that the next iteration would check, the first first
}

// NextCheck is a page that the next iteration would check.
type NextCheck struct {
	Page int         // its index in the graph
	Why  CheckReason // what brought it onto the list
	// Index is what the policy orders pages by, in a unit of its own, Age the
	// time since the last check in iterations.
	Index, Age float64
}

// CheckReason is why a page is checked.
type CheckReason string

const (
	CheckGone    CheckReason = "gone"    // the last check found it gone: is it?
	CheckWorth   CheckReason = "worth"   // the check is worth most, for the time it takes
	CheckScent   CheckReason = "scent"   // its scent is strongest
	CheckWaiting CheckReason = "waiting" // it has gone unchecked for the longest time
)

// Join adds the times of another link of the same arc.
func (s *Seen) Join(o Seen) {
	if s.First == 0 {
		*s = o
		return
	}
	s.First, s.Last, s.Checked = min(s.First, o.First), max(s.Last, o.Last), max(s.Checked, o.Checked)
	s.Changed = max(s.Changed, o.Changed)
	s.Visits, s.Changes = max(s.Visits, o.Visits), max(s.Changes, o.Changes)
}
