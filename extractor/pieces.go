package extractor

import (
	"strings"

	"sitegraph/dedup/identity"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// pieces makes the pieces of a page those of its answer. Only those of a second
// request keep their texts.
func (l *linker) pieces(doc *site.Document, keepTexts bool) *evidence.Pieces {
	out := &evidence.Pieces{All: doc.Pieces, Recycle: doc.RecyclePieces}
	if keepTexts {
		out.Shown = make([]string, len(out.All))
	}
	own := identity.NewEchoes(l.answer.Key, doc.Source)
	for i := range out.All {
		p := &out.All[i]
		if p.Link > 0 {
			href := doc.Links[p.Link-1].Href
			if p.Link = l.linkOf(int(p.Link)-1, href); p.Link == 0 {
				p.Text = evidence.HashOf([]byte(href))
			}
			continue
		}
		if len(own.At) > 0 && own.MayHave(int(p.From), int(p.To)) {
			out.SetEcho(i, own.Hash(doc.Source[p.From:p.To]))
		}
		if keepTexts {
			out.Shown[i] = evidence.Clip(string(doc.Source[p.From:p.To]), evidence.ShownLength)
		}
	}
	return out
}

// linkOf returns the link of an anchor among those of the answer, as pieces have it. One that is too many is known by
// its href; one whose URL is as long as none of a site has none.
func (l *linker) linkOf(anchor int, href string) uint32 {
	i, known := 0, anchor < len(l.of)
	if known {
		i = int(l.of[anchor])
	} else {
		href, _, _ = strings.Cut(href, "#")
		i, known = l.hrefs[href]
	}
	if !known || l.resolved[i].long(l.maxLength) > 0 {
		return 0
	}
	return uint32(l.resolved[i].index) + 1
}
