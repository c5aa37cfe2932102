package identity

import (
	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// room is what masking a page needs, kept for the next page.
type room struct {
	links []evidence.URLID
	keys  []uint64
}

// linkKeys makes the links of pieces the keys of the answer's URLs.
func linkKeys(n *evidence.Known, all []site.Piece, a *evidence.Answer, r *room) {
	r.links = evidence.Unpack(r.links[:0], a.Links)
	for i := range all {
		link := all[i].Link
		if link == 0 {
			continue
		}
		all[i].Link = 0
		if at := int(link - 1); at < len(r.links) {
			all[i].Link = uint32(n.URLs.Key(r.links[at])) + 1
		}
	}
}

// keyOf returns the key of a link after linkKeys.
func keyOf(p *site.Piece) evidence.URLID { return evidence.URLID(p.Link - 1) }

// taught are pieces after linkKeys as masks are learnt from them.
func taught(n *evidence.Known, p *evidence.Pieces) []dedup.Piece {
	out := make([]dedup.Piece, len(p.All))
	for i := range p.All {
		out[i].Piece = p.All[i]
		if p.Shown != nil {
			out[i].Shown = p.Shown[i]
		}
		if p.All[i].Link > 0 {
			key := keyOf(&p.All[i])
			out[i].URL, out[i].Text = n.URLs.String(key), evidence.HashOf(n.URLs.Bytes(key))
		}
	}
	return out
}

// lesson is a page that was fetched twice.
type lesson struct {
	pieces   []dedup.Piece
	wordless site.Digest
}

// lesson reads a page that was fetched twice. The few of them are read once.
func (s *Identity) lesson(a *evidence.Answer) (lesson, error) {
	if known, ok := s.lessons[a.Record]; ok {
		return known, nil
	}
	p, err := s.pieces(a)
	if err != nil {
		return lesson{}, err
	}
	s.lessons[a.Record] = lesson{taught(s.known, p), wordless(p.All)}
	return s.lessons[a.Record], nil
}
