package market

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// begin starts the agents. Each with energy fetches a seed and stores it, and so reaches its target of 1.
func begin(t *testing.T, c *Agents) {
	t.Helper()
	for q := range c.agents {
		seed := "seed" + string(rune('0'+q))
		values := make([]float64, len(c.agents))
		values[q] = 1
		c.Seed(q, Link{seed, values})
		if url, _, ok := c.Next(q, 0); !ok || url != seed {
			t.Fatalf("agent %d begins with %q", q, url)
		}
		c.Report(q, seed, Page{Value: 1, Bytes: 10})
	}
}

// urls lists the URLs of a queue, with those only for sale in brackets.
func urls(all []Queued) string {
	var names []string
	for _, u := range all {
		if u.Foreign {
			u.URL = "(" + u.URL + ")"
		}
		names = append(names, u.URL)
	}
	return strings.Join(names, " ")
}

// Agents may differ in energy and target.
func TestEquipment(t *testing.T) {
	o := small(2, 5)
	o.Agents = []config.Agent{{Energy: 0.5, Target: 1}, {Energy: 1, Target: 3}}
	c := newAgents("market", o)
	begin(t, c)
	if _, _, ok := c.Next(0, 0); ok || c.State(0).Energy != 0 || c.State(1).Energy != 0.5 {
		t.Errorf("%+v %+v", c.State(0), c.State(1))
	}
	c.Seed(0, Link{"x", []float64{0.9, 0.9}})
	if m, _ := c.Hold(10); m.Offered != 1 || m.Buyers != 0 { // agent 1 has stored one page of three
		t.Errorf("%+v", m)
	}
}

// A URL is sold to agent 2 at its value of 0, because agent 1, who would pay more, may not have it. Once agent 1 may,
// the greater value counts.
func TestNotSoldTo(t *testing.T) {
	o := small(3, 5)
	o.Understanding = 0
	o.Agents = []config.Agent{{Energy: 0.5, Target: 1}, {Energy: 5, Target: 1}, {Energy: 5, Target: 1}}
	c := newAgents("market", o)
	begin(t, c)
	c.Seed(0, Link{"x", []float64{0.5, -1, 0}}, Link{"y", []float64{0.4, -1, -1}})
	m, _ := c.Hold(10)
	console.Equal(t, len(m.Sales), 1, m)
	console.Equal(t, m.Sales[0], (site.Sale{URL: "x", From: 0, To: 2, SellerValue: 0.5}), m)
	c.Seed(2, Link{"y", []float64{0, 0.7, -1}})
	m, _ = c.Hold(20)
	console.Equal(t, len(m.Sales), 1, m)
	console.Equal(t, m.Sales[0], (site.Sale{URL: "y", From: 0, To: 1, SellerValue: 0.4, Value: 0.7}), m)
}

// Agent 0, which has enough energy for its queue, keeps URLs for sale that only agent 1 or 2 wants, including those
// that it may not visit itself.
func TestForeign(t *testing.T) {
	links := []Link{
		{"mine", []float64{0.9, 0.9, 0.1}}, {"theirs", []float64{0.1, 0.8, 0.7}},
		{"kept from me", []float64{-1, 0.3, 0.6}}, {"nobody's", []float64{0.1, 0.1, -1}},
	}
	for name, want := range map[string][]string{
		"market":   {"mine (theirs) (kept from me)", "mine"},
		"random":   {"mine (theirs) (kept from me)", "mine"},
		"separate": {"mine", "mine"}, "shared": {"mine", "mine"}, "pool": {"mine", "mine"},
	} {
		o := small(3, 5)
		for i, foreign := range []bool{true, false} {
			o.Foreign = foreign
			c := newAgents(name, o)
			begin(t, c)
			c.Seed(0, Link{"more", []float64{1}})
			c.Next(0, 0)
			c.Report(0, "more", Page{Links: links})
			console.Equal(t, urls(c.Waiting(0)), want[i], name, "foreign", foreign)
			console.Equal(t, c.State(0).Waiting, 1, name)
		}
	}

	o := small(3, 5)
	o.Foreign = true
	c := newAgents("market", o)
	begin(t, c)
	c.Seed(0, Link{"more", []float64{1}})
	c.Next(0, 0)
	c.Report(0, "more", Page{Links: links})
	// The value is 0.8 + 0.6. "kept from me" is free, because agent 1 gains 0.5 more from "theirs", and agent 2 would
	// gain 0.1 more.
	m, ok := c.Hold(10)
	want := site.Market{Offered: 2, Buyers: 3, Value: 1.4, Optimum: 1.4, Sales: []site.Sale{
		{URL: "theirs", From: 0, To: 1, SellerValue: 0.1, Value: 0.8, Price: 0.1},
		{URL: "kept from me", From: 0, To: 2, Value: 0.6},
	}}
	if !ok || !reflect.DeepEqual(m, want) {
		t.Errorf("%+v", m)
	}
	if got := urls(c.Waiting(0)) + ", " + urls(c.Waiting(1)) + ", " + urls(c.Waiting(2)); got !=
		"mine, theirs, kept from me" {
		t.Error(got)
	}
	if url, _, _ := c.Next(0, 11); url != "mine" {
		t.Errorf("agent 0 gets %q", url)
	}
	if url, _, ok := c.Next(0, 11); ok {
		t.Errorf("agent 0 gets %q", url)
	}
}

