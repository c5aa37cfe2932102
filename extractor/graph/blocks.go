package graph

import (
	"sitegraph/extractor/blocks"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Blocks returns the blocks of links in which links to some keys stand, those first that most pages have.
func (t *Tables) Blocks(keys map[string]bool) (all []site.Block, err error) {
	learnt, err := blocks.Learn(t.linkedPages)
	if err != nil {
		return nil, err
	}
	leads := map[string]map[string][]int{}
	err = t.eachPage(func(i int, p blocks.Page) bool {
		for k, b := range learnt.Of(p.Links) {
			key := p.Links[k].Key
			if b == nil || !keys[key] {
				continue
			}
			if leads[b.Name] == nil {
				leads[b.Name] = map[string][]int{}
			}
			if on := leads[b.Name][key]; len(on) == 0 || on[len(on)-1] != i+1 {
				leads[b.Name][key] = append(on, i+1)
			}
		}
		return true
	})
	for _, b := range learnt.Blocks() {
		if leads[b.Name] != nil {
			all = append(all, site.Block{Name: b.Name, Place: b.Place, Pages: b.Pages, Leads: leads[b.Name]})
		}
	}
	return all, err
}

func (t *Tables) linkedPages(yield func(blocks.Page, error) bool) {
	err := t.eachPage(func(_ int, p blocks.Page) bool { return yield(p, nil) })
	if err != nil {
		yield(blocks.Page{}, err)
	}
}

// eachPage calls use for the pages with their links, as long as it says so.
func (t *Tables) eachPage(use func(i int, p blocks.Page) bool) error {
	var told, written placedLinks // several readers may be at work
	wanted := true
	return t.read(func(i int, record []byte) error {
		if !wanted {
			return nil
		}
		a := t.Pages[i].Answer
		_, d, err := t.facts(a, record)
		if err == nil {
			err = told.unpack(a, packedPlaces{d.Places, d.Marks})
		}
		if err != nil {
			return err
		}
		written.all = append(written.all[:0], told.all...)
		told.learn(t.templates, t.shape(t.Pages[i]))
		urls := t.Known.URLs
		p := blocks.Page{Key: urls.String(t.Pages[i].Key), Links: make([]blocks.Link, len(told.all))}
		for k, l := range told.all {
			p.Links[k] = blocks.Link{Place: l.Place, Written: written.all[k].Place}
			if l.List == evidence.ListLinks {
				p.Links[k].Key = urls.String(urls.Key(told.urls[l.URL]))
			}
		}
		wanted = use(i, p)
		return nil
	})
}
