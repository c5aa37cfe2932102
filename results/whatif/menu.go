package whatif

import (
	"errors"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A menu is a list of links that replaces the links of a block, in the same place on the page.

type menuLink struct {
	to   field
	text string
}

var errOneURL = errors.New("a link leads to one URL: write it without wildcards")

// menu reads the name of a block, the pages to change, and the links that replace the block's links.
func (l *words) menu() {
	if l.blockName(); len(l.left) > 1 && !l.left[1].quoted {
		l.what = l.urls()
	}
	for first := true; l.err == nil && (first || len(l.left) > 0); first = false {
		to := l.urls()
		l.links = append(l.links, menuLink{to, l.quoted()})
	}
}

func (p *Plan) takeMenu(i int, c *Change) {
	for _, k := range c.links {
		to := p.pageOf(c, k.to)
		a, err := parse(to.text, p.Normaliser)
		if !to.single() {
			err = errOneURL
		}
		if err != nil {
			p.fail(i, k.to, err)
		}
		p.menus[i] = append(p.menus[i], a)
	}
}

// put gives the links of a menu the places of the block's links, from index at on.
func (l *relinking) put(menu []added, at int, all []evidence.Placed) {
	for _, k := range menu {
		l.stands(k.Link, all[at].Place, all[at].Mark)
		if next := at + 1; next < len(all) && l.cut[next] && all[next].Place == all[at].Place {
			at = next
		}
	}
}

func (l *relinking) replaced(at int) bool {
	for ; at >= 0 && l.cut[at]; at-- {
		if _, is := l.menus[at]; is {
			return true
		}
	}
	return false
}

// findBad finds the bad links among the links cut. Unless the journal keeps links as written, it finds only some.
func (l *relinking) findBad(all []evidence.Placed) {
	if len(l.cut) == 0 {
		return
	}
	var once []int // indexes of the page's bad links that have places
	repeated := false
	for i, b := range l.page.Bad {
		if b.Link == 0 {
			once, repeated = append(once, i), repeated || b.Count > 1
		}
	}
	l.bad = map[int]int{}
	met := 0
	for i, p := range all {
		if p.List != evidence.ListBad {
			continue
		}
		if met++; !l.cut[i] {
			continue
		}
		if o := l.page.Occurrences; i < len(o) {
			is := func(b evidence.BadLink) bool { return b.Link == 0 && b.Href == o[i].Href && b.Text == o[i].Text }
			if at := slices.IndexFunc(l.page.Bad, is); at >= 0 {
				l.bad[i] = at
			}
		} else if len(once) == 1 {
			l.bad[i] = once[0]
		} else if !repeated && met <= len(once) {
			l.bad[i] = once[met-1]
		}
	}
}

type added struct {
	evidence.Link
	text  string
	place site.LinkPlace // unused for links of a menu
}

func (l *relinking) adding(change int, to address, text string) added {
	for _, drop := range l.dropping(l.dropped, to.key) {
		l.clash(change, drop, "one adds the link that the other one drops on "+l.key)
	}
	if now, ok := l.follows(to.key); ok {
		to = now
	}
	return added{Link: evidence.Link{URL: to.url, Key: to.key}, text: text}
}

func (l *relinking) added() (all []added) {
	for _, m := range l.named[AddLink].all(l.key) {
		if !l.Effort.spend(1) {
			break
		}
		c := &l.Changes[m.change]
		k := l.adding(m.change, l.targets[m.change].address, c.text)
		k.place = c.place
		l.touch(m.change, l.key)
		all = append(all, k)
	}
	return all
}

func (l *relinking) add(k added) {
	l.did("add %s %q %s", k.URL, k.text, k.place)
	l.stands(k.Link, k.place, 0)
	l.sayAdded(k)
	l.page.Occurrences = append(l.page.Occurrences, l.written(k)...)
	if l.page.Open != nil {
		l.page.Open = &evidence.Open{}
	}
}

// stands counts a link of the page and notes its place.
func (l *relinking) stands(k evidence.Link, place site.LinkPlace, mark site.LinkMark) {
	if l.at[k.URL] == 0 {
		l.links = append(l.links, evidence.Link{URL: k.URL, Key: k.Key})
		l.at[k.URL] = len(l.links)
	}
	i := l.now(k)
	l.links[i].Count++
	l.places.Note(evidence.ListLinks, i, place, mark)
}

// written returns added links as in the source, if the journal keeps links as written.
func (l *relinking) written(all ...added) (source []evidence.Occurrence) {
	for _, k := range all {
		if l.Links {
			source = append(source, evidence.Occurrence{Element: "a", Href: l.hrefOf(k.URL, ""), Text: k.text,
				Link: l.at[k.URL]})
		}
	}
	return source
}

func (l *relinking) sayAdded(k added) {
	if l.Texts {
		l.saying(evidence.SaidLink{Link: l.now(k.Link), Text: k.text, Count: 1})
	}
}

// saying notes the text of a link. It adds up the counts of equal links with equal texts.
func (l *relinking) saying(k evidence.SaidLink) {
	what := evidence.SaidLink{Link: k.Link, Text: k.Text, Rel: k.Rel}
	if i, known := l.saidAt[what]; known {
		l.said[i].Count += k.Count
		return
	}
	l.saidAt[what] = len(l.said)
	l.said = append(l.said, k)
}
