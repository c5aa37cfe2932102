package page

import "math/rand/v2"

// readOnce reads every page once, the unread page of greatest key first. If the
// caller reads a page again, its new links count.
type readOnce struct {
	pageStates
	front queue
	rule  rule
}

// rule sets the keys of unread pages: o.front.key, through o.want.
type rule interface {
	// discovered takes a new page and returns its key.
	discovered(o *readOnce, page uint32) float64
	// read takes a page that was read, perhaps again; its state is read already.
	// The links are sorted, each once, and belong to the caller.
	read(o *readOnce, page uint32, links []uint32)
	// lost takes a page that is gone; its state is gone already.
	lost(o *readOnce, page uint32)
	// revived takes a page that was gone; a call of read follows.
	revived(o *readOnce, page uint32)
	// settle brings the keys up to date before one is asked for.
	settle(o *readOnce)
	// importance estimates the importance of the pages, nil if it does not.
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

// want changes the key of a page, and its place in the queue if it is there.
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

// chunkSize is the number of links in a chunk. Lists share chunks, since an allocation for each would cost more,
// and chunks are never copied when more come, as one growing slice would be.
const chunkSize = 1 << 18

// links keeps the newest list of links of every page.
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

// keyless gives all pages the same key, so that they are read in the order of their discovery.
type keyless struct{}

func (keyless) discovered(*readOnce, uint32) float64 { return 0 }
func (keyless) read(*readOnce, uint32, []uint32)     {}
func (keyless) lost(*readOnce, uint32)               {}
func (keyless) revived(*readOnce, uint32)            {}
func (keyless) settle(*readOnce)                     {}
func (keyless) importance(*readOnce) []float64       { return nil }

// shuffled gives every page a random key, so that the next is any unread page with equal chance.
type shuffled struct {
	keyless
	seed uint64
}

func (s shuffled) discovered(_ *readOnce, page uint32) float64 {
	return rand.New(rand.NewPCG(s.seed, uint64(page))).Float64()
}

// backlinks reads the page to which most pages read link (Cho, Garcia-Molina,
// Page, "Efficient crawling through URL ordering", WWW 1998).
type backlinks struct {
	keyless
	links links
	// in counts the pages read that link to a page.
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

// importance is the share of the known links that lead to a page.
func (b *backlinks) importance(o *readOnce) []float64 {
	x := make([]float64, o.len())
	for i, n := range b.in {
		if o.state[i] != gone {
			x[i] = float64(n)
		}
	}
	return o.shares(x)
}
