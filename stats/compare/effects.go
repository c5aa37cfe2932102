package compare

import (
	"iter"
	"math"
	"slices"
	"strings"

	"sitegraph/site"
)

// Effects are what changes do to a site, besides the difference between it and the site to come.
type Effects struct {
	Losses       []Loss         // the pages to which nothing leads any more
	Ranks        []RankChange   // by PageRank
	RankA, RankB []float64      // the PageRank of every page of A and of B
	Texts        map[int]string // the changes that losses and backlinks name, as written
	Backlinks    []Backlink     // from other sites; nil if none were asked for
}

// Backlink is a link of another site, or a URL that is known there.
type Backlink struct {
	Source, Target string // Source is the page that links, "" if that is not known
	Fate           Fate
	Status         int    // that the target answers then, 0 if it gives none or that is not known
	To             string // where it leads then, "" if nowhere else
	Change         int    // the number of the change that decides that, 0 if none does
}

// Fate is what becomes of a link from another site.
type Fate string

// The fates.
const (
	Breaks    Fate = "breaks"    // it leads nowhere any more
	Redirects Fate = "redirects" // it leads somewhere through a redirect
	Broken    Fate = "broken"    // it leads nowhere now, either
	Unknown   Fate = "unknown"   // it is unknown what is there
	Survives  Fate = "survives"  // it leads to a page or a file, as before
)

// Fates are all fates, in this order.
func Fates() []Fate { return []Fate{Breaks, Redirects, Broken, Unknown, Survives} }

// FateOf is the fate of a link to a URL by what a ledger has of it; nil is nothing.
func FateOf(e *site.Entry) Fate {
	if e == nil {
		return Unknown
	}
	switch e.State {
	case site.StatePage, site.StateDuplicate, site.StateRule, site.StateCanonical, site.StateNotHTML:
		return Survives
	case site.StateRedirect, site.StateBoth, site.StateRedirectOut:
		return Redirects
	case site.StateHop:
		if site.IsRedirect(e.Status) {
			return Redirects
		}
	case site.StateStatus, site.StateFailed, site.StateRedirectBad, site.StateRedirectLost, site.StateRefused,
		site.StateUnreachable:
		return Breaks
	}
	return Unknown
}

// CountBacklinks counts links from other sites by what becomes of them.
func (e *Effects) CountBacklinks() map[Fate]int {
	n := map[Fate]int{}
	for _, b := range e.Backlinks {
		n[b.Fate]++
	}
	return n
}

// LossesBy counts the pages that each change helped to take away, by number; 0: those with none known.
func (e *Effects) LossesBy() map[int]int {
	n := map[int]int{}
	for _, l := range e.Losses {
		if len(l.Changes) == 0 {
			n[0]++
		}
		for _, c := range l.Changes {
			n[c]++
		}
	}
	return n
}

// RankChange is a page of both crawls with its PageRank in each, or another measure.
type RankChange struct {
	A, B         State   // the page
	RankA, RankB float64 // its values
}

// Gain is what the page has more in B, less if it is negative.
func (r RankChange) Gain() float64 { return r.RankB - r.RankA }

// Ranks returns the pages of both crawls whose values a and b differ: the greatest change first, then by id.
func (d *Difference) Ranks(a, b []float64) (all []RankChange) {
	for i, j := range d.a.partner {
		if j != none && a[i] != b[j] {
			all = append(all, RankChange{d.a.state(uint32(i)), d.b.state(j), a[i], b[j]})
		}
	}
	return site.ByMost(all, func(r *RankChange) float64 { return math.Abs(r.Gain()) })
}

func (d *Difference) unreached(ledger iter.Seq2[site.Entry, error]) (pages []uint32, err error) {
	gone := map[string]bool{}
	for i, partner := range d.a.partner {
		if partner == none {
			gone[d.a.key(uint32(i))] = true
		}
	}
	for e, err := range ledger {
		if err != nil {
			return nil, err
		}
		delete(gone, strings.TrimPrefix(e.Key, d.b.origin))
	}
	for i, partner := range d.a.partner {
		if partner == none && gone[d.a.key(uint32(i))] {
			pages = append(pages, uint32(i))
		}
	}
	return pages, nil
}

// Loss is a page of A to which nothing leads in B.
type Loss struct {
	State
	// Changes are the numbers of those that took away what led there, sorted; none if that is not known.
	Changes []int `json:"lines"`
}

// Losses returns the pages of A to which nothing leads in B, by id: neither B nor its ledger has them. Took
// says which changes take away the arc between two pages of A, by normalized URL, unless nil. With an arc
// from a page that is lost too come the changes of that page. The error is that of the ledger.
func (d *Difference) Losses(ledger iter.Seq2[site.Entry, error], took func(source, target string) []int) ([]Loss,
	error) {
	lost, err := d.unreached(ledger)
	if err != nil {
		return nil, err
	}
	at := map[uint32]int{}
	all := make([]Loss, len(lost))
	for n, i := range lost {
		at[i], all[n].State = n, d.a.state(i)
	}
	if took == nil {
		return all, nil
	}
	leads := make([][]int, len(lost)) // from one that is lost to others
	for i := range d.a.graph.Pages {
		targets, _ := d.a.graph.Out(i)
		for _, j := range targets {
			n, is := at[j]
			if !is {
				continue
			}
			all[n].add(took(d.a.graph.Pages[i].Key, d.a.graph.Pages[j].Key))
			if m, is := at[uint32(i)]; is {
				leads[m] = append(leads[m], n)
			}
		}
	}
	spread(all, leads)
	return all, nil
}

// spread passes the changes of a lost page on to the pages that it linked to.
func spread(all []Loss, leads [][]int) {
	for waiting := site.UpTo[int](len(all)); len(waiting) > 0; {
		n := waiting[0]
		waiting = waiting[1:]
		for _, m := range leads[n] {
			if all[m].add(all[n].Changes) {
				waiting = append(waiting, m)
			}
		}
	}
}

func (l *Loss) add(changes []int) (added bool) {
	for _, c := range changes {
		if i, has := slices.BinarySearch(l.Changes, c); !has {
			l.Changes, added = slices.Insert(l.Changes, i, c), true
		}
	}
	return added
}
