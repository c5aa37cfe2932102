package graph

import (
	"slices"

	"sitegraph/extractor/blocks"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Blocks returns the blocks of links in which links to some keys stand, those first that most pages have.
func (t *Tables) Blocks(keys map[string]bool) ([]site.Block, error) {
	learnt, err := blocks.Learn(t.linkedPages)
	if err != nil {
		return nil, err
	}
	for p, err := range t.linkedPages {
		if err != nil {
			return nil, err
		}
		for k, b := range learnt.Of(p.Links) {
			key := p.Links[k].Key
			if b == nil || !keys[key] {
				continue
			}
			if b.Leads == nil {
				b.Leads = map[string][]int{}
			}
			if on := b.Leads[key]; len(on) == 0 || on[len(on)-1] != p.ID {
				b.Leads[key] = append(on, p.ID)
			}
		}
	}
	return slices.DeleteFunc(learnt.Blocks(), func(b site.Block) bool { return b.Leads == nil }), nil
}

// linkedPages yields the pages with their links, in the order of the journal.
func (t *Tables) linkedPages(yield func(blocks.Page, error) bool) {
	var links placedLinks // several readers may be at work
	urls, wanted := t.Known.URLs, true
	err := t.read(func(i int, record []byte) error {
		if !wanted {
			return nil
		}
		_, d, err := t.facts(t.Pages[i].Answer, record)
		if err == nil {
			err = links.unpack(t.Pages[i].Answer, packedPlaces{d.Places, d.Marks})
		}
		if err != nil {
			return err
		}
		p := blocks.Page{ID: i + 1, Key: urls.String(t.Pages[i].Key), Links: make([]blocks.Link, len(links.all))}
		for k, l := range links.all {
			p.Links[k].Written = l.Place
		}
		links.learn(t.templates, t.shape(t.Pages[i]))
		for k, l := range links.all {
			p.Links[k].Place = l.Place
			if l.List == evidence.ListLinks && l.Place != site.PlaceMain { // those in the content are in no block
				p.Links[k].Key = urls.String(urls.Key(links.urls[l.URL]))
			}
		}
		wanted = yield(p, nil)
		return nil
	})
	if err != nil {
		yield(blocks.Page{}, err)
	}
}
