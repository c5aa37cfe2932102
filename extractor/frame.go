package extractor

import (
	"slices"

	"sitegraph/site"
)

// frame has what the pages of a site share: places, items, which are texts that two pages
// had and the places of links, and models, the items of pages in their order. A record
// has the numbers of them. It learns from records in their order, so the journal alone
// gives it back; what it has learnt does not change, so a record can be read at any time.
type frame struct {
	items   []site.Piece // texts without From; of links Link is 1
	places  []uint32
	model   []uint16 // numbers+1 of items, page after page; 0 for what is none
	inModel []uint16 // the place+1 in model where an item is last
	ofItem  []uint32 // number+1 of an item, by hash or after that, below tagBits of the hash
	ofPlace []uint16
	once    []uint32 // the last text of a hash that came once, by another part of the hash
	page    packing  // the last one
}

// Bounds of a frame.
const (
	frameItems  = 1 << 13
	framePlaces = 1 << 10
	frameModel  = 1 << 14
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
		f.ofItem, f.ofPlace = make([]uint32, 2*frameItems), make([]uint16, 2*framePlaces)
		f.once = make([]uint32, frameOnce)
	}
}

// placeOf returns the number+1 of a place, or 0 and where there is room for one, -1 if
// nowhere.
func (f *frame) placeOf(place uint32) (number, room int) {
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

// itemOf returns the number+1 of an item, or 0 and where there is room for one, -1 if
// nowhere.
func (f *frame) itemOf(p *site.Piece) (number, room int) {
	hash := hashOfPiece(p)
	for i := range uint64(min(mostProbes, len(f.ofItem))) {
		slot := int((hash + i) % (2 * frameItems))
		entry := f.ofItem[slot]
		if entry == 0 {
			return 0, slot
		}
		if entry&tagBits != uint32(hash>>32)&tagBits { // most are told apart without a look at them
			continue
		}
		if number = int(entry &^ tagBits); isItem(&f.items[number-1], p) {
			return number, -1
		}
	}
	return 0, -1
}

func hashOfPiece(p *site.Piece) uint64 { return (p.Text ^ uint64(p.Place)) * 0x9e3779b97f4a7c15 }

// isItem reports whether a piece is one of the frame, whatever a link leads to. Texts of
// one hash are one, and have one size.
func isItem(item, p *site.Piece) bool {
	return item.Text == p.Text && item.Place == p.Place && (item.Link == 0) == (p.Link == 0)
}

// learn learns from a piece that is none of the frame, and returns its number+1 if it is
// one now. A text must have come once before.
func (f *frame) learn(p *site.Piece) int {
	if _, room := f.placeOf(p.Place); room >= 0 && len(f.places) < framePlaces {
		f.places = append(f.places, p.Place)
		f.ofPlace[room] = uint16(len(f.places))
	}
	number, room := f.itemOf(p)
	if number > 0 || room < 0 || len(f.items) == frameItems {
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
	f.items, f.inModel = append(f.items, item), append(f.inModel, 0)
	f.ofItem[room] = rest&tagBits | uint32(len(f.items))
	return len(f.items)
}

// addModel adds the items of a page if that would have foreseen an eighth more of it.
func (f *frame) addModel(numbers []uint16, foreseen int) {
	items := 0
	for _, n := range numbers {
		items += int(min(n, 1))
	}
	if 8*(items-foreseen) < len(numbers) || len(f.model)+len(numbers) > frameModel {
		return
	}
	for _, n := range numbers {
		if f.model = append(f.model, n); n > 0 {
			f.inModel[n-1] = uint16(len(f.model))
		}
	}
}

// The window in which models are searched for an item, before and after where they were
// expected to go on.
const (
	modelBack  = 4
	modelAhead = 16
)

// find returns where a model goes on with an item, -1 if nowhere near, or where both it and
// the piece after it are.
func (f *frame) find(at, number int, then *site.Piece) int {
	at = min(at, len(f.model))
	from := max(0, at-modelBack)
	if i := slices.Index(f.model[from:min(at+modelAhead, len(f.model))], uint16(number)); i >= 0 {
		return from + i
	}
	last := int(f.inModel[number-1]) - 1
	if last < 0 || then != nil && !f.isAt(last+1, then) {
		return -1
	}
	return last
}

// isAt reports whether a model has a piece at a place.
func (f *frame) isAt(at int, p *site.Piece) bool {
	if at >= len(f.model) {
		return false
	}
	number := f.model[at]
	return number > 0 && isItem(&f.items[number-1], p)
}

// common returns how many pieces, from the first on, are as in the models from a place on.
func (f *frame) common(at int, all []site.Piece) int {
	model := f.model[min(at, len(f.model)):]
	all = all[:min(len(all), len(model))]
	for i := range all {
		if number := int(model[i]); number == 0 || !isItem(&f.items[number-1], &all[i]) {
			return i
		}
	}
	return len(all)
}
