package replayed

import (
	"container/heap"

	"sitegraph/internal/lab"
	"sitegraph/site"
)

// Best always takes the known URL with the highest worth on all sites. Ties go to the one known first. References use
// it, since they know more than policies can.
type Best struct {
	// Worth returns the current worth of a URL. It may fall as URLs are read, but it never grows.
	Worth func(site int, key string) float64
	// Read, if not nil, is called for each page read.
	Read func(site int, key string)
	// Follow takes a redirect's target next, as policies do.
	Follow bool

	urls   [][]url // by site and number
	queue  lab.Heap[candidate]
	known  int
	target *candidate // target of a redirect, to take next
}

// BreadthFirst takes the URLs of all sites in order of discovery.
func BreadthFirst() *Best {
	return &Best{Worth: func(int, string) float64 { return 0 }, Follow: true}
}

type url struct {
	key   string
	taken bool
}

// Know adds a URL of site i with the site's next number.
func (b *Best) Know(i int, key string) {
	b.queue.Before = before
	for len(b.urls) <= i {
		b.urls = append(b.urls, nil)
	}
	number := uint32(len(b.urls[i]))
	b.urls[i] = append(b.urls[i], url{key: key})
	b.known++
	heap.Push(&b.queue, candidate{i, number, b.known, b.Worth(i, key)})
}

// Len returns the number of known URLs.
func (b *Best) Len() int { return b.known }

// Next returns the best URL.
func (b *Best) Next() (i int, number uint32, ok bool) {
	if c := b.target; c != nil {
		b.target = nil
		return c.site, c.number, true
	}
	for b.queue.Len() > 0 {
		first := &b.queue.Items[0]
		u := &b.urls[first.site][first.number]
		if u.taken {
			heap.Pop(&b.queue)
			continue
		}
		if now := b.Worth(first.site, u.key); now < first.worth {
			first.worth = now
			heap.Fix(&b.queue, 0)
			continue
		}
		u.taken = true
		return first.site, first.number, true
	}
	return 0, 0, false
}

// Done receives the outcome of a URL.
func (b *Best) Done(i int, number uint32, out site.Outcome) error {
	for _, k := range out.Known {
		b.Know(i, k.Key)
	}
	if out.Kind == site.OutcomeRead && b.Read != nil {
		b.Read(i, b.urls[i][number].key)
	}
	if b.Follow && out.Free && out.Kind == site.OutcomeMerged && !b.urls[i][out.Into].taken {
		b.urls[i][out.Into].taken = true
		b.target = &candidate{site: i, number: out.Into}
	}
	return nil
}

// candidate is a URL with the worth last computed.
type candidate struct {
	site   int
	number uint32
	known  int // rank by discovery
	worth  float64
}

func before(a, b candidate) bool { return a.worth > b.worth || a.worth == b.worth && a.known < b.known }
