package identity

import (
	"slices"

	"sitegraph/site"
)

// An id may have names. A repository shows the same for "HEAD", or without any name, as for the id of a commit. Then
// the links of one page have the name where those of the other have the id. If two equal pages show the id, the name
// means it, and this also counts for pages that say less.

// naming says that a name means an id. Both are numbers of texts. Where the name is missing, it is "no" and the
// parameter.
type naming struct{ name, id int }

// namedIn returns the naming by which two links at the same place differ: one has an id of its page's own URL wherever
// the other has a name.
func (x *anatomies) namedIn(l, m, ownL, ownM *anatomy) (n naming, ok bool) {
	if n, ok = x.namedBy(l, m, ownM); !ok {
		n, ok = x.namedBy(m, l, ownL)
	}
	return n, ok
}

func (x *anatomies) namedBy(l, m, ownM *anatomy) (n naming, ok bool) {
	names, ids := beyond(l, m), beyond(m, l)
	if len(names) == 0 || len(names) != len(ids) {
		return n, false
	}
	n = naming{names[0].value, ids[0].value}
	for i, c := range names {
		if d := ids[i]; c.name != d.name || c.value != n.name || d.value != n.id {
			return n, false
		}
	}
	own := func(c component) bool { return c.value == n.id }
	isId := isToken(x.texts.String(n.id)) && slices.ContainsFunc(ownM.components, own)
	return n, isId && len(x.texts.Bytes(n.name)) > 0 && !isToken(x.texts.String(n.name))
}

// named reports whether two links, and all links of the two pages, differ only in the same name for an id.
func (c *comparison) named(d *difference) bool {
	if d.names == (naming{}) || c.comparer.targets(d.l, d.m, c.last) == different ||
		c.naming != (naming{}) && c.naming != d.names {
		return false
	}
	c.naming = d.names
	return true
}

type names struct {
	from  *comparer
	known map[naming]bool
	done  map[[2]int32]bool
}

// learn looks for two pages that are one and show the id of an open pair, with the id in only one of their URLs.
func (n *names) learn(joined site.Sets, members map[int32][]int32, open [][2]int32) {
	for _, pair := range open {
		for _, o := range n.of(pair) {
			if len(n.from.parts.ids[o.id]) > maxSpeakers {
				continue
			}
			for _, place := range n.from.parts.ids[o.id] {
				n.learnFrom(place, members[joined.First(place)], o.id)
			}
		}
	}
}

// learnFrom learns from a page with an id in its URL and the pages that are one with it. If those have other ids, the
// page does not depend on the id. For instance, the history of a file is the same for many commits.
func (n *names) learnFrom(place int32, set []int32, id int) {
	if len(set) > maxGroups {
		return
	}
	own := n.from.own(place)
	for _, other := range set {
		if slices.ContainsFunc(beyond(n.from.own(other), own), n.from.links.isToken) {
			return
		}
	}
	for _, other := range set {
		pair := [2]int32{place, other}
		if n.done[pair] || place == other {
			continue
		}
		n.done[pair] = true
		shown := n.shown(pair, id)
		for _, o := range n.of(pair) {
			if o.id == id && shown {
				n.known[o] = true
			}
		}
	}
}

// of returns the namings by which two pages differ: an id in one URL only, with the value that the other URL or its
// links have instead, or without any.
func (n *names) of(pair [2]int32) (all []naming) {
	x := n.from.links
	for _, p := range [][2]int32{pair, {pair[1], pair[0]}} {
		with, without := n.from.own(p[0]), n.from.own(p[1])
		instead := beyond(without, with)
		for _, c := range beyond(with, without) {
			if !x.isToken(c) {
				continue
			}
			for _, d := range instead {
				if !x.isToken(d) && len(x.texts.Bytes(d.value)) > 0 {
					all = append(all, naming{d.value, c.value})
				}
			}
			if len(instead) > 0 {
				continue
			}
			all = append(all, naming{x.number("\x00no " + x.texts.String(c.name)), c.value})
		}
	}
	return append(all, n.carried(pair)...)
}

// carried returns the namings by which the links of two pages differ.
func (n *names) carried(pair [2]int32) (all []naming) {
	a, b := n.from.layOut(pair[0]), n.from.layOut(pair[1])
	if len(a.spots) != len(b.spots) {
		return nil
	}
	x := n.from.links
	ownA, ownB := n.from.own(pair[0]), n.from.own(pair[1])
	for i, l := range a.spots {
		if m := b.spots[i]; l.key != m.key {
			if o, ok := x.namedIn(x.get(l.key), x.get(m.key), ownA, ownB); ok && !slices.Contains(all, o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// speakFor reports whether a name in which two pages differ is known to mean the id, or the pages show the id.
func (n *names) speakFor(pair [2]int32) bool {
	return slices.ContainsFunc(n.of(pair), func(o naming) bool { return n.known[o] || n.shown(pair, o.id) })
}

// shown reports whether two equal pages show an id, or else say enough and have a link with it.
func (n *names) shown(pair [2]int32, id int) bool {
	a, b := n.from.layOut(pair[0]), n.from.layOut(pair[1])
	if a.ids[site.TextHash(n.from.links.texts.Bytes(id))] {
		return true
	}
	if len(a.spots) != len(b.spots) {
		return false
	}
	has := func(c component) bool { return c.value == id }
	for i, l := range a.spots {
		if l.key == b.spots[i].key && slices.ContainsFunc(n.from.links.get(l.key).components, has) {
			return !n.from.frames.saysLittle(pair[0])
		}
	}
	return false
}
