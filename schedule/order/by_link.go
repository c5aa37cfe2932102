package order

import (
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

// byLink uses one policy over the URLs of all sites.
type byLink struct {
	policy sites.PagePolicy
	state  [][]status           // by site
	from   map[int]sites.Origin // of the open URLs
	last   []bool               // sites that are done for now
}

func newByLink(name string, o Options) *byLink {
	b := &byLink{policy: sites.NewPagePolicy(name, o.Sites), state: make([][]status, o.Sites),
		from: map[int]sites.Origin{}, last: make([]bool, o.Sites)}
	for i := range o.Sites {
		b.add(i, site.Known{})
	}
	return b
}

// id returns the policy's number of a URL.
func id(i int, page uint32) int { return i<<32 | int(page) }

func (b *byLink) add(i int, k site.Known) {
	b.policy.Add(sites.Link{Site: i, Page: id(i, uint32(len(b.state[i]))), URL: k.Key})
	b.state[i] = append(b.state[i], waiting)
}

func (b *byLink) next() (int, uint32, bool) {
	for {
		number, from, ok := b.policy.Next()
		if !ok {
			return 0, 0, false
		}
		i, page := from.Site, uint32(number)
		if b.state[i][page] == waiting && !b.last[i] {
			b.open(i, page, from)
			return i, page, true
		}
	}
}

func (b *byLink) open(i int, page uint32, from sites.Origin) {
	b.state[i][page] = open
	b.from[id(i, page)] = from
}

func (b *byLink) done(i int, page uint32, out site.Outcome) {
	b.found(i, out.Known)
	b.state[i][page] = done
	b.last[i] = b.last[i] || out.Last
	if !out.Free {
		b.policy.Report(b.from[id(i, page)], out.Found)
	}
	if !out.Free || out.Kind != site.OutcomeMerged || out.Last { // otherwise pass passes the turn on
		delete(b.from, id(i, page))
	}
}

func (b *byLink) found(i int, known []site.Known) {
	for _, k := range known {
		b.add(i, k)
	}
}

func (b *byLink) pass(i int, page, target uint32) bool {
	from, takes := b.from[id(i, page)], b.state[i][target] == waiting
	if delete(b.from, id(i, page)); takes {
		b.open(i, target, from)
	}
	return takes
}

func (b *byLink) again(i int, page uint32) {
	b.last[i] = false
	b.open(i, page, sites.Origin{Site: i})
}

func (b *byLink) importance(int) []float64 { return nil }
