package report_test

import (
	"math/rand/v2"
	"time"

	"sitegraph/site"
)

// watch gives a crawl a history of that many iterations, one a day: a page of the folder number k changes once in
// 2^(k+1) days, a tenth of the pages joined later, and some are gone.
func watch(c *site.Crawl, iterations int) *site.Crawl {
	dice, n := rand.New(rand.NewPCG(7, 9)), len(c.Graph.Pages)
	w := &site.Watched{Pages: make([]site.Seen, n), Arcs: make([]site.Seen, len(c.Graph.Targets)),
		Belief: &site.Belief{Policy: "learned", Chance: make([]float64, n)}}
	for t := 1; t <= iterations; t++ {
		it := site.Iteration{Number: t, Complete: true}
		it.At = time.Date(2026, 5, 3, 6, 0, 0, 0, time.UTC).AddDate(0, 0, t)
		if t > 1 {
			it.Policy = "learned"
		}
		for i := range n {
			s := &w.Pages[i]
			switch {
			case s.First == 0 && (t == 1 && i%10 != 9 || i%10 == 9 && dice.IntN(iterations) == 0 || t == iterations):
				*s = site.Seen{First: int32(t), Last: int32(t), Checked: int32(t), Changed: int32(t), Visits: 1}
				it.Added++
			case s.First > 0 && i%7 != 6 && dice.IntN(4) == 0:
				it.Planned, it.Checked = it.Planned+1, it.Checked+1
				s.Checked, s.Visits = int32(t), s.Visits+1
				if dice.IntN(400) == 0 || i%29 == 28 && t == iterations {
					it.Gone++
					continue
				}
				s.Last = int32(t)
				if dice.IntN(2<<(i%4)) == 0 {
					it.Changed++
					s.Changed, s.Changes = int32(t), s.Changes+1
				} else {
					it.Unchanged++
				}
			}
		}
		it.Removed = it.Gone / 2
		w.Iterations = append(w.Iterations, it)
	}
	for i := range w.Arcs {
		w.Arcs[i] = site.Seen{First: 1 + int32(i%3), Last: int32(iterations), Changed: 1 + int32(i%iterations)}
	}
	for i := range n {
		w.Belief.Chance[i] = float64(i%4) / 10
		w.Belief.Next = append(w.Belief.Next, site.NextCheck{Page: (i * 7) % n, Why: []site.CheckReason{site.CheckGone,
			site.CheckWorth, site.CheckScent, site.CheckWaiting}[i%4], Index: float64(n - i), Age: float64(i % 9)})
	}
	c.Watched = w
	return c
}
