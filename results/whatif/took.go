package whatif

import (
	"slices"

	"sitegraph/site"
)

// Took returns the numbers of the lines that take away a link of a page, by both normalized URLs: since the page is
// gone, or forbidden, since such links are dropped, or since the URL no longer leads to a page. They are sorted.
func (p *Plan) Took(source, target string) (lines []int) {
	add := func(change int) {
		line := p.Changes[change].Line
		if i, has := slices.BinarySearch(lines, line); !has {
			lines = slices.Insert(lines, i, line)
		}
	}
	if f, ends := p.fates[source]; ends && !f.moved {
		add(f.change)
	}
	if f, ends := p.fates[target]; ends && !site.IsRedirect(f.status) && (!f.moved || p.Stays) {
		add(f.change)
	}
	for change := range dropping(p.dropsOf(source), target) {
		add(change)
	}
	for m := range p.named[ofBlock].all(source) {
		if p.blocked[m.change][source] {
			add(m.change)
		}
	}
	for _, change := range p.closed[source] {
		add(change)
	}
	return lines
}
