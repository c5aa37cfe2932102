package extractor

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
)

// The table gives numbers as a map would.
func TestURLTable(t *testing.T) {
	b, known := newURLTable(), map[string]urlID{}
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		key := fmt.Sprintf("http://h/%d", r.IntN(6000))
		address := key
		if r.IntN(3) == 0 {
			address = fmt.Sprintf("%s?%d", key, r.IntN(4))
		}
		if id, have := known[address]; have != (b.find(address) != noURL) || have && b.find(address) != id {
			t.Fatalf("find(%s) = %d, want %d, %t", address, b.find(address), id, have)
		}
		before := b.Len()
		id := b.add(address, key)
		if known[address] = id; int(id) > before+1 || b.String(id) != address || b.String(b.key(id)) != key ||
			b.key(b.key(id)) != b.key(id) {
			t.Fatalf("add(%s, %s) = %d: %s, %s", address, key, id, b.String(id), b.String(b.key(id)))
		}
		known[key] = b.key(id)
	}
	if b.Len() != len(known) {
		t.Errorf("%d addresses, want %d", b.Len(), len(known))
	}
	for address, id := range known {
		if b.find(address) != id {
			t.Errorf("find(%s) = %d, want %d", address, b.find(address), id)
		}
	}
	if b.find("") != noURL || b.add("", "") == noURL || b.find("") == noURL {
		t.Error("the empty address")
	}
}

func addresses(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("https://docs.example.com/api/java.base/java/util/package-%d/Class%06d.html", i%97, i)
	}
	return list
}

// Half of the URLs are new: a page's links are mostly known ones.
func BenchmarkURLTable(b *testing.B) {
	list := addresses(200_000)
	var before, after runtime.MemStats
	for b.Loop() {
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&before)
		b.StartTimer()
		urls := newURLTable()
		for range 2 {
			for _, a := range list {
				urls.add(a, a)
			}
		}
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(urls)
		b.StartTimer()
	}
	b.ReportMetric(float64(2*b.N*len(list))/b.Elapsed().Seconds(), "adds/s")
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(list)), "bytes/address")
	b.ReportMetric(float64(len(list[0])), "text-bytes/address")
}
