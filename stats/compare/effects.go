package compare

// Effects are what changes do to a site, beside the difference between it and the site to come.
type Effects struct {
	Losses []Loss       // the pages to which nothing leads any more
	Ranks  []RankChange // by PageRank
	// RankA and RankB are the PageRank of every page of A and of B.
	RankA, RankB []float64
	// Texts are the changes that losses and backlinks name, as written.
	Texts map[int]string
	// Backlinks are the links from other sites with what becomes of them; nil if none were asked for.
	Backlinks []Backlink
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

// CountBacklinks counts links from other sites by what becomes of them.
func (e *Effects) CountBacklinks() map[Fate]int {
	n := map[Fate]int{}
	for _, b := range e.Backlinks {
		n[b.Fate]++
	}
	return n
}

// LossesBy counts the pages that each change took part in taking away, by its number; 0 counts those that no change
// is known.
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
