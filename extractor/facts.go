package extractor

import (
	"encoding/binary"
	"fmt"

	"sitegraph/site"
	"sitegraph/wording"
)

// facts writes or reads the facts of a page and the places of its links, the last of a
// record. Records of earlier versions end before them: their facts are unknown.
func (c *codec) facts(d *details) {
	if c.writing && d.Facts == nil || !c.writing && len(c.buf) == 0 {
		return
	}
	if d.Facts == nil {
		d.Facts = new(site.Facts)
	}
	f := d.Facts
	for _, s := range []*string{&f.Description, &f.H1, &f.RobotsTag, &f.Modified} {
		text(c, s)
	}
	number(c, &f.H1s)
	number(c, &f.Words)
	list(c, &f.Alternates, 2, func(a *site.Alternate) {
		text(c, &a.Lang)
		text(c, &a.URL)
	})
	text(c, &d.places)
	if c.writing && len(d.marks) > 0 || !c.writing && len(c.buf) > 0 {
		text(c, &d.marks)
	}
}

// unknownFacts is the remark that facts of pages are unknown, if those of any are.
func unknownFacts(pages []site.Page) []string {
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
	listInternal = iota
	listExternal
	listBad
	listCount
)

// placePacker packs the places of a page's links, in the order of the source: numbers
// that are list + 4*place + 32*n, with n = 2*(links in a row, each the first to its URL)
// or 1 + 2*(how many URLs of the list were first linked to after that URL).
type placePacker struct {
	packed []byte
	marks  []byte         // of the links in the content
	seen   [listCount]int // URLs of each list that links were noted to
	row    int            // links in a row that are not packed yet
	list   int            // of them, as is the place
	place  site.LinkPlace
}

// note adds a link to a URL of a list; of bad links every one is the first.
func (p *placePacker) note(list, url int, place site.LinkPlace) {
	first := list == listBad || url == p.seen[list]
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

func (p *placePacker) put(list int, place site.LinkPlace, n int) {
	p.packed = binary.AppendUvarint(p.packed, uint64(list)|uint64(place)<<2|uint64(n)<<5)
}

// mark adds the mark of a link, of one in the content.
func (p *placePacker) mark(m site.LinkMark, place site.LinkPlace) {
	if place == site.PlaceMain {
		p.marks = binary.LittleEndian.AppendUint16(p.marks, uint16(m))
	}
}

// bytes returns what was packed.
func (p *placePacker) bytes() []byte {
	if p.row > 0 {
		p.put(p.list, p.place, 2*p.row)
		p.row = 0
	}
	return p.packed
}

// placed is a link by the list it is in and its URL there, and its place.
type placed struct {
	list, url int
	place     site.LinkPlace
	mark      site.LinkMark // of one in the content, 0 if it is not known
}

// unpackPlaces appends the links of a page that has so many distinct URLs in its lists,
// and so many bad links.
func unpackPlaces(all []placed, packed []byte, size [listCount]int) ([]placed, error) {
	var seen [listCount]int
	for len(packed) > 0 {
		v, n := binary.Uvarint(packed)
		if n <= 0 {
			return nil, fmt.Errorf("%w: places", errRecord)
		}
		packed = packed[n:]
		list, place, n64 := int(v&3), site.LinkPlace(v>>2&7), v>>6
		if list == listCount || place > site.PlaceFooter || n64 > uint64(size[list]) {
			return nil, fmt.Errorf("%w: places", errRecord)
		}
		if v>>5&1 == 1 {
			url := seen[list] - 1 - int(n64)
			if url < 0 {
				return nil, fmt.Errorf("%w: places", errRecord)
			}
			all = append(all, placed{list: list, url: url, place: place})
			continue
		}
		for range n64 {
			all = append(all, placed{list: list, url: seen[list], place: place})
			seen[list]++
		}
		if seen[list] > size[list] {
			return nil, fmt.Errorf("%w: places", errRecord)
		}
	}
	return all, nil
}

// unpackMarks gives links their marks, if these are known.
func unpackMarks(all []placed, packed []byte) error {
	if len(packed) == 0 {
		return nil
	}
	for i := range all {
		if all[i].place == site.PlaceMain {
			if len(packed) < 2 {
				return fmt.Errorf("%w: marks of links", errRecord)
			}
			all[i].mark = site.LinkMark(binary.LittleEndian.Uint16(packed))
			packed = packed[2:]
		}
	}
	if len(packed) > 0 {
		return fmt.Errorf("%w: marks of links", errRecord)
	}
	return nil
}
