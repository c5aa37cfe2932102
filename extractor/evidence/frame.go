package evidence

import "sitegraph/site"

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

func isPart(a, b *site.Piece) bool {
	return a.Text == b.Text && a.Place == b.Place && a.Gap == b.Gap && (a.Link == 0) == (b.Link == 0)
}

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
	for at+n < len(f.Parts) && i+n < len(p.All) && isPart(&f.Parts[at+n], &p.All[i+n]) && p.echo(i+n) == 0 {
		n++
	}
	return n
}
