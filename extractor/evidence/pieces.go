package evidence

import "sitegraph/site"

// Pieces are those of a page. In an answer and in its record Link is i+1 for Links[i], 0 for a text or a link that
// does not count; the owner makes it the key's urlID+1. From is not kept.
type Pieces struct {
	All []site.Piece // in the order of the page
	// Echoes are the hashes of texts without values of the page's own URL, by piece, 0
	// where a text holds none; nil if none does.
	Echoes []uint64
	Shown  []string // the texts, cut, by piece; nil unless they are kept

	Recycle func() // RecyclePieces of site.Document
}

// Drop forgets the pieces.
func (p *Pieces) Drop() {
	if p != nil && p.Recycle != nil {
		p.All = nil
		p.Recycle()
	}
}

func (p *Pieces) echo(i int) uint64 {
	if p.Echoes == nil {
		return 0
	}
	return p.Echoes[i]
}

// nextEcho returns the first piece from the ith on that has an echo, all if none has.
func (p *Pieces) nextEcho(i int) int {
	if p.Echoes == nil {
		return len(p.All)
	}
	for i < len(p.All) && p.Echoes[i] == 0 {
		i++
	}
	return i
}

// SetEcho notes the echo of a piece.
func (p *Pieces) SetEcho(i int, echo uint64) {
	if p.Echoes == nil && echo != 0 {
		p.Echoes = make([]uint64, len(p.All))
	}
	if p.Echoes != nil {
		p.Echoes[i] = echo
	}
}

// Truncate keeps the first n pieces.
func (p *Pieces) Truncate(n int) {
	p.All, p.Shown, p.Echoes = p.All[:n], p.Shown[:min(n, len(p.Shown))], p.Echoes[:min(n, len(p.Echoes))]
}

// ShownLength bounds the texts that the records of second requests keep.
const ShownLength = 80

// pieced is what the record of a page has for key stable.
type pieced struct {
	// Canonical is the URL that the page names as its own, noURL if it names none. It need not be one of the site.
	Canonical URLID
	// Generated says that the page came without the validators that servers send with files.
	Generated bool
	Packed    []byte // its pieces
}

// pieced writes or reads what key stable needs of a page.
func (c *Codec) pieced(p *pieced) {
	c.bool(&p.Generated)
	has := p.Canonical != NoURL
	if c.bool(&has); has {
		c.url(&p.Canonical)
	} else {
		p.Canonical = NoURL
	}
	text(c, &p.Packed)
}
