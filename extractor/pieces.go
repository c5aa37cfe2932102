package extractor

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/identity"
	"sitegraph/site"
)

// pieces returns the pieces of a page for its answer. They keep their texts only for a second request.
func (l *linker) pieces(doc *site.Document, keepTexts bool) *evidence.Pieces {
	out := &evidence.Pieces{All: doc.Pieces, Recycle: doc.RecyclePieces}
	if keepTexts {
		out.Shown = make([]string, len(doc.Pieces))
	}
	own, end := identity.NewEchoes(l.answer.Key, l.answer.URL, l.answer.Canonical.Key, doc.Source), 0
	spans, n := own.Spans(doc.Source), 0
	for _, p := range doc.Pieces {
		from, to := int(p.From), int(p.To)
		for len(spans) > 0 && spans[0][1] < to {
			spans = spans[1:]
		}
		if p.Link == site.InMarkup && from < to && len(spans) > 0 && spans[0][0] <= from {
			continue // a word of the page's own URL, which is entirely in the next gap
		}
		if own.MayHave(end, max(end, from)) {
			if plain := own.WithoutAddress(shown(doc, end, max(end, from))); plain != nil {
				p.Gap = uint32(evidence.HashOf(plain))
			}
		}
		end = max(end, to)
		i := n
		out.All[i], n = p, n+1
		if p.Link > 0 && p.Link != site.InMarkup {
			l.pieceOfLink(&out.All[i], doc.Links[p.Link-1].Href)
			continue
		}
		written := doc.Source[from:to]
		if p.Link == site.InMarkup || p.Place&site.InAddress != 0 {
			if plain := own.WithoutCoded(written); plain != nil {
				out.All[i].Text, out.All[i].Rest = evidence.HashOf(plain), 0
			}
		}
		if own.MayHave(from, to) {
			out.SetEcho(i, own.Hash(written))
		}
		if keepTexts {
			out.Shown[i] = evidence.Clip(string(written), evidence.ShownLength)
		}
		if p.Link == site.InMarkup {
			out.All[i].From, out.All[i].To, out.All[i].Link = 0, 0, 0
		}
	}
	out.Truncate(n)
	return out
}

// shown returns a part of the page without its skipped parts. The result may share the page's memory.
func shown(doc *site.Document, from, to int) (markup []byte) {
	i, _ := slices.BinarySearchFunc(doc.Skipped, from, func(part [2]int, at int) int { return part[0] - at })
	if i == len(doc.Skipped) || doc.Skipped[i][0] >= to {
		return doc.Source[from:to:to]
	}
	for _, part := range doc.Skipped[i:] {
		if part[0] >= to {
			break
		}
		markup, from = append(markup, doc.Source[from:part[0]]...), part[1]
	}
	return append(markup, doc.Source[from:max(from, to)]...)
}

// pieceOfLink makes a link's piece refer to the answer's links. The fragment counts as markup.
func (l *linker) pieceOfLink(p *site.Piece, href string) {
	p.From, p.To = 0, 0
	_, fragment, _ := strings.Cut(href, "#")
	p.Gap ^= uint32(site.Hash(fragment))
	if p.Link = l.linkOf(int(p.Link)-1, href); p.Link == 0 {
		p.Text = evidence.HashOf([]byte(href))
	}
}

// linkOf returns the number of an anchor's link in pieces. It finds anchors beyond the limit of links by their href.
// The number is 0 if the URL is too long for the site.
func (l *linker) linkOf(anchor int, href string) uint32 {
	if anchor < len(l.of) {
		return l.pieceLink(l.of[anchor])
	}
	href, _, _ = strings.Cut(href, "#")
	if i, known := l.hrefs[href]; known {
		return l.pieceLink(l.resolved[i])
	}
	return 0
}

func (l *linker) pieceLink(link int32) uint32 {
	if link < 0 || l.isLong(link) {
		return 0
	}
	return uint32(link) + 1
}
