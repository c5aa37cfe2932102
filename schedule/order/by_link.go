package order

import (
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

// byLink has a policy over the URLs of all sites.
type byLink struct {
	policy *sites.PagePolicy
	state  [][]status // by site
	last   []bool     // sites that are done for now
}

func newByLink(name string, o Options) (*byLink, error) {
	p, err := sites.NewPagePolicy(name, o.Sites)
	if err != nil {
		return nil, err
	}
	b := &byLink{policy: p, state: make([][]status, o.Sites), last: make([]bool, o.Sites)}
	for i := range o.Sites {
		b.add(i, site.Known{})
	}
	return b, nil
}

// id is the policy's number of a URL.
func id(i int, page uint32) int { return i<<32 | int(page) }

func (b *byLink) add(i int, k site.Known) {
	b.policy.Add(sites.Link{Site: i, Page: id(i, uint32(len(b.state[i]))), URL: k.Key})
	b.state[i] = append(b.state[i], waiting)
}

func (b *byLink) next() (int, uint32, bool) {
	for {
		i, number, ok := b.policy.Next()
		if !ok {
			return 0, 0, false
		}
		page := uint32(number)
		if b.state[i][page] == waiting && !b.last[i] {
			b.state[i][page] = open
			return i, page, true
		}
		b.policy.Free(number)
	}
}

func (b *byLink) done(i int, page uint32, out site.Outcome) {
	b.found(i, out.Known)
	b.state[i][page] = done
	b.last[i] = b.last[i] || out.Last
	switch {
	case !out.Free:
		b.policy.Report(id(i, page), out.Found)
	case out.Kind != site.OutcomeMerged || out.Last: // else pass has the turn
		b.policy.Free(id(i, page))
	}
}

func (b *byLink) found(i int, known []site.Known) {
	for _, k := range known {
		b.add(i, k)
	}
}

func (b *byLink) pass(i int, page, target uint32) bool {
	if b.state[i][target] != waiting {
		b.policy.Free(id(i, page))
		return false
	}
	b.state[i][target] = open
	b.policy.Pass(id(i, page), id(i, target))
	return true
}

func (b *byLink) again(i int, page uint32) {
	b.last[i] = false
	b.state[i][page] = open
	b.policy.Asked(i, id(i, page))
}

func (b *byLink) importance(int) []float64 { return nil }
