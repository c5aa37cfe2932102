package sites

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/internal/console"
	"sitegraph/run"
)

// judgement compares a crawl with the truth.
type judgement struct {
	pages  int // pages in the graph
	true   int // pages with an identity of their own
	missed int // pages whose identity another page has
	found  int // aliases of a page with their identity
	false  int // aliases of another page
	twins  int // second requests
	asked  int // requests
	wrong  []string
}

var must = console.Must

func (j judgement) duplicates() float64 {
	if j.found+j.missed == 0 {
		return 100
	}
	return 100 * float64(j.found) / float64(j.found+j.missed)
}

func (j judgement) String() string {
	return fmt.Sprintf("%d requests, %d twice, %d true pages, duplicates %d of %d (%.1f %%), %d false", j.asked,
		j.twins, j.true,
		j.found, j.found+j.missed, j.duplicates(), j.false)
}

// crawl crawls an address with key stable and returns the site's result folder.
func crawl(t testing.TB, address string, budget int, settings ...string) string {
	t.Helper()
	return crawlInto(t, t.TempDir(), address, budget, append([]string{"SITEGRAPH_STORE_STORE=memory"}, settings...)...)
}

// crawlInto is crawl with an output folder, where a crawl can continue.
func crawlInto(t testing.TB, folder, address string, budget int, settings ...string) string {
	t.Helper()
	runStable(t, folder, address, append(settings, "SITEGRAPH_ORDER_BUDGET="+strconv.Itoa(budget))...)
	return resultOf(t, folder)
}

// runStable runs a crawl of an address with key stable.
func runStable(t testing.TB, folder, address string, settings ...string) {
	t.Helper()
	p := stable(t, folder, address, settings...)
	out, err := run.Run(t.Context(), p.job)
	if err = errors.Join(err, out.Results[0].Err); err != nil {
		t.Fatal(err)
	}
}

// stable sets up the program with key stable. Second requests need no wait, since no application uses a clock.
func stable(t testing.TB, folder, address string, settings ...string) *program {
	t.Helper()
	all, err := config.Load(config.Sources{Env: append(stableCrawl(), settings...)})
	must(t, err)
	host, _, err := config.ParseHost(address, *all)
	must(t, err)
	p := &program{}
	p.job = run.Job{Config: run.NewConfig(*all, folder), Hosts: []config.Host{host}, Observer: quiet{&p.notices},
		Log: slog.New(slog.DiscardHandler), Screen: io.Discard}
	p.job.TwinPause = time.Millisecond
	return p
}

func stableCrawl() []string {
	return []string{"SITEGRAPH_SITES_CRAWL_DELAY=0", "SITEGRAPH_DOWNLOAD_TRIES=1", "SITEGRAPH_DUPLICATES_KEY=stable",
		"SITEGRAPH_EXPORT_EXPORTERS=csv,aliases,ledger"}
}

// resultOf returns the result folder of the only site below an output folder.
func resultOf(t testing.TB, folder string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "result", "*", "*.nodes.csv"))
	must(t, err)
	console.Equal(t, len(found), 1, "no result folder below", folder, found)
	return filepath.Dir(found[0])
}

func tableOf(t *testing.T, folder, name string) (rows []map[string]string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "*"+name))
	must(t, err)
	console.Equal(t, len(found), 1, name, folder, found)
	return readTable(t, found[0])
}

// columns returns some columns of a table in a result folder, with a line for each row.
func columns(t *testing.T, folder, name string, columns ...string) (lines []string) {
	t.Helper()
	for _, row := range tableOf(t, folder, name) {
		line := ""
		for _, column := range columns {
			line += row[column] + " "
		}
		lines = append(lines, line)
	}
	return lines
}

// judge compares a crawl with the truth of an application.
func (a *application) judge(t *testing.T, folder string) (j judgement) {
	t.Helper()
	seen := map[string]string{}
	for _, row := range tableOf(t, folder, ".nodes.csv") {
		url := row["normalized_url"]
		identity := a.identity(url)
		j.pages++
		if first, known := seen[identity]; known {
			j.missed++
			j.wrong = append(j.wrong, "missed "+identity+": "+first+" "+url)
		} else {
			seen[identity] = url
			j.true++
		}
	}
	for _, row := range tableOf(t, folder, ".aliases.csv") {
		switch url, page := row["normalized_url"], row["page"]; a.identity(url) {
		case a.identity(page), "":
			j.found++
		default:
			j.false++
			j.wrong = append(j.wrong, "false "+row["kind"]+": "+url+" "+page)
		}
	}
	for _, n := range a.asks {
		j.asked += n
		j.twins += n - 1
	}
	return j
}

func (j judgement) list(n int) string { return strings.Join(j.wrong[:min(n, len(j.wrong))], "\n") }
