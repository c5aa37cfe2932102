package page

import (
	"fmt"
	"math"
	"slices"
)

// standing is what is known of a page.
type standing uint8

const (
	unread standing = iota
	read
	gone // vanished or forbidden

	standings = 3
)

// book keeps what every policy knows of every page.
type book struct {
	standing []standing
	asked    []bool
	count    [standings]int
	now      float64
	scratch  []uint32
}

func (b *book) len() int { return len(b.standing) }

// live returns the number of pages that are read or may be.
func (b *book) live() int { return b.count[unread] + b.count[read] }

// add enters a page; it tells whether it is new.
func (b *book) add(page uint32, at float64) (added bool, err error) {
	switch {
	case int(page) < b.len():
		return false, b.tick(at)
	case int(page) > b.len():
		return false, fmt.Errorf("page %d discovered before page %d; pages are numbered in the order of discovery", page, b.len())
	case page == math.MaxUint32:
		return false, fmt.Errorf("more than %d pages", page)
	}
	if err := b.tick(at); err != nil {
		return false, err
	}
	b.standing = append(b.standing, unread)
	b.asked = append(b.asked, false)
	b.count[unread]++
	return true, nil
}

// tick moves the clock on.
func (b *book) tick(at float64) error {
	if math.IsNaN(at) || math.IsInf(at, 0) {
		return fmt.Errorf("%v is no time", at)
	}
	b.now = max(b.now, at)
	return nil
}

// check looks at what a caller tells of a page.
func (b *book) check(page uint32, links []uint32, at float64) error {
	if int(page) >= b.len() {
		return fmt.Errorf("page %d was never discovered", page)
	}
	for _, t := range links {
		if int(t) >= b.len() {
			return fmt.Errorf("page %d links to page %d, which was never discovered", page, t)
		}
	}
	return b.tick(at)
}

// set changes the standing of a page; it is not asked for any longer.
func (b *book) set(page uint32, s standing) {
	b.count[b.standing[page]]--
	b.count[s]++
	b.standing[page] = s
	b.asked[page] = false
}

// distinct returns the links sorted, each once, in a slice that is good until the
// next call.
func (b *book) distinct(links []uint32) []uint32 {
	b.scratch = append(b.scratch[:0], links...)
	slices.Sort(b.scratch)
	return slices.Compact(b.scratch)
}
