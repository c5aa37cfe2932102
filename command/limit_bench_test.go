//go:build unix

package command

import (
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
)

// limitFolders is an environment variable with folders to serve as sites, separated by colons.
const limitFolders = "SITEGRAPH_BENCH_FOLDERS"

// limitServed is the environment variable that tells TestLimitServer to serve a folder.
const limitServed = "SITEGRAPH_LIMIT_SERVER"

// tablesOnly has the settings of a crawl that writes all tables and graphs, without measures.
const tablesOnly = `[export]
exporters = csv,gexf,graphml,pajek,aliases,external,bad,ledger
measures = false
`

// BenchmarkLimit compares crawls with a loop that does the least that a crawl needs (bare_loop_test.go). They take
// turns on the same server in another process:
//
//	go test -run '^$' -bench Limit -benchtime 3x ./command
//	SITEGRAPH_BENCH_FOLDERS=/usr/share/doc/python3.11/html go test -run '^$' -bench Limit -benchtime 3x ./command
//
// All figures are CPU-seconds of this process for one crawl: by the bare loop, with all tables and graphs with facts
// and places but without measures, and with everything by default. The ratios tables/bare and default/tables follow.
func BenchmarkLimit(b *testing.B) {
	b.Run("generated", func(b *testing.B) {
		benchmarkLimit(b, serveElsewhere(b, 10_000, 60))
	})
	for _, folder := range filepath.SplitList(os.Getenv(limitFolders)) {
		b.Run(filepath.Base(folder), func(b *testing.B) {
			benchmarkLimit(b, serveProcess(b, "TestLimitServer", limitServed+"="+folder))
		})
	}
}

func benchmarkLimit(b *testing.B, origin string) {
	var bare, tables, all time.Duration
	for b.Loop() {
		bare += cpuOf(func() { bareCrawl(b, origin) })
		tables += cpuOf(func() { crawlOnce(b, origin, tablesOnly) })
		all += cpuOf(func() { crawlOnce(b, origin, "") })
	}
	n := float64(b.N)
	b.ReportMetric(bare.Seconds()/n, "bare-CPU-s")
	b.ReportMetric(tables.Seconds()/n, "tables-CPU-s")
	b.ReportMetric(all.Seconds()/n, "default-CPU-s")
	b.ReportMetric(tables.Seconds()/bare.Seconds(), "tables/bare")
	b.ReportMetric(all.Seconds()/tables.Seconds(), "default/tables")
}

// cpuOf returns the CPU time that this process uses while do runs.
func cpuOf(do func()) time.Duration {
	before := cpuTime()
	do()
	return cpuTime() - before
}

// TestLimitServer is the server process. It serves a folder from memory until standard input ends.
func TestLimitServer(t *testing.T) {
	if folder := os.Getenv(limitServed); folder != "" {
		site := folderSite(t, folder)
		pages := benchHandler(func(path string) []byte { return site[path] })
		serveUntilClosed(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Last-Modified", "Mon, 02 Nov 2026 08:00:00 GMT") // as servers of files do
			pages.ServeHTTP(w, r)
		}))
	}
}

// folderSite reads all files of a folder. An index.html is also the page of its folder.
func folderSite(t *testing.T, folder string) map[string][]byte {
	site := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(name, ".html") {
			return err
		}
		page, err := os.ReadFile(filepath.Join(folder, name))
		site["/"+name] = page
		if before, ok := strings.CutSuffix("/"+name, "index.html"); ok {
			site[before] = page
		}
		return err
	})
	console.Must(t, err)
	return site
}

// TestBareCrawl checks that the bare loop reaches all pages, so that the benchmark compares equal work.
func TestBareCrawl(t *testing.T) {
	const pages = 60
	origin := serveElsewhere(t, pages, benchLinks)
	n, arcs := bareCrawl(t, origin)
	// The bare loop counts /index.html, a copy of the home page, as a page of its own.
	console.Equal(t, n, pages+1)
	if arcs < pages {
		t.Errorf("%d arcs", arcs)
	}
}
