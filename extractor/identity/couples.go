package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// comparison compares two pages with equal texts.
type comparison struct {
	*comparer
	a, b       int32
	ownA, ownB *anatomy    // anatomies of the pages' URLs
	ofA, ofB   []component // their components that links may repeat
	last       *earlier
	naming     naming // the name and the id in which their links differ
}

// difference is a place at which the links of two pages differ.
type difference struct {
	l, m           evidence.URLID
	label          uint64 // the text that follows them
	named          bool   // whether that text is an id
	written        likeness
	own            bool   // they differ only in values of their pages' URLs, under any name
	apart          bool   // their paths differ from their pages', they repeat a value of these, and they share no id
	plain          bool   // that value is not an id
	above, extends bool   // they are directories above their pages, or their pages with additional parameters
	names          naming // the name for an id in which they differ, if any
}

func (r *comparer) comparison(a, b int32, last *earlier) comparison {
	c := comparison{comparer: r, a: a, b: b, ownA: r.own(a), ownB: r.own(b), last: last}
	c.ofA, c.ofB = r.links.repeatable(c.ownA, c.ownB), r.links.repeatable(c.ownB, c.ownA)
	return c
}

func (c *comparison) difference(of, other spot) *difference {
	d := &difference{l: of.key, m: other.key, label: of.label, named: of.named}
	x := c.links
	l, m := x.get(d.l), x.get(d.m)
	one, two := x.without(l, m, c.ownA, c.ofA), x.without(m, l, c.ownB, c.ofB)
	d.written, d.own = correspond(one, two), one.rest.Plus(one.ids) == two.rest.Plus(two.ids)
	d.plain = one.plain && two.plain
	d.apart = one.took && two.took && !slices.Equal(l.path(), c.ownA.path()) &&
		!slices.Equal(m.path(), c.ownB.path()) && !slices.ContainsFunc(l.components, func(of component) bool {
		return x.isToken(of) && slices.Contains(m.components, of)
	})
	d.above = x.isAbove(l, c.ownA) && x.isAbove(m, c.ownB)
	d.extends = l.extends(c.ownA) && m.extends(c.ownB)
	if d.written != alike {
		if n, ok := x.namedIn(l, m, c.ownA, c.ownB); ok {
			d.names = n
		}
	}
	return d
}

// parametersIn returns the parameters in which two URLs differ, each with its URL's shape.
func parametersIn(a, b string) []string {
	all := []string{}
	for _, urls := range [][2]string{{a, b}, {b, a}} {
		_, query, _ := strings.Cut(urls[0], "?")
		_, other, _ := strings.Cut(urls[1], "?")
		others, shape := strings.Split(other, site.QuerySeparator(other)), ""
		for pair := range strings.SplitSeq(query, site.QuerySeparator(query)) {
			if slices.Contains(others, pair) {
				continue
			}
			if shape == "" {
				shape = site.ShapeOf(urls[0])
			}
			name, _, _ := strings.Cut(pair, "=")
			all = append(all, name+" "+shape)
		}
	}
	return all
}
