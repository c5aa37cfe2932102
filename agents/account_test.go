package agents

import (
	"math"
	"slices"
	"testing"

	"sitegraph/site"
)

// addsUp checks the account of a search for consistency with itself and its options.
func (o Options) addsUp(t *testing.T, s *site.Search) {
	t.Helper()
	for i := range s.Visits {
		checkVisit(t, s, &s.Visits[i])
	}
	o.checkOwners(t, s)
	o.checkContents(t, s)
	o.checkMarkets(t, s)
	o.checkEnergy(t, s)
}

func (o Options) apart() bool { return o.Scheme == "separate" }

// checkVisit checks a visit's number, place in the tree of links and time, and that a stored page is relevant.
func checkVisit(t *testing.T, s *site.Search, v *site.Visit) {
	t.Helper()
	switch {
	case s.Visits[v.Number-1].Key != v.Key,
		v.Link >= v.Number, v.Link == 0 && v.Depth != 0,
		v.Link > 0 && s.Visits[v.Link-1].Depth+1 != v.Depth,
		v.Link > 0 && s.Visits[v.Link-1].State != site.StatePage,
		v.Number > 1 && v.Time < s.Visits[v.Number-2].Time,
		v.Page > 0 && s.Visits[v.Page-1].State != site.StatePage,
		v.State == site.StatePage && (v.Page != v.Number || v.Content == nil || len(v.Relevance) != len(s.Agents)),
		v.Stored && v.Relevance[v.Agent] < s.Understanding, v.Stored && v.State != site.StatePage:
		t.Errorf("visit %+v", *v)
	}
}

// checkOwners checks that a URL is visited once, or once by each agent in scheme separate, and that no waiting URL was
// visited. Where URLs are sold, a URL waits for one agent.
func (o Options) checkOwners(t *testing.T, s *site.Search) {
	t.Helper()
	type owned struct {
		agent int
		key   string
	}
	visited := map[owned]int{}
	of := func(agent int, key string) owned {
		if !o.apart() {
			agent = 0
		}
		return owned{agent, key}
	}
	for _, v := range s.Visits {
		at := of(v.Agent, v.Key)
		if visited[at] > 0 {
			t.Errorf("%s is visited in %d and in %d", v.Key, visited[at], v.Number)
		}
		visited[at] = v.Number
	}
	waiting := map[string]int{}
	for _, u := range s.Waiting {
		if n := visited[of(u.Agent, u.Key)]; n > 0 {
			t.Errorf("%s waits, and was visited in %d", u.Key, n)
		}
		waiting[u.Key]++
		if s.Scheme == "market" && waiting[u.Key] > 1 || s.Scheme == "random" && waiting[u.Key] > 1 {
			t.Errorf("%s waits for two agents", u.Key)
		}
	}
}

// checkContents checks that only scheme separate stores a content more than once.
func (o Options) checkContents(t *testing.T, s *site.Search) {
	t.Helper()
	stored := map[string][]int{}
	for _, v := range s.Visits {
		if !v.Stored {
			continue
		}
		hash := v.Content.Hash
		if len(stored[hash]) > 0 && (!o.apart() || slices.Contains(stored[hash], v.Agent)) {
			t.Errorf("visit %d stores what is stored: %+v", v.Number, v)
		}
		stored[hash] = append(stored[hash], v.Agent)
	}
}

// checkMarkets checks that each market reaches the optimum, that nobody trades with itself or buys back, that sellers
// own what they sell, and that a sold URL is visited after the sale, by its last buyer or nobody.
func (o Options) checkMarkets(t *testing.T, s *site.Search) {
	t.Helper()
	exact := o.Scheme == "market" && o.Matching == "exact"
	owner, sold, since := map[string]int{}, map[string][]int{}, map[string]int{}
	for _, m := range s.Markets {
		sum := 0.0
		for _, sale := range m.Sales {
			sum += sale.Value
			before, known := owner[sale.URL]
			if sale.From == sale.To || slices.Contains(sold[sale.URL], sale.To) || known && before != sale.From ||
				sale.Value < s.Understanding || sale.Price > sale.Value {
				t.Errorf("market at %v: %+v", m.Time, sale)
			}
			owner[sale.URL], since[sale.URL] = sale.To, m.After
			sold[sale.URL] = append(sold[sale.URL], sale.From)
		}
		if m.Value > m.Optimum || exact && m.Value != m.Optimum || math.Abs(sum-m.Value) > 1e-9 {
			t.Errorf("market at %v brings %v (%v) of %v", m.Time, m.Value, sum, m.Optimum)
		}
	}
	for _, v := range s.Visits {
		if to, known := owner[v.Key]; known && (to != v.Agent || v.Number <= since[v.Key]) {
			t.Errorf("visit %d, by %d, of %s, which %d bought", v.Number, v.Agent, v.Key, to)
		}
	}
}

// checkEnergy checks that an agent's spent energy is the cost of its pages. Common seeds are free.
func (o Options) checkEnergy(t *testing.T, s *site.Search) {
	t.Helper()
	pages, processed := make([]int, len(s.Agents)), 0
	for _, v := range s.Visits {
		if v.Free {
			continue
		}
		processed++
		if v.FoundBy != site.Nobody {
			pages[v.Agent]++
		}
	}
	for q, a := range s.Agents {
		cost := o.PageEnergy * float64(pages[q])
		if a.Energy < 0 || math.Abs(a.FirstEnergy-a.Energy-cost) > 1e-9 {
			t.Errorf("agent %s visited %d pages and has %v of %v", a.Name, pages[q], a.Energy, a.FirstEnergy)
		}
	}
	if o.Budget > 0 && processed > o.Budget {
		t.Errorf("%d pages processed with a budget of %d", processed, o.Budget)
	}
}
