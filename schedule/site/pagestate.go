package site

import (
	"io"
	"maps"
	"slices"

	"sitegraph/schedule/state"
)

func (p *Pages) frame() state.Frame {
	return state.Frame{Kind: "sites' page policy", Version: 2, Name: p.name}
}

// Save writes the state of the policy, its options included.
func (p *Pages) Save(w io.Writer) error {
	return p.frame().Save(w, func(c *state.Coder) {
		o := p.options
		o.state(coder{Coder: c})
		p.state(coder{c, len(p.asleep)})
	})
}

// Restore replaces the policy's state and options by what Save wrote. A state
// that is damaged, cut short, of another policy or of another version is an
// error that leaves the policy as it was.
func (p *Pages) Restore(r io.Reader) error {
	var restored *Pages
	err := p.frame().Restore(r, func(c *state.Coder) {
		var o PagesOptions
		if o.state(coder{Coder: c}); c.Err() != nil {
			return
		}
		var err error
		if restored, err = NewPages(p.name, o); err != nil {
			c.Fail("%w", err)
			return
		}
		restored.state(coder{c, o.Sites})
	})
	if err != nil {
		return err
	}
	*p = *restored
	return nil
}

func (o *PagesOptions) state(c coder) {
	c.Length(&o.Sites)
	c.count(&o.Budget)
}

// state saves or restores all but the options.
func (p *Pages) state(c coder) {
	p.rule.state(c)
	c.count(&p.asked)
	for i := range p.asleep {
		c.Flag(&p.asleep[i])
	}
	p.outState(c)
	for i := 0; i < len(p.asleep) && c.Reading() && c.Err() == nil; i++ {
		p.rule.sleep(i, p.asleep[i])
	}
}

// outState saves or restores the pages that were not told about.
func (p *Pages) outState(c coder) {
	pages := slices.Sorted(maps.Keys(p.out))
	n := len(pages)
	c.Length(&n)
	for i := 0; i < n && c.Err() == nil; i++ {
		var page int
		var from origin
		if !c.Reading() {
			page, from = pages[i], p.out[pages[i]]
		}
		c.count(&page)
		c.site(&from.site)
		c.upTo(&from.arm, p.rule.arms(from.site)-1)
		if _, double := p.out[page]; double && c.Reading() {
			c.Fail("page %d is out twice", page)
		}
		p.out[page] = from
	}
}
