package pagelab

import (
	"container/heap"
	"fmt"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/page"
)

// The references, which are no policies of schedule/page.
const (
	// frontier knows the true PageRank and always reads the page of greatest
	// PageRank of those known. It is no upper bound: a page of small PageRank
	// may lead to great ones.
	frontier = "frontier"
	// walk reads in the order of sitegraph's own crawl: by depth, then by
	// normalized URL.
	walk = "walk"
)

// Known returns the names of the policies and of the references.
func Known() []string { return append(page.Known(), walk, frontier) }

// order returns the pages of a site in the order in which a policy or a
// reference reads them, every page once.
func order(o *oracle, name string, options page.Options) ([]uint32, error) {
	switch name {
	case frontier:
		return readFrontier(o), nil
	case walk:
		all := make([]uint32, o.pages())
		for i := range all {
			all[i] = uint32(i)
		}
		return all, nil
	}
	p, err := page.New(name, options)
	if err != nil {
		return nil, err
	}
	return crawl(o, p)
}

// reader knows the pages by the numbers that a policy has for them, which are
// in the order of discovery and so say nothing of the final graph.
type reader struct {
	oracle *oracle
	policy page.Policy
	// number is the policy's number plus one, pages the pages by number.
	number, pages []uint32
	links         []uint32
	done          []bool
	now           float64
}

func newReader(o *oracle, p page.Policy) *reader {
	return &reader{oracle: o, policy: p, number: make([]uint32, o.pages()), done: make([]bool, o.pages())}
}

func (r *reader) meet(p uint32) error {
	if r.number[p] != 0 {
		return nil
	}
	r.pages = append(r.pages, p)
	r.number[p] = uint32(len(r.pages))
	return r.policy.Discovered(r.number[p]-1, r.now)
}

// read reads a page that the policy has asked for; first says whether it was
// never read before.
func (r *reader) read(number uint32) (p uint32, first bool, err error) {
	r.now++
	p = r.pages[number]
	r.links = r.links[:0]
	for _, t := range r.oracle.out(p) {
		if err := r.meet(t); err != nil {
			return p, false, err
		}
		r.links = append(r.links, r.number[t]-1)
	}
	first = !r.done[p]
	r.done[p] = true
	return p, first, r.policy.Read(number, r.links, r.now)
}

// patience ends the replay of a policy that reads pages again and again: after
// so many downloads for each page that was read. Pages not read by then follow
// in no order that counts.
const patience = 50

// crawl lets a policy read a site from its start page on.
func crawl(o *oracle, p page.Policy) (read []uint32, err error) {
	r := newReader(o, p)
	if err := r.meet(0); err != nil {
		return nil, err
	}
	for downloads := 0; len(read) < o.pages() && downloads <= patience*(len(read)+1); downloads++ {
		number, ok := p.Next()
		if !ok {
			break
		}
		if int(number) >= len(r.pages) {
			return nil, fmt.Errorf("the policy asks for page %d of %d", number, len(r.pages))
		}
		found, first, err := r.read(number)
		if err != nil {
			return nil, err
		}
		if first {
			read = append(read, found)
		}
	}
	return read, nil
}

func readFrontier(o *oracle) (read []uint32) {
	known := make([]bool, o.pages())
	known[0] = true
	front := &lab.Heap[uint32]{Items: []uint32{0}, Before: func(a, b uint32) bool {
		return o.rank[a] > o.rank[b] || o.rank[a] == o.rank[b] && a < b
	}}
	for front.Len() > 0 {
		p := heap.Pop(front).(uint32)
		read = append(read, p)
		for _, t := range o.out(p) {
			if !known[t] {
				known[t] = true
				heap.Push(front, t)
			}
		}
	}
	return read
}
