package evidence

import (
	"bytes"
	"fmt"
	"iter"

	"sitegraph/site"
)

// Pieces are the pieces of a page. In an answer and in its record Link is i+1 for Links[i], 0 for a text or a link that
// does not count; package identity makes it the URLID+1 of the key. From is not kept.
type Pieces struct {
	All []site.Piece // in the order of the page
	// Echoes has, by piece, the hash of a text without the values of the page's own URL in it, 0 if it has none; nil if
	// no text has any.
	Echoes []uint64
	Shown  []string // by piece: the text, cut; nil unless texts are kept

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

// ShownLength bounds the texts that the records of second requests keep.
const ShownLength = 80

// pieced is the part of a page's record for key stable.
type pieced struct {
	Canonical URLID  // the URL that the page names as canonical, on whatever site; NoURL if it names none
	Generated bool   // the page came without the validators that servers send with files
	Packed    []byte // its pieces
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
}

// Open is the digest of a page for keys that compare links, as far as it does not depend on the scope. The normalized
// URLs of the links into the site complete it.
type Open struct {
	Digest site.OpenDigest // the state of the hash before the links; empty where the bytes are compared
	// Own is the place+1 of a link to the page itself by an empty href, which does not count. At is the number of links
	// before another href that leads there, 0 if none does.
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
	Frame     *Frame    // the pieces that pages share
	Twins     []twin    // second requests
	heldTwins []twin    // those that do not count yet
	Portions  [][]URLID // the keys answered in each portion, sorted
	Late      bool      // key stable has learnt from all pages
	LateAt    int       // the pages processed by then on all sites of the crawl
}

// twin is the answer to a second request for a page.
type twin struct {
	Key    URLID
	Answer Answer
	First  *Answer // that to the first request, which a later version may have replaced; nil if there is none
}

// spend counts a recalled answer in the budget.
func (in replay) spend(a *Answer) {
	if !a.free() {
		in.n.Spent++
	}
}

// Told says, by normalized URL, which URLs are one page where that is known beforehand: key stable learnt it from the
// same site. A URL that it does not name is a page by itself, or no page.
type Told map[string]ToldPage

// ToldPage is what Told says about a URL.
type ToldPage struct {
	Class, Shown site.Digest // pages of one Class are one page; Shown is the same without rel=canonical
	Canonical    string      // the page that represents the class by rel=canonical; "" if none does
	Soft         bool        // other URLs show the same page but for their names
	// Rule makes a URL that was not fetched an alias of Page; Page is "" for URLs that were fetched.
	Page string
	Rule *site.URLRule
}
