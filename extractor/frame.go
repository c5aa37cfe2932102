package extractor

import (
	"encoding/binary"
	"slices"
)

// frame has what the pages of a site share: places, and texts that came again. A
// record writes their numbers. It learns from records in their order, so the
// journal alone gives it back.
type frame struct {
	texts   []piece
	places  []uint32
	ofText  []uint16 // number+1 of a text, by hash or after that
	ofPlace []uint16
	once    []uint32 // the last text of a hash that came once, by another part of the hash
}

// Bounds of a frame.
const (
	frameTexts  = 1 << 13
	framePlaces = 1 << 10
	frameOnce   = 1 << 14
	// mostProbes is how many numbers are looked at for a hash. One for which there is
	// no room has none.
	mostProbes = 8
)

func newFrame() *frame { return &frame{} }

// prepare makes room.
func (f *frame) prepare() {
	if f.once == nil {
		f.ofText, f.ofPlace = make([]uint16, 2*frameTexts), make([]uint16, 2*framePlaces)
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

func (p *piece) hash() uint64 { return p.text ^ uint64(p.place)*0x9e3779b97f4a7c15 }

// text returns the number+1 of a text, or 0 and where there is room for one, -1 if
// nowhere. One that holds values of its page's URL is not shared.
func (f *frame) text(p *piece) (number, room int) {
	if p.echo != 0 {
		return 0, -1
	}
	for i := range uint64(min(mostProbes, len(f.ofText))) {
		slot := int((p.hash() + i) % (2 * frameTexts))
		number = int(f.ofText[slot])
		if number == 0 {
			return 0, slot
		}
		if t := &f.texts[number-1]; t.text == p.text && t.place == p.place && t.rest == p.rest && t.size == p.size {
			return number, -1
		}
	}
	return 0, -1
}

// learn learns from a piece that is not of the frame.
func (f *frame) learn(p *piece) {
	if _, room := f.place(p.place); room >= 0 && len(f.places) < framePlaces {
		f.places = append(f.places, p.place)
		f.ofPlace[room] = uint16(len(f.places))
	}
	if p.link != noLink {
		return
	}
	number, room := f.text(p)
	if number > 0 || room < 0 || len(f.texts) == frameTexts {
		return
	}
	once, rest := p.hash()%frameOnce, uint32(p.hash()>>32)
	if f.once[once] != rest {
		f.once[once] = rest
		return
	}
	f.texts = append(f.texts, piece{place: p.place, text: p.text, rest: p.rest, size: p.size, link: noLink})
	f.ofText[room] = uint16(len(f.texts))
}

// pack packs the pieces of a page, and learns from them.
func (f *frame) pack(pieces []piece) []byte {
	if len(pieces) == 0 {
		return nil
	}
	c := pieceCodec{codec: codec{writing: true, buf: make([]byte, 0, 4*len(pieces))}, frame: f, learning: true}
	c.all(&pieces)
	return c.buf
}

// unpack reads the pieces of a page.
func (f *frame) unpack(packed []byte) ([]piece, error) { return f.read(packed, false) }

// relearn learns from the pieces of a page as when they were packed.
func (f *frame) relearn(packed []byte) error {
	_, err := f.read(packed, true)
	return err
}

func (f *frame) read(packed []byte, learning bool) (pieces []piece, err error) {
	if len(packed) == 0 {
		return nil, nil
	}
	c := pieceCodec{codec: codec{buf: packed}, frame: f, learning: learning}
	c.all(&pieces)
	return pieces, c.err
}

// pieceCodec writes or reads the pieces of a page.
type pieceCodec struct {
	codec
	frame    *frame
	learning bool
	next     int32 // the link of the site that is the next new one
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

func (c *pieceCodec) all(pieces *[]piece) {
	if c.learning {
		c.frame.prepare()
	}
	shown := slices.ContainsFunc(*pieces, func(p piece) bool { return p.shown != "" })
	c.bool(&shown)
	list(&c.codec, pieces, 1, func(p *piece) {
		c.piece(p)
		if shown {
			text(&c.codec, &p.shown)
		}
	})
}

func (c *pieceCodec) piece(p *piece) {
	head := uint64(0)
	if c.writing {
		head = c.head(p)
	}
	if head = c.uint(head); head&headFrame == 0 {
		c.literal(p, head)
		if c.learning && c.err == nil {
			c.frame.learn(p)
		}
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
func (c *pieceCodec) head(p *piece) uint64 {
	known, _ := c.frame.place(p.place)
	head := uint64(known) << headBits
	switch {
	case p.link == c.next:
		return head | headLink | headNext
	case p.link != noLink:
		return head | headLink
	}
	if number, _ := c.frame.text(p); number > 0 {
		return uint64(number-1)<<1 | headFrame
	}
	if p.rest != 0 {
		head |= headRest
	}
	if p.echo != 0 {
		head |= headEcho
	}
	return head
}

// literal is a piece that is not of the frame.
func (c *pieceCodec) literal(p *piece, head uint64) {
	switch place := head >> headBits; {
	case place == 0:
		c.fixed32(&p.place)
	case c.writing:
	case place > uint64(len(c.frame.places)):
		c.fail("unknown place")
	default:
		p.place = c.frame.places[place-1]
	}
	switch {
	case head&headLink == 0:
		c.text(p, head)
	case head&headNext == 0:
		number(&c.codec, &p.link)
	default:
		p.link = c.next
		c.next += 2
	}
}

func (c *pieceCodec) text(p *piece, head uint64) {
	p.link = noLink
	c.fixed64(&p.text)
	number(&c.codec, &p.size)
	if head&headRest != 0 {
		c.fixed64(&p.rest)
	}
	if head&headEcho != 0 {
		c.fixed64(&p.echo)
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
