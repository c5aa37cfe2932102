package parse

import "sitegraph/site"

// said keeps what the links of a page say. The first ones have texts of their own,
// which costs least; the others, on pages of very many, share those that are equal.
type said struct {
	links  []site.Anchor     // the room for the links of a page; it has none
	room   []site.AnchorText // for the next texts
	shared map[site.AnchorText]*site.AnchorText
}

// ownTexts is the number of links of a page that have texts of their own.
const ownTexts = 1000

func (s *said) keep(i int, text site.AnchorText) *site.AnchorText {
	if i >= ownTexts && s.shared[text] != nil {
		return s.shared[text]
	}
	if len(s.room) == cap(s.room) {
		s.room = make([]site.AnchorText, 0, min(max(i, 16), 512))
	}
	s.room = append(s.room, text)
	one := &s.room[len(s.room)-1]
	if i >= ownTexts {
		if s.shared == nil {
			s.shared = map[site.AnchorText]*site.AnchorText{}
		}
		s.shared[text] = one
	}
	return one
}

// recycle keeps the room of the links of a page, and of what they say, for another one.
func (s *settings) recycle(room *said, links []site.Anchor) {
	if len(links) > ownTexts {
		return
	}
	clear(links)
	clear(room.room)
	room.links, room.room = links[:0], room.room[:0]
	s.rooms.Put(room)
}

func (s *said) change(i int, link *site.Anchor, text site.AnchorText) {
	if i < ownTexts {
		*link.AnchorText = text
		return
	}
	link.AnchorText = s.keep(i, text)
}
