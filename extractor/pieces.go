package extractor

import (
	"encoding/binary"
	"slices"
	"strings"

	"sitegraph/dedup"
	"sitegraph/site"
)

// piece is a piece of a page in a record: a text, or a link of the same answer.
type piece struct {
	place      uint32
	text, rest uint64
	echo       uint64 // the hash without values of the page's own URL, 0 if it holds none
	size       int
	link       int // 2i is Internal[i], 2i+1 External[i]; noLink for a text
	shown      string
}

const noLink = -1

// shownLength bounds the texts that the records of second requests keep.
const shownLength = 80

// pieced is what the record of a page has for key stable.
type pieced struct {
	// canonical is the URL of the site that the page names as its own, noURL if it
	// names none.
	canonical urlID
	// generated says that the page came without the validators that servers send
	// with files.
	generated bool
	packed    []byte // its pieces
}

// pieces makes the pieces of a page those of its answer. Only those of a second
// request keep their texts.
func (l *linker) pieces(doc *site.Document, keepTexts bool) []piece {
	out := make([]piece, len(doc.Pieces))
	own := newEchoes(l.answer.Key)
	for i, p := range doc.Pieces {
		out[i] = piece{place: p.Place, text: p.Text, rest: p.Rest, size: int(p.To - p.From), link: noLink}
		switch {
		case p.Link > 0:
			href := doc.Links[p.Link-1].Href
			if out[i].link = l.linkOf(href); out[i].link == noLink {
				out[i].text = hashOf([]byte(href))
			}
		default:
			shown := doc.Source[p.From:p.To]
			out[i].echo = own.hash(shown)
			if keepTexts {
				out[i].shown = clip(string(shown), shownLength)
			}
		}
	}
	return out
}

// linkOf returns the place of an href among the links of the answer; one that is
// not there is no link that counts.
func (l *linker) linkOf(href string) int {
	href, _, _ = strings.Cut(href, "#")
	i, known := l.hrefs[href]
	if !known || l.resolved[i].Fault.Failed() {
		return noLink
	}
	r := l.resolved[i]
	if r.Internal {
		return 2 * r.index
	}
	return 2*r.index + 1
}

// frame has the texts that pages share: the first ones of the site. A record
// writes their numbers.
type frame struct {
	numbers map[piece]int
	pieces  []piece
}

// frameSize bounds a frame.
const frameSize = 4096

func newFrame() *frame { return &frame{numbers: map[piece]int{}} }

// add gives a text a number if there is room.
func (f *frame) add(p piece) {
	if _, known := f.numbers[p]; !known && len(f.pieces) < frameSize && p.echo == 0 {
		f.numbers[p] = len(f.pieces)
		f.pieces = append(f.pieces, p)
	}
}

// The heads of pieces; a greater one is the number of a text of the frame + 2.
const (
	headText = iota
	headLink
	headFrame
)

// pieced writes or reads what key stable needs of a page.
func (c *codec) pieced(p *pieced) {
	c.bool(&p.generated)
	has := p.canonical != noURL
	if c.bool(&has); has {
		c.url(&p.canonical)
	} else {
		p.canonical = noURL
	}
	text(c, &p.packed)
}

// pack packs the pieces of a page. Texts that are new join the frame.
func (f *frame) pack(pieces []piece) []byte {
	c := &codec{writing: true}
	f.each(c, &pieces)
	return c.buf
}

// unpack reads the pieces of a page. Texts that are new join the frame.
func (f *frame) unpack(packed []byte) (pieces []piece, err error) {
	c := &codec{buf: packed}
	f.each(c, &pieces)
	return pieces, c.err
}

func (f *frame) full() bool { return len(f.pieces) == frameSize }

func (f *frame) each(c *codec, pieces *[]piece) {
	shown := len(*pieces) > 0 && slices.ContainsFunc(*pieces, func(p piece) bool { return p.shown != "" })
	c.bool(&shown)
	list(c, pieces, 1, func(p *piece) {
		f.piece(c, p)
		if shown {
			text(c, &p.shown)
		}
	})
}

func (f *frame) piece(c *codec, p *piece) {
	head := headText
	if p.link != noLink {
		head = headLink
	} else if n, known := f.numbers[p.unshown()]; known {
		head = headFrame + n
	}
	switch number(c, &head); {
	case c.err != nil:
	case head == headText:
		c.literal(p)
		f.add(p.unshown())
	case head == headLink:
		number(c, &p.link)
		c.fixed32(&p.place)
	case head-headFrame >= len(f.pieces):
		c.fail("unknown text")
	default:
		shown := p.shown
		*p = f.pieces[head-headFrame]
		p.shown = shown
	}
}

// unshown is a text as the frame has it.
func (p piece) unshown() piece {
	p.shown = ""
	return p
}

// literal is a text that is not of the frame.
func (c *codec) literal(p *piece) {
	p.link = noLink
	c.fixed32(&p.place)
	c.fixed64(&p.text)
	number(c, &p.size)
	for _, v := range []*uint64{&p.rest, &p.echo} {
		has := *v != 0
		if c.bool(&has); has {
			c.fixed64(v)
		}
	}
}

func (c *codec) fixed32(v *uint32) {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], *v)
	c.bytes(b[:])
	*v = binary.LittleEndian.Uint32(b[:])
}

func (c *codec) fixed64(v *uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], *v)
	c.bytes(b[:])
	*v = binary.LittleEndian.Uint64(b[:])
}

// pieceOf is what a piece has that masks do not look at: its link, noURL for a
// text, and the hash of the text without values of the page's own URL, 0 if it
// holds none.
type pieceOf struct {
	link urlID
	echo uint64
}

// maskable are the pieces of an answer as masks see them, and the rest of them.
// Links have their hashes; their URLs only if wanted.
func (n *known) maskable(a *answer, p []piece, withURLs bool) ([]dedup.Piece, []pieceOf) {
	internal, external := unpack(a.internal), unpack(a.external)
	out, of := make([]dedup.Piece, len(p)), make([]pieceOf, len(p))
	for i, p := range p {
		out[i] = dedup.Piece{Place: p.place, Text: p.text, Rest: p.rest, Size: p.size, Shown: p.shown}
		of[i] = pieceOf{noURL, p.echo}
		from := internal
		if p.link%2 == 1 {
			from = external
		}
		if p.link == noLink || p.link/2 >= len(from) {
			continue
		}
		key := n.urls.key(from[p.link/2])
		of[i].link = key
		out[i].URL, out[i].Text = aLink, hashOf(n.urls.bytes(key))
		if withURLs {
			out[i].URL = n.urls.String(key)
		}
	}
	return out, of
}

// aLink stands for the URL of a link where that does not matter.
const aLink = "link"

// unpack returns the URLs of packed links.
func unpack(packed []byte) (urls []urlID) {
	each(packed, func(url urlID, _ uint32) { urls = append(urls, url) })
	return urls
}
