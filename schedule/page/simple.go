package page

import "math/rand/v2"

// breadth reads pages in the order of their discovery, which is breadth first.
type breadth struct{}

func (*breadth) discovered(*readOnce, uint32) float64 { return 0 }
func (*breadth) read(*readOnce, uint32, []uint32)     {}
func (*breadth) lost(*readOnce, uint32)               {}
func (*breadth) revived(*readOnce, uint32)            {}
func (*breadth) settle(*readOnce)                     {}

// lottery gives every page a number by lot, so that the next is any unread page
// with equal chance.
type lottery struct{ breadth }

func (*lottery) discovered(o *readOnce, page uint32) float64 {
	return rand.New(rand.NewPCG(o.options.Seed, uint64(page))).Float64()
}

// backlinks reads the page to which most pages read link (Cho, Garcia-Molina,
// Page, "Efficient crawling through URL ordering", WWW 1998).
type backlinks struct {
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
	for _, t := range b.links.of(page) {
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
func (*backlinks) revived(*readOnce, uint32)       {}
func (*backlinks) settle(*readOnce)                {}

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
