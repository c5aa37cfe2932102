package evidence

import (
	"bytes"
	"fmt"
	"iter"

	"sitegraph/site"
)

// Pieces are the pieces of a page. In an answer and in its record, Link is i+1 for Links[i], or 0 for a text or a link
// that does not count. Package identity replaces it by the key's URLID+1. From is not stored.
type Pieces struct {
	All []site.Piece // in the order of the page
	// Echoes has, by piece, the hash of a text without the values of the page's own URL, or 0 if it contains none. It
	// is nil if no text contains any.
	Echoes []uint64
	Shown  []string // by piece: the shortened text; nil unless texts are kept

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

// SetEcho sets the echo of a piece.
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

// ShownLength is the maximum length of the texts in records of second requests.
const ShownLength = 80

// pieced is the part of a page's record for key stable.
type pieced struct {
	Canonical URLID  // the canonical URL named by the page, on any site; NoURL for none
	Generated bool   // whether the page came without the validators that servers send with files
	Packed    []byte // its pieces
	Whole     bool   // it has none, because it came as a file from a settled site; its bytes identify it
}

// pieced writes or reads the part for key stable.
func (c *Codec) pieced(p *pieced) {
	c.bool(&p.Generated)
	has := p.Canonical != NoURL
	if c.bool(&has); has {
		c.url(&p.Canonical)
	} else {
		p.Canonical = NoURL
	}
	text(c, &p.Packed)
	p.Whole = len(p.Packed) == 0
}

// Open is the digest of a page for keys that compare links, up to the point where it depends on the scope. The
// normalized URLs of the internal links complete it.
type Open struct {
	Digest site.OpenDigest // the state of the hash before the links; empty where bytes are compared
	// Own is 1 + the index of a link to the page itself by an empty href, which does not count. At is the number of
	// links before another href with the same target, or 0 if there is none.
	Own, At int
	Whole   site.Digest // the complete digest, by the scope of the site
}

func (c *Codec) open(open **Open) {
	has := *open != nil
	if c.bool(&has); !has {
		*open = nil
		return
	}
	if *open == nil {
		*open = new(Open)
	}
	o := *open
	if text(c, &o.Digest); !c.Writing {
		o.Digest = bytes.Clone(o.Digest) // the record belongs to the store
	}
	Number(c, &o.Own)
	Number(c, &o.At)
}

func (t *URLTable) closeDigest(a *Answer) (err error) {
	if a.Open == nil {
		return nil
	}
	if a.Open.Whole = a.Digest; len(a.Open.Digest) == 0 {
		return nil
	}
	if a.Open.Whole, err = a.Open.Digest.With(t.targets(a)); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	return nil
}

// targets yields the normalized URLs of the internal links in source order.
func (t *URLTable) targets(a *Answer) iter.Seq[string] {
	return func(yield func(string) bool) {
		links := Unpack(nil, a.Links)
		give := func(i int) bool { return t.sides[links[i]] != inside || yield(t.String(t.Keys[links[i]])) }
		for i := range links {
			again := a.Open.At > 0 && i == a.Open.At && a.Open.Own <= len(links)
			if again && !give(a.Open.Own-1) || i != a.Open.Own-1 && !give(i) {
				return
			}
		}
		if a.Open.At >= len(links) && a.Open.Own > 0 && a.Open.Own <= len(links) {
			give(a.Open.Own - 1)
		}
	}
}

type lessons struct {
	Frame    *Frame    // the pieces that pages share
	Portions [][]URLID // the keys answered in each portion, sorted
	Late     bool      // key stable has learnt from all pages
	LateAt   int       // number of pages processed by then on all sites of the crawl
}

// Told lists by normalized URL which URLs are one page, if key stable has already learnt this from the same site. Any
// other URL is a page by itself or no page.
type Told map[string]ToldPage

// ToldPage is what Told knows about a URL.
type ToldPage struct {
	Class, Shown site.Digest // pages of one Class are one page; Shown ignores rel=canonical
	Canonical    string      // the page that represents the class by rel=canonical, or ""
	Soft         bool        // other URLs show the same page except for their names
	// Rule makes a URL that was not fetched an alias of Page. Page is "" for fetched URLs.
	Page string
	Rule *site.URLRule
}
