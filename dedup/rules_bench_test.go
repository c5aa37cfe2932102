package dedup

import (
	"fmt"
	"testing"
)

// many returns the samples of a site with three parameters on every URL, one of
// them a session's.
func many(n int) []Sample {
	samples := make([]Sample, n)
	for i := range samples {
		id := i / 2
		samples[i] = Sample{URL: fmt.Sprintf("http://host.example/w/index.php?action=view&id=%d&sid=%s", id, token(i)),
			Class: id}
	}
	return samples
}

func BenchmarkLearnRules(b *testing.B) {
	samples := many(100_000)
	b.ReportAllocs()
	for b.Loop() {
		if len(LearnRules(samples, nil, nil).List()) != 1 {
			b.Fatal("no rule")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(samples)), "ns/sample")
}

func BenchmarkReduce(b *testing.B) {
	r := LearnRules(many(1000), nil, nil)
	for name, url := range map[string]string{
		"no query":      "http://host.example/wiki/Some_page",
		"no candidate":  "http://host.example/w/index.php?action=edit&section=3&title=Some_page",
		"other shape":   "http://host.example/w/index.php?sid=12345678&title=Some_page",
		"one parameter": "http://host.example/w/index.php?action=view&id=7&sid=12345678",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Reduce(url)
			}
		})
	}
}
