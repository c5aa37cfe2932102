package whatif

import (
	"errors"
	"fmt"
	"slices"

	"sitegraph/site"
)

// Touched says what a change of a file touches.
type Touched struct {
	Change
	Touches int      `json:"touches"` // number of URLs or pages
	Some    []string `json:"some"`    // the first few
	last    string
}

const shown = 3 // maximum URLs in Touched.Some

// touch notes that a change touches a URL. Several links of a page come in a row and count once.
func (p *Plan) touch(change int, key string) {
	t := &p.touched[change]
	if t.last == key {
		return
	}
	t.last = key
	if t.Touches++; len(t.Some) < shown {
		t.Some = append(t.Some, key)
	}
}

// touchedBy returns what a change touches. A repeated drop touches the same as the first; other repeats do nothing.
func (p *Plan) touchedBy(change int) *Touched {
	switch p.Changes[change].Verb {
	case DropLink, DropLinksTo, DropBlock, ReplaceBlock:
		change = p.firsts[change]
	}
	return &p.touched[change]
}

// Explain returns what each change touches. Call it after Write.
func (p *Plan) Explain() []Touched {
	all := make([]Touched, len(p.Changes))
	for i := range p.touched {
		all[i] = *p.touchedBy(i)
		all[i].Change = p.Changes[i]
	}
	return all
}

// Idle returns an error about the changes that touch nothing, or nil if all touch something.
func (p *Plan) Idle() error {
	var errs []error
	for i := range p.Changes {
		if p.touchedBy(i).Touches == 0 && len(errs) < maxErrors {
			errs = append(errs, p.fault(p.Changes[i].Line, 1, fmt.Errorf("%s touches nothing that the crawl knows: "+
				"correct it, or allow that with --allow-empty", p.Changes[i].Text)))
		}
	}
	return errors.Join(errs...)
}

// Took returns the sorted numbers of the lines that take away a link between two normalized URLs. Such a line removes
// or forbids the source page, drops the link, or keeps the target from leading to a page.
func (p *Plan) Took(source, target string) (lines []int) {
	add := func(change int) { lines = append(lines, p.Changes[change].Line) }
	if f, ends := p.fates[source]; ends && !f.moved {
		add(f.change)
	}
	if f, ends := p.fates[target]; ends && !f.taken && !site.IsRedirect(f.status) && (!f.moved || p.Stays) {
		add(f.change)
	}
	for _, change := range p.dropping(p.named[DropLink].find(source), target) {
		add(change)
	}
	for _, change := range p.closed[source] {
		add(change)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
