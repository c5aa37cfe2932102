package evidence

import "sitegraph/site"

// Frame has the pieces that pages of a site share, in the order of the pages. The record of a page refers to them by
// number. A frame learns from records in their order, so the journal alone restores it. What it has learnt does not
// change, so any record can be read at any time.
type Frame struct {
	Parts  []site.Piece    // texts without From; of links Link is 1
	parts  map[part]uint16 // the number+1 of the last of equal parts
	places map[uint64]uint16
	once   []uint32 // by one part of a hash: another part of the hash of the last text that came once
	room   []byte   // for the next record
}

// part identifies equal pieces. Where a link leads does not matter. Texts of one hash have one size.
type part struct {
	text, placed uint64
	link         uint32
}

// Bounds of a frame.
const (
	FrameParts = 1 << 14
	frameOnce  = 1 << 14
)

// placed returns the place of a piece with the gap before it.
func placed(p *site.Piece) uint64 { return uint64(p.Gap)<<32 | uint64(p.Place) }

func partOf(p *site.Piece) part { return part{p.Text, placed(p), min(p.Link, 1)} }

func isPart(a, b *site.Piece) bool {
	return a.Text == b.Text && a.Place == b.Place && a.Gap == b.Gap && (a.Link == 0) == (b.Link == 0)
}

// learn learns from a page: it adds pieces that came before and pieces at new places. If the parts so far predict too
// little of the page, it adds all of its pieces.
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

// common returns how many pieces of a page from i on equal the parts from at on. A text that holds values of the page's
// URL equals none.
func (f *Frame) common(at int, p *Pieces, i int) (n int) {
	for at+n < len(f.Parts) && i+n < len(p.All) && isPart(&f.Parts[at+n], &p.All[i+n]) && p.echo(i+n) == 0 {
		n++
	}
	return n
}
