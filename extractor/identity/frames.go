package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// frameSample is the number of pages from which the frame of a site is told, its
// menus and feet, and leastSample the least.
const (
	frameSample = 64
	leastSample = 4
)

// needFrame finds the texts that more than half of the site's pages have. A page
// that names another one as canonical is not taken.
func (s *Identity) needFrame() error {
	if s.frame != nil {
		return nil
	}
	var keys []evidence.URLID
	for place := range int32(len(s.known.Answers)) {
		if a := s.Page(int(place)); a != nil && !s.namesAnother(a) {
			keys = append(keys, s.keyOf(place))
		}
	}
	frame, err := s.frameOf("", keys)
	s.frame = frame
	return err
}

// frame is the texts that more than half of a sample of pages have.
type frame struct {
	sample []evidence.URLID
	texts  map[uint64]bool
}

// frameOf finds the texts that more than half of the pages of a group have, by a sample
// that follows from their normalized URLs.
func (s *Identity) frameOf(group string, keys []evidence.URLID) (map[uint64]bool, error) {
	s.known.URLs.SortByHash(keys)
	keys = keys[:min(len(keys), frameSample)]
	if f, known := s.frames[group]; known && slices.Equal(f.sample, keys) {
		return f.texts, nil
	}
	texts, err := s.inMost(keys)
	s.frames[group] = frame{slices.Clone(keys), texts}
	return texts, err
}

// inMost returns the texts that more than half of some pages have.
func (s *Identity) inMost(keys []evidence.URLID) (map[uint64]bool, error) {
	most := map[uint64]bool{}
	if len(keys) < leastSample {
		return most, nil
	}
	counts := map[uint64]onPages{}
	for i, key := range keys {
		texts, err := s.textsOf(s.known.Of.Get(key) - 1)
		if err != nil {
			return nil, err
		}
		for _, t := range texts {
			for _, text := range []uint64{t.key, t.written} {
				on := counts[text]
				// What half of the pages do not have is not on more than half of them.
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
	return most, nil
}

// onPages is on how many pages a text is, and which was counted last.
type onPages struct{ pages, last int }

// neighbours are the pages of each shape and directory of URLs, one for each text, with their frames.
type neighbours struct {
	pages  map[string][]evidence.URLID
	frames map[string]map[uint64]bool
	little map[int32]bool // pages that say little
}

// leastNeighbours is how many pages a shape or directory must have to tell a page's own
// texts from those of its kind.
const leastNeighbours = 16

// leastOwn is the least size of a page's own texts, in bytes: more than the name of a
// file, and that nothing changed in it.
const leastOwn = 128

func (s *Identity) newNeighbours() *neighbours {
	n := &neighbours{map[string][]evidence.URLID{}, map[string]map[uint64]bool{}, map[int32]bool{}}
	seen := map[string]map[site.Digest]bool{}
	for place := range int32(len(s.known.Answers)) {
		if s.Page(int(place)) == nil {
			continue
		}
		texts := s.Pages[place].texts
		for _, group := range groupsOf(s.key(int(place))) {
			if seen[group] == nil {
				seen[group] = map[site.Digest]bool{}
			}
			if !seen[group][texts] {
				seen[group][texts] = true
				n.pages[group] = append(n.pages[group], s.keyOf(place))
			}
		}
	}
	return n
}

// groupsOf are the shape and the directories of a URL, the narrowest first.
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

// saysLittle reports whether a page has few texts of its own: that most pages of its
// shape, or of its directory where these are few, do not have.
func (s *Identity) saysLittle(place int32) (bool, error) {
	if s.around == nil {
		s.around = s.newNeighbours()
	}
	n := s.around
	if little, known := n.little[place]; known {
		return little, nil
	}
	groups := groupsOf(s.key(int(place)))
	at := slices.IndexFunc(groups, func(g string) bool { return len(n.pages[g]) >= leastNeighbours })
	if at < 0 {
		at = len(groups) - 1
	}
	frame := n.frames[groups[at]]
	if frame == nil {
		var err error
		if frame, err = s.frameOf(groups[at], n.pages[groups[at]]); err != nil {
			return false, err
		}
		n.frames[groups[at]] = frame
	}
	texts, err := s.textsOf(place)
	if err != nil {
		return false, err
	}
	size := 0
	for _, t := range texts {
		if !frame[t.key] {
			size += t.size
		}
	}
	n.little[place] = size < leastOwn
	return size < leastOwn, nil
}
