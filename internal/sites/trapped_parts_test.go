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

// magazineBudget is how many requests a crawl of the magazine makes: enough for something to be put off.
var magazineBudget = realPages * 6 / 5

func magazine() *application {
	return mix{"magazine", []string{"calendar", "orders"}, 1, 5}.application()
}

// killedCrawler has the folder and the address of a crawler that is killed, with a tab between them.
const killedCrawler = "SITEGRAPH_KILLED_CRAWLER"

// TestKilledCrawler is such a crawler.
func TestKilledCrawler(t *testing.T) {
	if folder, address, ok := strings.Cut(os.Getenv(killedCrawler), "\t"); ok {
		crawlInto(t, folder, address, magazineBudget, "SITEGRAPH_SITES_CONNECTIONS_PER_HOST=8")
	}
}

// killedCrawl is a crawl that is killed again and again, at requests of a trap and others, and goes on.
func killedCrawl(t *testing.T, a *application, folder, address string) string {
	t.Helper()
	for _, after := range []int{1, 40, 233, 114, 90, 170, 5} {
		c := exec.Command(os.Args[0], "-test.run=^TestKilledCrawler$")
		c.Env = append(os.Environ(), killedCrawler+"="+folder+"\t"+address)
		reached := a.tellAfter(after)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case <-reached:
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			<-ended
		case err := <-ended:
			t.Fatalf("ended before %d requests: %v", after, err)
		}
	}
	a.tellAfter(-1)
	return crawlInto(t, folder, address, magazineBudget)
}

// TestTrapsWatched: checks of pages of which some were put off change nothing of a site that stays as it is, and a
// greater budget goes on with the same portion.
func TestTrapsWatched(t *testing.T) {
	t.Parallel()
	a := magazine()
	address := a.serve(t)
	direct := map[int]string{}
	for _, budget := range []int{magazineBudget, magazineBudget + 300} {
		clear(a.asks)
		direct[budget] = crawl(t, address, budget)
	}
	clear(a.asks)
	folder := t.TempDir()
	crawlInto(t, folder, address, magazineBudget)
	for range 2 {
		p := stable(t, folder, address, fmt.Sprint("SITEGRAPH_ORDER_BUDGET=", magazineBudget),
			"SITEGRAPH_REVISIT_CHECKS=200")
		p.job.Watch = true
		p.iterate(t)
	}
	sameTables(t, direct[magazineBudget], resultOf(t, folder))
	sameTables(t, direct[magazineBudget+300], crawlInto(t, folder, address, magazineBudget+300))
}

// sameTables holds the tables of two results against each other, but for what watching adds: times and chances.
func sameTables(t *testing.T, want, got string) {
	t.Helper()
	for _, kind := range []string{"nodes", "arcs", "ledger", "rules", "aliases", "measures"} {
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

// TestTrapsForecast: nothing changes by changes that touch nothing.
func TestTrapsForecast(t *testing.T) {
	t.Parallel()
	a := magazine()
	address := a.serve(t)
	folder := t.TempDir()
	before := crawlInto(t, folder, address, magazineBudget)
	changes := filepath.Join(folder, "nothing.txt")
	if err := os.WriteFile(changes, []byte("delete /no-such-page\n"), 0o600); err != nil {
		t.Fatal(err)
	}
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

// TestTrapsInShards: the shards of two sites with traps have the files of one run.
func TestTrapsInShards(t *testing.T) {
	t.Parallel()
	first, second := magazine(), mix{"forum", []string{"facets", "sessions"}, 1, 1}.application()
	sites := []string{first.serve(t), strings.Replace(second.serve(t), "127.0.0.1", "localhost", 1)}
	env := append(stableCrawl(), "SITEGRAPH_STORE_STORE=memory", "SITEGRAPH_WALK_MAX_PAGES=900")
	run := func(args ...string) {
		t.Helper()
		var said bytes.Buffer
		args = append(args, "--progress", "none")
		// 3: a site has more pages than the limit.
		if code := command.Main(strings.NewReader(""), &said, &said, args, env); code != 0 && code != 3 {
			t.Fatalf("%q ended with %d\n%s", args, code, said.String())
		}
		clear(first.asks)
		clear(second.asks)
	}
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	run(append([]string{"-O", in("one")}, sites...)...)
	parts, full := []string{"1", "2", "3"}, 0
	for _, part := range parts {
		run(append([]string{"-O", in(part), "--shard", part + "/3"}, sites...)...)
		if found, _ := filepath.Glob(filepath.Join(in(part), "result", "*", "*.nodes.csv")); len(found) == 1 {
			full++
		}
	}
	if full != 2 {
		t.Fatalf("%d shards have one of the sites", full)
	}
	run("merge", "-O", in("all"), in("1"), in("2"), in("3"))
	names, err := filepath.Glob(filepath.Join(in("one"), "result", "*", "*.csv"))
	if err != nil || len(names) < 12 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(strings.Replace(name, in("one"), in("all"), 1))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs, error %v", filepath.Base(name), err)
		}
	}
}
