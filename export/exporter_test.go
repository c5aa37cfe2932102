package export

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// TestContract checks the promises of every exporter.
func TestContract(t *testing.T) {
	for _, name := range Known() {
		for _, c := range []*site.Crawl{tiny(), empty(), ranked(), watched(), learnt()} {
			t.Run(name, func(t *testing.T) {
				if name == "content" {
					placed(c)
				}
				deterministic(t, name, c)
				cancelled(t, name, c)
				unwritable(t, name, c)
			})
		}
	}
}

func deterministic(t *testing.T, exporter string, c *site.Crawl) {
	var previous map[string]string
	for range 2 {
		d := newDir(t)
		must(t, Write(context.Background(), d, exporter, c, Options{SelfLoops: true}))
		got := contents(t, d.Path())
		if len(got) == 0 || len(got) != len(d.Files()) {
			t.Fatalf("files %v, recorded %v", got, d.Files())
		}
		for name, content := range got {
			if previous != nil && previous[name] != content {
				t.Errorf("%s differs between two exports", name)
			}
		}
		previous = got
	}
}

func cancelled(t *testing.T, exporter string, c *site.Crawl) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := newDir(t)
	if err := Write(ctx, d, exporter, c, Options{SelfLoops: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	console.Equal(t, contents(t, d.Path()), nil, "left")
}

func unwritable(t *testing.T, exporter string, c *site.Crawl) {
	d := newDir(t)
	must(t, os.Remove(d.Path()))
	err := Write(context.Background(), d, exporter, c, Options{SelfLoops: true})
	console.Fails(t, err, filepath.Join(d.Path(), "example.com."))
}

// Cancelling works after the file has begun to grow.
func TestCancelledMidway(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	rows := 0
	c := empty()
	c.Bad = func(yield func(site.BadLink, error) bool) {
		for yield(site.BadLink{Source: 1, Href: strings.Repeat("x", 1000)}, nil) {
			if rows++; rows == 1000 {
				cancel()
			}
		}
	}
	d := newDir(t)
	if err := Write(ctx, d, "bad", c, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if rows > 1100 {
		t.Errorf("went on for %d rows", rows-1000)
	}
	console.Equal(t, contents(t, d.Path()), nil, "left")
}

func TestLinksNotKept(t *testing.T) {
	c := tiny()
	c.Links = nil
	err := Write(context.Background(), newDir(t), "links", c, Options{})
	console.Fails(t, err, "choose the exporter links")
}

// A file that only some crawls have is written for them; other crawls remove the one of an earlier run.
func TestOptional(t *testing.T) {
	unlisted, unasked, read := ranked(), watched(), watched()
	unlisted.Frontier, unasked.Watched.Belief, read.Watched.Moments = nil, nil, nil
	d := newDir(t)
	for _, c := range []struct {
		exporter string
		crawl    *site.Crawl
		want     string
	}{
		{"csv", ranked(), "frontier.csv"}, {"csv", unlisted, ""}, {"csv", learnt(), "rules.csv"},
		{"csv", watched(), "changes.atom iterations.csv next_checks.csv"},
		{"csv", unasked, "changes.atom iterations.csv"}, {"csv", tiny(), ""},
		{"gexf", watched(), "timeline.gexf"}, {"gexf", read, ""},
	} {
		must(t, Write(t.Context(), d, c.exporter, c.crawl, Options{}))
		var got []string
		for name := range contents(t, d.Path()) {
			name = strings.TrimPrefix(name, "example.com.")
			if !slices.Contains([]string{"nodes.csv", "arcs.csv", "graph.gexf"}, name) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		console.Equal(t, strings.Join(got, " "), c.want, c.exporter, got)
	}
}

// Files agree with ones written by hand, which TestSchema and TestTools give to foreign programs.
func TestGolden(t *testing.T) {
	for _, name := range fileNames(tiny()) {
		if strings.HasSuffix(name, ".parquet") || strings.HasSuffix(name, ".gz") || strings.Count(name, ".") > 1 {
			continue // TestParquet, TestWebGraph, TestSubdomains
		}
		matchGolden(t, "tiny."+name, render(t, name, tiny(), Options{SelfLoops: true}))
	}
	for _, name := range []string{"nodes.csv", "graph.gexf", "graph.graphml"} {
		matchGolden(t, "searched."+name, render(t, name, searched(), Options{SelfLoops: true}))
	}
	matchGolden(t, "tiny.12draft.graph.gexf", render(t, "graph.gexf", tiny(), Options{GEXFVersion: GEXF12Draft}))
	matchGolden(t, "tiny.noloops.arcs.csv", render(t, "arcs.csv", tiny(), Options{}))
}

func matchGolden(t *testing.T, golden string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join("testdata", golden))
	must(t, err)
	console.Equal(t, string(got), string(want), golden)
}

func newDir(t testing.TB) *Dir {
	t.Helper()
	d, err := NewDir(filepath.Join(t.TempDir(), "example.com"), "example.com")
	must(t, err)
	return d
}

func contents(t *testing.T, path string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(path)
	must(t, err)
	files := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(path, e.Name()))
		must(t, err)
		files[e.Name()] = string(b)
	}
	return files
}

// Exporting 5,000 pages to nowhere allocates little, because allocations do not grow with the file.
func TestStreaming(t *testing.T) {
	const pages = 5000
	c := big(pages, 2)
	for _, name := range []string{"nodes.csv", "arcs.csv", "graph.gexf", "graph.graphml", "graph.net"} {
		f := formatOf(t, name)
		o := &out{ctx: context.Background(), w: io.Discard}
		run := func() {
			must(t, f(o, c, Options{GEXFVersion: GEXF12Draft}))
		}
		// One list of degrees and a small header are allocated.
		if allocs := testing.AllocsPerRun(1, run); allocs > 200 {
			t.Errorf("%s: %.0f allocations for %d pages", name, allocs, pages)
		}
		if cap(o.buf) > 4*outSize {
			t.Errorf("%s: the buffer grew to %d bytes", name, cap(o.buf))
		}
	}
}
