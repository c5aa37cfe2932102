package evidence

import (
	"encoding/binary"
	"fmt"

	"sitegraph/site"
	"sitegraph/wording"
)

// Facts writes or reads the facts of a page and the places of its links, the last of a
// record. Records of earlier versions end before them: their facts are unknown.
func (c *Codec) Facts(d *Details) {
	if c.Writing && d.Facts == nil || !c.Writing && len(c.Buf) == 0 {
		return
	}
	if d.Facts == nil {
		d.Facts = new(site.Facts)
	}
	f := d.Facts
	for _, s := range []*string{&f.Description, &f.H1, &f.RobotsTag, &f.Modified} {
		text(c, s)
	}
	Number(c, &f.H1s)
	Number(c, &f.Words)
	list(c, &f.Alternates, 2, func(a *site.Alternate) {
		text(c, &a.Lang)
		text(c, &a.URL)
	})
	text(c, &d.Places)
	c.furtherFacts(d)
}

// furtherFacts writes or reads what earlier versions did not know, as far as there is something to say.
func (c *Codec) furtherFacts(d *Details) {
	f := d.Facts
	texts := func(list *[]string) func() { return func() { c.texts(list) } }
	further := []struct {
		said bool
		do   func()
	}{
		{len(d.Marks) > 0, func() { text(c, &d.Marks) }},
		{f.Password, func() { c.bool(&f.Password) }},
		{f.WithoutAlt > 0, func() { Number(c, &f.WithoutAlt) }},
		{f.EmptyRoot, func() { c.bool(&f.EmptyRoot) }},
		{len(f.Breadcrumbs) > 0, texts(&f.Breadcrumbs)},
		{len(f.Payload) > 0, texts(&f.Payload)},
		{f.Milliseconds > 0, func() { Number(c, &f.Milliseconds) }},
	}
	last := len(further)
	for c.Writing && last > 0 && !further[last-1].said {
		last--
	}
	for _, part := range further[:last] {
		if c.Writing || len(c.Buf) > 0 {
			part.do()
		}
	}
}

func (c *Codec) texts(all *[]string) {
	if list(c, all, 1, func(s *string) { text(c, s) }); len(*all) == 0 {
		*all = nil
	}
}

// UnknownFacts is the remark that facts of pages are unknown, if those of any are.
func UnknownFacts(pages []site.Page) []string {
	n := 0
	for i := range pages {
		if pages[i].Facts == nil {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %s %s fetched by an earlier version of sitegraph: their descriptions, "+
		"h1 and the like, and where links stand, are unknown; --fresh fetches them again", n,
		wording.Count(len(pages), "page", "pages"), wording.Form(n, "was", "were"))}
}

// The lists that links are in.
const (
	ListLinks = iota // of usable links
	ListBad
	ListCount
)

// PlacePacker packs the places of a page's links, in the order of the source: numbers
// that are list + 2*place + 16*n, with n = 2*(links in a row, each the first to its URL)
// or 1 + 2*(how many URLs of the list were first linked to after that URL).
type PlacePacker struct {
	packed []byte
	Marks  []byte         // of the links in the content
	seen   [ListCount]int // URLs of each list that links were noted to
	row    int            // links in a row that are not packed yet
	list   int            // of them, as is the place
	place  site.LinkPlace
}

// Note adds a link to a URL of a list; of bad links every one is the first.
func (p *PlacePacker) Note(list, url int, place site.LinkPlace) {
	first := list == ListBad || url == p.seen[list]
	if p.row > 0 && (!first || list != p.list || place != p.place) {
		p.put(p.list, p.place, 2*p.row)
		p.row = 0
	}
	if !first {
		p.put(list, place, 1+2*(p.seen[list]-1-url))
		return
	}
	p.list, p.place = list, place
	p.row++
	p.seen[list]++
}

func (p *PlacePacker) put(list int, place site.LinkPlace, n int) {
	p.packed = binary.AppendUvarint(p.packed, uint64(list)|uint64(place)<<1|uint64(n)<<4)
}

// Mark adds the mark of a link, of one in the content.
func (p *PlacePacker) Mark(m site.LinkMark, place site.LinkPlace) {
	if place == site.PlaceMain {
		p.Marks = binary.LittleEndian.AppendUint16(p.Marks, uint16(m))
	}
}

// Bytes returns what was packed.
func (p *PlacePacker) Bytes() []byte {
	if p.row > 0 {
		p.put(p.list, p.place, 2*p.row)
		p.row = 0
	}
	return p.packed
}

// Placed is a link by the list it is in and its URL there, and its place.
type Placed struct {
	List, URL int            // the list that has the link: see Facts
	Place     site.LinkPlace // where it is
	Mark      site.LinkMark  // of one in the content, 0 if it is not known
}

// Bad reports whether the link leads to no URL.
func (link *Placed) Bad() bool { return link.List == ListBad }

// UnpackPlaces appends the links of a page that has that many distinct URLs in its lists, and that many bad links.
func UnpackPlaces(all []Placed, packed []byte, size [ListCount]int) ([]Placed, error) {
	var seen [ListCount]int
	for len(packed) > 0 {
		v, n := binary.Uvarint(packed)
		if n <= 0 {
			return nil, fmt.Errorf("%w: places", ErrRecord)
		}
		packed = packed[n:]
		list, place, n64 := int(v&1), site.LinkPlace(v>>1&7), v>>5
		if place > site.PlaceFooter || n64 > uint64(size[list]) {
			return nil, fmt.Errorf("%w: places", ErrRecord)
		}
		if v>>4&1 == 1 {
			url := seen[list] - 1 - int(n64)
			if url < 0 {
				return nil, fmt.Errorf("%w: places", ErrRecord)
			}
			all = append(all, Placed{List: list, URL: url, Place: place})
			continue
		}
		for range n64 {
			all = append(all, Placed{List: list, URL: seen[list], Place: place})
			seen[list]++
		}
		if seen[list] > size[list] {
			return nil, fmt.Errorf("%w: places", ErrRecord)
		}
	}
	return all, nil
}

// UnpackMarks gives links their marks, if these are known.
func UnpackMarks(all []Placed, packed []byte) error {
	if len(packed) == 0 {
		return nil
	}
	for i := range all {
		if all[i].Place == site.PlaceMain {
			if len(packed) < 2 {
				return fmt.Errorf("%w: marks of links", ErrRecord)
			}
			all[i].Mark = site.LinkMark(binary.LittleEndian.Uint16(packed))
			packed = packed[2:]
		}
	}
	if len(packed) > 0 {
		return fmt.Errorf("%w: marks of links", ErrRecord)
	}
	return nil
}

// Placed unpacks the links of an answer, in the order of the source.
func (a *Fetched) Placed() ([]Placed, error) {
	bad := 0
	for _, b := range a.Bad {
		if b.Link == 0 {
			bad += int(b.Count)
		}
	}
	all, err := UnpackPlaces(nil, a.Places, [ListCount]int{len(a.Links), bad})
	if err != nil {
		return nil, err
	}
	return all, UnpackMarks(all, a.Marks)
}
