package market

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// small returns the document's parameters, with more frequent markets, for agents of equal energy.
func small(agents int, energy float64) config.Topics {
	return config.Topics{Agents: slices.Repeat([]config.Agent{{Energy: energy, Target: 1}}, agents), Lifetime: 600,
		Interval: 10, Understanding: 0.2, Strict: true, PageEnergy: 0.5, Step: defaultStep, WonTime: 10,
		WonSpace: 50 << 10, Matching: "exact", Lots: 1}
}

func newAgents(name string, o config.Topics) *Agents {
	o.Scheme = name
	return New(o, 0)
}

// Worked out by hand: agent 0 has energy for one page and three URLs, so it keeps the best, 0.9, and offers two. Agents
// 1 and 2 have stored a page and buy. 1 values x at 0.8 and y at 0.3, and 2 values x at 0.7 and y at 0.6. 0.8+0.6
// exceeds 0.7+0.3. The least prices are 0.1 for x, agent 2's gain from x over y, and 0 for y.
func TestMarketDay(t *testing.T) {
	c := newAgents("market", small(3, 1))
	c.Seed(0, Link{"seed0", []float64{1}}, Link{"best", []float64{0.9, 0.9, 0.9}},
		Link{"x", []float64{0.5, 0.8, 0.7}}, Link{"y", []float64{0.4, 0.3, 0.6}})
	c.Seed(1, Link{"seed1", []float64{0, 1, 0}})
	c.Seed(2, Link{"seed2", []float64{0, 0, 1}})
	for q, want := range []string{"seed0", "seed1", "seed2"} {
		if url, _, ok := c.Next(q, 0); !ok || url != want {
			t.Fatalf("agent %d gets %q", q, url)
		}
		c.Report(q, want, Page{Value: 1, Bytes: 10})
	}
	if _, ok := c.Hold(9.9); ok {
		t.Error("a market before it is due")
	}
	m, ok := c.Hold(10)
	want := site.Market{Offered: 2, Buyers: 3, Value: 1.4, Optimum: 1.4, Sales: []site.Sale{
		{URL: "x", From: 0, To: 1, SellerValue: 0.5, Value: 0.8, Price: 0.1},
		{URL: "y", From: 0, To: 2, SellerValue: 0.4, Value: 0.6},
	}}
	if !ok || !reflect.DeepEqual(m, want) {
		t.Fatalf("%+v", m)
	}
	if a := c.agents[1]; a.ends != 610 || a.space != 50<<10 {
		t.Errorf("%+v", a)
	}
	if url, _, _ := c.Next(1, 11); url != "x" {
		t.Errorf("agent 1 gets %q", url)
	}
	if _, ok := c.Hold(11); ok || c.Due() != 20 {
		t.Error("a second market, due", c.Due())
	}
	if _, ok := c.Hold(20); ok {
		t.Error("a market without offers")
	}
}

