package extractor

import (
	"encoding/binary"
	"slices"

	"sitegraph/site"
)

// frame has what the pages of a site share: places, and texts that came again. A
// record writes their numbers. It learns from records in their order, so the
// journal alone gives it back.
type frame struct {
	texts   []site.Piece // without From
	places  []uint32
	ofText  []uint32 // number+1 of a text, by hash or after that, below tagBits of the hash
	ofPlace []uint16
	once    []uint32 // the last text of a hash that came once, by another part of the hash
	packed  []byte   // the last page's pieces
}

// Bounds of a frame.
const (
	frameTexts  = 1 << 13
	framePlaces = 1 << 10
	frameOnce   = 1 << 14
	// mostProbes is how many numbers are looked at for a hash. One for which there is
	// no room has none.
	mostProbes = 8
	tagBits    = 1<<32 - 1<<16
)

func newFrame() *frame { return &frame{} }

// prepare makes room.
func (f *frame) prepare() {
	if f.once == nil {
		f.ofText, f.ofPlace = make([]uint32, 2*frameTexts), make([]uint16, 2*framePlaces)
		f.once = make([]uint32, frameOnce)
	}
}

// place returns the number+1 of a place, or 0 and where there is room for one, -1
// if nowhere.
func (f *frame) place(place uint32) (number, room int) {
	for i := range uint32(min(mostProbes, len(f.ofPlace))) {
		slot := int((place*0x9e3779b1>>16 + i) % (2 * framePlaces))
		number = int(f.ofPlace[slot])
		if number == 0 {
			return 0, slot
		}
		if f.places[number-1] == place {
			return number, -1
		}
	}
	return 0, -1
}

// text returns the number+1 of a text, or 0 and where there is room for one, -1 if
// nowhere.
func (f *frame) text(p *site.Piece) (number, room int) {
	hash := hashOfPiece(p)
	for i := range uint64(min(mostProbes, len(f.ofText))) {
		slot := int((hash + i) % (2 * frameTexts))
		entry := f.ofText[slot]
		if entry == 0 {
			return 0, slot
		}
		if entry&tagBits != uint32(hash>>32)&tagBits { // most are told apart without a look at them
			continue
		}
		number = int(entry &^ tagBits)
		if t := &f.texts[number-1]; t.Text == p.Text && t.Place == p.Place && t.Rest == p.Rest && t.Size() == p.Size() {
			return number, -1
		}
	}
	return 0, -1
}

func hashOfPiece(p *site.Piece) uint64 { return p.Text ^ uint64(p.Place)*0x9e3779b97f4a7c15 }

// learnPlace learns a place that is not of the frame.
func (f *frame) learnPlace(place uint32) {
	if _, room := f.place(place); room >= 0 && len(f.places) < framePlaces {
		f.places = append(f.places, place)
		f.ofPlace[room] = uint16(len(f.places))
	}
}

// learnText learns from a text that is not of the frame.
func (f *frame) learnText(p *site.Piece) {
	number, room := f.text(p)
	if number > 0 || room < 0 || len(f.texts) == frameTexts {
		return
	}
	hash := hashOfPiece(p)
	once, rest := hash%frameOnce, uint32(hash>>32)
	if f.once[once] != rest {
		f.once[once] = rest
		return
	}
	f.texts = append(f.texts, site.Piece{Place: p.Place, Text: p.Text, Rest: p.Rest, To: uint32(p.Size())})
	f.ofText[room] = rest&tagBits | uint32(len(f.texts))
}

// pack packs the pieces of a page, and learns from them. The result holds until the next
// page is packed.
func (f *frame) pack(p *pieces) []byte {
	if p == nil || len(p.all) == 0 {
		return nil
	}
	c := pieceCodec{codec: codec{writing: true, buf: f.packed[:0]}, frame: f, learning: true}
	c.all(p)
	f.packed = c.buf
	return c.buf
}

// unpack reads the pieces of a page.
func (f *frame) unpack(packed []byte) (*pieces, error) { return f.read(packed, false) }

// relearn learns from the pieces of a page as when they were packed.
func (f *frame) relearn(packed []byte) error {
	_, err := f.read(packed, true)
	return err
}

