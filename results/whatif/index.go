package whatif

import (
	"cmp"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"sitegraph/site"
)

// index finds the changes that name a URL, however many there are.
type index struct {
	single map[string][]int   // by normalized URL, the numbers of changes
	globs  map[string][]*glob // by the directory of their URLs
	known  map[string]*glob   // by their texts
	tried  int                // how often a glob was held against a URL
	effort *Effort
}

// glob is a pattern with wildcards, of one change or several.
type glob struct {
	pattern
	changes    []int          // sorted
	expression *regexp.Regexp // made when it is needed
}

// match is a change that names a URL, with what its wildcards represent.
type match struct {
	change int
	rank   int // of its pattern
	texts  []string
}

func (x *index) add(p pattern, change int, n *site.Normaliser) error {
	if !p.single() {
		if x.globs == nil {
			x.globs, x.known = map[string][]*glob{}, map[string]*glob{}
		}
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
	if err != nil {
		return err
	}
	if x.single == nil {
		x.single = map[string][]int{}
	}
	x.single[a.key] = append(x.single[a.key], change)
	return nil
}

// find returns the changes that name a URL, those of the highest rank first.
func (x *index) find(key string) []match {
	return slices.SortedStableFunc(x.all(key), func(a, b match) int { return cmp.Compare(b.rank, a.rank) })
}

func (x *index) best(key string) []match {
	all := x.find(key)
	return slices.DeleteFunc(all, func(m match) bool { return m.rank < all[0].rank })
}

func (x *index) all(key string) iter.Seq[match] {
	return func(yield func(match) bool) {
		for _, c := range x.single[key] {
			if !yield(match{change: c, rank: alone}) {
				return
			}
		}
		for globs := range x.globsFor(key) {
			var all []match
			for g, texts := range x.fitting(globs, key) {
				for _, c := range g.changes {
					all = append(all, match{change: c, rank: g.rank(), texts: texts})
				}
			}
			slices.SortFunc(all, func(a, b match) int { return cmp.Compare(a.change, b.change) })
			for _, m := range all {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// fitting yields those of some globs that fit a URL, and what their wildcards represent.
func (x *index) fitting(globs []*glob, key string) iter.Seq2[*glob, []string] {
	return func(yield func(*glob, []string) bool) {
		for _, g := range globs {
			if x.tried++; !x.effort.spend(1) {
				return
			}
			if texts := g.match(key); texts != nil && !yield(g, texts) {
				return
			}
		}
	}
}

// globsFor yields the globs of each directory that a URL is in.
func (x *index) globsFor(key string) iter.Seq[[]*glob] {
	return func(yield func([]*glob) bool) {
		path, _, _ := strings.Cut(key, "?")
		at := strings.Index(path, "://")
		if len(x.globs) == 0 || at < 0 {
			return
		}
		for at += len("://"); ; at++ {
			n := strings.IndexByte(path[at:], '/')
			if n < 0 {
				return
			}
			at += n
			if globs := x.globs[key[:at+1]]; globs != nil && !yield(globs) {
				return
			}
		}
	}
}

// mayMatch reports whether a URL has a glob's literals in order, which is much cheaper than the expression.
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

// match returns what the wildcards represent, nil if the glob does not fit.
func (g *glob) match(key string) []string {
	last := len(g.literals) - 1
	if last == 1 && g.whole[0] { // most are directories
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

// Effort bounds the work that a file of changes makes. nil is no bound.
type Effort struct {
	Most int // how often a pattern may be held against a URL
	// Stop reports why the work is to end, nil if it is not; it is asked often.
	Stop func() error

	spent int
	err   error // why there is no more
}

const askedEvery = 1024 // the number of trials after which Stop is asked

// spend reports whether some more trials may be made. After the first refusal nothing matches any more.
func (e *Effort) spend(trials int) bool {
	if e == nil {
		return true
	}
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

// failure is why the work ended, nil if it did not.
func (e *Effort) failure() error {
	if e == nil {
		return nil
	}
	return e.err
}
