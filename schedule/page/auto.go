package page

import (
	"fmt"
	"math"
)

// auto reads the page that will be worth most if unread pages link as the
// pages read do: the unread page of greatest PageRank in the graph of the links
// of pages read and those expected of the others. Which share of their links
// goes to pages in the same lists, to the pages that link to them and so on is
// learnt each time; see linkModel.
//
// Behind an unread page unseen pages are expected, as many as were found behind
// others that became known by the same page. They pass their value back to it,
// as it would to its own parents, so that the front of a great unknown is worth
// more than the last page of a small corner.
//
// Power iteration starts from the last values, as often as pace says. In
// between, a page read gives its links their part at once, as cash.
type auto struct {
	links links
	// in counts the pages read that link to a page.
	in []uint32
	// finder is the page whose links made a page known, or nobody.
	finder []uint32
	x      []guess
	// even is what every page has beside the links.
	even float64
	// due is the number of pages read at which to learn and iterate again.
	due int
}

const nobody = math.MaxUint32

// guess is the expected value of a page, and that of the unseen pages behind it.
type guess struct{ page, behind float64 }

func (e *auto) discovered(_ *readOnce, page uint32) float64 {
	e.links.grow()
	e.in = append(e.in, 0)
	e.finder = append(e.finder, nobody)
	e.x = append(e.x, guess{page: e.even})
	return e.key(page)
}

func (e *auto) key(page uint32) float64 { return e.x[page].page }

func (e *auto) read(o *readOnce, page uint32, list []uint32) {
	e.lose(page)
	e.links.set(page, list)
	each := (1 - o.options.Delta) / float64(max(len(list), 1))
	part := float64(each * e.x[page].page)
	for _, t := range list {
		e.in[t]++
		e.x[t].page += part
		if o.state[t] != unread {
			continue
		}
		if e.finder[t] == nobody {
			e.finder[t] = page
		}
		o.want(t, e.key(t))
	}
}

// lose forgets the links of a page.
func (e *auto) lose(page uint32) {
	for _, t := range e.links.of(page) {
		e.in[t]--
	}
	e.links.set(page, nil)
}

func (e *auto) lost(_ *readOnce, page uint32) {
	e.lose(page)
	e.x[page] = guess{}
}

func (e *auto) revived(_ *readOnce, page uint32) { e.x[page] = guess{page: e.even} }

func (e *auto) settle(o *readOnce) {
	if o.count[read] < e.due {
		return
	}
	rounds, wait := pace(o.count[read])
	e.due = o.count[read] + wait
	s := newIteration(e, o, fit(e.samples(o)))
	for range rounds {
		s.round()
	}
	e.x, e.even = s.x, s.even
	o.rekey(e.key)
}

// unseen returns how many unseen pages are expected behind each unread page:
// as many as were found, on average, behind the pages read that have the same
// finder, shrunk towards the mean over all finders as if that had been seen at
// unseenTrust pages.
func (e *auto) unseen(o *readOnce) []float64 {
	found, sums, counts := make([]float64, o.len()), make([]float64, o.len()), make([]float64, o.len())
	for _, f := range e.finder {
		if f != nobody {
			found[f]++
		}
	}
	for i, f := range e.finder {
		if f != nobody && o.state[i] == read {
			sums[f] += found[i]
			counts[f]++
		}
	}
	mean, finders := 0.0, 0.0
	for f, n := range counts {
		if n > 0 {
			mean += sums[f] / n
			finders++
		}
	}
	mean /= max(finders, 1)
	for i, f := range e.finder {
		found[i] = 0
		if f != nobody && o.state[i] == unread && e.in[i] > 0 {
			found[i] = (sums[f] + float64(unseenTrust*mean)) / (counts[f] + unseenTrust)
		}
	}
	return found
}

// unseenTrust is how many pages the mean of all finders counts for.
const unseenTrust = 8

// importance is the PageRank of the known graph, to about 1e-7 in sum.
func (e *auto) importance(o *readOnce) []float64 {
	from := make([]float64, o.len())
	for i, v := range e.x {
		from[i] = v.page
	}
	return settledRank(o, &e.links, from)
}

func (e *auto) save(c *checkpoint) {
	e.links.save(c)
	for _, v := range e.x {
		c.Value, c.Behind = append(c.Value, v.page), append(c.Behind, v.behind)
	}
	c.Finder, c.Even, c.Due = e.finder, e.even, e.due
}

func (e *auto) restore(o *readOnce, c *checkpoint) error {
	n := o.len()
	if len(c.Behind) != n || len(c.Finder) != n {
		return fmt.Errorf("it has %d and %d values for %d pages", len(c.Behind), len(c.Finder), n)
	}
	for i, f := range c.Finder {
		if f != nobody && int(f) >= n {
			return fmt.Errorf("page %d was found by page %d of %d", i, f, n)
		}
		e.x = append(e.x, guess{c.Value[i], c.Behind[i]})
	}
	if err := e.links.restore(c); err != nil {
		return err
	}
	e.finder, e.even, e.due = c.Finder, c.Even, c.Due
	e.in = make([]uint32, n)
	for _, t := range c.Target {
		e.in[t]++
	}
	return nil
}
