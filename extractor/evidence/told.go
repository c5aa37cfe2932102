package evidence

import "sitegraph/site"

// told says, by URL, in which record the texts of the links to it were written last, of URLs of the site: pages repeat
// their menus, and these texts are needed only if the URL becomes another site's by another scope.
type told struct {
	sums    []uint64 // of those texts
	records Column   // the number+1 of the record
	now     []uint64 // of the page at hand, by link
	links   []URLID
}

// shorten leaves out the texts of links that are in an earlier record.
func (t *told) shorten(said []SaidLink, links []byte, urls *URLTable, record int) {
	if len(said) == 0 {
		return
	}
	t.links, t.now = Unpack(t.links[:0], links), t.now[:0]
	for range t.links {
		t.now = append(t.now, 0)
	}
	for i := range said {
		s := &said[i]
		sum := &t.now[s.Link]
		*sum = Mixed(*sum^Mixed(site.Hash(s.Text))) + Mixed(site.Hash(s.Rel))
	}
	for i := range said {
		s := &said[i]
		url := t.links[s.Link]
		if at := t.records.Get(url); at > 0 && t.sums[url] == t.now[s.Link] && urls.Inside(url) {
			s.Before, s.Text, s.Rel = uint32(at), "", ""
		}
	}
	for i := range said {
		if s := &said[i]; s.Before == 0 {
			t.set(t.links[s.Link], t.now[s.Link], record, urls)
		}
	}
}

func (t *told) set(url URLID, sum uint64, record int, urls *URLTable) {
	if !urls.Inside(url) {
		return
	}
	t.records.Set(url, int32(record)+1, urls.Len())
	if more := len(t.records) - len(t.sums); more > 0 {
		t.sums = append(t.sums, make([]uint64, more)...)
	}
	t.sums[url] = sum
}

// How a link with its texts is written: whether its texts follow, whether the record that has them is not that of the
// link before, whether there are several; above them is how far its URL is from the next one.
const (
	saidHere = 1 << iota
	saidElsewhere
	saidSeveral
	saidBits = 3
)

// said writes or reads the links of a page with their texts.
func (c *Codec) said(all *[]SaidLink) {
	next, before := 0, uint32(0)
	list(c, all, 1, func(s *SaidLink) {
		c.saidLink(s, next, before)
		if next = s.Link + 1; s.Before > 0 {
			before = s.Before
		}
	})
}

// saidLink writes or reads one, where the next link and the record are expected.
func (c *Codec) saidLink(s *SaidLink, next int, before uint32) {
	var head uint64
	if c.Writing {
		away := int64(s.Link - next)
		head = uint64(away<<1^away>>63)<<saidBits | s.flags(before)
	}
	head = c.uint(head)
	away := head >> saidBits
	s.Link = next + int(int64(away>>1)^-int64(away&1))
	if head&saidSeveral != 0 {
		Number(c, &s.Count)
	} else {
		s.Count = 1
	}
	switch {
	case head&saidHere != 0:
		text(c, &s.Text)
		text(c, &s.Rel)
	case head&saidElsewhere != 0:
		Number(c, &s.Before)
	default:
		s.Before = before
	}
}

// flags say how the link is written where a record is expected.
func (s *SaidLink) flags(before uint32) (flags uint64) {
	switch s.Before {
	case 0:
		flags = saidHere
	case before:
	default:
		flags = saidElsewhere
	}
	if s.Count != 1 {
		flags |= saidSeveral
	}
	return flags
}
