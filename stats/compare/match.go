package compare

import (
	"math"
	"slices"
	"strings"

	"sitegraph/site"
)

// none is the partner of a page that has no partner.
const none = math.MaxUint32

// version is one of the two crawls, prepared for many lookups.
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

// ofSites reports whether neither crawl is a search by agents, which covers many sites.
func ofSites(a, b *site.Crawl) bool { return a.Searched == nil && b.Searched == nil }

// key identifies page i in both crawls by its normalized URL without the origin.
func (v *version) key(i uint32) string { return strings.TrimPrefix(v.graph.Pages[i].Key, v.origin) }

func (v *version) hash(i uint32) string { return v.graph.Pages[i].Hash }

// join pairs pages without a partner that share a name, if no other such page has it.
func join(a, b *version, name func(*version, uint32) string) {
	inA, inB := a.named(name), b.named(name)
	for text, i := range inA {
		if j, both := inB[text]; both && i != none && j != none && text != "" {
			a.partner[i], b.partner[j] = j, i
		}
	}
}

// named maps names to pages without a partner, or to none if several pages share the name.
func (v *version) named(name func(*version, uint32) string) map[string]uint32 {
	pages := make(map[string]uint32, len(v.partner))
	for i, partner := range v.partner {
		if text := name(v, uint32(i)); partner == none {
			if _, twice := pages[text]; twice {
				pages[text] = none
			} else {
				pages[text] = uint32(i)
			}
		}
	}
	return pages
}

// pairMoved pairs the pages known to have moved and maps their URLs in A to those in B. If the move overwrites another
// page of A, that page is renamed to something that is not a URL.
func pairMoved(a, b *version, moved func(key string) (to string, ok bool)) (urls map[string]string) {
	at := b.graph.ByKey()
	urls = map[string]string{}
	for i := range a.graph.Pages {
		from := &a.graph.Pages[i]
		to, ok := moved(from.Key)
		j, found := at.Find(to)
		if !ok || !found || b.partner[j] != none {
			continue
		}
		a.partner[i], b.partner[j] = uint32(j), uint32(i)
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
