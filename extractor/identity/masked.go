package identity

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// masked describes a page under the masks.
type masked struct {
	done  bool
	size  int         // bytes of the texts that count
	links int         // number of links that count
	key   site.Digest // digest of texts and links
	texts site.Digest // digest of the texts
	// written is like key, with relative links as the page writes them. It is zero without any, or if nothing varies.
	written site.Digest
	// echoes is the digest of the texts with the values of the page's own URL replaced by marks.
	echoes site.Digest
	// wordless is the digest of the texts without words that have a digit, for a page without internal links.
	wordless site.Digest
}

// Pages with less text are one only if their bytes are equal.
const (
	minCompared = 64  // minimum bytes of text for comparing a page under masks
	minKept     = 200 // minimum bytes for comparing it without the parts that repeat its own URL
)

type maskedPages struct {
	pages   *pages
	lessons *lessons
	masks   *dedup.Masks // nil before the first lesson
	at      []masked     // by place
	sums    []uint64     // hashes of links, by normalized URL; 0 if not computed yet
	room    []uint64     // reused for keys
}

// use replaces the masks. wakes means that the site wakes. It reports whether pages may look different from now on.
func (m *maskedPages) use(masks *dedup.Masks, wakes bool) bool {
	before := m.masks
	m.masks = masks
	if before != nil && !wakes && masks.Equal(before) {
		return false
	}
	clear(m.at)
	clear(m.sums)
	return true
}

// maskAt masks the page at a place, unless that is done.
func (m *maskedPages) maskAt(place int32) {
	if a := m.pages.known.Answers[place]; !m.at[place].done {
		m.at[place] = m.maskedAt(a, m.pages.pieces(a))
	}
}

func (m *maskedPages) grow() {
	n := m.pages.known
	m.at = append(m.at, make([]masked, len(n.Answers)-len(m.at))...)
	m.sums = append(m.sums, make([]uint64, n.URLs.Len()-len(m.sums))...)
}

// keys returns the keys of pieces under the masks. They are valid until the next call.
func (m *maskedPages) keys(all []site.Piece) []uint64 {
	m.room = m.masks.AppendKeys(m.room[:0], all)
	return m.room
}

func (m *maskedPages) maskedAt(a *evidence.Answer, pieces *evidence.Pieces) masked {
	url := m.pages.known.URLs.String(m.pages.known.URLs.Key(a.URL))
	out := m.masked(url, pieces, func(p *site.Piece) uint64 { return m.linkSum(keyOf(p)) })
	isRelative := func(p site.Piece) bool { return p.Link > 0 && p.Place&site.Relative != 0 }
	if m.lessons.varies && out.size >= minKept && slices.IndexFunc(pieces.All, isRelative) >= 0 {
		out.written = m.writtenAt(a, pieces)
	}
	if a.Counts.Internal == 0 {
		out.wordless = wordless(pieces.All)
	}
	return out
}

// masked masks the pieces of a page at a normalized URL; link returns a hash of a masked link.
func (m *maskedPages) masked(url string, pieces *evidence.Pieces, link func(*site.Piece) uint64) masked {
	out, own := masked{done: true}, m.sumOf(url)
	c := m.newContent(url)
	echoes := c.texts
	keys := m.keys(pieces.All)
	for i, key := range keys {
		p := &pieces.All[i]
		if key == 0 {
			continue
		}
		if !m.masks.HidesGap(pieces.All, keys, i) {
			c.texts.Add(uint64(p.Gap))
			echoes.Add(uint64(p.Gap))
		}
		if p.Link > 0 {
			sum := link(p)
			if sum == own {
				sum = toItself // links to "#" are equal on all pages
			}
			c.link(sum)
			out.links++
			continue
		}
		c.text(key, p)
		if pieces.Echoes != nil && key == p.Text {
			key = cmp.Or(pieces.Echoes[i], key)
		}
		echoes.Add(key)
	}
	out.size, out.key, out.texts = c.size, c.whole(), c.texts.Sum()
	if out.echoes = out.texts; pieces.Echoes != nil {
		out.echoes = echoes.Sum()
	}
	return out
}

