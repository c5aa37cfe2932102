package identity

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// An id may have names. A repository shows the same for "HEAD", or without any name, as for the id of a commit. Then
// the links of one page have the name where those of the other have the id. If two equal pages show the id, the name
// means it, and this also counts for pages that say less.

// naming says that a name means an id. Both are numbers of texts. Where the name is missing, it is "no" and the
// parameter.
type naming struct{ name, id int }

// namedIn returns the naming by which two links at the same place differ: one has an id of its page's own URL wherever
// the other has a name.
func (x *anatomies) namedIn(l, m, ownL, ownM *anatomy) (n naming, ok bool) {
	if n, ok = x.namedBy(l, m, ownM); !ok {
		n, ok = x.namedBy(m, l, ownL)
	}
	return n, ok
}

func (x *anatomies) namedBy(l, m, ownM *anatomy) (n naming, ok bool) {
	names, ids := beyond(l, m), beyond(m, l)
	if len(names) == 0 || len(names) != len(ids) {
		return n, false
	}
	n = naming{names[0].value, ids[0].value}
	for i, c := range names {
		if d := ids[i]; c.name != d.name || c.value != n.name || d.value != n.id {
			return n, false
		}
	}
	own := func(c component) bool { return c.value == n.id }
	isId := isToken(x.texts.String(n.id)) && slices.ContainsFunc(ownM.components, own)
	return n, isId && len(x.texts.Bytes(n.name)) > 0 && !isToken(x.texts.String(n.name))
}

// named reports whether two links, and all links of the two pages, differ only in the same name for an id.
func (c *comparison) named(d *difference) bool {
	if d.names == (naming{}) || c.comparer.targets(d.l, d.m, c.last) == different ||
		c.naming != (naming{}) && c.naming != d.names {
		return false
	}
	c.naming = d.names
	return true
}

type names struct {
	from  *comparer
	known map[naming]bool
	done  map[[2]int32]bool
}

// learn looks for two pages that are one and show the id of an open pair, with the id in only one of their URLs.
func (n *names) learn(joined site.Sets, members map[int32][]int32, open [][2]int32) {
	for _, pair := range open {
		for _, o := range n.of(pair) {
			if len(n.from.parts.ids[o.id]) > maxSpeakers {
				continue
			}
			for _, place := range n.from.parts.ids[o.id] {
				n.learnFrom(place, members[joined.First(place)], o.id)
			}
		}
	}
}

// learnFrom learns from a page with an id in its URL and the pages that are one with it. If those have other ids, the
// page does not depend on the id. For instance, the history of a file is the same for many commits.
func (n *names) learnFrom(place int32, set []int32, id int) {
	if len(set) > maxGroups {
		return
	}
	own := n.from.own(place)
	for _, other := range set {
		if slices.ContainsFunc(beyond(n.from.own(other), own), n.from.links.isToken) {
			return
		}
	}
	for _, other := range set {
		pair := [2]int32{place, other}
		if n.done[pair] || place == other {
			continue
		}
		n.done[pair] = true
		shown := n.shown(pair, id)
		for _, o := range n.of(pair) {
			if o.id == id && shown {
				n.known[o] = true
			}
		}
	}
}

// of returns the namings by which two pages differ: an id in one URL only, with the value that the other URL or its
// links have instead, or without any.
func (n *names) of(pair [2]int32) (all []naming) {
	x := n.from.links
	for _, p := range [][2]int32{pair, {pair[1], pair[0]}} {
		with, without := n.from.own(p[0]), n.from.own(p[1])
		instead := beyond(without, with)
		for _, c := range beyond(with, without) {
			if !x.isToken(c) {
				continue
			}
			for _, d := range instead {
				if !x.isToken(d) && len(x.texts.Bytes(d.value)) > 0 {
					all = append(all, naming{d.value, c.value})
				}
			}
			if len(instead) > 0 {
				continue
			}
			all = append(all, naming{x.number("\x00no " + x.texts.String(c.name)), c.value})
		}
	}
	return append(all, n.carried(pair)...)
}

// carried returns the namings by which the links of two pages differ.
func (n *names) carried(pair [2]int32) (all []naming) {
	a, b := n.from.layOut(pair[0]), n.from.layOut(pair[1])
	if len(a.spots) != len(b.spots) {
		return nil
	}
	x := n.from.links
	ownA, ownB := n.from.own(pair[0]), n.from.own(pair[1])
	for i, l := range a.spots {
		if m := b.spots[i]; l.key != m.key {
			if o, ok := x.namedIn(x.get(l.key), x.get(m.key), ownA, ownB); ok && !slices.Contains(all, o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// speakFor reports whether a name in which two pages differ is known to mean the id, or the pages show the id.
func (n *names) speakFor(pair [2]int32) bool {
	return slices.ContainsFunc(n.of(pair), func(o naming) bool { return n.known[o] || n.shown(pair, o.id) })
}

// shown reports whether two equal pages show an id, or else say enough and have a link with it.
func (n *names) shown(pair [2]int32, id int) bool {
	a, b := n.from.layOut(pair[0]), n.from.layOut(pair[1])
	if a.ids[site.TextHash(n.from.links.texts.Bytes(id))] {
		return true
	}
	if len(a.spots) != len(b.spots) {
		return false
	}
	has := func(c component) bool { return c.value == id }
	for i, l := range a.spots {
		if l.key == b.spots[i].key && slices.ContainsFunc(n.from.links.get(l.key).components, has) {
			return !n.from.frames.saysLittle(pair[0])
		}
	}
	return false
}

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
