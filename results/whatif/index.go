package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sitegraph/site"
)

type index struct {
	single map[string][]int   // indexes of changes, by normalized URL
	globs  map[string][]*glob // by common directory of their URLs
	known  map[string]*glob   // by text
	tried  int                // how often a glob was compared with a URL
	effort *Effort
}

func newIndex(effort *Effort) *index {
	return &index{single: map[string][]int{}, globs: map[string][]*glob{}, known: map[string]*glob{}, effort: effort}
}

// glob is a pattern with wildcards and the changes that use it.
type glob struct {
	pattern
	changes    []int          // sorted
	expression *regexp.Regexp // compiled when first needed
}

// match is a change that names a URL, and the texts that its wildcards match.
type match struct {
	change int
	rank   int // rank of its pattern
	texts  []string
}

func (x *index) add(p pattern, change int, n *site.Normaliser) error {
	if !p.single() {
		g := x.known[p.text]
		if g == nil {
			g = &glob{pattern: p}
			x.known[p.text] = g
			x.globs[p.directory()] = append(x.globs[p.directory()], g)
		}
		g.changes = append(g.changes, change)
		return nil
	}
	a, err := parse(p.text, n)
	if err == nil {
		x.single[a.key] = append(x.single[a.key], change)
	}
	return err
}

// find returns the changes that name a URL, highest rank first.
func (x *index) find(key string) []match {
	all := x.all(key)
	site.Sort(all, func(a, b match) int { return cmp.Compare(b.rank, a.rank) })
	return all
}

func (x *index) best(key string) []match {
	all := x.find(key)
	return slices.DeleteFunc(all, func(m match) bool { return m.rank < all[0].rank })
}

// all returns the changes that name exactly this URL, then those with globs in each of its directories.
func (x *index) all(key string) (all []match) {
	for _, c := range x.single[key] {
		all = append(all, match{change: c, rank: alone})
	}
	path, _, _ := strings.Cut(key, "?")
	for at := strings.Index(path, "://") + len("://"); len(x.globs) > 0 && at < len(path); at++ {
		if path[at] == '/' {
			all = append(all, x.fitting(x.globs[key[:at+1]], key)...)
		}
	}
	return all
}

func (x *index) fitting(globs []*glob, key string) (all []match) {
	for _, g := range globs {
		if x.tried++; !x.effort.spend(1) {
			break
		}
		if texts := g.match(key); texts != nil {
			for _, c := range g.changes {
				all = append(all, match{change: c, rank: g.rank(), texts: texts})
			}
		}
	}
	site.Sort(all, func(a, b match) int { return cmp.Compare(a.change, b.change) })
	return all
}

// mayMatch reports whether a URL has a glob's literals in order. This is much cheaper than the expression.
func (g *glob) mayMatch(key string) bool {
	first, last := g.literals[0], g.literals[len(g.literals)-1]
	if !strings.HasPrefix(key, first) || !strings.HasSuffix(key, last) {
		return false
	}
	for _, literal := range g.literals {
		_, after, found := strings.Cut(key, literal)
		if !found {
			return false
		}
		key = after
	}
	return true
}

// match returns the texts that the wildcards match, or nil if the glob does not match.
func (g *glob) match(key string) []string {
	last := len(g.literals) - 1
	if last == 1 && g.whole[0] { // most globs are directories
		first, end := g.literals[0], g.literals[1]
		if len(key) < len(first)+len(end) || !strings.HasPrefix(key, first) || !strings.HasSuffix(key, end) {
			return nil
		}
		return []string{key[len(first) : len(key)-len(end)]}
	}
	if !g.mayMatch(key) {
		return nil
	}
	if g.expression == nil {
		g.expression = g.compile()
	}
	if m := g.expression.FindStringSubmatch(key); m != nil {
		return m[1:]
	}
	return nil
}

// Effort limits the work for a file of changes.
type Effort struct {
	Most int          // maximum comparisons of a pattern with a URL
	Stop func() error // returns an error to end the work, else nil; called often

	spent int
	err   error // why no more work may be done
}

const askedEvery = 1024 // trials between calls of Stop

// spend reports whether more trials are allowed. After the first refusal, nothing matches any more.
func (e *Effort) spend(trials int) bool {
	before := e.spent / askedEvery
	if e.spent += trials; e.err == nil && e.spent/askedEvery > before {
		e.err = e.Stop()
	}
	if e.err == nil && e.spent > e.Most {
		e.err = fmt.Errorf("patterns of the file fit too many URLs: they would be compared more than %d times; "+
			"name directories or whole URLs, or use sitegraph what-if on the command line", e.Most)
	}
	return e.err == nil
}

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
	changes := append(p.dropping(p.named[DropLink].find(source), target), p.closed[source]...)
	if f, ends := p.fates[source]; ends && !f.moved {
		changes = append(changes, f.change)
	}
	if f, ends := p.fates[target]; ends && !f.taken && !site.IsRedirect(f.status) && (!f.moved || p.Stays) {
		changes = append(changes, f.change)
	}
	lines = site.Each(changes, func(change int) int { return p.Changes[change].Line })
	slices.Sort(lines)
	return slices.Compact(lines)
}
