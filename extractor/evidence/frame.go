package evidence

import (
	"slices"

	"sitegraph/site"
)

// Frame has what the pages of a site share: places, items, which are texts that two pages
// had and the places of links, and models, the items of pages in their order. A record
// has the numbers of them. It learns from records in their order, so the journal alone
// gives it back; what it has learnt does not change, so a record can be read at any time.
type Frame struct {
	Items   []site.Piece // texts without From; of links Link is 1
	Places  []uint64     // with the gaps before them
	Model   []uint16     // numbers+1 of items, page after page; 0 for what is not an item
	inModel []uint16     // the place+1 in model where an item is last
	ofItem  []uint32     // number+1 of an item, by hash or after that, below tagBits of the hash
	ofPlace []uint16
	once    []uint32 // the last text of a hash that came once, by another part of the hash
	page    packing  // the last one
}

// Bounds of a frame.
const (
	FrameItems  = 1 << 13
	FramePlaces = 1 << 12
	FrameModel  = 1 << 14
	frameOnce   = 1 << 14
	// mostProbes is how many numbers are looked at for a hash. One for which there is no room has none.
	mostProbes = 8
	tagBits    = 1<<32 - 1<<16
)

func (f *Frame) prepare() {
	if f.once == nil {
		f.ofItem, f.ofPlace = make([]uint32, 2*FrameItems), make([]uint16, 2*FramePlaces)
		f.once = make([]uint32, frameOnce)
	}
}

// placeOf returns the number+1 of a place, or 0 and where there is room for one, -1 if nowhere.
func (f *Frame) placeOf(p *site.Piece) (number, room int) {
	place := placed(p)
	for i := range uint64(min(mostProbes, len(f.ofPlace))) {
		slot := int((place*0x9e3779b97f4a7c15>>40 + i) % (2 * FramePlaces))
		number = int(f.ofPlace[slot])
		if number == 0 {
			return 0, slot
		}
		if f.Places[number-1] == place {
			return number, -1
		}
	}
	return 0, -1
}

// itemOf returns the number+1 of an item, or 0 and where there is room for one, -1 if nowhere.
func (f *Frame) itemOf(p *site.Piece) (number, room int) {
	hash := hashOfPiece(p)
	for i := range uint64(min(mostProbes, len(f.ofItem))) {
		slot := int((hash + i) % (2 * FrameItems))
		entry := f.ofItem[slot]
		if entry == 0 {
			return 0, slot
		}
		if entry&tagBits != uint32(hash>>32)&tagBits { // most are told apart without a look at them
			continue
		}
		if number = int(entry &^ tagBits); isItem(&f.Items[number-1], p) {
			return number, -1
		}
	}
	return 0, -1
}

func placed(p *site.Piece) uint64 { return uint64(p.Gap)<<32 | uint64(p.Place) }

func hashOfPiece(p *site.Piece) uint64 { return (p.Text ^ placed(p)) * 0x9e3779b97f4a7c15 }

// isItem reports whether a piece is one of the frame, whatever a link leads to. Texts of
// one hash are one, and have one size.
func isItem(item, p *site.Piece) bool {
	return item.Text == p.Text && item.Place == p.Place && item.Gap == p.Gap && (item.Link == 0) == (p.Link == 0)
}

// learn learns from a piece that is not in the frame, and returns its number+1 if it is
// one now. A text must have come once before.
func (f *Frame) learn(p *site.Piece) int {
	if _, room := f.placeOf(p); room >= 0 && len(f.Places) < FramePlaces {
		f.Places = append(f.Places, placed(p))
		f.ofPlace[room] = uint16(len(f.Places))
	}
	number, room := f.itemOf(p)
	if number > 0 || room < 0 || len(f.Items) == FrameItems {
		return number
	}
	hash := hashOfPiece(p)
	once, rest := hash%frameOnce, uint32(hash>>32)
	if p.Link == 0 && f.once[once] != rest {
		f.once[once] = rest
		return 0
	}
	item := *p
	item.From, item.To, item.Link = 0, p.To-p.From, min(p.Link, 1)
	f.Items, f.inModel = append(f.Items, item), append(f.inModel, 0)
	f.ofItem[room] = rest&tagBits | uint32(len(f.Items))
	return len(f.Items)
}

// addModel adds the items of a page if that would have foreseen an eighth more of it.
func (f *Frame) addModel(numbers []uint16, foreseen int) {
	items := 0
	for _, n := range numbers {
		items += int(min(n, 1))
	}
	if 8*(items-foreseen) < len(numbers) || len(f.Model)+len(numbers) > FrameModel {
		return
	}
	for _, n := range numbers {
		if f.Model = append(f.Model, n); n > 0 {
			f.inModel[n-1] = uint16(len(f.Model))
		}
	}
}

// The window in which models are searched for an item, before and after where they were expected to go on.
const (
	modelBack  = 4
	modelAhead = 16
)

// find returns where a model goes on with an item, -1 if nowhere near, or where both it and the piece after it are.
func (f *Frame) find(at, number int, then *site.Piece) int {
	at = min(at, len(f.Model))
	from := max(0, at-modelBack)
	if i := slices.Index(f.Model[from:min(at+modelAhead, len(f.Model))], uint16(number)); i >= 0 {
		return from + i
	}
	last := int(f.inModel[number-1]) - 1
	if last < 0 || then != nil && !f.isAt(last+1, then) {
		return -1
	}
	return last
}

// isAt reports whether a model has a piece at a place.
func (f *Frame) isAt(at int, p *site.Piece) bool {
	if at >= len(f.Model) {
		return false
	}
	number := f.Model[at]
	return number > 0 && isItem(&f.Items[number-1], p)
}

// common returns how many pieces, from the first on, are as in the models from a place on.
func (f *Frame) common(at int, all []site.Piece) int {
	model := f.Model[min(at, len(f.Model)):]
	all = all[:min(len(all), len(model))]
	for i := range all {
		if number := int(model[i]); number == 0 || !isItem(&f.Items[number-1], &all[i]) {
			return i
		}
	}
	return len(all)
}
