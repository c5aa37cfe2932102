package identity

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Minimum bytes of text that a page must have and no other page of its kind has.
const (
	minSelfFed = 48 // for a page found through poor pages
	minFed     = 1  // for any other
	// minRepeatedFolder is for pages whose path has a folder twice. Such pages often show their path.
	minRepeatedFolder = 256
)

// minSentence is the minimum size of a text whose numbers can distinguish pages. Texts in calendars are shorter.
const minSentence = 32

type ownTexts struct {
	masked  *maskedPages
	finders evidence.Column
	texts   [][]ownText
	repeats []bool             // the page's path has a folder twice
	written map[uint64]int     // by text as written: number of pages with it
	known   map[uint64]onPages // by bare text
	seen    map[uint64]bool    // the texts of the current page
}

type ownText struct {
	written uint64 // its hash
	bare    uint64 // its hash without varying parts, words with a digit, and parts that repeat the page's URL
	size    int    // bytes
	linked  bool   // it is the text of a link
	again   bool   // another page linked to its target before
	title   bool   // it is the first text of the page
}

func (c *ownTexts) read(keys []evidence.URLID) {
	for _, key := range keys {
		texts := c.textsOf(key)
		c.texts = append(c.texts, texts)
		c.repeats = append(c.repeats, repeatsFolder(c.masked.pages.known.URLs.String(key)))
		for _, t := range texts {
			c.written[t.written]++
			if on := c.known[t.bare]; on.last != len(c.texts) {
				c.known[t.bare] = onPages{on.pages + 1, len(c.texts)}
			}
		}
	}
}

// saying counts the pages with at least need bytes in texts, or sentences with numbers, that no other page has. If need
// is large, it ignores titles, because URLs may produce them, and links that an earlier page had.
func (c *ownTexts) saying(need int) (count int) {
	much := need >= minSelfFed
	for i, texts := range c.texts {
		own, numbered := 0, 0
		clear(c.seen)
		for _, t := range texts {
			switch alone := c.known[t.bare].pages == 1; {
			case alone && (c.seen[t.bare] || much && (t.title || t.again)):
			case alone:
				c.seen[t.bare] = true
				own += t.size
			case c.written[t.written] == 1 && !t.linked && t.size >= minSentence:
				numbered += t.size
			}
		}
		least := need
		if much && c.repeats[i] {
			least = minRepeatedFolder
		}
		if own >= least || own+numbered >= max(least, minOwn) {
			count++
		}
	}
	return count
}

// textsOf returns the texts of a page, each once. A file says something of its own: there are only so many files.
func (c *ownTexts) textsOf(key evidence.URLID) []ownText {
	a := c.masked.pages.known.Answer(key)
	if a.Pieced.Whole {
		own := evidence.HashOf(c.masked.pages.known.URLs.Bytes(key))
		return []ownText{{written: own, bare: own, size: minRepeatedFolder}}
	}
	pieces := c.masked.pages.pieces(a)
	texts := make([]ownText, 0, len(pieces.All))
	clear(c.seen)
	seen := c.seen
	link := 0 // 1 + the place of the last link that has no text yet
	for i, masked := range c.masked.keys(pieces.All) {
		p, before := &pieces.All[i], link
		if p.Link > 0 {
			link = i + 1
		} else if p.IsText() {
			link = 0
		}
		if masked == 0 || !p.IsText() || seen[p.Text] {
			continue
		}
		t := ownText{written: masked, bare: masked, size: p.Size(), title: len(seen) == 0}
		seen[p.Text] = true
		if masked == p.Text {
			if t.bare = cmp.Or(p.Rest, masked); pieces.Echoes != nil {
				t.bare = cmp.Or(pieces.Echoes[i], t.bare)
			}
		}
		if t.linked = before > 0; t.linked {
			t.again = c.finders.Get(keyOf(&pieces.All[before-1])) != int32(key)+1
		}
		texts = append(texts, t)
	}
	return slices.Clone(texts)
}

// repeatsFolder reports whether the path of a URL has the same folder twice. Numbers do not count.
func repeatsFolder(url string) bool {
	path, _, _ := strings.Cut(url, "?")
	seen := map[string]bool{}
	for folder := range strings.SplitSeq(site.PathIn(path), "/") {
		if folder == "" || strings.Trim(folder, "0123456789") == "" {
			continue
		}
		if seen[folder] {
			return true
		}
		seen[folder] = true
	}
	return false
}
