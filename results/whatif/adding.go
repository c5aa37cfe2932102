package whatif

import "sitegraph/extractor/evidence"

type added struct {
	change int
	to     address
}

func (l *relinking) added() (all []added) {
	for m := range l.named[AddLink].all(l.key) {
		if !l.Effort.spend(1) {
			break
		}
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