// An agent never gets back a URL that it sold, even from its buyer. Both have energy for one more page, and a better
// URL than x in the queue.
func TestNotBack(t *testing.T) {
	for _, name := range []string{"market", "random"} {
		c := newAgents(name, small(2, 1))
		c.Seed(0, Link{"seed0", []float64{1}}, Link{"mine", []float64{0.9}}, Link{"x", []float64{0.5, 0.8}})
		c.Seed(1, Link{"seed1", []float64{0, 1}})
		for q, url := range []string{"seed0", "seed1"} {
			c.Next(q, 0)
			c.Report(q, url, Page{Value: 1})
		}
		if m, ok := c.Hold(10); !ok || len(m.Sales) != 1 || m.Sales[0].To != 1 {
			t.Fatalf("%s: %+v", name, m)
		}
		c.Seed(1, Link{"better", []float64{0, 0.9}})
		if m, _ := c.Hold(20); m.Offered != 1 || m.Buyers != 2 || len(m.Sales) != 0 {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

// Buyers and URLs are reduced to equal numbers (section 2.3): the buyers with most energy, ties to the lowest, and the
// URLs of greatest best value, without those that nobody wants.
func TestReduce(t *testing.T) {
	c := newAgents("market", small(4, 5))
	c.agents[0].energy, c.agents[2].energy = 1, 9
	for i, v := range [][]float64{{0.3, 0.3, 0.2, 0}, {0.9, 0.1, 0, 0}, {0.1, 0.1, 0.1, 0.1}, {0, 0.9, 0, 0}} {
		c.urls = append(c.urls, lot{url: fmt.Sprint(i), values: v, owner: 3})
	}
	buyers, urls := c.reduce([]int{0, 1, 2}, []int{0, 1})
	console.Equal(t, buyers, []int{1, 2})
	console.Equal(t, urls, []int{0, 1})
	buyers, urls = c.reduce([]int{0, 1}, []int{0, 1, 2, 3})
	console.Equal(t, buyers, []int{0, 1})
	console.Equal(t, urls, []int{1, 3})
	for n, want := range [][]int{1: {1}, 2: {0, 1, 3}} {
		if buyers := []int{0, 1}[:n]; !slices.Equal(c.demand(buyers, []int{0, 1, 2, 3}).shortlist(buyers), want) {
			t.Errorf("%d buyers do not look at URLs %v", n, want)
		}
	}
}

// TestSchemes checks what two agents may get of one URL in each scheme.
func TestSchemes(t *testing.T) {
	for name, want := range map[string]string{
		"separate": "a a", "shared": "a -", "market": "a -", "random": "a -", "pool": "a -",
	} {
		c := newAgents(name, small(2, 5))
		for q := range 2 {
			c.Seed(q, Link{"a", []float64{1, 1}})
		}
		var got []string
		for q := range 2 {
			url, _, ok := c.Next(q, 0)
			if !ok {
				url = "-"
			}
			got = append(got, url)
		}
		console.Equal(t, strings.Join(got, " "), want, name)
	}
	c := newAgents("pool", small(2, 5))
	c.Seed(0, Link{"mine", []float64{0.5, 0.1}}, Link{"yours", []float64{0.3, 0.9}}, Link{"nobody's", nil})
	for _, want := range []string{"yours", "nobody's"} { // "mine" is not relevant to agent 1
		if url, _, _ := c.Next(1, 0); url != want {
			t.Errorf("pool gives %q, want %q", url, want)
		}
	}
}

// A URL in the pool that nobody wanted waits until an agent has nothing better, unless it turns out to be valuable.
func TestPoolRaises(t *testing.T) {
	o := small(2, 5)
	o.Understanding, o.Strict = 0.2, false
	c := newAgents("pool", o)
	begin(t, c)
	c.found(0, Link{"poor", []float64{0.1, 0.1}}, false)
	c.Seed(1, Link{"rich", []float64{0, 1}})
	for _, want := range []string{"rich", "", "poor"} {
		if url, _, _ := c.Next(1, 1); url != want {
			t.Errorf("the pool gives %q, want %q", url, want)
		}
		if want == "" {
			c.found(0, Link{"poor", []float64{0.1, 0.9}}, false)
		}
	}
}

// Impossible values and times do no harm, and reports of unknown URLs are ignored.
func TestStrangeCalls(t *testing.T) {
	for _, name := range site.Names(schemes) {
		c := newAgents(name, small(2, 5))
		c.Seed(0, Link{"a", []float64{math.Inf(1), math.NaN(), 3}}, Link{strings.Repeat("x", longestURL+1), nil})
		for _, now := range []float64{math.NaN(), math.Inf(1)} {
			if _, _, ok := c.Next(0, now); ok {
				t.Error(name, now)
			}
			c.Hold(now)
		}
		c.Report(0, "a", Page{Value: 1})
		c.Report(1, "unknown", Page{Value: 1})
		console.Equal(t, c.agents[0].stored+c.agents[1].stored, 0, name)
		if url, _, ok := c.Next(0, -5); !ok || url != "a" {
			t.Errorf("%s: gives %q", name, url)
		}
		c.Report(0, "a", Page{Value: math.Inf(1), Bytes: math.MaxInt64})
		c.Report(0, "a", Page{Value: 1})
		if a := c.agents[0]; a.stored != 1 || a.used != maxAmount {
			t.Errorf("%s: %+v", name, a)
		}
		if _, _, ok := c.Next(0, 0); ok {
			t.Errorf("%s: a URL that is too long is given", name)
		}
	}
}
