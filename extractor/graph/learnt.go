package graph

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// MarkVolatile marks the arcs without a link that was there at both requests for a page, if there are any.
func (b *Builder) MarkVolatile(g *site.Graph) {
	var marks []bool
	for i, p := range b.Pages {
		volatile := b.Same.Masks.Volatile(b.Known.URLs.String(p.Key))
		if len(volatile) == 0 {
			continue
		}
		if marks == nil {
			marks = make([]bool, g.Arcs())
		}
		stays := map[uint32]bool{}
		b.Known.URLs.EachInside(p.Answer.Links, func(url evidence.URLID, _ uint32) {
			_, varies := slices.BinarySearch(volatile, b.Known.URLs.String(b.Known.URLs.Key(url)))
			if to := b.linkedPage(url); to >= 0 && !varies {
				stays[uint32(to)] = true
			}
		})
		for at := g.Offsets[i]; at < g.Offsets[i+1]; at++ {
			marks[at] = !stays[g.Targets[at]]
		}
	}
	if slices.Contains(marks, true) {
		g.Volatile = marks
	}
}

// TellDifferences says of aliases with key stable how they differ from their pages.
func (b *Builder) TellDifferences(aliases []site.Alias) error {
	for i := range aliases {
		a := &aliases[i]
		if a.Kind != site.AliasDuplicate && a.Kind != site.AliasCanonical {
			continue
		}
		key := b.Known.URLs.Find(a.Key)
		if key == evidence.NoURL || b.Known.Answer(key) == nil || b.pageOf(key) < 0 {
			continue
		}
		if err := b.Same.Differs(a, key, b.Pages[b.pageOf(key)].Key); err != nil {
			return err
		}
	}
	return nil
}

// Lasting returns masks with as much of them as is the same at every crawl. On which pages they were seen is not:
// what shows the second of the request differs only if the two requests were not in the same one.
func Lasting(masks []site.Mask) []site.Mask {
	for i := range masks {
		m := &masks[i]
		words := strings.Fields(m.Second)
		m.First, m.Second, m.URL, m.Differed = "", "", "", 0
		if m.Kind != site.MaskDigits {
			continue
		}
		for j, w := range words {
			if strings.ContainsAny(w, "0123456789") {
				words[j] = "…"
			}
		}
		m.First = strings.Join(words, " ")
	}
	slices.SortFunc(masks, func(a, b site.Mask) int {
		return cmp.Or(cmp.Compare(b.Seen, a.Seen), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Shape, b.Shape),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.First, b.First))
	})
	return masks
}
