package graph

import (
	"iter"
	"slices"

	"sitegraph/extractor/blocks"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Blocks returns the blocks that contain links to some keys, with blocks on the most pages first.
func (t *Tables) Blocks(keys map[string]bool) ([]site.Block, error) {
	pages := t.linkedPages(map[int][]byte{})
	learnt, err := blocks.Learn(pages)
	if err != nil {
		return nil, err
	}
	for p, err := range pages {
		if err != nil {
			return nil, err
		}
		for k, b := range learnt.Of(p.Links) {
			if key := p.Links[k].Key; b != nil && keys[key] {
				if b.Leads == nil {
					b.Leads = map[string][]int{}
				}
				if on := b.Leads[key]; len(on) == 0 || on[len(on)-1] != p.ID {
					b.Leads[key] = append(on, p.ID)
				}
			}
		}
	}
	return slices.DeleteFunc(learnt.Blocks(), func(b site.Block) bool { return b.Leads == nil }), nil
}

const maxKept = 100_000 // pages whose places are kept between two readings

// linkedPages yields the pages with their links in page order, since the journal's order depends on the connections.
func (t *Tables) linkedPages(kept map[int][]byte) iter.Seq2[blocks.Page, error] {
	return func(yield func(blocks.Page, error) bool) {
		var links placedLinks // several readers may be at work
		for i, page := range t.Pages {
			packed, err := kept[i], error(nil)
			if packed == nil {
				if packed, err = t.packedIn(page.Answer); len(kept) < maxKept {
					kept[i] = slices.Clone(packed)
				}
			}
			if err == nil {
				err = links.unpack(page.Answer, packed)
			}
			p := blocks.Page{ID: i + 1, Key: t.Known.URLs.String(page.Key), Links: make([]blocks.Link, len(links.all))}
			for k, l := range links.all {
				p.Links[k].Written = l.Place
			}
			links.learn(t.templates, t.shape(page))
			for k, l := range links.all {
				p.Links[k].Place = l.Place
				if l.List == evidence.ListLinks && l.Place != site.PlaceMain { // links in the content are in no block
					p.Links[k].Key = t.Known.URLs.String(t.Known.URLs.Key(links.urls[l.URL]))
				}
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}