// A URL that one agent keeps only for sale goes to another that finds and wants it, or becomes its own once it wants
// the URL itself.
func TestForeignFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		finds int
		link  Link
		seed  bool
		want  string // the queues
	}{
		{"nobody finds it", -1, Link{}, false, "(x), , "},
		{"found by one who wants it", 1, Link{"x", []float64{0, 0.5, 0}}, false, ", x, "},
		{"given to one who does not", 2, Link{"x", []float64{0, 0.5, 0.1}}, true, ", , x"},
		{"found by one who does not", 2, Link{"x", []float64{0, 0.5, 0.1}}, false, "(x), , "},
		{"found as worth more to the owner", 2, Link{"x", []float64{0.3, 0.5, 0.1}}, false, "x, , "},
		{"found again", 0, Link{"x", []float64{0.3, 0.5, 0.1}}, false, "x, , "},
	} {
		o := small(3, 5)
		o.Foreign = true
		a := newAgents("market", o)
		begin(t, a)
		a.found(0, Link{"x", []float64{0.1, 0.5, 0}}, false)
		if c.finds >= 0 {
			a.found(c.finds, c.link, c.seed)
		}
		got := urls(a.Waiting(0)) + ", " + urls(a.Waiting(1)) + ", " + urls(a.Waiting(2))
		m, _ := a.Hold(10)
		if sold := len(m.Sales) == 1; got != c.want || sold != strings.Contains(c.want, "(") {
			t.Errorf("%s: %q, want %q; %+v", c.name, got, c.want, m)
		}
	}
}

// TestPages checks what a report does to energy, store and queue, starting with energy 1 of 1.5.
func TestPages(t *testing.T) {
	links := []Link{{"y", []float64{0.5}}}
	for _, c := range []struct {
		name string
		page Page
		want State
	}{
		{"relevant", Page{Value: 0.5, Bytes: 7, Links: links},
			State{Energy: 0.5, Ends: 600, Stored: 2, Used: 17, Waiting: 1}},
		{"irrelevant", Page{Value: 0.1, Bytes: 7, Links: links},
			State{Energy: 0.5, Ends: 600, Stored: 1, Used: 10, Waiting: 1}},
		{"again", Page{Again: true, Value: 0.5, Bytes: 7, Links: links},
			State{Energy: 0.5, Ends: 600, Stored: 1, Used: 10, Waiting: 1}},
		{"failed", Page{Failed: true, Value: 0.5, Bytes: 7, Links: links},
			State{Energy: 0.5, Ends: 600, Stored: 1, Used: 10}},
		{"free", Page{Free: true, Value: 0.5, Bytes: 7, Links: links},
			State{Energy: 1, Ends: 600, Stored: 1, Used: 10}},
	} {
		a := newAgents("market", small(1, 1.5))
		begin(t, a)
		a.Seed(0, Link{"x", []float64{1}})
		a.Next(0, 0)
		a.Report(0, "x", c.page)
		a.Report(0, "x", c.page) // counts once
		console.Equal(t, a.State(0), c.want, c.name)
	}
}

// A redirect's target is taken at once, regardless of its value and the energy, unless it is known or the agent may not
// have it.
func TestTake(t *testing.T) {
	for _, name := range site.Names(schemes) {
		c := newAgents(name, small(2, 1))
		begin(t, c)
		c.Seed(0, Link{"from", []float64{1}}, Link{"queued", []float64{0.5}})
		c.Seed(1, Link{"other's", []float64{0, 0.5}})
		c.Next(0, 0)
		c.Report(0, "from", Page{Free: true})
		for _, try := range []struct {
			url   string
			value float64
			want  bool
		}{
			{"queued", 0.5, false}, {"from", 0.5, false}, {"kept from me", -1, false},
			{"to", 0, true}, {"to", 0, false},
			{"other's", 0.5, name == "separate" || name == "shared"},
		} {
			console.Equal(t, c.Take(0, Link{try.url, []float64{try.value}}, 1), try.want, name, "Take", try.url)
		}
		waiting := 1
		if name == "pool" {
			waiting = 2 // everybody shares what the other has
		}
		if s := c.State(0); s.Energy != 0 || s.Waiting != waiting {
			t.Errorf("%s: %+v", name, s)
		}
		c.Report(0, "to", Page{Value: 1})
		console.Equal(t, c.State(0).Stored, 2, name)
	}
}

// An agent whose life is over keeps the target in its queue, for sale like the rest.
func TestTakeLate(t *testing.T) {
	c := newAgents("market", small(2, 5))
	begin(t, c)
	if c.Take(0, Link{"to", []float64{0.1, 0.6}}, 600) || urls(c.Waiting(0)) != "to" {
		t.Error(urls(c.Waiting(0)))
	}
}

