package whatif

import (
	"iter"

	"sitegraph/site"
)

// drops finds the changes that drop a link, by both its URLs. Those with the same pages have one index, so that a page
// is not held against each of them.
type drops struct {
	pages   index             // of the changes that are the first with their pages
	leading map[string]*index // by the text of the pages, those with these by where the links lead; "" is for all pages
	effort  *Effort
}

func (d *drops) from(pages pattern, change int, n *site.Normaliser) error {
	if d.leading[pages.text] != nil {
		return nil
	}
	d.of(pages.text)
	return d.pages.add(pages, change, n)
}

func (d *drops) of(pages string) *index {
	if d.leading == nil {
		d.leading = map[string]*index{}
	}
	x := d.leading[pages]
	if x == nil {
		x = &index{effort: d.effort}
		d.leading[pages] = x
	}
	return x
}

func (d *drops) add(c *Change, pages, to pattern, change int, n *site.Normaliser) error {
	if c.Verb == DropLinksTo {
		return d.of("").add(to, change, n)
	}
	return d.of(pages.text).add(to, change, n)
}

func (p *Plan) dropsOf(key string) (all []*index) {
	if x := p.drops.leading[""]; x != nil {
		all = append(all, x)
	}
	for m := range p.drops.pages.all(key) {
		c := &p.Changes[m.change]
		pages := p.patternOf(c, c.what)
		all = append(all, p.drops.leading[pages.text])
	}
	return all
}

// dropping yields the changes of some indexes that drop links to a URL.
func dropping(all []*index, key string) iter.Seq[int] {
	return func(yield func(change int) bool) {
		for _, x := range all {
			for m := range x.all(key) {
				if !yield(m.change) {
					return
				}
			}
		}
	}
}
