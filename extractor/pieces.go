package extractor

import (
	"slices"
	"strings"

	"sitegraph/dedup"
	"sitegraph/site"
)

// piece is a piece of a page in a record: a text, or a link of the same answer.
type piece struct {
	text, rest  uint64
	echo        uint64 // the hash without values of the page's own URL, 0 if it holds none
	place, size uint32
	link        int32 // 2i is Internal[i], 2i+1 External[i]; noLink for a text
	shown       string
}

const noLink = -1

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
func (l *linker) pieces(doc *site.Document, keepTexts bool) []piece {
	out := make([]piece, len(doc.Pieces))
	own := newEchoes(l.answer.Key)
	for i, p := range doc.Pieces {
		out[i] = piece{place: p.Place, text: p.Text, rest: p.Rest, size: p.To - p.From, link: noLink}
		switch {
		case p.Link > 0:
			href := doc.Links[p.Link-1].Href
			if out[i].link = l.linkOf(href); out[i].link == noLink {
				out[i].text = hashOf([]byte(href))
			}
		default:
			shown := doc.Source[p.From:p.To]
			out[i].echo = own.hash(shown)
			if keepTexts {
				out[i].shown = clip(string(shown), shownLength)
			}
		}
	}
	return out
}

// linkOf returns the place of an href among the links of the answer; one that is
// not there is no link that counts.
func (l *linker) linkOf(href string) int32 {
	href, _, _ = strings.Cut(href, "#")
	i, known := l.hrefs[href]
	if !known || l.resolved[i].Fault.Failed() {
		return noLink
	}
	r := &l.resolved[i]
	if r.Internal {
		return 2 * int32(r.index)
	}
	return 2*int32(r.index) + 1
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

// pieceOf is what a piece has that masks do not look at: its link, noURL for a
// text, and the hash of the text without values of the page's own URL, 0 if it
// holds none.
type pieceOf struct {
	link urlID
	echo uint64
}

// room is what masking a page needs, kept for the next page.
type room struct {
	pieces               []dedup.Piece
	of                   []pieceOf
	internal, external   []urlID
	keys                 []uint64
	whole, texts, echoes []byte
}

// maskable are the pieces of an answer as masks see them, and the rest of them. Links
// have their URLs and the hashes of these only if wanted.
func (n *known) maskable(a *answer, p []piece, withURLs bool) ([]dedup.Piece, []pieceOf) {
	return n.maskableIn(new(room), a, p, withURLs)
}

// maskableIn is maskable, for as long as the room is not used again.
func (n *known) maskableIn(r *room, a *answer, p []piece, withURLs bool) ([]dedup.Piece, []pieceOf) {
	r.internal, r.external = unpack(r.internal[:0], a.internal), unpack(r.external[:0], a.external)
	r.pieces, r.of = slices.Grow(r.pieces[:0], len(p))[:len(p)], slices.Grow(r.of[:0], len(p))[:len(p)]
	for i := range p {
		p := &p[i]
		r.pieces[i] = dedup.Piece{Place: p.place, Text: p.text, Rest: p.rest, Size: int(p.size), Shown: p.shown}
		r.of[i] = pieceOf{noURL, p.echo}
		from := r.internal
		if p.link%2 == 1 {
			from = r.external
		}
		if p.link == noLink || int(p.link/2) >= len(from) {
			continue
		}
		key := n.urls.key(from[p.link/2])
		r.of[i].link = key
		r.pieces[i].URL, r.pieces[i].Text = aLink, aLinkHash
		if withURLs {
			r.pieces[i].URL, r.pieces[i].Text = n.urls.String(key), hashOf(n.urls.bytes(key))
		}
	}
	return r.pieces, r.of
}

// aLink and its hash stand for those of the URL of a link where they do not matter.
const (
	aLink     = "link"
	aLinkHash = 1
)

// unpack appends the URLs of packed links.
func unpack(urls []urlID, packed []byte) []urlID {
	each(packed, func(url urlID, _ uint32) { urls = append(urls, url) })
	return urls
}
