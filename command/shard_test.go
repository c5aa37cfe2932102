package command

import (
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
)

// shardSites serves sites on several addresses, with a hosts.txt: an entity, linked sites, one of errors, one down.
func shardSites(t *testing.T) (hosts string) {
	t.Helper()
	var origins []string
	for i, address := range []string{"127.0.0.1", "127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5",
		"127.0.0.6", "127.0.0.7"} {
		l, err := net.Listen("tcp", address+":0")
		if err != nil {
			t.Skip("this system has one loopback address:", err)
		}
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if i == 7 || r.URL.Path == "/robots.txt" {
				http.NotFound(w, r)
				return
			}
			fmt.Fprintf(w, "<title>%d %s</title>", i, r.URL.Path)
			if len(r.URL.Path) < 4 {
				fmt.Fprintf(w, "<a href=%[1]sa>a</a> <a href=%[1]sb>b</a>", strings.TrimSuffix(r.URL.Path, "/")+"/")
			}
			for k, origin := range origins {
				if (k+i)%3 == 0 {
					fmt.Fprintf(w, "<a href=%s/>%d</a>", origin, k)
				}
			}
		}))
		s.Listener.Close()
		s.Listener = l
		s.Start()
		t.Cleanup(s.Close)
		origins = append(origins, s.URL)
	}
	return strings.Join([]string{origins[0] + " # name: First; tag: a", origins[1], origins[2],
		origins[3] + " = " + origins[4], origins[5], loopback.Refusing(t), origins[6] + " # name: Seventh",
		origins[7]}, "\n")
}

// runTimes matches times and other values that differ between runs.
var runTimes = regexp.MustCompile(`20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?|"(waited_seconds|bytes|sha256)": [^\n]*`)

// treeOf reads the result files, without values that differ between runs.
func treeOf(t *testing.T, out string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, top := range []string{"result", "sites"} {
		err := fs.WalkDir(os.DirFS(out), top, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				all[path] = runTimes.ReplaceAllString(read(t, filepath.Join(out, path)), "")
			}
			return err
		})
		must(t, err)
	}
	return all
}

// TestShards checks that merged shards give the files of one run.
func TestShards(t *testing.T) {
	t.Parallel()
	hosts := filepath.Join(t.TempDir(), "hosts.txt")
	write(t, hosts, shardSites(t))
	more := []string{"--hosts", hosts, "--export",
		"csv,gexf,aliases,external,bad,ledger,stats,report,links,pages,webgraph"}
	one := t.TempDir()
	crawl(append(more, "-O", one)...).MustEnd(t, exitDone)
	want := treeOf(t, one)
	if len(want) < 60 || want["sites/sites.report.html"] == "" || want["sites/sites.csv"] == "" {
		t.Fatalf("%d files of one run", len(want))
	}
	for _, of := range []int{1, 4} {
		var folders []string
		for n := 1; n <= of; n++ {
			out := filepath.Join(t.TempDir(), fmt.Sprint("part", n))
			folders = append(folders, out)
			crawl(append(more, "-O", out, "--shard", fmt.Sprintf("%d/%d", n, of))...)
		}
		merged := t.TempDir()
		if of > 1 { // files that a merge leaves if it is killed while it moves them
			write(t, filepath.Join(merged, ".merge", "result", "a", "half"), "")
			write(t, filepath.Join(merged, "sites", "sites.csv"), "half")
		}
		folders[0], folders[of-1] = folders[of-1], folders[0] // in any order
		if of > 1 {                                           // a partial merge, which the whole one replaces
			must(t, os.Rename(filepath.Join(folders[1], "shard.json"), filepath.Join(folders[1], "later")))
			part := append([]string{"merge", "--partial", "-O", merged}, folders...)
			crawl(part...).MustEnd(t, exitStopped).MustSay(t, "left out because they have no result yet: shard 2/4")
			for _, file := range []string{"partial.json", "sites/sites.json", "sites/sites.report.html"} {
				console.Has(t, read(t, filepath.Join(merged, file)), "shard 2/4")
			}
			must(t, os.Rename(filepath.Join(folders[1], "later"), filepath.Join(folders[1], "shard.json")))
		}
		crawl(append([]string{"merge", "-O", merged}, folders...)...).MustEnd(t, exitDone)
		got := treeOf(t, merged)
		for path, text := range want {
			console.Equal(t, got[path], text, of, "shards", path, "differs")
		}
		if rest, err := os.ReadDir(merged); err != nil || len(rest) != 2 {
			t.Errorf("%d shards: the folder has %v, %v", of, rest, err)
		}
		console.Equal(t, len(got), len(want), of, "shards")
	}
}

