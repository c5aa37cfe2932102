package page

import "math/rand/v2"

// readOnce reads every page once, the unread page with the greatest key first. If the caller reads a page again, the
// new links count.
type readOnce struct {
	pageStates
	front queue
	rule  rule
}

// rule sets the keys of unread pages (o.front.key) through o.want.
type rule interface {
	// discovered adds a new page and returns its key.
	discovered(o *readOnce, page uint32) float64
	// read handles a page that was read, perhaps again. Its state is already read. The links are sorted and distinct.
	// The caller owns them.
	read(o *readOnce, page uint32, links []uint32)
	// lost handles a page that is gone. Its state is already gone.
	lost(o *readOnce, page uint32)
	// revived handles a page that was gone. A call of read follows.
	revived(o *readOnce, page uint32)
	// settle updates the keys before Next uses them.
	settle(o *readOnce)
	// importance estimates the importance of the pages; nil if the rule does not.
	importance(o *readOnce) []float64
}

func newReadOnce(r rule) *readOnce { return &readOnce{rule: r} }

// Discovered implements Policy.
func (o *readOnce) Discovered(page uint32) {
	if !o.add(page) {
		return
	}
	o.front.grow()
	o.front.key = append(o.front.key, 0)
	o.front.key[page] = o.rule.discovered(o, page)
	o.front.push(page)
}

// Read implements Policy.
func (o *readOnce) Read(page uint32, links []uint32) {
	if o.state[page] == gone {
		o.rule.revived(o, page)
	}
	o.set(page, read)
	o.front.remove(page)
	o.rule.read(o, page, o.distinct(links))
}

// Gone implements Policy.
func (o *readOnce) Gone(page uint32) {
	if o.state[page] == gone {
		return
	}
	o.set(page, gone)
	o.front.remove(page)
	o.rule.lost(o, page)
}

// Next implements Policy.
func (o *readOnce) Next() (page uint32, ok bool) {
	if o.front.Len() == 0 {
		return 0, false
	}
	o.rule.settle(o)
	page = o.front.heap[0]
	o.front.remove(page)
	return page, true
}

// Importance implements Policy.
func (o *readOnce) Importance() []float64 { return o.rule.importance(o) }

// want changes a page's key, and its place if it is in the queue.
func (o *readOnce) want(page uint32, key float64) {
	o.front.key[page] = key
	o.front.moved(page)
}

func (o *readOnce) rekey(keys []float64) {
	for _, p := range o.front.heap {
		o.front.key[p] = keys[p]
	}
	o.front.order()
}

// chunkSize is the number of links in a chunk. Lists share chunks, since separate allocations would cost more. A
// growing slice would be copied, but chunks never are.
const chunkSize = 1 << 18

// links keeps the latest links of every page.
type links struct {
	lists [][]uint32
	chunk []uint32
}

func (l *links) grow() { l.lists = append(l.lists, nil) }

func (l *links) set(page uint32, list []uint32) {
	if len(list) > cap(l.chunk)-len(l.chunk) {
		l.chunk = make([]uint32, 0, max(chunkSize, len(list)))
	}
	start := len(l.chunk)
	l.chunk = append(l.chunk, list...)
	l.lists[page] = l.chunk[start:len(l.chunk):len(l.chunk)]
}

// keyless gives all pages the same key, so they are read in order of discovery.
type keyless struct{}

func (keyless) discovered(*readOnce, uint32) float64 { return 0 }
func (keyless) read(*readOnce, uint32, []uint32)     {}
func (keyless) lost(*readOnce, uint32)               {}
func (keyless) revived(*readOnce, uint32)            {}
func (keyless) settle(*readOnce)                     {}
func (keyless) importance(*readOnce) []float64       { return nil }

// shuffled gives every page a random key, so every unread page is equally likely to be next.
type shuffled struct {
	keyless
	seed uint64
}

func (s shuffled) discovered(_ *readOnce, page uint32) float64 {
	return rand.New(rand.NewPCG(s.seed, uint64(page))).Float64()
}

// backlinks reads the page with links from the most read pages (Cho, Garcia-Molina, Page, "Efficient crawling through
// URL ordering", WWW 1998).
type backlinks struct {
	keyless
	links links
	// in counts the read pages that link to a page.
	in []uint32
}

func (b *backlinks) discovered(*readOnce, uint32) float64 {
	b.links.grow()
	b.in = append(b.in, 0)
	return 0
}

func (b *backlinks) read(o *readOnce, page uint32, list []uint32) {
	for _, t := range b.links.lists[page] {
		b.in[t]--
		o.want(t, float64(b.in[t]))
	}
	b.links.set(page, list)
	for _, t := range list {
		b.in[t]++
		o.want(t, float64(b.in[t]))
	}
}

func (b *backlinks) lost(o *readOnce, page uint32) { b.read(o, page, nil) }

// importance returns the share of known links that lead to each page.
func (b *backlinks) importance(o *readOnce) []float64 {
	x := make([]float64, o.len())
	for i, n := range b.in {
		if o.state[i] != gone {
			x[i] = float64(n)
		}
	}
	return o.shares(x)
}
