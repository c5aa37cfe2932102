package commands

import (
	"fmt"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/workers/queue"
)

// TestBoard checks a worker's report with running groups, the slowest of them, and finished groups.
func TestBoard(t *testing.T) {
	b, now := newBoard(), time.Unix(0, 0)
	b.now = func() time.Time { return now }
	for n := range 15 {
		g := queue.Group{Job: queue.Job{Name: "a", Groups: 15}, Number: n + 1}
		b.begin(g)
		b.progress(g, fmt.Sprint("http://", n), site.Progress{Pages: n, Fetched: 100 + n, Asked: n})
	}
	now = now.Add(10 * time.Second)
	first := queue.Group{Job: queue.Job{Name: "a", Groups: 15}, Number: 1}
	b.ended(first, "http://0", &site.Crawl{Counts: site.Counts{Pages: 8, Fetched: 200}})
	r := b.report("w")
	console.Equal(t, r.Groups, 15)
	console.Equal(t, r.Figures, queue.Figures{Sites: 1, Pages: 113, Requests: 1705})
	console.Equal(t, fmt.Sprintf("%.1f %.0f", r.Rate, r.LastPage), "10.5 10")
	console.Equal(t, len(r.Slowest), queue.MaxSlow)
	console.Equal(t, fmt.Sprint(r.Slowest[1]), "{a 2 http://1 {0 1 101} 0.1 10}")
	b.end(first)
	r = b.report("w")
	console.Equal(t, fmt.Sprint(r.Groups, r.Figures, r.Slowest[0].Number), "14 {1 113 1705} 2")
}
