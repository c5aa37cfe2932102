package compare

import (
	"iter"
	"math"
	"slices"
	"strings"

	"sitegraph/site"
)

// Effects are the consequences of changes to a site, besides the difference between it and its forecast.
type Effects struct {
	Losses       []Loss         // the pages that no link reaches any more
	Ranks        []RankChange   // by PageRank
	RankA, RankB []float64      // the PageRank of every page of A and of B
	Texts        map[int]string // the changes that losses and backlinks refer to, as written
	Backlinks    []Backlink     // links from other sites; nil if none were given
}

// Backlink is a link from another site, or a URL known there.
type Backlink struct {
	Source, Target string // Source is the linking page, "" if unknown
	Fate           Fate
	Status         int    // the target's status after the changes; 0 if it gives none or that is unknown
	To             string // the new destination; "" if there is none
	Change         int    // the number of the change that causes this; 0 if none does
}

// Fate is the effect on a link from another site.
type Fate string

// The fates.
const (
	Breaks    Fate = "breaks"    // it no longer leads anywhere
	Redirects Fate = "redirects" // it leads somewhere through a redirect
	Broken    Fate = "broken"    // it leads nowhere even now
	Unknown   Fate = "unknown"   // its target is unknown
	Survives  Fate = "survives"  // it still leads to a page or a file
)

// Fates returns all fates, in this order.
func Fates() []Fate { return []Fate{Breaks, Redirects, Broken, Unknown, Survives} }

// FateOf returns the fate of a link to a URL with the row e in a ledger, or nil if there is no row.
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

// CountBacklinks counts the links from other sites by fate.
func (e *Effects) CountBacklinks() map[Fate]int {
	n := map[Fate]int{}
	for _, b := range e.Backlinks {
		n[b.Fate]++
	}
	return n
}

// LossesBy counts the pages that each change helped to remove, by its number. 0 counts the pages without a known cause.
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

// RankChange is a page of both crawls with its PageRank, or another measure, in each.
type RankChange struct {
	A, B         State   // the page
	RankA, RankB float64 // the values
}

// Gain returns the increase from A to B, negative for a decrease.
func (r RankChange) Gain() float64 { return r.RankB - r.RankA }

// Ranks returns the pages of both crawls with different values a and b, by falling change, then by id.
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

// Loss is a page of A that no link reaches in B.
type Loss struct {
	State
	// Changes are the numbers of the changes that removed the ways to it, sorted; empty if unknown.
	Changes []int `json:"lines"`
}

// Losses returns the pages of A that neither B nor its ledger has, because no link reaches them, by id. Unless nil,
// took returns the changes that remove the arc between two pages of A, given by normalized URL. If the source of such
// an arc is also lost, the changes that removed it count too. Errors come from the ledger.
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
	leads := make([][]int, len(lost)) // from each lost page to other lost pages
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

// spread passes the changes of a lost page on to the pages it linked to.
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
