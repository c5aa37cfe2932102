package whatif

import (
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// relinking rebuilds the list of a page's links.
type relinking struct {
	*editing
	dropped  []match                   // changes that drop links of the page
	said     []evidence.SaidLink       // new texts of the links
	saidAt   map[evidence.SaidLink]int // index in said, by link, text and rel
	to       []evidence.Link           // new target of each old link; no URL if dropped
	links    []evidence.Link           // new links of the page
	at       map[string]int            // 1 + the index in links, by URL
	places   evidence.PlacePacker
	led      bool     // some links lead elsewhere
	other    []string // links of another page with the same bytes, valid once compared is set
	compared bool
	cut      map[int]bool    // source positions of links that are dropped with their blocks
	menus    map[int][]added // replacements, by the first position of the block
	bad      map[int]int     // index in page.Bad of bad links at these positions
	// own is 1 + the index of a moving page's link to itself, or 0. split means that only some of its uses follow it.
	own   int
	split bool
}

// relink drops, adds and moves links of the page.
func (e *editing) relink() error {
	l := &relinking{editing: e, at: map[string]int{}, saidAt: map[evidence.SaidLink]int{}}
	l.aim()
	if err := l.cutBlocks(); err != nil {
		return err
	}
	more := l.added()
	if !l.led && len(more) == 0 {
		return nil
	}
	if err := l.rebuild(); err != nil {
		return err
	}
	l.move()
	for _, at := range slices.Sorted(maps.Keys(l.menus)) {
		for _, k := range l.menus[at] {
			l.sayAdded(k)
		}
	}
	for _, m := range more {
		l.add(m)
	}
	e.page.Links = l.links
	e.page.Said = l.said
	e.page.Uses = l.uses()
	e.page.Places = l.places.Packed
	return nil
}

func (l *relinking) aim() {
	l.to, l.dropped = slices.Clone(l.page.Links), l.named[DropLink].find(l.key)
	for i := range l.to {
		k := &l.to[i]
		if l.drops(k.Key) {
			l.led, *k = true, evidence.Link{}
		} else if to, ok := l.follows(k.Key); ok {
			l.led, k.URL, k.Key = true, to.url, to.key
		} else if k.URL == l.page.URL {
			l.stayWithin(i)
		}
	}
}

// names reports whether a link to a moving URL counts as changed. It does not if the whole host moves.
func (l *relinking) names(key string) bool { return l.Changes[l.fates[key].change].Verb != Host }

func (l *relinking) drops(key string) bool {
	changes := l.dropping(l.dropped, key)
	for _, change := range changes {
		l.touch(change, l.key)
	}
	return len(changes) > 0
}

func (l *relinking) rebuild() error {
	all, err := l.page.Placed()
	if err != nil {
		return err
	}
	l.findBad(all)
	var gone site.LinkMark // mark of the previous link if it was dropped
	for i, p := range all {
		if m, is := l.menus[i]; is {
			l.put(m, i, all)
		}
		mark := l.behind(p, gone)
		if gone = 0; p.List == evidence.ListLinks {
			l.wrote(i, p)
		}
		switch {
		case l.drop(i, p):
			if !l.replaced(i) {
				gone = mark
			}
		case p.List == evidence.ListLinks:
			l.stands(l.leads(i, p.URL), p.Place, mark)
		default:
			l.places.Note(p.List, 0, p.Place, mark)
		}
	}
	return nil
}

func (l *relinking) drop(at int, p evidence.Placed) bool {
	if p.List == evidence.ListBad {
		_, known := l.bad[at]
		return l.cut[at] && known
	}
	return l.cut[at] || l.to[p.URL].URL == ""
}

// wrote notes that a link in the source is rewritten. Pages with the same bytes have it at the same position. A link
// that begins with # leads to another URL on each such page and is never rewritten.
func (l *relinking) wrote(at int, p evidence.Placed) {
	before, now := l.page.Links[p.URL], l.to[p.URL]
	within := before.URL == l.page.URL && (l.own == p.URL+1 || l.isWithin(at))
	switch {
	case now.URL == "":
		l.did("drop %d", at)
	case now.URL != before.URL && !within && l.names(before.Key):
		l.did("link %d %s", at, now.URL)
	}
}

// behind returns a link's mark after the previous one, with mark gone, is dropped. An own link after text is an anchor.
func (l *relinking) behind(p evidence.Placed, gone site.LinkMark) site.LinkMark {
	mark := p.Mark.Behind(gone)
	own := p.List == evidence.ListLinks && l.page.Links[p.URL].URL == l.page.URL
	if gone != 0 && mark.Gap() == site.GapText && own {
		return site.MarkAnchor
	}
	return mark
}

// now returns the new index of a link, or -1.
func (l *relinking) now(k evidence.Link) int { return l.at[k.URL] - 1 }

func (l *relinking) move() {
	a := l.page
	l.say()
	for _, at := range l.bad {
		a.Bad[at].Count--
	}
	a.Bad = slices.DeleteFunc(a.Bad, func(b evidence.BadLink) bool {
		return b.Count == 0 || b.Link > 0 && l.now(l.to[b.Link-1]) < 0
	})
	for i := range a.Bad {
		if b := &a.Bad[i]; b.Link > 0 {
			b.Link = l.at[l.to[b.Link-1].URL]
		}
	}
	l.rewrite()
	l.reopen()
}

func (l *relinking) rewrite() {
	a := l.page
	var all []evidence.Occurrence
	for i, o := range a.Occurrences {
		if m, is := l.menus[i]; is {
			all = append(all, l.written(m...)...)
		}
		_, known := l.bad[i]
		if l.cut[i] && (o.Link > 0 || known) || o.Link > 0 && l.now(l.leads(i, o.Link-1)) < 0 {
			continue
		}
		if o.Link > 0 {
			before := o.Link - 1
			stays := !strings.Contains(o.Href, "//") && !l.names(a.Links[before].Key)
			to := l.leads(i, before)
			if o.Link = l.at[to.URL]; to.URL != a.Links[before].URL && !stays && !l.withinOwn(i, before) {
				o.Href = l.hrefOf(to.URL, o.Href)
			}
		}
		all = append(all, o)
	}
	a.Occurrences = all
}

// say keeps the texts of the remaining links. Only links as written tell which texts are in a block.
func (l *relinking) say() {
	a := l.page
	if (len(l.cut) > 0 || l.split) && len(a.Occurrences) > 0 && l.Texts {
		for i, o := range a.Occurrences {
			if o.Link == 0 || l.cut[i] {
				continue
			}
			if at := l.now(l.leads(i, o.Link-1)); at >= 0 {
				l.saying(evidence.SaidLink{Link: at, Text: o.Text, Rel: o.Rel, Count: 1})
			}
		}
		return
	}
	for _, s := range a.Said {
		if s.Link = l.now(l.to[s.Link]); s.Link >= 0 {
			l.saying(s)
		}
	}
}

func (l *relinking) uses() []evidence.UsedURL {
	all := slices.Clone(l.page.Uses)
	for i := range all {
		if to, ok := l.follows(all[i].Key); ok {
			if all[i].URL, all[i].Key = to.url, to.key; to.key == to.url {
				all[i].Key = ""
			}
		}
	}
	return all
}

// reopen updates link indexes in a digest that compares links. If links were dropped, the bytes decide instead.
func (l *relinking) reopen() {
	if l.page.Open == nil {
		return
	}
	o := *l.page.Open
	if len(l.cut) > 0 || l.split || slices.ContainsFunc(l.to, func(k evidence.Link) bool { return k.URL == "" }) {
		o = evidence.Open{}
	}
	if o.Own > 0 {
		o.Own = l.at[l.to[o.Own-1].URL]
	}
	l.page.Open = &o
}