// The queue has each URL once, best first, earlier ones first among equals, and is the same when listed again. In the
// pool it has what the agent could be given.
func TestWaiting(t *testing.T) {
	for _, name := range site.Names(schemes) {
		c := newAgents(name, small(2, 5))
		begin(t, c)
		c.Seed(0, Link{"b", []float64{0.4, 0.1}}, Link{"c", []float64{0.4, 0.3}}, Link{"a", []float64{0.3, 0}})
		c.Seed(0, Link{"a", []float64{0.5, 0}})
		c.Seed(1, Link{"c", []float64{0.4, 0.3}})
		want := []Queued{{URL: "a", Value: 0.5}, {URL: "b", Value: 0.4}, {URL: "c", Value: 0.4}}
		other := map[string]string{"separate": "c", "shared": "c", "pool": "c"}[name]
		for range 2 {
			if got := c.Waiting(0); !reflect.DeepEqual(got, want) || c.State(0).Waiting != 3 {
				t.Errorf("%s: %+v", name, got)
			}
			console.Equal(t, urls(c.Waiting(1)), other, name, "agent 1")
		}
		if c.Next(1, 0); name == "shared" && urls(c.Waiting(0)) != "a b" {
			t.Errorf("shared: %s", urls(c.Waiting(0)))
		}
	}
}

// Agents 1 and 2 buy x and y from agent 0, worth 0.39 and 0.31 to 1, 0.31 and 0.32 to 2, which gives 0.71 at best. In
// steps of 0.1 all are worth 0.3, and each agent gets its first, here the best. Conversely, with 0.31 and 0.39, 0.32
// and 0.31, the steps lose 0.09 and reach 0.62 of 0.71. Chance loses as much in half of the cases.
func TestOptimum(t *testing.T) {
	lost := func(name, matching string, seed uint64, x, y []float64) float64 {
		o := small(3, 5)
		o.Scheme, o.Matching = name, matching
		o.Agents = []config.Agent{{Energy: 0.5, Target: 1}, {Energy: 5, Target: 1}, {Energy: 5, Target: 1}}
		c := New(o, seed)
		begin(t, c)
		c.Seed(0, Link{"x", x}, Link{"y", y})
		m, ok := c.Hold(10)
		if !ok || m.Optimum != 0.71 || len(m.Sales) != 2 {
			t.Fatalf("%s, %s: %+v", name, matching, m)
		}
		return math.Round(1e9*(m.Optimum-m.Value)) / 1e9
	}
	x, y := []float64{0.5, 0.39, 0.31}, []float64{0.5, 0.31, 0.32}
	x2, y2 := []float64{0.5, 0.31, 0.32}, []float64{0.5, 0.39, 0.31}
	for matching, want := range map[string]float64{"exact": 0, "auction": 0.09, "literal": 0} {
		console.Equal(t, lost("market", matching, 1, x, y), 0, matching, "lost")
		console.Equal(t, lost("market", matching, 1, x2, y2), want, matching, "lost")
	}
	losses := map[float64]int{}
	for seed := range uint64(40) {
		losses[lost("random", "exact", seed, x, y)]++
	}
	if len(losses) != 2 || losses[0] < 10 || losses[0.09] < 10 {
		t.Errorf("chance loses %v", losses)
	}
}

// In two markets at once, agent 1 buys the best URL and then the second, and both values count.
func TestLots(t *testing.T) {
	o := small(2, 5)
	o.Lots = 5
	o.Agents = []config.Agent{{Energy: 0.5, Target: 1}, {Energy: 5, Target: 1}}
	c := newAgents("market", o)
	begin(t, c)
	c.Seed(0, Link{"x", []float64{0.5, 0.25}}, Link{"y", []float64{0.5, 0.5}}, Link{"z", []float64{0.5, 0.1}})
	m, _ := c.Hold(10)
	if len(m.Sales) != 2 || m.Sales[0].URL != "y" || m.Sales[1].URL != "x" || m.Value != 0.75 || m.Optimum != 0.75 {
		t.Errorf("%+v", m)
	}
}

// With many buyers, URLs and lots, markets reach the value that they reach if every agent considers every URL.
func TestShortlist(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for range 300 {
		c := newAgents("market", small(1+rng.IntN(5), 5))
		c.options.Lots, c.options.Understanding = 1+rng.IntN(3), 0.3
		var buyers, offers []int
		for q := range c.agents {
			buyers = append(buyers, q)
		}
		for i := range rng.IntN(40) {
			l := lot{owner: nobody}
			for range buyers {
				l.values = append(l.values, math.Round(rng.Float64()*10)/10)
			}
			c.urls, offers = append(c.urls, l), append(offers, i)
		}
		d := c.demand(buyers, offers)
		for range c.options.Lots {
			var left []int
			for _, i := range offers {
				if !d.sold[i] {
					left = append(left, i)
				}
			}
			b, all := c.reduce(buyers, left)
			b2, some := c.reduce(buyers, d.shortlist(buyers))
			console.Equal(t, b, b2, "of all")
			console.Equal(t, all, some, "of all")
			for _, i := range some {
				d.sold[i] = rng.IntN(3) > 0
			}
		}
	}
}
