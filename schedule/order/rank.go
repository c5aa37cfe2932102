package order

import (
	"sitegraph/schedule/page"
	"sitegraph/site"
)

// byRank uses a policy of schedule/page. If the policy wants to read a page again, it gets the stored links at once. If
// a URL turns out to be an alias, byRank reads the pages that link to it again, and their links then lead to the URL
// that represents it.
type byRank struct {
	policy page.Policy
	links  func(page uint32) []uint32
	state  []status
	wait   int // waiting URLs
	// linking has the read pages that link to a URL, as long as the URL may become an alias.
	linking [][]uint32
}

func (r *byRank) add(site.Known) {
	number := uint32(len(r.state))
	r.state = append(r.state, waiting)
	r.linking = append(r.linking, nil)
	r.wait++
	r.policy.Discovered(number)
}

func (r *byRank) ready() bool { return r.wait > 0 }

func (r *byRank) next() (uint32, bool) {
	for r.wait > 0 {
		page, ok := r.policy.Next()
		if !ok {
			break
		}
		switch r.state[page] {
		case waiting:
			return page, r.take(page)
		case done:
			r.read(page)
		}
	}
	return 0, false
}

func (r *byRank) read(page uint32) { r.policy.Read(page, r.links(page)) }

func (r *byRank) take(page uint32) bool {
	if r.state[page] != waiting {
		return false
	}
	r.state[page] = open
	r.wait--
	return true
}

func (r *byRank) done(page uint32, out site.Outcome) {
	r.state[page] = done
	linking := r.linking[page]
	r.linking[page] = nil
	switch out.Kind {
	case site.OutcomeRead:
		for _, target := range out.Links {
			r.link(page, target)
		}
		r.policy.Read(page, out.Links)
		return
	case site.OutcomeMerged:
		for _, p := range linking {
			r.read(p)
			r.link(p, out.Into)
		}
	}
	r.policy.Gone(page)
}

// link records a link from a page to a URL, which may be a repeated one.
func (r *byRank) link(page, to uint32) {
	l := r.linking[to]
	if r.state[to] != done && (len(l) == 0 || l[len(l)-1] != page) {
		r.linking[to] = append(l, page)
	}
}

func (r *byRank) again(page uint32) {
	r.state[page] = waiting
	r.wait++
	r.take(page)
}

// restExact is the maximum share of all credit on one page when stored estimates the importance.
const restExact = 1e-9

func (r *byRank) importance() []float64 {
	if s, ok := r.policy.(page.Stored); ok {
		s.Settle(restExact)
	}
	return r.policy.Importance()
}
