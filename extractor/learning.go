package extractor

import (
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/identity"
	"sitegraph/site"
)

// learning is the state of key stable in a walk, apart from evidence.
type learning struct {
	known   *evidence.Known
	same    *identity.Identity // identifies pages; nil for other keys
	lessons int                // number of times it has learnt
	yields  *identity.Yields   // number of pages from each shape of URL
	counted yieldsSoFar        // the input that yields has counted
}

const minPortion = 64

// portionOf returns the size of the next portion after a number of answers: a quarter of them, later half of them. So
// all portions together cost only a few passes over the answers.
func portionOf(answers int) int {
	if answers < 4096 {
		return answers / 4
	}
	return answers / 2
}

type yieldsSoFar struct {
	classes []int32              // the classes used
	seen    map[site.Digest]bool // classes with a page
	closed  int                  // number of portions counted
}

// countYields counts the yield of each shape, portion by portion. It starts over if the classes of earlier pages have
// changed.
func (l *learning) countYields() error {
	n, c := l.known, &l.counted
	now := l.same.Classes
	if before := len(c.classes); c.seen == nil || len(now) < before || !slices.Equal(c.classes, now[:before]) {
		*c = yieldsSoFar{seen: map[site.Digest]bool{}}
		l.yields.Reset()
	}
	for ; c.closed < len(n.Portions); c.closed++ {
		for _, key := range n.Portions[c.closed] {
			if a := n.Answer(key); a == nil || a.Outcome == evidence.OutForbidden {
				continue
			}
			fresh := false
			if l.same.IsPage(key) {
				class, _ := l.same.Class(key)
				fresh = !c.seen[class]
				c.seen[class] = true
			}
			l.yields.Count(key, fresh)
		}
		l.yields.Close()
	}
	c.classes = now
	l.yields.Pool()
	return l.yields.FindBarren(l.same)
}

// countPortions counts, epoch by epoch, the yield of the URLs committed up to a number. With all, the last epoch may be
// unfinished. The end of a depth after the commit with that number only counts if again is set.
func (l *learning) countPortions(number int, again, all bool) error {
	l.known.Portions = nil
	var e epochs
	e.next = minPortion
	var portion []evidence.URLID
	end := func() {
		l.known.Portions = append(l.known.Portions, l.known.URLs.Distinct(portion))
		portion = nil
	}
	for _, c := range l.known.Commits {
		if c.Number > number {
			break
		}
		if c.Kind == evidence.OfDepth && (c.Number < number || again) && e.countDepth() {
			end()
		}
		if c.Kind != evidence.OfAnswer || c.Key == evidence.NoURL {
			continue
		}
		if l.known.Of.Get(c.Key) != 0 {
			portion = append(portion, c.Key)
		}
		if e.count() {
			end()
		}
	}
	if all && len(portion) > 0 {
		end()
	}
	return l.countYields()
}

// A site that refuses requests sends the same page for every URL, even the home page, and often with status 200. So if
// unrelated kinds of URL give the same page without links into the site, the home page is requested again. If it also
// gives this page, they are refusals.

// homeDue returns the home page and whether it must be requested again.
func (l *learning) homeDue() (home evidence.URLID, due bool) {
	home = l.same.Home()
	checks := 0
	for _, t := range l.known.Twins {
		if t.Key == home {
			checks++
		}
	}
	a := l.known.Answer(home)
	return home, l.same.Suspect && checks < identity.HomeChecks && a != nil && a.Outcome == evidence.OutPage
}
