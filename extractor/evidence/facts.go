package evidence

import (
	"encoding/binary"
	"fmt"

	"sitegraph/site"
)

// Facts writes or reads the facts of a page and the places of its links, which end a record.
func (c *Codec) Facts(d *Details) {
	known := d.Facts != nil
	if c.bool(&known); !known {
		return
	}
	if d.Facts == nil {
		d.Facts = new(site.Facts)
	}
	f := d.Facts
	for _, s := range []*string{&f.Description, &f.H1, &f.RobotsTag, &f.Modified} {
		text(c, s)
	}
	for _, n := range []*int{&f.H1s, &f.Words, &f.WithoutAlt, &f.Milliseconds} {
		Number(c, n)
	}
	c.bools(&f.Password, &f.EmptyRoot)
	list(c, &f.Alternates, 2, func(a *site.Alternate) {
		text(c, &a.Lang)
		text(c, &a.URL)
	})
	for _, all := range []*[]string{&f.Breadcrumbs, &f.Payload} {
		if list(c, all, 1, func(s *string) { text(c, s) }); len(*all) == 0 {
			*all = nil
		}
	}
	text(c, &d.Places)
}

// The lists that contain links.
const (
	ListLinks = iota // of usable links
	ListBad
	ListCount
)

// PlacePacker packs the places of a page's links in source order. Each is a number list + 2*place + 16*n, where n
// counts the URLs added to the list since the link's own. For a link in the content, the mark follows.
type PlacePacker struct {
	Packed []byte         // the numbers
	seen   [ListCount]int // number of URLs in each list so far
}

// Note adds a link to a URL of a list. Every bad link counts as a new URL.
func (p *PlacePacker) Note(list, url int, place site.LinkPlace, mark site.LinkMark) {
	if list == ListBad {
		url = p.seen[list]
	}
	since := p.seen[list] - url
	if since == 0 {
		p.seen[list]++
	}
	p.Packed = binary.AppendUvarint(p.Packed, uint64(list)|uint64(place)<<1|uint64(since)<<4)
	if place == site.PlaceMain {
		p.Packed = binary.LittleEndian.AppendUint16(p.Packed, uint16(mark))
	}
}

// Placed is a link with its place.
type Placed struct {
	List, URL int            // its list, and the index of its URL there
	Place     site.LinkPlace // its place on the page
	Mark      site.LinkMark  // only for a link in the content
}

// Bad reports whether the link leads to no URL.
func (link *Placed) Bad() bool { return link.List == ListBad }

// UnpackPlaces appends the links of a page. size has the number of distinct URLs in each list.
func UnpackPlaces(all []Placed, packed []byte, size [ListCount]int) ([]Placed, error) {
	var seen [ListCount]int
	for len(packed) > 0 {
		v, n := binary.Uvarint(packed)
		l := Placed{List: int(v & 1), Place: site.LinkPlace(v >> 1 & 7)}
		in := l.Place == site.PlaceMain
		if n <= 0 || l.Place > site.PlaceFooter || v>>4 > uint64(seen[l.List]) || in && len(packed) < n+2 {
			return nil, fmt.Errorf("%w: places", ErrRecord)
		}
		if packed = packed[n:]; in {
			l.Mark, packed = site.LinkMark(binary.LittleEndian.Uint16(packed)), packed[2:]
		}
		if l.URL = seen[l.List] - int(v>>4); v>>4 == 0 {
			seen[l.List]++
		}
		if all = append(all, l); seen[l.List] > size[l.List] {
			return nil, fmt.Errorf("%w: places", ErrRecord)
		}
	}
	return all, nil
}

// Placed unpacks the links of an answer in source order.
func (a *Fetched) Placed() ([]Placed, error) {
	bad := 0
	for _, b := range a.Bad {
		if b.Link == 0 {
			bad += int(b.Count)
		}
	}
	return UnpackPlaces(nil, a.Places, [ListCount]int{len(a.Links), bad})
}

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
