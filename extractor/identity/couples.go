package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// couple is two pages of equal texts that are compared, and what their URLs and links alone say of that, which stays
// the same whatever is learnt.
type couple struct {
	a, b       int32
	ownA, ownB *anatomy    // of their URLs
	ofA, ofB   []component // what of those the other page's links may leave out
	apart      bool        // the links are at other places
	links      []difference
	differs    []string // parameters in which the URLs differ
	told       bool     // names are those that the pages tell
	names      []naming
}

// difference is two links that are at the same place and differ.
type difference struct {
	l, m  evidence.URLID
	label uint64 // of the text that follows them
	named bool   // that text is an id

	known          bool // what follows was found out
	written        likeness
	own            bool     // they differ in nothing but values of the URL of their page, whatever their names there
	apart          bool     // they have other paths than their pages, repeat a value of them, and share no id
	plain          bool     // that value is no id
	above, extends bool     // they are directories of their pages, or those with more parameters
	names          naming   // what they say of names, if they do
	differs        []string // parameters in which they differ
}

type couples struct {
	of   map[[2]int32]*couple
	kept int
}

// mostDifferences is how many differences are kept, about 100 bytes each. With more, pages are compared again.
const mostDifferences = 1 << 17

func (r *comparer) coupleOf(a, b int32) (*couple, error) {
	if c := r.couples.of[[2]int32{a, b}]; c != nil {
		return c, nil
	}
	of, err := r.layOut(a)
	if err != nil {
		return nil, err
	}
	other, err := r.layOut(b)
	if err != nil {
		return nil, err
	}
	c := &couple{a: a, b: b, ownA: r.own(a), ownB: r.own(b)}
	c.ofA, c.ofB = r.links.repeatable(c.ownA, c.ownB), r.links.repeatable(c.ownB, c.ownA)
	c.apart = !slices.EqualFunc(of.spots, other.spots, func(l, m spot) bool { return l.after == m.after })
	for i := 0; i < len(of.spots) && !c.apart; i++ {
		l, m := of.spots[i], other.spots[i]
		if l.key != m.key && r.masked.linkSum(l.key) != r.masked.linkSum(m.key) {
			c.links = append(c.links, difference{l: l.key, m: m.key, label: l.label, named: l.named})
		}
	}
	if r.couples.kept += 1 + len(c.links); r.couples.kept > mostDifferences || r.couples.of == nil {
		r.couples = couples{map[[2]int32]*couple{}, 1 + len(c.links)}
	}
	r.couples.of[[2]int32{a, b}] = c
	return c, nil
}

func (c *couple) difference(x *anatomies, i int) *difference {
	d := &c.links[i]
	if d.known {
		return d
	}
	d.known = true
	l, m := x.get(d.l), x.get(d.m)
	one, other := x.without(l, m, c.ownA, c.ofA), x.without(m, l, c.ownB, c.ofB)
	d.written, d.own = correspond(one, other), one.rest.Plus(one.ids) == other.rest.Plus(other.ids)
	d.plain = one.plain && other.plain
	d.apart = one.took && other.took && !slices.Equal(l.path(), c.ownA.path()) &&
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

// parameters are those in which the URLs of the pages differ.
func (c *couple) parameters(p *pages) []string {
	if c.differs == nil {
		c.differs = parametersIn(p.url(c.a), p.url(c.b))
	}
	return c.differs
}

func (d *difference) parameters(p *pages) []string {
	if d.differs == nil {
		d.differs = parametersIn(p.known.URLs.String(d.l), p.known.URLs.String(d.m))
	}
	return d.differs
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
