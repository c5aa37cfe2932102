package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// comparison is one of two pages of equal texts, by what was found before.
type comparison struct {
	*comparer
	a, b       int32
	ownA, ownB *anatomy    // of their URLs
	ofA, ofB   []component // what of those the other page's links may leave out
	last       *earlier
	naming     naming // what the links of one name, if they differ in that
}

// difference is two links that are at the same place and differ.
type difference struct {
	l, m           evidence.URLID
	label          uint64 // of the text that follows them
	named          bool   // that text is an id
	written        likeness
	own            bool   // they differ in nothing but values of the URL of their page, whatever their names there
	apart          bool   // they have other paths than their pages, repeat a value of them, and share no id
	plain          bool   // that value is no id
	above, extends bool   // they are directories of their pages, or those with more parameters
	names          naming // what they say of names, if they do
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

// parametersIn are those in which two URLs differ, each with the shape of its URL.
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
