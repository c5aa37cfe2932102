package extractor

import "sitegraph/site"

// mostUnpacked is the greatest number of pieces of a page.
const mostUnpacked = 1 << 18

// unpacking reads the pieces of a page.
type unpacking struct {
	codec
	page     *packing
	learning bool
}

// unpack reads the pieces of a page.
func (f *frame) unpack(packed []byte) (*pieces, error) {
	p := new(pieces)
	return p, f.read(p, packed, &packing{frame: f, of: p}, false)
}

// relearn learns from the pieces of a page as when they were packed.
func (f *frame) relearn(packed []byte) error {
	w := f.begin(new(pieces))
	if err := f.read(w.of, packed, w, true); err != nil {
		return err
	}
	w.of = nil
	f.addModel(w.numbers, w.foreseen)
	return nil
}

func (f *frame) read(p *pieces, packed []byte, w *packing, learning bool) error {
	if len(packed) == 0 {
		return nil
	}
	r := unpacking{codec: codec{buf: packed}, page: w, learning: learning}
	n := r.uint(0)
	if n > mostUnpacked {
		r.fail("too many pieces")
		return r.err
	}
	p.all = make([]site.Piece, n)
	for i := 0; i < len(p.all) && r.err == nil; {
		i += r.token(i)
	}
	r.tail()
	return r.err
}

// token reads a token, from the ith piece on, and returns of how many it is.
func (r *unpacking) token(i int) int {
	w, token := r.page, r.uint(0)
	n := token >> tokenBits
	switch token & tokenMask {
	case tokenRun:
		return r.run(i, n)
	case tokenItem:
		r.item(&w.of.all[i], n)
	default:
		echo := r.literal(&w.of.all[i], n, token&tokenMask == tokenLink)
		w.of.setEcho(i, echo)
		if r.err == nil {
			w.took(i, echo == 0, r.learning)
		}
	}
	return 1
}

// run reads so many pieces that are as in the models.
func (r *unpacking) run(i int, n uint64) int {
	w := r.page
	if n&runMoved != 0 {
		w.at += int(r.int())
	}
	n >>= runBits
	size := len(w.frame.model)
	if n == 0 || w.at < 0 || w.at > size || n > uint64(min(len(w.of.all)-i, size-w.at)) {
		r.fail("run")
		return 0
	}
	for j := range int(n) {
		number := int(w.frame.model[w.at+j])
		if number == 0 {
			r.fail("run")
			return 0
		}
		w.of.all[i+j] = w.frame.items[number-1]
		w.note(number)
	}
	w.at, w.foreseen = w.at+int(n), w.foreseen+int(n)
	return int(n)
}

// item reads an item, or a text that was written out before.
func (r *unpacking) item(p *site.Piece, n uint64) {
	w := r.page
	switch {
	case n < uint64(len(w.frame.items)):
		*p = w.frame.items[n]
		w.next(int(n) + 1)
	case n >= frameItems && n-frameItems < uint64(len(w.literals)):
		*p = w.of.all[w.literals[n-frameItems]]
		w.next(0)
	default:
		r.fail("unknown text")
	}
}

// literal reads a piece that is written out.
func (r *unpacking) literal(p *site.Piece, n uint64, link bool) (echo uint64) {
	places := r.page.frame.places
	switch place := n >> placeBits; {
	case place == 0:
		r.fixed32(&p.Place)
	case place > uint64(len(places)):
		r.fail("unknown place")
	default:
		p.Place = places[place-1]
	}
	if link {
		p.Link = 1
		return 0
	}
	r.fixed64(&p.Text)
	number(&r.codec, &p.To)
	if n&textRest != 0 {
		r.fixed64(&p.Rest)
	}
	if n&textEcho != 0 {
		r.fixed64(&echo)
	}
	return echo
}

// tail reads what the links lead to, and the texts that are kept.
func (r *unpacking) tail() {
	p, next := r.page.of, uint32(1)
	for i := range p.all {
		if p.all[i].Link == 0 {
			continue
		}
		if number(&r.codec, &p.all[i].Link); p.all[i].Link == 0 {
			p.all[i].Link = next
			next += 2
		}
	}
	switch n := r.uint(0); {
	case n == uint64(len(p.all)) && n <= uint64(len(r.buf)):
		p.shown = make([]string, n)
		for i := range p.shown {
			text(&r.codec, &p.shown[i])
		}
	case n > 0:
		r.fail("texts")
	}
}
