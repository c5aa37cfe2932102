package page

import (
	"io"
	"math"

	"sitegraph/schedule/state"
)

// frame is that of a state of the policy.
func frame(name string) state.Frame {
	return state.Frame{Kind: "page policy", Version: 3, Name: name}
}

// Save implements Policy.
func (o *once) Save(w io.Writer) error { return frame(o.name).Save(w, o.state) }

// Restore implements Policy.
func (o *once) Restore(r io.Reader) error {
	n := &once{name: o.name, rule: o.rule.fresh()}
	if err := frame(o.name).Restore(r, n.state); err != nil {
		return err
	}
	*o = *n
	return nil
}

func (o *once) state(c *state.Coder) {
	o.options.state(c)
	o.book.state(c)
	c.Floats(&o.front.key, o.len())
	if c.Reading() && c.Err() == nil {
		o.front.restore(c, o.waiting(), o.len())
	}
	o.rule.state(o, c)
}

// Save implements Policy.
func (o *opic) Save(w io.Writer) error { return frame(o.name).Save(w, o.state) }

// Restore implements Policy.
func (o *opic) Restore(r io.Reader) error {
	n := &opic{name: o.name, choice: o.choice.fresh()}
	if err := frame(o.name).Restore(r, n.state); err != nil {
		return err
	}
	*o = *n
	return nil
}

func (o *opic) state(c *state.Coder) {
	o.options.state(c)
	o.book.state(c)
	n := o.len()
	c.Floats(&o.base, n)
	c.Floats(&o.history, n)
	c.Floats(&o.visited, n)
	state.Ints(c, &o.last, n, 0, math.MaxInt64)
	o.frontState(c)
	c.Finite(&o.given[unread], &o.given[read], &o.purse.high, &o.purse.low)
	state.Int(c, &o.virtualLast, 0, math.MaxInt64)
	state.Int(c, &o.readings, 0, math.MaxInt64)
	c.Flag(&o.started)
	o.window.sweeps = o.options.Sweeps
	o.window.state(c)
	o.choice.state(c)
}

// frontState saves or restores the queues, and holds them against the book.
func (o *opic) frontState(c *state.Coder) {
	var heaps [2][]uint32
	for g := range heaps {
		heaps[g] = o.front[g].heap
		state.List(c, &heaps[g], 0, math.MaxUint32)
		for _, p := range heaps[g] {
			if int(p) >= o.len() || o.standing[p] != standing(g) || o.asked[p] {
				c.Fail("page %d cannot be in a queue", p)
			}
		}
	}
	if !c.Reading() || c.Err() != nil {
		return
	}
	o.join()
	for g := range o.front {
		o.front[g].restore(c, heaps[g], o.len())
	}
}

// state saves or restores the options, whose defaults are filled in.
func (o *Options) state(c *state.Coder) {
	state.Int(c, &o.Seed, 0, math.MaxUint64)
	c.Flag(&o.Paper)
	c.Float(&o.Window, 0, math.Inf(1))
	c.Finite(&o.Delta, &o.Unread, &o.Sweeps, &o.Rest)
	if err := o.check(); err != nil {
		c.Fail("%w", err)
	}
	*o = o.filled()
}

func (s *sum) state(c *state.Coder) { c.Finite(&s.high, &s.low) }

func (b *book) state(c *state.Coder) {
	c.Finite(&b.now)
	n := b.len()
	if c.Length(&n); c.Reading() {
		b.standing, b.asked = make([]standing, n), make([]bool, n)
	}
	for i := range b.standing {
		state.Int(c, &b.standing[i], unread, gone)
		c.Flag(&b.asked[i])
		if b.standing[i] == gone && b.asked[i] {
			c.Fail("page %d is gone and asked for", i)
		}
		if c.Reading() {
			b.count[b.standing[i]]++
		}
	}
}

// state saves or restores the links of so many pages.
func (l *links) state(c *state.Coder, pages int) {
	for i := range pages {
		if c.Reading() {
			l.grow()
		}
		list := l.of(uint32(i))
		state.List(c, &list, 0, uint32(pages-1))
		for j, t := range list {
			if j > 0 && t <= list[j-1] {
				c.Fail("the links of page %d are not in order", i)
			}
		}
		if c.Err() != nil {
			return
		}
		if c.Reading() {
			l.put(uint32(i), list)
		}
	}
}

func (w *window) state(c *state.Coder) {
	c.Float(&w.length, math.SmallestNonzeroFloat64, math.Inf(1))
	c.Finite(&w.begun)
	state.Int(c, &w.mark, 0, math.MaxInt64)
	state.Int(c, &w.left, math.MinInt32, math.MaxInt32)
	n := len(w.times)
	state.Int(c, &n, 0, remembered)
	c.Floats(&w.times, n)
}
