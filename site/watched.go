package site

import (
	"iter"
	"time"
)

// Watched is the history of a site after a crawl and iterations that checked its pages again.
type Watched struct {
	Iterations []Iteration // the first is the crawl itself
	// Pages says when each page was seen, and Arcs says it for each arc, parallel to Graph.Targets.
	Pages, Arcs []Seen
	// Moments has the iterations as crawls with Graph and the Watched.Iterations so far. Each is valid until the next.
	Moments iter.Seq2[*Crawl, error]
	Belief  *Belief // what the policy believes; nil if not requested
}

// At returns the beginning of an iteration, or the zero time if there is no such iteration.
func (w *Watched) At(iteration int32) (at time.Time) {
	if iteration >= 1 && int(iteration) <= len(w.Iterations) {
		at = w.Iterations[iteration-1].At
	}
	return at
}

// Iteration is one round of checks. Its counts are of URLs.
type Iteration struct {
	Number int       // from 1, which is the crawl itself
	At     time.Time // its beginning, in whole seconds
	Policy string    // the name of the policy that chose the pages; "" for the crawl itself
	// Planned counts the chosen pages. Checked are those that answered: Changed, Unchanged (304 or equal content) and
	// Gone. Failed pages gave no answer. Forbidden ones were not requested because robots.txt now forbids them.
	Planned, Checked, Changed, Unchanged, Gone, Failed, Forbidden int
	// Added and Removed count the pages that joined or left the graph since the previous iteration.
	Added, Removed int
	Outage         bool // too many pages were gone at once to be believed
	Complete       bool // if false, a later run finishes this iteration
}

// Seen says when a page or an arc was seen, as iteration numbers; 0 means never. An arc is checked with its source.
type Seen struct {
	// First and Last found it. Checked is the last check. Changed is the last to find new content, or another weight of
	// an arc; if none did, it equals First.
	First, Last, Checked, Changed int32
	// Visits counts the fetches that found it present or gone, Changes those that found new content or another weight.
	Visits, Changes int32
}

// Belief is the state of a policy's beliefs about a site after its last iteration.
type Belief struct {
	Policy string // the name of the policy that would choose the next checks
	// Chance is the probability that each page has changed since its last check, by the rates learnt from all checks.
	Chance []float64
	Next   []NextCheck // in order
}

// NextCheck is a page that the next iteration would check.
type NextCheck struct {
	Page int         // index in the graph
	Why  CheckReason // the reason
	// Index is the value by which the policy orders pages, in its own unit. Age counts iterations since the last check.
	Index, Age float64
}

// CheckReason is the reason for checking a page.
type CheckReason string

const (
	CheckGone    CheckReason = "gone"    // the last check found the page gone; this one verifies it
	CheckWorth   CheckReason = "worth"   // this check is worth most for the time it takes
	CheckScent   CheckReason = "scent"   // the page has the strongest scent
	CheckWaiting CheckReason = "waiting" // the page has waited longest for a check
)

// Join merges the times of another link of the same arc.
func (s *Seen) Join(o Seen) {
	if s.First == 0 {
		*s = o
		return
	}
	s.First, s.Last, s.Checked = min(s.First, o.First), max(s.Last, o.Last), max(s.Checked, o.Checked)
	s.Changed = max(s.Changed, o.Changed)
	s.Visits, s.Changes = max(s.Visits, o.Visits), max(s.Changes, o.Changes)
}