func (f *frame) read(packed []byte, learning bool) (*pieces, error) {
	p := new(pieces)
	if len(packed) == 0 {
		return p, nil
	}
	c := pieceCodec{codec: codec{buf: packed}, frame: f, learning: learning}
	c.all(p)
	return p, c.err
}

// pieceCodec writes or reads the pieces of a page.
type pieceCodec struct {
	codec
	frame    *frame
	learning bool
	next     uint32 // the link of the site that is the next new one
}

// The bits of a head. That of a text of the frame has its number above the first;
// others have the number+1 of the place, 0 if that is written out, above all.
const (
	headFrame = 1 << iota
	headLink
	headNext // of a link: the next new one of the site
	headEcho // of a text: it has one
	headBits = iota
	headRest = headNext // of a text: it has one
)

func (c *pieceCodec) all(p *pieces) {
	if c.learning {
		c.frame.prepare()
	}
	shown := slices.ContainsFunc(p.shown, func(s string) bool { return s != "" })
	c.bool(&shown)
	if n := c.length(len(p.all), 1); !c.writing {
		p.all = make([]site.Piece, n)
	}
	if shown && !c.writing {
		p.shown = make([]string, len(p.all))
	}
	for i := range p.all {
		c.piece(p, i)
		if shown {
			text(&c.codec, &p.shown[i])
		}
	}
}

// piece is the ith piece of a page. A text that holds values of the page's URL is not
// shared.
func (c *pieceCodec) piece(of *pieces, i int) {
	p := &of.all[i]
	head := uint64(0)
	if c.writing {
		head = c.head(p, of.echo(i))
	}
	if head = c.uint(head); head&headFrame == 0 {
		c.literal(of, i, head)
		return
	}
	switch number := head >> 1; {
	case c.writing:
	case number >= uint64(len(c.frame.texts)):
		c.fail("unknown text")
	default:
		*p = c.frame.texts[number]
	}
}

// head returns the head of a piece to be written.
func (c *pieceCodec) head(p *site.Piece, echo uint64) (head uint64) {
	switch {
	case p.Link > 0:
		head = headLink
		if p.Link == c.next+1 {
			head |= headNext
		}
	case echo != 0:
		head = headEcho
	default:
		if number, _ := c.frame.text(p); number > 0 {
			return uint64(number-1)<<1 | headFrame
		}
	}
	if p.Link == 0 && p.Rest != 0 {
		head |= headRest
	}
	known, _ := c.frame.place(p.Place)
	return head | uint64(known)<<headBits
}

// literal is a piece that is not of the frame.
func (c *pieceCodec) literal(of *pieces, i int, head uint64) {
	p := &of.all[i]
	place := head >> headBits
	switch {
	case place == 0:
		c.fixed32(&p.Place)
	case c.writing:
	case place > uint64(len(c.frame.places)):
		c.fail("unknown place")
	default:
		p.Place = c.frame.places[place-1]
	}
	if head&headLink != 0 {
		c.link(p, head)
	} else {
		c.text(of, i, head)
	}
	if !c.learning || c.err != nil {
		return
	}
	if place == 0 {
		c.frame.learnPlace(p.Place)
	}
	if head&(headLink|headEcho) == 0 {
		c.frame.learnText(p)
	}
}

// link is one that counts. What is written is one less than Link.
func (c *pieceCodec) link(p *site.Piece, head uint64) {
	link := p.Link - 1
	if head&headNext == 0 {
		number(&c.codec, &link)
	} else {
		link = c.next
		c.next += 2
	}
	p.Link = link + 1
}

func (c *pieceCodec) text(of *pieces, i int, head uint64) {
	p := &of.all[i]
	c.fixed64(&p.Text)
	size := uint32(p.Size())
	if number(&c.codec, &size); !c.writing {
		p.To = size
	}
	if head&headRest != 0 {
		c.fixed64(&p.Rest)
	}
	if head&headEcho != 0 {
		echo := of.echo(i)
		c.fixed64(&echo)
		of.setEcho(i, echo)
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
