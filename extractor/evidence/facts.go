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
