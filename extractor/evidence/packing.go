package evidence

import (
	"encoding/binary"

	"sitegraph/site"
)

type packing struct {
	frame    *Frame
	of       *Pieces
	buf      []byte
	numbers  []uint16   // of the pieces; 0 for those that are no items
	literals []int32    // the places of texts that are written out
	local    [64]uint16 // places+1 in literals, by hash
	at       int        // in the models
	moved    int        // how far from where it was expected to be
	run      int        // that many pieces before are as in the models
	foreseen int        // of all
}

// Pack packs the pieces of a page, and learns from them. The result holds until the next page is packed.
func (f *Frame) Pack(p *Pieces) []byte {
	if p == nil || len(p.All) == 0 {
		return nil
	}
	w := f.begin(p)
	w.uint(uint64(len(p.All)))
	for i, own := 0, 0; i < len(p.All); i++ {
		if i >= own {
			own = p.nextEcho(i)
		}
		n := f.common(w.at, p.All[i:own])
		w.foresaw(n)
		if i += n; i < len(p.All) {
			w.piece(i)
		}
	}
	w.endRun()
	w.tail()
	w.of = nil
	f.addModel(w.numbers, w.foreseen)
	return w.buf
}

func (f *Frame) begin(p *Pieces) *packing {
	f.prepare()
	w := &f.page
	*w = packing{frame: f, of: p, buf: w.buf[:0], numbers: w.numbers[:0], literals: w.literals[:0]}
	return w
}

// The kinds of token, the lowest bits of a number. Above them are how many pieces are as in the models, and whether
// these go on at another place than expected, which follows; the number of an item, or frameItems and more for a
// text written out before; flags and the number+1 of the place, 0 if that follows.
const (
	tokenRun = iota
	tokenItem
	tokenText
	tokenLink
	tokenBits = 2
	tokenMask = 1<<tokenBits - 1

	runMoved  = 1
	runBits   = 1
	textRest  = 1 // a text has one
	textEcho  = 2
	placeBits = 2
)

func (w *packing) uint(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

func (w *packing) token(n, kind uint64) { w.uint(n<<tokenBits | kind) }

// foresaw goes on after that many pieces that are as in the models.
func (w *packing) foresaw(n int) {
	if n > 0 {
		w.numbers = append(w.numbers, w.frame.Model[w.at:w.at+n]...)
		w.at, w.run = w.at+n, w.run+n
	}
}

func (w *packing) endRun() {
	switch {
	case w.run == 0:
		return
	case w.moved == 0:
		w.token(uint64(w.run)<<runBits, tokenRun)
	default:
		w.token(uint64(w.run)<<runBits|runMoved, tokenRun)
		w.buf = binary.AppendVarint(w.buf, int64(w.moved))
	}
	w.foreseen, w.run, w.moved = w.foreseen+w.run, 0, 0
}

// piece writes the token of a piece that models do not have where they were. A text that
// holds values of the page's URL is not shared.
func (w *packing) piece(i int) {
	p, echo := &w.of.All[i], w.of.echo(i)
	w.endRun()
	if echo != 0 {
		w.literal(p, echo)
		w.took(i, false, true)
		return
	}
	if number, _ := w.frame.itemOf(p); number > 0 {
		var then *site.Piece
		if i+1 < len(w.of.All) {
			then = &w.of.All[i+1]
		}
		if at := w.frame.find(w.at, number, then); at >= 0 {
			w.at, w.moved = at, at-w.at
			w.foresaw(1)
			return
		}
		w.token(uint64(number-1), tokenItem)
		w.next(number)
	} else if n := w.before(p); n >= 0 {
		w.token(uint64(FrameItems+n), tokenItem)
		w.next(0)
	} else {
		w.literal(p, 0)
		w.took(i, true, true)
	}
}

// before returns the place in literals of a text that was written out before, -1 if none.
func (w *packing) before(p *site.Piece) int {
	n := int(w.local[hashOfPiece(p)>>58]) - 1
	if n < 0 || !isItem(&w.of.All[w.literals[n]], p) {
		return -1
	}
	return n
}

// literal writes out a piece, but for what a link leads to.
func (w *packing) literal(p *site.Piece, echo uint64) {
	token, flags := uint64(tokenText), uint64(0)
	if p.Rest != 0 {
		flags |= textRest
	}
	if echo != 0 {
		flags |= textEcho
	}
	if p.Link > 0 {
		token = tokenLink
	}
	place, _ := w.frame.placeOf(p)
	w.token(uint64(place)<<placeBits|flags, token)
	if place == 0 {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, placed(p))
	}
	if p.Link > 0 {
		return
	}
	w.buf = binary.LittleEndian.AppendUint64(w.buf, p.Text)
	w.uint(uint64(p.Size()))
	if p.Rest != 0 {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, p.Rest)
	}
	if echo != 0 {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, echo)
	}
}

// took goes on after a piece that was written out, which may be shared, and learnt from.
func (w *packing) took(i int, shared, learning bool) {
	p, number := &w.of.All[i], 0
	if shared && learning {
		number = w.frame.learn(p)
	}
	if shared && p.Link == 0 && len(w.literals) < 1<<16-1 {
		w.literals = append(w.literals, int32(i))
		w.local[hashOfPiece(p)>>58] = uint16(len(w.literals))
	}
	w.next(number)
}

// next goes on after a piece of that number that is not as in the models.
func (w *packing) next(number int) {
	w.note(number)
	w.at++
}

func (w *packing) note(number int) { w.numbers = append(w.numbers, uint16(number)) }

// tail writes what the links lead to, and the texts that are kept. A link is 0 if it is
// the next new one of the site.
func (w *packing) tail() {
	next := uint32(1)
	all := w.of.All
	for i := range all {
		link := all[i].Link
		if link == 0 {
			continue
		}
		if link == next {
			link = 0
			next++
		}
		w.uint(uint64(link))
	}
	w.uint(uint64(len(w.of.Shown)))
	for _, text := range w.of.Shown {
		w.uint(uint64(len(text)))
		w.buf = append(w.buf, text...)
	}
}
