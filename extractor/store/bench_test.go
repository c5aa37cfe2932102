package store

import (
	"fmt"
	"testing"
)

// A record of 600 bytes is what a page with some 60 links takes.
func BenchmarkAppend(b *testing.B) {
	for name, o := range map[string]Options{"memory": {Memory: true}, "disk": {}} {
		for _, batch := range []int{1, 16, 64} {
			b.Run(fmt.Sprintf("%s/batch-%d", name, batch), func(b *testing.B) {
				if o.Dir = b.TempDir(); o.Memory {
					o.Dir = ""
				}
				j := journal(b, open(b, o), "http://a")
				list := make([][]byte, batch)
				for i := range list {
					list[i] = record(i, 600)
				}
				b.SetBytes(600 * int64(batch))
				for b.Loop() {
					mustAppend(b, j, list)
				}
				b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "records/s")
			})
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	const n = 20_000
	j := journal(b, open(b, Options{Dir: b.TempDir()}), "http://a")
	list := make([][]byte, 100)
	for i := range list {
		list[i] = record(i, 600)
	}
	for range n / len(list) {
		mustAppend(b, j, list)
	}
	for b.Loop() {
		got := 0
		for _, err := range j.Replay() {
			must(b, err)
			got++
		}
		if got != n {
			b.Fatalf("%d records", got)
		}
	}
	b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "records/s")
}
