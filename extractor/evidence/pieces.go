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

// Frame holds the pieces shared by pages of a site, in page order. The record of a page refers to them by number. A
// frame learns from records in their order, so the journal alone restores it. Learnt pieces never change, so any record
// can be read at any time.
type Frame struct {
	Parts  []site.Piece    // texts without From; links have Link 1
	parts  map[part]uint16 // 1 + the number of the last of equal parts
	places map[uint64]uint16
	once   []uint32 // by part of a text's hash: the rest of the hash of the last text seen once
	room   []byte   // reused for the next record
}

// part identifies equal pieces. The target of a link does not matter. Texts with the same hash have the same size.
type part struct {
	text, placed uint64
	link         uint32
}

// Limits of a frame.
const (
	FrameParts = 1 << 14
	frameOnce  = 1 << 14
)

// placed combines the place of a piece with the gap before it.
func placed(p *site.Piece) uint64 { return uint64(p.Gap)<<32 | uint64(p.Place) }

func partOf(p *site.Piece) part { return part{p.Text, placed(p), min(p.Link, 1)} }

// learn adds the pieces of a page that came before and those at new places. If the existing parts predict too little of
// the page, it adds all pieces.
func (f *Frame) learn(w *packing) {
	if f.parts == nil {
		f.parts, f.places, f.once = map[part]uint16{}, map[uint64]uint16{}, make([]uint32, frameOnce)
	}
	all, again := w.of.All, w.astray
	learnt := w.literals[:0]
	for _, i := range w.literals {
		p := &all[i]
		came := f.cameBefore(p)
		if came {
			again++
		}
		if came || f.places[placed(p)] == 0 {
			learnt = append(learnt, i)
		}
	}
	if whole := len(f.Parts) == 0 || 8*again >= len(all); whole && len(f.Parts)+len(all) <= FrameParts {
		for i := range all {
			f.add(&all[i])
		}
		return
	}
	for _, i := range learnt {
		if f.parts[partOf(&all[i])] == 0 {
			f.add(&all[i])
		}
	}
}

// cameBefore reports whether an earlier page may have had a piece that is not a part. For links it is always true.
func (f *Frame) cameBefore(p *site.Piece) bool {
	if p.Link > 0 {
		return true
	}
	hash := (p.Text ^ placed(p)) * 0x9e3779b97f4a7c15
	once, rest := &f.once[hash%frameOnce], uint32(hash>>32)
	came := *once == rest
	*once = rest
	return came
}

func (f *Frame) add(p *site.Piece) {
	if len(f.Parts) == FrameParts {
		return
	}
	one := *p
	one.From, one.To, one.Link = 0, p.To-p.From, min(p.Link, 1)
	f.Parts = append(f.Parts, one)
	f.parts[partOf(&one)] = uint16(len(f.Parts))
	if f.places[placed(&one)] == 0 {
		f.places[placed(&one)] = uint16(len(f.Parts))
	}
}

// common returns how many pieces from i on equal the parts from at on. A text that contains values of the page's URL
// equals none.
func (f *Frame) common(at int, p *Pieces, i int) (n int) {
	for ; at+n < len(f.Parts) && i+n < len(p.All) && p.echo(i+n) == 0; n++ {
		a, b := &f.Parts[at+n], &p.All[i+n]
		if a.Text != b.Text || a.Place != b.Place || a.Gap != b.Gap || (a.Link == 0) != (b.Link == 0) {
			break
		}
	}
	return n
}
