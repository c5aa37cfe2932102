package identity

import (
	"cmp"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// masked is what the masks leave of a page.
type masked struct {
	done  bool
	size  int         // bytes of the texts that count
	links int         // that count
	key   site.Digest // of texts and links
	texts site.Digest // of the texts
	// echoes is that of the texts with marks for the values of the page's own URL;
	// the same as texts where none comes back.
	echoes site.Digest
	// Wordless is that of the texts without words that hold a digit, of a page without links into the site.
	Wordless site.Digest
}

// The least size, in bytes, of a page's texts from which it can be compared, and from which what only repeats its
// own URL may be left out. With less only equal bytes make one page.
const (
	minCompared = 64
	minKept     = 200
)

// masked masks a page.
func (s *Identity) masked(a *evidence.Answer, pieces *evidence.Pieces) masked {
	m := masked{done: true}
	if a.Counts.Internal == 0 {
		m.Wordless = wordless(pieces.All)
	}
	var c content
	var echoes site.Digester
	s.room.keys = s.Masks.AppendKeys(s.room.keys[:0], pieces.All)
	for i, key := range s.room.keys {
		p := &pieces.All[i]
		if key == 0 {
			continue
		}
		if !s.Masks.HidesGap(pieces.All, i) {
			c.texts.Add(uint64(p.Gap))
			echoes.Add(uint64(p.Gap))
		}
		if p.Link > 0 {
			c.link(s.linkSum(keyOf(p)))
			m.links++
			continue
		}
		c.text(key, p)
		if pieces.Echoes != nil && key == p.Text {
			key = cmp.Or(pieces.Echoes[i], key)
		}
		echoes.Add(key)
	}
	m.size, m.key, m.texts = c.size, c.whole(), c.texts.Sum()
	if m.echoes = m.texts; pieces.Echoes != nil {
		m.echoes = echoes.Sum()
	}
	return m
}

// content is what counts of a page.
type content struct {
	texts, links site.Digester
	after        uint64 // texts so far
	size         int    // bytes of those that are as written
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

// link adds a link, which is after that many texts.
func (c *content) link(sum uint64) { c.links.Add(sum + c.after<<1) }

// whole is the digest of texts and links.
func (c *content) whole() site.Digest {
	c.links.AddDigest(c.texts.Sum())
	return c.links.Sum()
}

// linkSum is a hash of a link as the masks leave it.
func (s *Identity) linkSum(key evidence.URLID) uint64 {
	if s.sums[key] == 0 {
		s.sums[key] = s.sumOf(s.known.URLs.String(key))
	}
	return s.sums[key]
}

func (s *Identity) sumOf(key string) uint64 { return evidence.HashOf([]byte(s.Masks.LinkKey(key))) | 1 }

// Note masks a page that just came, by the masks so far, since they seldom change.
func (s *Identity) Note(a *evidence.Fetched) {
	if s == nil || s.Masks == nil || a.Outcome != evidence.OutPage || a.Twin {
		return
	}
	n := s.known
	place := int(n.Place(n.URLs.Find(a.Key))) - 1
	if place < 0 {
		return
	}
	s.grow()
	linkKeys(n, a.Pieces.All, n.Answers[place], &s.room)
	s.Pages[place] = s.masked(n.Answers[place], a.Pieces)
}
