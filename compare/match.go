package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"sitegraph/site"
)

// none stands for the page that a page of the other crawl has no match with.
const none = math.MaxUint32

// version is one of the two crawls with what is asked of it again and again.
type version struct {
	graph   *site.Graph
	origin  string
	in      []int    // in-degrees
	partner []uint32 // the same page in the other crawl, or none
}

func newVersion(c *site.Crawl) *version {
	v := &version{graph: c.Graph, origin: c.Site, in: c.Graph.InDegrees(), partner: make([]uint32, len(c.Graph.Pages))}
	for i := range v.partner {
		v.partner[i] = none
	}
	return v
}

// key is what identifies page i in both crawls: its key without the origin.
func (v *version) key(i uint32) string {
	return strings.TrimPrefix(v.graph.Pages[i].Key, v.origin)
}

// hash returns the content of page i.
func (v *version) hash(i uint32) string { return v.graph.Pages[i].Hash }

// match finds the pages that are in both: by key, then, if contents can be
// compared, by content.
func match(a, b *version, byContent bool) {
	pair(a, b, a.sorted(a.key), b.sorted(b.key), (*version).key)
	if byContent {
		pair(a, b, a.unmatchedContents(), b.unmatchedContents(), (*version).hash)
	}
}

// pair joins the pages of two lists that have the same name. Both lists are
// sorted by name and have no name twice.
func pair(a, b *version, left, right []uint32, name func(*version, uint32) string) {
	for len(left) > 0 && len(right) > 0 {
		i, j := left[0], right[0]
		switch c := strings.Compare(name(a, i), name(b, j)); {
		case c < 0:
			left = left[1:]
		case c > 0:
			right = right[1:]
		default:
			a.partner[i], b.partner[j] = j, i
			left, right = left[1:], right[1:]
		}
	}
}

// sorted returns all pages by name.
func (v *version) sorted(name func(uint32) string) []uint32 {
	order := make([]uint32, len(v.graph.Pages))
	for i := range order {
		order[i] = uint32(i)
	}
	v.sort(order, name)
	return order
}

func (v *version) sort(pages []uint32, name func(uint32) string) {
	slices.SortFunc(pages, func(i, j uint32) int {
		return cmp.Or(strings.Compare(name(i), name(j)), cmp.Compare(i, j))
	})
}

// unmatchedContents returns the pages without partner whose content no other
// of them has, by content.
func (v *version) unmatchedContents() []uint32 {
	var pages []uint32
	for i, partner := range v.partner {
		if partner == none && v.hash(uint32(i)) != "" {
			pages = append(pages, uint32(i))
		}
	}
	v.sort(pages, v.hash)
	unique := pages[:0]
	for from := 0; from < len(pages); {
		to := from + 1
		for to < len(pages) && v.hash(pages[to]) == v.hash(pages[from]) {
			to++
		}
		if to == from+1 {
			unique = append(unique, pages[from])
		}
		from = to
	}
	return unique
}
