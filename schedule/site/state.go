package site

import (
	"io"

	"sitegraph/schedule/state"
)

func (p *Policy) frame() state.Frame {
	return state.Frame{Kind: "site policy", Version: 2, Name: p.name}
}

// Save writes the state of the policy, its options included.
func (p *Policy) Save(w io.Writer) error {
	return p.frame().Save(w, func(c *state.Coder) {
		o := p.options
		o.state(coder{Coder: c})
		p.state(coder{c, len(p.sites)})
	})
}

// Restore replaces the policy's state and options by what Save wrote. A state
// that is damaged, cut short, of another policy or of another version is an
// error that leaves the policy as it was.
func (p *Policy) Restore(r io.Reader) error {
	var restored *Policy
	err := p.frame().Restore(r, func(c *state.Coder) {
		var o Options
		if o.state(coder{Coder: c}); c.Err() != nil {
			return
		}
		var err error
		if restored, err = New(p.name, o); err != nil {
			c.Fail("%w", err)
			return
		}
		if restored.state(coder{c, o.Sites}); c.Err() == nil {
			restored.resume(c)
		}
	})
	if err != nil {
		return err
	}
	*p = *restored
	return nil
}

func (o *Options) state(c coder) {
	c.Length(&o.Sites)
	for _, n := range []*int{&o.Budget, &o.Quantum, &o.Block, &o.Start} {
		c.count(n)
	}
}

// state saves or restores all but the options.
func (p *Policy) state(c coder) {
	for i := range p.sites {
		s := &p.sites[i]
		awake := p.awake.has(i)
		c.count(&s.asked)
		c.count(&s.told)
		c.count(&s.found)
		c.count(&s.once)
		c.Flag(&awake)
		p.awake.put(i, awake)
	}
	c.site(&p.cursor)
	p.rule.state(c)
}

// resume computes what follows from the tallies.
func (p *Policy) resume(c *state.Coder) {
	for i, s := range p.sites {
		if s.told > s.asked || s.once > s.found {
			c.Fail("site %d: %d pages told of %d, %d links of %d seen once", i, s.told, s.asked, s.once, s.found)
		}
		p.asked += s.asked
		p.told += s.told
		p.found += s.found
	}
	if p.options.Budget > 0 && p.asked > p.options.Budget {
		c.Fail("%d pages of a budget of %d", p.asked, p.options.Budget)
	}
	for i := range p.sites {
		p.opening.put(i, p.opens(i))
		p.rule.changed(p, i)
	}
}

// coder writes or reads the values of a policy for so many sites.
type coder struct {
	*state.Coder
	sites int
}

// most is the greatest count: sums of counts stay within their bounds.
const most = 1 << 52

// count is a whole number from 0 to most.
func (c coder) count(n *int) { c.upTo(n, most) }

// upTo is a count that is at most limit.
func (c coder) upTo(n *int, limit int) { state.Int(c.Coder, n, 0, limit) }

// site is the number of a site.
func (c coder) site(n *int) { c.upTo(n, c.sites-1) }

// number is a float64 from 0 to most.
func (c coder) number(x *float64) { c.Float(x, 0, most) }

func (c coder) fading(f *fading) {
	c.number(&f.sum)
	c.number(&f.weight)
}

// queue is a list of counts.
func (c coder) queue(q *queue) {
	waiting := q.pages[q.head:]
	state.List(c.Coder, &waiting, 0, most)
	if c.Reading() {
		*q = queue{pages: waiting}
	}
}
