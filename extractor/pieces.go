package extractor

import (
	"strings"

	"sitegraph/dedup"
	"sitegraph/site"
)

// pieces are those of a page. In an answer and in its record Link is 2i+1 for
// Internal[i], 2i+2 for External[i], 0 for a text or a link that does not count; the owner
// makes it the key's urlID+1. From is not kept.
type pieces struct {
	all []site.Piece
	// echoes are the hashes of texts without values of the page's own URL, by piece, 0
	// where a text holds none; nil if none does.
	echoes []uint64
	shown  []string // the texts, cut, by piece; nil unless they are kept

	recycle func() // as in site.Document
}

// drop forgets the pieces.
func (p *pieces) drop() {
	if p != nil && p.recycle != nil {
		p.all = nil
		p.recycle()
	}
}

// echo returns that of a piece.
func (p *pieces) echo(i int) uint64 {
	if p.echoes == nil {
		return 0
	}
	return p.echoes[i]
}

// nextEcho returns the first piece from the ith on that has an echo, all if none has.
func (p *pieces) nextEcho(i int) int {
	if p.echoes == nil {
		return len(p.all)
	}
	for i < len(p.all) && p.echoes[i] == 0 {
		i++
	}
	return i
}

func (p *pieces) setEcho(i int, echo uint64) {
	if p.echoes == nil && echo != 0 {
		p.echoes = make([]uint64, len(p.all))
	}
	if p.echoes != nil {
		p.echoes[i] = echo
	}
}

// shownLength bounds the texts that the records of second requests keep.
const shownLength = 80

// pieced is what the record of a page has for key stable.
type pieced struct {
	// canonical is the URL of the site that the page names as its own, noURL if it
	// names none.
	canonical urlID
	// generated says that the page came without the validators that servers send
	// with files.
	generated bool
	packed    []byte // its pieces
}

// pieces makes the pieces of a page those of its answer. Only those of a second
// request keep their texts.
func (l *linker) pieces(doc *site.Document, keepTexts bool) *pieces {
	out := &pieces{all: doc.Pieces, recycle: doc.Recycle}
	if keepTexts {
		out.shown = make([]string, len(out.all))
	}
	own := newEchoes(l.answer.Key, doc.Source)
	for i := range out.all {
		p := &out.all[i]
		if p.Link > 0 {
			href := doc.Links[p.Link-1].Href
			if p.Link = l.linkOf(int(p.Link)-1, href); p.Link == 0 {
				p.Text = hashOf([]byte(href))
			}
			continue
		}
		if len(own.at) > 0 && own.mayHave(int(p.From), int(p.To)) {
			out.setEcho(i, own.hash(doc.Source[p.From:p.To]))
		}
		if keepTexts {
			out.shown[i] = clip(string(doc.Source[p.From:p.To]), shownLength)
		}
	}
	return out
}

// linkOf returns the link of an anchor among those of the answer, as pieces have it. One
// that is too many is known by its href.
func (l *linker) linkOf(anchor int, href string) uint32 {
	i, known := 0, anchor < len(l.of)
	if known {
		i = int(l.of[anchor])
	} else {
		href, _, _ = strings.Cut(href, "#")
		i, known = l.hrefs[href]
	}
	if !known || l.resolved[i].Fault.Failed() {
		return 0
	}
	r := &l.resolved[i]
	if r.Internal {
		return 2*uint32(r.index) + 1
	}
	return 2*uint32(r.index) + 2
}

// pieced writes or reads what key stable needs of a page.
func (c *codec) pieced(p *pieced) {
	c.bool(&p.generated)
	has := p.canonical != noURL
	if c.bool(&has); has {
		c.url(&p.canonical)
	} else {
		p.canonical = noURL
	}
	text(c, &p.packed)
}

// room is what masking a page needs, kept for the next page.
type room struct {
	internal, external []urlID
	keys               []uint64
}

// linkKeys makes the links of pieces the keys of the answer's URLs.
func (n *known) linkKeys(all []site.Piece, a *answer, r *room) {
	r.internal, r.external = unpack(r.internal[:0], a.internal), unpack(r.external[:0], a.external)
	for i := range all {
		link := all[i].Link
		if link == 0 {
			continue
		}
		from := r.internal
		if link%2 == 0 {
			from = r.external
		}
		all[i].Link = 0
		if at := int(link-1) / 2; at < len(from) {
			all[i].Link = uint32(n.urls.key(from[at])) + 1
		}
	}
}

// keyOf returns the key of a link after linkKeys.
func keyOf(p *site.Piece) urlID { return urlID(p.Link - 1) }

// taught are pieces after linkKeys as masks are learnt from them.
func (n *known) taught(p *pieces) []dedup.Piece {
	out := make([]dedup.Piece, len(p.all))
	for i := range p.all {
		out[i].Piece = p.all[i]
		if p.shown != nil {
			out[i].Shown = p.shown[i]
		}
		if p.all[i].Link > 0 {
			key := keyOf(&p.all[i])
			out[i].URL, out[i].Text = n.urls.String(key), hashOf(n.urls.bytes(key))
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
func (s *sameness) lesson(a *answer) (lesson, error) {
	if known, ok := s.lessons[a.record]; ok {
		return known, nil
	}
	p, err := s.pieces(a)
	if err != nil {
		return lesson{}, err
	}
	s.lessons[a.record] = lesson{s.known.taught(p), wordless(p.all)}
	return s.lessons[a.record], nil
}

// unpack appends the URLs of packed links.
func unpack(urls []urlID, packed []byte) []urlID {
	each(packed, func(url urlID, _ uint32) { urls = append(urls, url) })
	return urls
}
