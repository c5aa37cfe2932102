package page

import "math"

// auto reads the page that is worth most if unread pages link like read ones. It takes the unread page with the
// greatest PageRank in the graph of known links and of expected links from unread pages. It regularly learns which
// shares of the latter lead to pages in the same lists, to the pages that link to them, and so on; see linkModel.
//
// An unread page should lead to as many unseen pages as others found through the same page did. The unseen pages pass
// their value back to it, and to its parents as it would. So the edge of a large unknown part is worth more than the
// last page in a small corner.
//
// Otherwise it works like rank, on these expected values.
type auto struct {
	rank
	// unseenX is the value of the unseen pages behind each page.
	unseenX []float64
	// in counts the read pages that link to a page.
	in []uint32
	// finder is the page whose links made a page known, or nobody.
	finder []uint32
	// model tells how unread pages link. It is learnt again once modelDue pages are read.
	model    linkModel
	modelDue int
}

const nobody = math.MaxUint32

func (e *auto) discovered(o *readOnce, page uint32) float64 {
	e.unseenX = append(e.unseenX, 0)
	e.in = append(e.in, 0)
	e.finder = append(e.finder, nobody)
	return e.rank.discovered(o, page)
}

func (e *auto) read(o *readOnce, page uint32, list []uint32) {
	e.forget(page)
	e.rank.read(o, page, list)
	for _, t := range list {
		e.in[t]++
		if o.state[t] == unread && e.finder[t] == nobody {
			e.finder[t] = page
		}
	}
}

// forget removes a page's links from the counts.
func (e *auto) forget(page uint32) {
	for _, t := range e.links.lists[page] {
		e.in[t]--
	}
}

func (e *auto) lost(o *readOnce, page uint32) {
	e.forget(page)
	e.rank.lost(o, page)
	e.unseenX[page] = 0
}

func (e *auto) settle(o *readOnce) {
	rounds := e.rounds(o)
	if rounds == 0 {
		return
	}
	if done := o.count[read]; done >= e.modelDue {
		e.model = fit(e.samples(o))
		if done >= 40 { // before that it learns at every reading
			e.modelDue = done + 1 + done/4
		}
	}
	s := newIteration(e, o, e.model)
	for range rounds {
		s.round()
	}
	e.x, e.unseenX, e.even = s.x, s.unseenX, s.even
	o.rekey(e.x)
}

// unseen returns the expected number of unseen pages behind each unread page. This is the mean number found through
// read pages with the same finder. It is shrunk towards the mean of all finders, which counts as unseenTrust pages.
func (e *auto) unseen(o *readOnce) []float64 {
	found, sums, counts := make([]float64, o.len()), make([]float64, o.len()), make([]float64, o.len())
	for i, f := range e.finder {
		if f != nobody && o.state[i] != gone {
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

// unseenTrust is the number of pages that the mean of all finders counts as.
const unseenTrust = 8