// writtenAt digests a page like key, with relative links as the page writes them.
func (m *maskedPages) writtenAt(a *evidence.Answer, pieces *evidence.Pieces) site.Digest {
	urls := m.pages.known.URLs
	own := m.masks.LinkKey(urls.String(a.URL))
	return m.masked(urls.String(urls.Key(a.URL)), pieces, func(p *site.Piece) uint64 {
		if p.Place&site.Relative == 0 {
			return m.linkSum(keyOf(p))
		}
		return evidence.HashOf([]byte(relativeTo(own, m.masks.LinkKey(urls.String(keyOf(p))))))
	}).key
}

// relativeTo returns the path from a page's folder to a URL.
func relativeTo(page, url string) string {
	same := 0
	for i := 0; i < min(len(page), len(url)) && page[i] == url[i]; i++ {
		if page[i] == '/' {
			same = i + 1
		}
	}
	return strings.Repeat("../", strings.Count(page[same:], "/")) + url[same:]
}

// listDigest digests a list of numbers, with or without their order.
type listDigest struct {
	site.Digester
	unordered bool
	sum       uint64 // sum of the numbers, if unordered
}

// Add adds a number.
func (t *listDigest) Add(n uint64) {
	if t.unordered {
		t.sum += evidence.Mixed(n)
	} else {
		t.Digester.Add(n)
	}
}

// Sum returns the digest.
func (t listDigest) Sum() site.Digest {
	t.Digester.Add(t.sum)
	return t.Digester.Sum()
}

type content struct {
	texts, links listDigest
	after        uint64 // texts so far
	size         int    // bytes of the texts that masks leave unchanged
}

// newContent begins the content of a page at a URL. Pages that are compared loosely are one only within their path.
func (m *maskedPages) newContent(url string) (c content) {
	loosely, ordered := m.masks.Loosely()
	if loosely {
		path, _, _ := strings.Cut(m.masks.LinkKey(url), "?")
		c.texts.Digester.Add(evidence.HashOf([]byte(path)))
	}
	c.texts.unordered, c.links.unordered = !ordered, !ordered
	return c
}

func (c *content) text(key uint64, p *site.Piece) {
	c.texts.Add(key)
	if p.IsText() {
		c.after++
	}
	if key == p.Text {
		c.size += p.Size()
	}
}

// link adds a link.
func (c *content) link(sum uint64) {
	if !c.links.unordered {
		sum += c.after << 1
	}
	c.links.Add(sum)
}

func (c *content) whole() site.Digest {
	c.links.AddDigest(c.texts.Sum())
	return c.links.Sum()
}

// linkSum returns a hash of a link under the masks.
func (m *maskedPages) linkSum(key evidence.URLID) uint64 {
	if m.sums[key] == 0 {
		m.sums[key] = m.sumOf(m.pages.known.URLs.String(key))
	}
	return m.sums[key]
}

func (m *maskedPages) sumOf(url string) uint64 {
	return evidence.HashOf([]byte(m.masks.LinkKey(url))) | 1
}

const (
	minRefusalShapes = 3 // minimum number of shapes with a page before it may be a refusal
	HomeChecks       = 3 // maximum number of requests for the home page to find out
)

// repeated finds the pages that are refusals: unrelated URLs and a second request for the home page gave them. suspect
// means that the home page must be requested again to find out.
func (m *maskedPages) repeated(homeShows map[site.Digest]bool) (found map[site.Digest]bool, suspect bool) {
	shapes := map[site.Digest]map[string]bool{}
	for place, a := range m.pages.all() {
		if a.Counts.Internal > 0 || a.Pieced.Whole {
			continue
		}
		d := m.at[place].wordless
		if shapes[d] == nil {
			shapes[d] = map[string]bool{}
		}
		shapes[d][site.ShapeOf(m.pages.url(place))] = true
	}
	found = map[site.Digest]bool{}
	for d, under := range shapes {
		if len(under) < minRefusalShapes {
			continue
		}
		if homeShows[d] {
			found[d] = true
		} else {
			suspect = true
		}
	}
	return found, suspect
}

// wordless returns the digest of a page's texts without words that have a digit, because refusals often have a number.
func wordless(pieces []site.Piece) site.Digest {
	var d site.Digester
	for i := range pieces {
		if p := &pieces[i]; p.IsText() {
			d.Add(cmp.Or(p.Rest, p.Text))
		}
	}
	return d.Sum()
}