// TestShardsRefused checks that bad shards are refused before any writing, and a bad division before any request.
func TestShardsRefused(t *testing.T) {
	t.Parallel()
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "<title>Home</title>")
	}))
	defer served.Close()
	dir := t.TempDir()
	part := func(name string, args ...string) string {
		out := filepath.Join(dir, name)
		crawl(append(args, "-O", out)...).MustEnd(t, exitDone)
		return out
	}
	a, b := part("a", served.URL, "--shard", "1/2"), part("b", served.URL, "--shard", "1+1/2")
	third := part("third", served.URL, "--shard", "2/3")
	deeper := part("deeper", served.URL, "--shard", "2/2", "--max-depth", "3")
	whole, others := part("whole", served.URL), filepath.Join(dir, "others")
	crawl(served.URL, "http://127.0.0.1:1", "--shard", "2/2", "-O", others)
	damaged, full := filepath.Join(dir, "damaged"), filepath.Join(dir, "full")
	for folder, of := range map[string]string{damaged: a, full: whole} {
		must(t, os.CopyFS(folder, os.DirFS(of)))
	}
	mine := a // the shard with the site
	if files, _ := filepath.Glob(filepath.Join(a, "result", "*")); len(files) == 0 {
		mine = b
	}
	travelled := filepath.Join(dir, "travelled")
	must(t, os.CopyFS(travelled, os.DirFS(mine)))
	nodes, _ := filepath.Glob(filepath.Join(travelled, "result", "*", "*.nodes.csv"))
	write(t, nodes[0], "id\n")
	write(t, filepath.Join(damaged, "shard.json"), `{"program": "sitegraph", "shard": "x"}`)
	endless := filepath.Join(dir, "endless")
	write(t, filepath.Join(endless, "shard.json"), strings.NewReplacer(`"of": 2`, `"of": 1`, `"lines": 1`,
		`"lines": 1000000000000000000`).Replace(read(t, filepath.Join(a, "shard.json"))))
	other := map[string]string{a: b, b: a}[mine]
	for want, args := range map[string][]string{
		"name the output folders":                {"merge"},
		"shard 2/2 is missing":                   {"merge", a},
		"both have shard 1/2":                    {"merge", a, a},
		"they are shards 1/2 and 2/3":            {"merge", a, third},
		`sites.max_depth is "-1" and "3"`:        {"merge", a, deeper},
		"the lists of sites differ":              {"merge", a, others},
		"no shard.json":                          {"merge", a, whole},
		"damaged":                                {"merge", damaged, b},
		"the shards have ":                       {"merge", endless},
		"of at least one that is done":           {"merge", "--partial", whole},
		"has results already":                    {"merge", a, b, "-O", full},
		"not the file that its manifest names":   {"merge", travelled, other, "-O", filepath.Join(dir, "new")},
		"takes no --max-depth":                   {"merge", a, b, "--max-depth", "3"},
		`--shard "0/4"`:                          {served.URL, "--shard", "0/4"},
		`--shard "5/4"`:                          {served.URL, "--shard", "5/4"},
		`--shard "1/0"`:                          {served.URL, "--shard", "1/0"},
		`--shard "4+1/4"`:                        {served.URL, "--shard", "4+1/4"},
		`--shard "a/b"`:                          {served.URL, "--shard", "a/b"},
		`--shard "3"`:                            {served.URL, "--shard", "3"},
		"--shard and --budget 5 do not go":       {served.URL, "--shard", "1/2", "--budget", "5"},
		"--shard and --order-sites r3 do not go": {served.URL, "--shard", "1/2", "--order-sites", "r3"},
		"--order-pages links-r5":                 {served.URL, "--shard", "1/2", "--order-pages", "links-r5"},
	} {
		if o := crawl(args...); o.Code != exitUsage || !strings.Contains(o.Err, want) {
			t.Errorf("%q: exit code %d, want %q\n%s%s", args, o.Code, want, o.Out, o.Err)
		}
	}
}
