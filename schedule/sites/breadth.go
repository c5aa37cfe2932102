package sites

// breadthFirst takes pages in the order in which they were added, whatever
// they bring.
type breadthFirst struct {
	lines []waitingLine
	added int
}

// waitingLine holds the pages of one site and, beside each, its place in the
// order of all.
type waitingLine struct {
	pages, places queue
	asleep        bool
}

func newBreadthFirst(o PagesOptions) pageRule {
	return &breadthFirst{lines: make([]waitingLine, o.Sites)}
}

func (r *breadthFirst) add(l Link) {
	r.lines[l.Site].pages.push(l.Page)
	r.lines[l.Site].places.push(r.added)
	r.added++
}

func (r *breadthFirst) next() (int, origin, bool) {
	first := -1
	for i := range r.lines {
		l := &r.lines[i]
		if l.asleep || l.pages.empty() {
			continue
		}
		if first < 0 || l.places.front() < r.lines[first].places.front() {
			first = i
		}
	}
	if first < 0 {
		return 0, origin{}, false
	}
	r.lines[first].places.pop()
	return r.lines[first].pages.pop(), origin{site: first}, true
}

func (r *breadthFirst) report(origin, int) {}

func (r *breadthFirst) sleep(i int, asleep bool) { r.lines[i].asleep = asleep }
