package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// The frame of a site, such as menus and footers, is found in a sample of pages.
const (
	frameSample = 64
	minSample   = 4
)

// frames holds the texts that most pages have, for the site and for groups of its pages.
type frames struct {
	masked *maskedPages
	of     map[string]frame // by group of pages, "" for the site
	site   map[uint64]bool  // nil before the first use, like around
	around *neighbours
}

// need finds the texts that more than half of the site's pages have. It skips pages that name another one as canonical.
func (f *frames) need() {
	if f.site != nil {
		return
	}
	var keys []evidence.URLID
	pages := f.masked.pages
	for place, a := range pages.all() {
		if !pages.namesAnother(a) {
			keys = append(keys, pages.key(place))
		}
	}
	f.site = f.frameOf("", keys)
}

// frame holds the texts that more than half of a sample of pages have.
type frame struct {
	sample []evidence.URLID
	texts  map[uint64]bool
}

// frameOf finds the texts that more than half of a group's pages have. The normalized URLs determine the sample.
func (f *frames) frameOf(group string, keys []evidence.URLID) map[uint64]bool {
	f.masked.pages.known.URLs.SortByHash(keys)
	keys = keys[:min(len(keys), frameSample)]
	if of, known := f.of[group]; known && slices.Equal(of.sample, keys) {
		return of.texts
	}
	texts := f.inMost(keys)
	f.of[group] = frame{slices.Clone(keys), texts}
	return texts
}

// aText is a text that counts, as masked and as written.
type aText struct {
	key, written uint64
	size         int
}

func (f *frames) textsOf(place int32) []aText {
	pieces := f.masked.pages.pieces(f.masked.pages.known.Answers[place])
	found := make([]aText, 0, len(pieces.All))
	for i, key := range f.masked.keys(pieces.All) {
		if p := &pieces.All[i]; key != 0 && p.IsText() {
			found = append(found, aText{key, p.Text, p.Size()})
		}
	}
	return found
}

// inMost returns the texts that more than half of some pages have.
func (f *frames) inMost(keys []evidence.URLID) map[uint64]bool {
	most := map[uint64]bool{}
	if len(keys) < minSample {
		return most
	}
	counts := map[uint64]onPages{}
	for i, key := range keys {
		for _, t := range f.textsOf(f.masked.pages.known.Of.Get(key) - 1) {
			for _, text := range []uint64{t.key, t.written} {
				on := counts[text]
				// A text that is not on the first half of the pages cannot be on more than half of them.
				if on.pages > 0 && on.last != i || on.pages == 0 && 2*i < len(keys) {
					counts[text] = onPages{on.pages + 1, i}
				}
			}
		}
	}
	for text, on := range counts {
		if 2*on.pages > len(keys) {
			most[text] = true
		}
	}
	return most
}

// onPages counts the pages with a text. last is the page counted last.
type onPages struct{ pages, last int }

// neighbours holds the pages of each shape and directory, one per content, with their frames.
type neighbours struct {
	pages  map[string][]evidence.URLID
	frames map[string]map[uint64]bool
	little map[int32]bool // pages that say little
}

// minNeighbours is the number of pages that a shape or directory needs to tell a page's own texts from its kind's.
const minNeighbours = 16

// minOwn is the minimum size of a page's own texts, in bytes. It exceeds "no changes" with the name of a file.
const minOwn = 128

func newNeighbours(m *maskedPages) *neighbours {
	n := &neighbours{map[string][]evidence.URLID{}, map[string]map[uint64]bool{}, map[int32]bool{}}
	seen := map[string]map[site.Digest]bool{}
	for place := range m.pages.all() {
		texts := m.at[place].texts
		for _, group := range groupsOf(m.pages.url(place)) {
			if seen[group] == nil {
				seen[group] = map[site.Digest]bool{}
			}
			if !seen[group][texts] {
				seen[group][texts] = true
				n.pages[group] = append(n.pages[group], m.pages.key(place))
			}
		}
	}
	return n
}

// groupsOf returns the shape and the directories of a URL, the narrowest first.
func groupsOf(url string) []string {
	groups := []string{site.ShapeOf(url)}
	dir, _, _ := strings.Cut(url, "?")
	for len(groups) < maxComponents {
		at := strings.LastIndexByte(strings.TrimSuffix(dir, "/"), '/')
		if at < 0 || at < len("https://") {
			break
		}
		dir = dir[:at+1]
		groups = append(groups, "in "+dir)
	}
	return groups
}

// saysLittle reports whether a page has few texts of its own. These are texts that most pages of its shape lack, or of
// its directory if the shape has few pages.
func (f *frames) saysLittle(place int32) bool {
	if f.around == nil {
		f.around = newNeighbours(f.masked)
	}
	n := f.around
	if little, known := n.little[place]; known {
		return little
	}
	groups := groupsOf(f.masked.pages.url(place))
	at := slices.IndexFunc(groups, func(g string) bool { return len(n.pages[g]) >= minNeighbours })
	if at < 0 {
		at = len(groups) - 1
	}
	frame := n.frames[groups[at]]
	if frame == nil {
		frame = f.frameOf(groups[at], n.pages[groups[at]])
		n.frames[groups[at]] = frame
	}
	size := 0
	for _, t := range f.textsOf(place) {
		if !frame[t.key] {
			size += t.size
		}
	}
	n.little[place] = size < minOwn
	return size < minOwn
}
