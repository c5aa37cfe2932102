package revisit

import (
	"io"
	"math"

	"sitegraph/schedule/state"
)

func (p *Policy) frame() state.Frame {
	return state.Frame{Kind: "revisit policy", Version: 2, Name: p.name}
}

// Save writes the state of the policy, its settings included, also in the
// middle of an iteration. Truth and State are not part of it.
func (p *Policy) Save(w io.Writer) error {
	return p.frame().Save(w, func(c *state.Coder) {
		p.settings(c)
		p.state(c)
	})
}

// Restore replaces the policy's state and settings by what Save wrote, and
// keeps its Truth and State. The state of another policy, a damaged or a cut
// one is an error that leaves the policy as it was.
func (p *Policy) Restore(r io.Reader) error {
	q := &Policy{name: p.name, options: p.options}
	err := p.frame().Restore(r, func(c *state.Coder) {
		q.settings(c)
		if _, err := q.options.complete(); err != nil {
			c.Fail("%w", err)
		}
		if c.Err() != nil {
			return
		}
		var err error
		if q.rule, err = rules[q.name](q.options); err != nil {
			c.Fail("%w", err)
			return
		}
		q.state(c)
	})
	if err != nil {
		return err
	}
	*p = *q
	return nil
}

// settings saves or restores the options, without Truth and State.
func (p *Policy) settings(c *state.Coder) {
	o := &p.options
	c.Text((*string)(&o.Form), longestForm)
	c.Finite(&o.DeltaS, &o.A, &o.B, &o.Period)
}

// longestForm bounds the name of a form.
const longestForm = 64

// state saves or restores all but the settings.
func (p *Policy) state(c *state.Coder) {
	c.Float(&p.now, math.Inf(-1), math.MaxFloat64)
	state.Int(c, &p.known, 0, math.MaxInt64)
	state.Int(c, &p.size, 0, math.MaxInt64)
	c.Flag(&p.open)
	n := len(p.pages)
	if c.Length(&n); c.Reading() {
		p.pages = make([]page, n)
	}
	for i := range p.pages {
		p.pages[i].state(c)
	}
	p.planState(c)
	for _, x := range p.rule.numbers() {
		c.Float(x, math.Inf(-1), math.Inf(1))
	}
	for _, column := range p.rule.columns() {
		c.Floats(column.values, len(p.pages)*column.each)
	}
}

// state saves or restores a page; one never checked was so at -Inf.
func (s *page) state(c *state.Coder) {
	state.Int(c, &s.size, 0, maxSize)
	c.Float(&s.checked, math.Inf(-1), math.Inf(1))
	c.Float(&s.tried, math.Inf(-1), math.Inf(1))
	state.Int(c, &s.gone, 0, Failures)
	state.Int(c, &s.failed, 0, math.MaxUint16-1)
	c.Flag(&s.new)
	c.Flag(&s.out)
	c.Flag(&s.left)
}

// planState saves or restores the pages still to be asked for.
func (p *Policy) planState(c *state.Coder) {
	plan := p.plan[p.asked:]
	state.List(c, &plan, 0, len(p.pages)-1)
	if !c.Reading() {
		return
	}
	p.plan = plan
	for _, i := range plan {
		if c.Err() == nil && (p.pages[i].out || p.pages[i].left) {
			c.Fail("it plans to check page %d, which cannot be checked", i)
		}
	}
}
