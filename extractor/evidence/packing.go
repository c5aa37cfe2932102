package evidence

import "sitegraph/site"

// MaxUnpacked is the maximum number of pieces on a page.
const MaxUnpacked = 1 << 18

// packing writes or reads the pieces of a page.
type packing struct {
	Codec
	frame    *Frame
	of       *Pieces
	at       int     // the part expected next
	astray   int     // number of pieces that are parts out of order
	literals []int32 // indices of pieces written out in full
}

// Pack packs the pieces of a page and learns from them. The result is valid until the next call.
func (f *Frame) Pack(p *Pieces) []byte {
	if p == nil || len(p.All) == 0 {
		return nil
	}
	w := &packing{Codec: Codec{Buf: f.room[:0], Writing: true}, frame: f, of: p}
	w.page()
	f.room = w.Buf
	f.learn(w)
	return w.Buf
}

// Unpack reads the pieces of a page.
func (f *Frame) Unpack(packed []byte) (*Pieces, error) {
	w, err := f.read(packed)
	return w.of, err
}

// Relearn learns from the packed pieces of a page, as Pack did.
func (f *Frame) Relearn(packed []byte) error {
	w, err := f.read(packed)
	if err == nil && len(w.of.All) > 0 {
		f.learn(w)
	}
	return err
}

func (f *Frame) read(packed []byte) (*packing, error) {
	w := &packing{Codec: Codec{Buf: packed}, frame: f, of: new(Pieces)}
	if len(packed) > 0 {
		w.page()
	}
	return w, w.Err
}

func (w *packing) page() {
	n := w.uint(uint64(len(w.of.All)))
	if n > MaxUnpacked {
		w.fail("too many pieces")
		return
	}
	if !w.Writing {
		w.of.All = make([]site.Piece, n)
	}
	for i := 0; i < len(w.of.All) && w.Err == nil; {
		i += w.token(i)
	}
	w.links()
	w.shown()
}

// A token is a number whose lowest bits are its kind. A run has a flag, set if the distance to its first part follows,
// and its length. A part has its number. A text or link has flags, and 1 + the number of a part at the same place, or 0
// if the place follows.
const (
	tokenRun = iota
	tokenPart
	tokenText
	tokenLink
	tokenBits = 2
	tokenMask = 1<<tokenBits - 1

	runMoved  = 1
	runBits   = 1
	textRest  = 1 // the text has a Rest
	textEcho  = 2
	placeBits = 2
)

// token writes or reads the token for the ith piece and returns the number of pieces it covers.
func (w *packing) token(i int) int {
	var token uint64
	move := 0
	if w.Writing {
		token, move = w.choose(i)
	}
	token = w.uint(token)
	n := token >> tokenBits
	switch token & tokenMask {
	case tokenRun:
		if n&runMoved != 0 {
			v := w.uint(uint64(move<<1 ^ move>>63))
			w.at += int(v>>1) ^ -int(v&1)
		}
		n >>= runBits
		if w.take(i, w.at, n); w.Err != nil {
			return 0
		}
		w.at += int(n)
		return int(n)
	case tokenPart:
		w.take(i, int(min(n, FrameParts)), 1)
		w.astray++
	default:
		w.literal(i, n, token&tokenMask == tokenLink)
	}
	w.at++
	return 1
}

// choose returns the token for the ith piece and how far it moves among the parts.
func (w *packing) choose(i int) (token uint64, move int) {
	p, at := &w.of.All[i], w.at
	n := w.frame.common(at, w.of, i)
	if n == 0 {
		if at = int(w.frame.parts[partOf(p)]) - 1; at < 0 || w.of.echo(i) != 0 {
			return w.asLiteral(p, w.of.echo(i)), 0
		}
		if n = w.frame.common(at, w.of, i); n == 1 {
			return uint64(at)<<tokenBits | tokenPart, 0
		}
	}
	token = uint64(n) << runBits
	if at != w.at {
		token |= runMoved
	}
	return token << tokenBits, at - w.at // tokenRun is 0
}

// asLiteral returns the token for writing a piece out in full.
func (w *packing) asLiteral(p *site.Piece, echo uint64) uint64 {
	token, flags := uint64(tokenText), uint64(0)
	if p.Link > 0 {
		token = tokenLink
	}
	if p.Rest != 0 {
		flags |= textRest
	}
	if echo != 0 {
		flags |= textEcho
	}
	return (uint64(w.frame.places[placed(p)])<<placeBits|flags)<<tokenBits | token
}

// take checks a run of n parts from at on. When reading, it copies them to the pieces from i on.
func (w *packing) take(i, at int, n uint64) {
	parts := w.frame.Parts
	if n == 0 || at < 0 || at >= len(parts) || n > uint64(min(len(w.of.All)-i, len(parts)-at)) {
		w.fail("unknown pieces")
		return
	}
	if !w.Writing {
		copy(w.of.All[i:], parts[at:at+int(n)])
	}
}

// literal writes or reads the ith piece, without the target of a link.
func (w *packing) literal(i int, n uint64, link bool) {
	p, at := &w.of.All[i], placed(&w.of.All[i])
	switch place := n >> placeBits; {
	case place == 0:
		w.fixed64(&at)
	case place > uint64(len(w.frame.Parts)):
		w.fail("unknown place")
	default:
		at = placed(&w.frame.Parts[place-1])
	}
	w.literals = append(w.literals, int32(i))
	p.Place, p.Gap = uint32(at), uint32(at>>32)
	if link {
		p.Link = max(p.Link, 1)
		return
	}
	w.fixed64(&p.Text)
	size := p.To - p.From
	if Number(&w.Codec, &size); !w.Writing {
		p.To = size
	}
	if n&textRest != 0 {
		w.fixed64(&p.Rest)
	}
	if echo := w.of.echo(i); n&textEcho != 0 {
		w.fixed64(&echo)
		w.of.SetEcho(i, echo)
	}
}

// links writes or reads the targets of the links. 0 means the next new one.
func (w *packing) links() {
	next := uint32(1)
	for i := range w.of.All {
		p := &w.of.All[i]
		if p.Link == 0 {
			continue
		}
		link := p.Link
		if link == next && w.Writing {
			link = 0
		}
		if Number(&w.Codec, &link); link == 0 {
			link = next
			next++
		}
		p.Link = link
	}
}

// shown writes or reads the kept texts.
func (w *packing) shown() {
	n := w.uint(uint64(len(w.of.Shown)))
	if n != 0 && n != uint64(len(w.of.All)) || !w.Writing && n > uint64(len(w.Buf)) {
		w.fail("texts")
		return
	}
	if n > 0 && !w.Writing {
		w.of.Shown = make([]string, n)
	}
	for i := range w.of.Shown {
		text(&w.Codec, &w.of.Shown[i])
	}
}
