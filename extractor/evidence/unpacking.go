package evidence

import "sitegraph/site"

// MostUnpacked is the greatest number of pieces of a page.
const MostUnpacked = 1 << 18

type unpacking struct {
	Codec
	page     *packing
	learning bool
}

// Unpack reads the pieces of a page.
func (f *Frame) Unpack(packed []byte) (*Pieces, error) {
	p := new(Pieces)
	return p, f.read(p, packed, &packing{frame: f, of: p}, false)
}

// Relearn learns from the pieces of a page as when they were packed.
func (f *Frame) Relearn(packed []byte) error {
	w := f.begin(new(Pieces))
	if err := f.read(w.of, packed, w, true); err != nil {
		return err
	}
	w.of = nil
	f.addModel(w.numbers, w.foreseen)
	return nil
}

func (f *Frame) read(p *Pieces, packed []byte, w *packing, learning bool) error {
	if len(packed) == 0 {
		return nil
	}
	r := unpacking{Codec: Codec{Buf: packed}, page: w, learning: learning}
	n := r.uint(0)
	if n > MostUnpacked {
		r.fail("too many pieces")
		return r.Err
	}
	p.All = make([]site.Piece, n)
	for i := 0; i < len(p.All) && r.Err == nil; {
		i += r.token(i)
	}
	r.tail()
	return r.Err
}

// token reads a token, from the ith piece on, and returns of how many it is.
func (r *unpacking) token(i int) int {
	w, token := r.page, r.uint(0)
	n := token >> tokenBits
	switch token & tokenMask {
	case tokenRun:
		return r.run(i, n)
	case tokenItem:
		r.item(&w.of.All[i], n)
	default:
		echo := r.literal(&w.of.All[i], n, token&tokenMask == tokenLink)
		w.of.SetEcho(i, echo)
		if r.Err == nil {
			w.took(i, echo == 0, r.learning)
		}
	}
	return 1
}

// run reads that many pieces that are as in the models.
func (r *unpacking) run(i int, n uint64) int {
	w := r.page
	if n&runMoved != 0 {
		w.at += int(r.int())
	}
	n >>= runBits
	size := len(w.frame.Model)
	if n == 0 || w.at < 0 || w.at > size || n > uint64(min(len(w.of.All)-i, size-w.at)) {
		r.fail("run")
		return 0
	}
	for j := range int(n) {
		number := int(w.frame.Model[w.at+j])
		if number == 0 {
			r.fail("run")
			return 0
		}
		w.of.All[i+j] = w.frame.Items[number-1]
		w.note(number)
	}
	w.at, w.foreseen = w.at+int(n), w.foreseen+int(n)
	return int(n)
}

// item reads an item, or a text that was written out before.
func (r *unpacking) item(p *site.Piece, n uint64) {
	w := r.page
	switch {
	case n < uint64(len(w.frame.Items)):
		*p = w.frame.Items[n]
		w.next(int(n) + 1)
	case n >= FrameItems && n-FrameItems < uint64(len(w.literals)):
		*p = w.of.All[w.literals[n-FrameItems]]
		w.next(0)
	default:
		r.fail("unknown text")
	}
}

func (r *unpacking) literal(p *site.Piece, n uint64, link bool) (echo uint64) {
	places, placed := r.page.frame.Places, uint64(0)
	switch place := n >> placeBits; {
	case place == 0:
		r.fixed64(&placed)
	case place > uint64(len(places)):
		r.fail("unknown place")
	default:
		placed = places[place-1]
	}
	p.Place, p.Gap = uint32(placed), uint32(placed>>32)
	if link {
		p.Link = 1
		return 0
	}
	r.fixed64(&p.Text)
	Number(&r.Codec, &p.To)
	if n&textRest != 0 {
		r.fixed64(&p.Rest)
	}
	if n&textEcho != 0 {
		r.fixed64(&echo)
	}
	return echo
}

func (r *unpacking) tail() {
	p, next := r.page.of, uint32(1)
	for i := range p.All {
		if p.All[i].Link == 0 {
			continue
		}
		if Number(&r.Codec, &p.All[i].Link); p.All[i].Link == 0 {
			p.All[i].Link = next
			next++
		}
	}
	switch n := r.uint(0); {
	case n == uint64(len(p.All)) && n <= uint64(len(r.Buf)):
		p.Shown = make([]string, n)
		for i := range p.Shown {
			text(&r.Codec, &p.Shown[i])
		}
	case n > 0:
		r.fail("texts")
	}
}
