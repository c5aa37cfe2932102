package evidence

import (
	"bytes"
	"fmt"
	"iter"

	"sitegraph/site"
)

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

// Open is the digest of a page that compares links, as far as it says nothing of the scope. The normalized URLs of the
// links into the site complete it; those of the others do not count.
type Open struct {
	Digest site.OpenDigest // the state of the hash before the links; empty where the bytes are compared
	// Own is the place+1 of a link that a page has by an empty href, of its own URL, which does not count; At is the
	// number of links before the place at which another href leads there, 0 if none does.
	Own, At int
	Whole   site.Digest // the digest, by the scope of the site
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
		o.Digest = bytes.Clone(o.Digest) // the record is the store's
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

// targets yields the normalized URLs of the links into the site, in the order of the source.
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
	Frame     *Frame    // the texts that records share
	Twins     []twin    // second requests
	heldTwins []twin    // those of a crawl in an order that do not count yet
	Portions  [][]URLID // the keys that were answered in each portion, sorted
	Late      bool      // it has learnt from all there is
	LateAt    int       // the pages processed by then on all sites of a crawl in the order of decisions
}

// twin is the answer to a second request for a page.
type twin struct {
	Key    URLID
	Answer Answer
	First  *Answer // the one to the first request, which a later version may have replaced; nil if there is none
}

// spend counts what is recalled as a part of the budget.
func (in replay) spend(a *Answer) {
	if !a.free() {
		in.n.Spent++
	}
}

// Told says which URLs are one page, by normalized URL, where that is not learnt from the answers but known before: key
// stable has learnt it of the same site. What it does not name is a page by itself, or has no page.
type Told map[string]ToldPage

// ToldPage is what is told of a URL.
type ToldPage struct {
	// Class is what pages share that are one, Shown what they share that are so without rel=canonical.
	Class, Shown site.Digest
	// Canonical is the page that represents the class by rel=canonical; "" if none does.
	Canonical string
	Soft      bool // other URLs show the same page but for their names
	// Page is the one that Rule makes of a URL that was not fetched; "" for URLs that were.
	Page string
	Rule *site.URLRule
}
