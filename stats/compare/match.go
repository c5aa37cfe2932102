package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"sitegraph/site"
)

// none represents the page that a page of the other crawl has no match with.
const none = math.MaxUint32

// version is one of the two crawls with what is asked of it again and again.
type version struct {
	graph   *site.Graph
	origin  string
	in      []int    // in-degrees
	partner []uint32 // the same page in the other crawl, or none
}

func newVersion(c *site.Crawl) *version {
	partner := slices.Repeat([]uint32{none}, len(c.Graph.Pages))
	return &version{graph: c.Graph, origin: c.Site, in: c.Graph.InDegrees(), partner: partner}
}

// ofSites reports whether both crawls are of one site each, not of the many that agents search.
func ofSites(a, b *site.Crawl) bool { return a.Searched == nil && b.Searched == nil }

// key is what identifies page i in both crawls: its normalized URL without the origin.
func (v *version) key(i uint32) string { return strings.TrimPrefix(v.graph.Pages[i].Key, v.origin) }

func (v *version) hash(i uint32) string { return v.graph.Pages[i].Hash }

// match finds the other pages that are in both: by key, then, if contents can be compared, by content.
func match(a, b *version, o Options) {
	pair(a, b, a.sorted(a.key, a.alone), b.sorted(b.key, b.alone), (*version).key)
	if !o.IgnoreContent {
		pair(a, b, a.unmatchedContents(), b.unmatchedContents(), (*version).hash)
	}
}

func (v *version) alone(i uint32) bool { return v.partner[i] == none }

// pairMoved joins the pages known to have moved, and maps their URLs in A to those in B. A page of A whose
// place is taken by another gets a name that is no URL.
func pairMoved(a, b *version, moved func(key string) (to string, ok bool)) (urls map[string]string) {
	at := make(map[string]uint32, len(b.partner))
	for i := range b.graph.Pages {
		at[b.graph.Pages[i].Key] = uint32(i)
	}
	urls = map[string]string{}
	for i := range a.graph.Pages {
		from := &a.graph.Pages[i]
		to, ok := moved(from.Key)
		j, found := at[to]
		if !ok || !found || b.partner[j] != none {
			continue
		}
		a.partner[i], b.partner[j] = j, uint32(i)
		now := &b.graph.Pages[j]
		urls[from.Key], urls[from.URL] = now.Key, now.URL
		for _, url := range []string{now.Key, now.URL} {
			taken := url
			if path, ours := strings.CutPrefix(url, b.origin); ours {
				taken = a.origin + path
			}
			if _, known := urls[taken]; !known {
				urls[taken] = "was " + taken
			}
		}
	}
	return urls
}

// pair joins the pages of two lists that have the same name. Both lists are sorted by name and have no name twice.
func pair(a, b *version, left, right []uint32, name func(*version, uint32) string) {
	for len(left) > 0 && len(right) > 0 {
		i, j := left[0], right[0]
		c := strings.Compare(name(a, i), name(b, j))
		if c == 0 {
			a.partner[i], b.partner[j] = j, i
		}
		if c <= 0 {
			left = left[1:]
		}
		if c >= 0 {
			right = right[1:]
		}
	}
}

func (v *version) sorted(name func(uint32) string, chosen func(uint32) bool) []uint32 {
	pages := make([]uint32, 0, len(v.partner))
	for i := range uint32(len(v.partner)) {
		if chosen(i) {
			pages = append(pages, i)
		}
	}
	slices.SortFunc(pages, func(i, j uint32) int {
		return cmp.Or(strings.Compare(name(i), name(j)), cmp.Compare(i, j))
	})
	return pages
}

// unmatchedContents returns the pages without partner whose content no other of them has, by content.
func (v *version) unmatchedContents() []uint32 {
	pages := v.sorted(v.hash, func(i uint32) bool { return v.partner[i] == none && v.hash(i) != "" })
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
