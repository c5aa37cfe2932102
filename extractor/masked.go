package extractor

import (
	"cmp"

	"sitegraph/site"
)

// masked is what the masks leave of a page.
type masked struct {
	done  bool
	size  int         // bytes of the texts that count
	key   site.Digest // of texts and links
	texts site.Digest // of the texts
	// echoes is that of the texts with marks for the values of the page's own URL;
	// the same as texts where none comes back.
	echoes site.Digest
	// wordless is that of the texts without words that hold a digit, of a page
	// without links into the site.
	wordless site.Digest
}

// The least size, in bytes, of a page's texts from which it can be compared, and
// from which what only repeats its own URL may be left out. With less only equal
// bytes make one page.
const (
	minCompared = 64
	minKept     = 200
)

// masked masks a page.
func (s *sameness) masked(a *answer, pieces *pieces) masked {
	m := masked{done: true}
	if len(a.internal) == 0 {
		m.wordless = wordless(pieces.all)
	}
	var c content
	var echoes site.Digester
	s.room.keys = s.masks.AppendKeys(s.room.keys[:0], pieces.all)
	for i, key := range s.room.keys {
		switch p := &pieces.all[i]; {
		case key == 0:
		case p.Link > 0:
			c.link(s.linkSum(keyOf(p)))
		default:
			c.text(key, p)
			if pieces.echoes != nil && key == p.Text {
				key = cmp.Or(pieces.echoes[i], key)
			}
			if pieces.echoes != nil {
				echoes.Add(key)
			}
		}
	}
	m.size, m.key, m.texts = c.size, c.whole(), c.texts.Sum()
	if m.echoes = m.texts; pieces.echoes != nil {
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
	c.after++
	if key == p.Text {
		c.size += p.Size()
	}
}

// link adds a link, which stands after so many texts.
func (c *content) link(sum uint64) { c.links.Add(sum + c.after<<1) }

// whole is the digest of texts and links.
func (c *content) whole() site.Digest {
	c.links.AddDigest(c.texts.Sum())
	return c.links.Sum()
}

// linkSum is a hash of a link as the masks leave it.
func (s *sameness) linkSum(key urlID) uint64 {
	if s.sums[key] == 0 {
		s.sums[key] = s.sumOf(s.known.urls.String(key))
	}
	return s.sums[key]
}

func (s *sameness) sumOf(key string) uint64 { return hashOf([]byte(s.masks.LinkKey(key))) | 1 }

// note masks a page that just came, by the masks so far, since they seldom change.
func (s *sameness) note(a *Answer) {
	if s == nil || s.masks == nil || a.Outcome != outPage || a.twin {
		return
	}
	n := s.known
	place := int(n.place(n.urls.find(a.Key))) - 1
	if place < 0 {
		return
	}
	s.grow()
	n.linkKeys(a.pieces.all, &n.answers[place], &s.room)
	s.pages[place] = s.masked(&n.answers[place], a.pieces)
}
