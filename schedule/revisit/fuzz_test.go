package revisit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/site"
)

// odd lists numbers that a caller may pass as times and budgets.
var odd = []float64{0, 1e-300, 1e-9, 0.5, 1, 1, 3, 40, 1e12, -1, math.NaN(), math.Inf(1), math.Inf(-1)}

type caller struct {
	t     *testing.T
	p     *Policy
	bytes []byte
	now   float64
	left  map[int]bool
	log   []int
}

func (c *caller) next() int {
	if len(c.bytes) == 0 {
		return 0
	}
	b := c.bytes[0]
	c.bytes = c.bytes[1:]
	return int(b)
}

func (c *caller) number() float64 { return odd[c.next()%len(odd)] }
func (c *caller) page() int       { return c.next()%12 - 1 }

func (c *caller) result() Result {
	size := []int64{0, 1, 300, 1e6, -4, math.MaxInt64}
	r := Result{Outcome: Outcome(c.next() % 5), At: c.now, Size: size[c.next()%6], Difference: size[c.next()%6]}
	if c.next()%16 == 0 {
		r.At = c.number()
	}
	return r
}

func (c *caller) call() {
	switch c.next() % 11 {
	case 0:
		c.p.Found()
	case 1:
		c.p.Indexed(int64(c.next())-5, c.number())
	case 2, 3:
		if step := c.number(); step >= 0 && step < 1e3 {
			c.now += step
		}
		c.p.Begin(c.now, c.number())
	case 4:
		c.p.Past(c.number())
	case 5, 6:
		c.p.Saw(c.page(), c.result())
	case 7:
		i := c.page()
		if c.p.Left(i); i >= 0 && i < len(c.p.pages) {
			c.left[i] = true
		}
	case 8:
		c.p.Hint(c.page(), c.next()%2 == 0)
	case 9:
		c.p.End()
	default:
		c.ask()
	}
}

// ask asks for a page, which must be on the list and not out.
func (c *caller) ask() {
	out := map[int]bool{}
	for i := range c.p.pages {
		out[i] = c.p.pages[i].out
	}
	i, ok := c.p.Next()
	if ok && (i < 0 || i >= len(c.p.pages) || out[i] || c.left[i] || c.p.pages[i].gone >= failures) {
		c.t.Fatalf("page %d of %d is asked for; out %v, left %v", i, len(c.p.pages), out[i], c.left[i])
	}
	if ok {
		c.log = append(c.log, i)
		if r := c.result(); r.Outcome < 4 {
			c.p.Saw(i, r)
		}
	}
}

// Any calls in any order neither panic nor choose a page that is not on the list. Beliefs stay finite, and the same
// calls give the same results.
func FuzzPolicy(f *testing.F) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 12 {
		calls := make([]byte, 1000)
		for i := range calls {
			calls[i] = byte(r.Uint32())
		}
		f.Add(calls)
	}
	f.Fuzz(func(t *testing.T, calls []byte) {
		for _, name := range site.Names(rules) {
			o := Options{DeltaS: 0.3, Period: 2}
			if len(calls) > 0 && calls[0]%2 == 0 {
				o.A = 0.01
			} else if len(calls) > 0 && calls[0]%4 == 1 {
				o.A, o.B = 1e300, 1e300
			}
			var logs [2]string
			for k := range logs {
				c := &caller{t: t, p: policy(name, o), bytes: calls, left: map[int]bool{}}
				for range 3 {
					c.p.Indexed(100, 0)
				}
				for len(c.bytes) > 0 {
					c.call()
				}
				c.believes(name)
				logs[k] = fmt.Sprint(c.log)
			}
			if logs[0] != logs[1] {
				t.Errorf("%s asks for %s, then for %s", name, logs[0], logs[1])
			}
		}
	})
}

func (c *caller) believes(name string) {
	c.t.Helper()
	c.p.Begin(c.now, 5)
	for i := -1; i <= len(c.p.pages); i++ {
		chance, index, age := c.p.Chance(i), c.p.Index(i), c.p.Age(i)
		if !(chance >= 0 && chance <= 1) || !finite(index) || !(age >= 0) || !finite(age) {
			c.t.Fatalf("%s: page %d has chance %v, index %v, age %v", name, i, chance, index, age)
		}
	}
	for _, v := range values(c.p.rule) {
		if !finite(v) {
			c.t.Fatalf("%s: the state holds %v", name, v)
		}
	}
}

func values(r rule) []float64 {
	switch r := r.(type) {
	case *scent:
		return r.of
	case *proportional:
		return slices.Concat(r.rates.changes, r.rates.time)
	case *scent2:
		return slices.Concat(r.rates.changes, r.rates.time, r.harvest, r.found)
	case *learned:
		return slices.Concat(r.likely, r.eroded, r.watched, r.worth)
	}
	return nil
}
