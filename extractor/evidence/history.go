package evidence

import (
	"fmt"
	"iter"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

// Journal stores a site's records permanently and in order. An error from a journal stops the run.
type Journal interface {
	// Append adds either all records or none.
	Append(records [][]byte) error
	// Replay yields all records in order. The bytes are valid until the next one.
	Replay() iter.Seq2[[]byte, error]
	// Read returns a copy of record n, counted from 0.
	Read(n int) ([]byte, error)
}

// History is the information about a watched site for a policy. The pages to check are on a list, numbered from 0 in
// the order of joining.
type History struct {
	// Start is the time of the crawl. Rounds are the later iterations. The last one has no visits yet, because the
	// policy chooses its pages.
	Start  time.Time
	Rounds []Round
	// Others counts the URLs that are not pages: broken links, redirects, duplicates.
	Others int
	// A check takes about B seconds plus A for every character of the page's text.
	A, B float64
}

// Round is an iteration in a History.
type Round struct {
	At time.Time // its beginning
	// Joined has the sizes, in characters of text, of the pages that joined the list before it. If their text was not
	// counted by then, the size is the first count or an estimate from the bytes.
	Joined []int64
	// Left has the pages that left the list before it, because they are no longer in the graph.
	Left []int32
	// Hints has the hints of sitemaps about pages.
	Hints []Hint
	// Visits yields the results of the checks, by page.
	Visits iter.Seq[Visit]
}

// Hint is a sitemap's information about a page.
type Hint struct {
	Page  int32 // its number on the list
	Newer bool  // the page was modified after its last check
}

// Visit is a check of a page.
type Visit struct {
	Page    int32        // its number on the list
	Outcome CheckOutcome // the result
	// For CheckChanged: Size is the size of the text found. Difference is the amount of text added and removed since
	// the previous version. Both are in characters.
	Size, Difference int64
}

// CheckOutcome is the result of a check.
type CheckOutcome uint8

// The outcomes: another version of the page, the same version, no page, or no usable answer.
const (
	CheckChanged CheckOutcome = iota
	CheckSame
	CheckGone
	CheckFailed
)

// Summary returns the iterations for tables. a holds the differences between the graph and the last iteration's list.
func (w *watching) Summary(a Arrivals) []site.Iteration {
	all := make([]site.Iteration, len(w.Iterations))
	for i := range w.Iterations {
		it := &w.Iterations[i]
		s := &all[i]
		*s = site.Iteration{Number: it.Number, At: it.At, Policy: it.Policy, Planned: it.planned,
			Unchanged: len(it.same), Forbidden: it.forbidden, Outage: it.outage, Complete: it.Complete}
		for _, v := range it.visits {
			switch {
			case v.Outcome == CheckChanged && v.Difference > 0:
				s.Changed++
			case v.Outcome <= CheckSame: // or changed only in markup, or by no more than the site's noise
				s.Unchanged++
			case v.Outcome == CheckGone:
				s.Gone++
			default:
				s.Failed++
			}
		}
		s.Failed -= s.Forbidden
		s.Checked = s.Changed + s.Unchanged + s.Gone
		s.Added, s.Removed = len(a.Joined), len(a.Left)
		if i+1 < len(w.Iterations) {
			s.Added, s.Removed = w.Iterations[i+1].joined, len(w.Iterations[i+1].Left)
		}
	}
	return all
}

// WatchNotes returns notes for the user about the last iteration.
func (n *Known) WatchNotes() (notes []string) {
	if n.LastIteration() == 1 {
		return nil
	}
	it := n.Watching.Last()
	if it.outage {
		notes = append(notes, fmt.Sprintf("%d of the pages checked were gone at once: an outage is assumed, "+
			"and the graph shows them as last seen (if they are gone for good, run sitegraph watch --accept-gone)",
			len(it.suspect)))
	}
	if it.forbidden > 0 {
		notes = append(notes, fmt.Sprintf("robots.txt forbids %d of the %s to be checked: "+
			"the graph shows them as last seen", it.forbidden, wording.Count(it.planned, "page", "pages")))
	}
	if place := n.Place(n.Home(n.Newest)); place > 0 && n.Watching.Histories[place-1].gone > 0 {
		notes = append(notes, fmt.Sprintf("the home page was not found in the last %d checks of it: "+
			"the graph shows it as last seen; if the site has moved, crawl it at its new address",
			n.Watching.Histories[place-1].gone))
	}
	return notes
}

// Arrivals are the pages that join and leave the list, according to the graph.
type Arrivals struct {
	Joined []URLID // sorted
	Left   []int32
}

// TextSize is the size of a page. A plain crawl does not count characters.
type TextSize struct {
	Characters, Bytes int64 // characters of the text, bytes of the page
	Counted           bool  // whether the text was counted
}

// usualText is the number of text characters per byte of HTML. It serves until a page of the site has been counted.
const usualText = 0.1

func (a *Answer) textSize() TextSize {
	if a == nil {
		return TextSize{}
	}
	t := TextSize{Bytes: a.Bytes}
	if a.Version != nil {
		t.Characters, t.Counted = a.Version.Size, true
	}
	return t
}

// Characters returns the sizes of pages in characters. It estimates uncounted ones from their bytes, in the proportion
// of the counted pages.
func Characters(sizes []TextSize) []int64 {
	var all TextSize
	for _, s := range sizes {
		if s.Counted {
			all.Characters += s.Characters
			all.Bytes += s.Bytes
		}
	}
	share := usualText
	if all.Bytes > 0 {
		share = float64(all.Characters) / float64(all.Bytes)
	}
	texts := make([]int64, len(sizes))
	for page, s := range sizes {
		if texts[page] = s.Characters; !s.Counted {
			texts[page] = int64(share * float64(s.Bytes))
		}
	}
	return texts
}
