package whatif

import (
	"fmt"

	"sitegraph/extractor/evidence"
	"sitegraph/wording"
)

type added struct {
	change int
	to     address
}

// mostAdded is the number of links that changes may add to each page. More are added as long as there are at most
// mostCrowded on the pages that get more.
const (
	mostAdded   = 1000
	mostCrowded = 1_000_000
)

// checkAdded refuses changes that add a great many links to pages: each would be made.
func (p *Plan) checkAdded() {
	links, pages, most, last := 0, 0, 0, ""
	for _, id := range p.keys {
		key := p.Known.URLs.String(id)
		n := len(p.named[ofAdded].find(key))
		if a := p.Known.Newest(id); n <= mostAdded || a == nil || a.Outcome != evidence.OutPage {
			continue
		}
		links, pages = links+n, pages+1
		if n > most {
			most, last = n, key
		}
	}
	if links <= mostCrowded {
		return
	}
	change := p.named[ofAdded].find(last)[mostAdded].change
	p.fail(change, p.Changes[change].what, fmt.Errorf("the file adds %s links to %s, %s of them to %s; a page may get "+
		"%s each, or all together %s: name fewer pages in a line, or add fewer links", wording.Grouped(links),
		wording.Count(pages, "page", "pages"), wording.Grouped(most), last, wording.Grouped(mostAdded),
		wording.Grouped(mostCrowded)))
}

func (l *relinking) added() (all []added) {
	for m := range l.named[ofAdded].all(l.key) {
		to := l.targets[m.change].address
		for change := range l.dropping(l.dropped, to.key) {
			l.clash(m.change, change, "one adds the link that the other one drops on "+l.key)
		}
		if now, ok := l.follows(to.key); ok {
			to = now
		}
		l.touch(m.change, l.key)
		all = append(all, added{m.change, to})
	}
	return all
}

func (l *relinking) add(m added) {
	c, a := &l.Changes[m.change], l.page
	l.did("add %s %q %s", m.to.url, c.text, c.place)
	i := l.place(evidence.Link{URL: m.to.url, Key: m.to.key})
	l.links[i].Count++
	l.places.Note(evidence.ListLinks, i, c.place)
	if l.marked {
		l.places.Mark(0, c.place)
	}
	if l.Texts {
		l.said.add(evidence.SaidLink{Link: i, Text: c.text, Count: 1})
	}
	if l.Links {
		a.Occurrences = append(a.Occurrences, evidence.Occurrence{Element: "a", Href: l.hrefOf(m.to.url, ""),
			Text: c.text, Link: i + 1})
	}
	if a.Open != nil {
		a.Open = &evidence.Open{}
	}
}
