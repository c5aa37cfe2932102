package agents

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sitegraph/site"
)

// BenchmarkResume repeats a search of a thousand pages of about 3 KB and 30 links from its journal.
func BenchmarkResume(b *testing.B) {
	const pages = 1000
	rng := rand.New(rand.NewPCG(1, 2))
	w := world{}
	for i := range pages {
		var text strings.Builder
		fmt.Fprintf(&text, "page %d a0.9 ", i)
		for range 30 {
			fmt.Fprintf(&text, `some words around it <a href="/%d">a0.%d</a> %s. `, rng.IntN(pages), rng.IntN(10),
				strings.Repeat("text ", rng.IntN(20)))
		}
		w[fmt.Sprintf("/%d", i)] = text.String()
	}
	topics := defaults("a", "b")
	topics.Agents[0].Energy, topics.Run = pages, 0
	topics.Lifetime = 2 * pages
	o := options(b, nil, topics)
	o.Seeds = []site.URL{mustParse(b, "http://h.example/0")}
	offline(&o, web{w})
	s, _, err := Run(b.Context(), o)
	if err != nil || len(s.Visits) != pages {
		b.Fatal(len(s.Visits), err)
	}
	size := 0
	for _, r := range o.Parts.Journal.(*memory).records {
		size += len(r)
	}
	for b.Loop() {
		o.Values = words{[]string{"a", "b"}, new(int)}
		if _, _, err := Recall(o, ""); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size)/pages, "journal-bytes/page")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/page")
}
