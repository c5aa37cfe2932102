package whatif

import "sitegraph/extractor/evidence"

// A link within a page ("#notes", or nothing) does not name it: wherever the page is, it leads there.

// isWithin reports whether a link to the URL of its own page does not name that. Where links are not kept as written,
// the same link of a page of the same bytes tells; where there is none it does not matter.
func (l *relinking) isWithin(at int) bool {
	if o := l.page.Occurrences; at < len(o) {
		return o[at].Href == "" || o[at].Href[0] == '#'
	}
	if !l.compared {
		l.compared, l.other = true, l.linksOfEqual(l.page)
	}
	return at >= len(l.other) || l.other[at] != l.page.URL
}

// stayWithin has the links of a page that moves to its own URL, at a place, follow it as far as they are within it.
// Where links are not kept as written, all are taken for such.
func (l *relinking) stayWithin(at int) {
	moved := l.moved()
	if moved.url == "" {
		return
	}
	here, others := len(l.page.Occurrences) == 0, false
	for i, o := range l.page.Occurrences {
		if o.Link == at+1 {
			within := l.isWithin(i)
			here, others = here || within, others || !within
		}
	}
	if !here {
		return
	}
	if l.led, l.own, l.split = true, at+1, others; !others {
		l.to[at].URL, l.to[at].Key = moved.url, moved.key
	}
}

// withinOwn reports whether a link of the source, to a URL of the page's, is within the page that moves.
func (l *relinking) withinOwn(at, url int) bool {
	return l.own == url+1 && (!l.split || l.isWithin(at))
}

func (l *relinking) leads(at, url int) evidence.Link {
	to := l.to[url]
	if l.split && l.withinOwn(at, url) {
		moved := l.moved()
		to.URL, to.Key = moved.url, moved.key
	}
	return to
}

// nowOf is the place of a link of the source, to a URL of before; -1 if it is dropped.
func (l *relinking) nowOf(at, url int) int {
	if i, stays := l.at[l.leads(at, url).URL]; stays {
		return i
	}
	return -1
}
