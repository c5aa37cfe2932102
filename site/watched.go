package site

import (
	"iter"
	"time"
)

// Watched is the history of a site that was crawled, and whose pages were checked again in iterations.
type Watched struct {
	Iterations []Iteration // the first is the crawl itself
	// Pages and Arcs say when each page, and each arc beside Graph.Targets, was seen.
	Pages, Arcs []Seen
	// Moments are the iterations as crawls with Graph and Watched.Iterations so far, each valid until the next one.
	Moments iter.Seq2[*Crawl, error]
	Belief  *Belief // of the policy; nil if it was not asked
}

// At is when an iteration began; zero if there is none.
func (w *Watched) At(iteration int32) (at time.Time) {
	if iteration >= 1 && int(iteration) <= len(w.Iterations) {
		at = w.Iterations[iteration-1].At
	}
	return at
}

// Iteration is one round of checks. Counts are of URLs.
type Iteration struct {
	Number int       // from 1, the crawl itself
	At     time.Time // when it began, in whole seconds
	Policy string    // the name of the policy that chose the pages; "" of the crawl itself
	// Planned counts the pages chosen, Checked those that answered: Changed, Unchanged (304, or equal content) and Gone
	// ones. Failed gave no answer, Forbidden were not requested, since robots.txt forbids them now.
	Planned, Checked, Changed, Unchanged, Gone, Failed, Forbidden int
	// Added and Removed count pages that joined or left the graph since the last iteration.
	Added, Removed int
	Outage         bool // so many pages were gone at once that none was believed to be
	Complete       bool // otherwise a later run finishes this iteration
}

// Seen is when a page or an arc was seen, in numbers of iterations; 0 is never. An arc is checked with its source.
type Seen struct {
	// First and Last found it there, Checked looked last. Changed last found another content, or weight of an arc, than
	// before; First, if none did.
	First, Last, Checked, Changed int32
	// Visits counts the fetches that found it there or gone, Changes those that found another content or weight.
	Visits, Changes int32
}

// Belief is what a policy believes of a site after its last iteration.
type Belief struct {
	Policy string // the name of the one that would choose the next checks
	// Chance is each page's probability to have changed since its last check, by the rates learnt from all checks.
	Chance []float64
	Next   []NextCheck // in order
}

// NextCheck is a page that the next iteration would check.
type NextCheck struct {
	Page int         // index in the graph
	Why  CheckReason // why it is on the list
	// Index is what the policy orders pages by, in its own unit, Age the iterations since the last check.
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
