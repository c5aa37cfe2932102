package sites

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/command"
)

// magazineBudget is the number of requests in a crawl of the magazine, enough to defer some shapes.
var magazineBudget = realPages * 6 / 5

func magazine() *application {
	return mix{"magazine", []string{"calendar", "orders"}, 1, 5}.application()
}

const killedCrawler = "SITEGRAPH_KILLED_CRAWLER"

// TestKilledCrawler is the process that killedCrawl starts and kills.
func TestKilledCrawler(t *testing.T) {
	if folder, address, ok := strings.Cut(os.Getenv(killedCrawler), "\t"); ok {
		crawlInto(t, folder, address, magazineBudget, "SITEGRAPH_SITES_CONNECTIONS_PER_HOST=8")
	}
}

// killedCrawl kills a crawl several times, during requests for traps and others, and lets it finish.
func killedCrawl(t *testing.T, a *application, folder, address string) string {
	t.Helper()
	for _, after := range []int{1, 233, 114, 5} {
		c := exec.Command(os.Args[0], "-test.run=^TestKilledCrawler$")
		c.Env = append(os.Environ(), killedCrawler+"="+folder+"\t"+address)
		reached := a.tellAfter(after)
		must(t, c.Start())
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case <-reached:
			must(t, c.Process.Kill())
			<-ended
		case err := <-ended:
			t.Fatalf("ended before %d requests: %v", after, err)
		}
	}
	a.tellAfter(-1)
	return crawlInto(t, folder, address, magazineBudget)
}

// watchedTraps checks that watching an unchanged site changes nothing, even if some pages were deferred.
func watchedTraps(t *testing.T, a *application, folder, address string) {
	before := t.TempDir()
	must(t, os.CopyFS(before, os.DirFS(resultOf(t, folder))))
	clear(a.asks)
	p := stable(t, folder, address, fmt.Sprint("SITEGRAPH_ORDER_BUDGET=", magazineBudget),
		"SITEGRAPH_REVISIT_CHECKS=200")
	p.job.Watch = true
	p.iterate(t)
	sameTables(t, before, resultOf(t, folder))
}

// sameTables compares the tables of two results, without the times and chances that watching adds.
func sameTables(t *testing.T, want, got string) {
	t.Helper()
	for _, kind := range []string{"nodes", "arcs", "ledger", "rules", "aliases"} {
		name := "." + kind + ".csv"
		rows := tableOf(t, got, name)
		for i, row := range tableOf(t, want, name) {
			for column, cell := range row {
				if i >= len(rows) || rows[i][column] != cell {
					t.Fatalf("%s: row %d has another %s than %q", name, i, column, cell)
				}
			}
		}
		if more := len(rows) - len(tableOf(t, want, name)); more > 0 {
			t.Errorf("%s has %d rows more", name, more)
		}
	}
}

// forecastTraps checks that a change that touches nothing has no effect.
func forecastTraps(t *testing.T, folder, address string) {
	before := resultOf(t, folder)
	changes := filepath.Join(folder, "nothing.txt")
	must(t, os.WriteFile(changes, []byte("delete /no-such-page\n"), 0o600))
	var said bytes.Buffer
	args := []string{"what-if", "--output-dir", folder, "--allow-empty", changes, address}
	if code := command.Main(strings.NewReader(""), &said, &said, args, stableCrawl()); code != 0 {
		t.Fatalf("what-if ended with %d\n%s", code, said.String())
	}
	found, err := filepath.Glob(filepath.Join(folder, "what-if", "nothing", "127.0.0.1*"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	for table, names := range map[string][]string{".nodes.csv": {"normalized_url", "level", "in_degree", "out_degree"},
		".arcs.csv": {"Source", "Target"}, ".ledger.csv": {"normalized_url", "state", "level", "limit", "page"}} {
		want, got := columns(t, before, table, names...), columns(t, found[0], table, names...)
		if !slices.Equal(want, got) {
			t.Errorf("%s has %d rows, %d before, or others", table, len(got), len(want))
		}
	}
	for _, row := range tableOf(t, found[0], ".ledger.csv") {
		if said := fmt.Sprintf("budget: %d pages on all sites", magazineBudget); row["limit"] == "budget" &&
			row["reason"] != said {
			t.Fatal(row["reason"])
		}
	}
}
