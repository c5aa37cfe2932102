package export

import (
	"context"
	"io"
	"testing"
)

// TestStreaming exports 20,000 pages to nowhere: what is allocated may not grow with the file.
func TestStreaming(t *testing.T) {
	const pages = 20_000
	c := big(pages, 2)
	for _, name := range []string{"nodes.csv", "arcs.csv", "graph.gexf", "graph.graphml", "graph.net"} {
		f := formatOf(t, name)
		o := &out{ctx: context.Background(), w: io.Discard}
		run := func() {
			if err := f(o, c, Options{GEXFVersion: GEXF12Draft}); err != nil {
				t.Fatal(err)
			}
		}
		// One list of degrees, and what little is in the head.
		if allocs := testing.AllocsPerRun(1, run); allocs > 200 {
			t.Errorf("%s: %.0f allocations for %d pages", name, allocs, pages)
		}
		if cap(o.buf) > 4*outSize {
			t.Errorf("%s: the buffer grew to %d bytes", name, cap(o.buf))
		}
	}
}

// BenchmarkExport writes a graph of the size of a documentation site: 3,000 pages, 156,000 arcs.
func BenchmarkExport(b *testing.B) {
	c := big(3000, 52)
	for _, name := range []string{"nodes.csv", "arcs.csv", "graph.gexf", "graph.graphml", "graph.net",
		"nodes.parquet", "arcs.parquet"} {
		b.Run(name, func(b *testing.B) {
			f := formatOf(b, name)
			n := &counter{}
			o := &out{ctx: context.Background(), w: n}
			b.ReportAllocs()
			for b.Loop() {
				n.n = 0
				if err := f(o, c, Options{GEXFVersion: GEXF13, SelfLoops: true}); err != nil {
					b.Fatal(err)
				}
				if err := o.flush(); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(n.n)
			arcs := float64(c.Graph.Arcs())
			b.ReportMetric(arcs*float64(b.N)/b.Elapsed().Seconds(), "arcs/s")
			b.ReportMetric(float64(n.n)/arcs, "B/arc")
		})
	}
}

// counter counts the bytes written to it.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}
