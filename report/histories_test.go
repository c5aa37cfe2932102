package report_test

import (
	"time"

	"sitegraph/site"
)

// watch gives a crawl a history of that many iterations, one a day.
func watch(c *site.Crawl, iterations int) *site.Crawl {
	n, last := len(c.Graph.Pages), int32(iterations)
	w := &site.Watched{Belief: &site.Belief{Policy: "learned"}}
	for t := range iterations {
		w.Iterations = append(w.Iterations, site.Iteration{Number: t + 1, Complete: true, Policy: "learned", Planned: 9,
			At: time.Date(2026, 5, 3, 6, 0, 0, 0, time.UTC).AddDate(0, 0, t), Checked: 8, Changed: t % 4,
			Unchanged: 7 - t%4, Gone: 1, Removed: t % 2, Added: t % 3})
	}
	for i := range int32(n) {
		w.Pages = append(w.Pages, site.Seen{First: 1 + i%9, Last: last - i%5, Checked: last - i%4, Changed: 9 + i%20,
			Visits: 2 + i%30, Changes: i % 3})
		w.Belief.Chance = append(w.Belief.Chance, float64(i%4)/10)
		w.Belief.Next = append(w.Belief.Next, site.NextCheck{Page: int(i*7) % n, Why: []site.CheckReason{site.CheckGone,
			site.CheckWorth, site.CheckScent, site.CheckWaiting}[i%4], Index: float64(i), Age: float64(i % 9)})
	}
	for i := range int32(len(c.Graph.Targets)) {
		w.Arcs = append(w.Arcs, site.Seen{First: 1 + i%3, Last: last, Changed: 1 + i%last})
	}
	c.Watched = w
	return c
}
