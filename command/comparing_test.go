package command

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// edition is a state of a site: what is at its addresses.
type edition map[string]string

// versions are two states of one random site: pages are added, removed, moved and rewritten between them.
func versions(seed uint64) (a, b edition) {
	r := rand.New(rand.NewPCG(seed, 3))
	a, b = edition{}, edition{}
	const n = 30
	name := func(i int) string {
		if i == 0 {
			return "/"
		}
		return fmt.Sprintf("/%d.html", i)
	}
	page := func(i, printing int) string {
		var links strings.Builder
		for range r.IntN(6) {
			fmt.Fprintf(&links, `<a href="%s">x</a>`, name(r.IntN(n)))
		}
		return fmt.Sprintf("<title>%d, %d</title>%s", i, printing, links.String())
	}
	for i := range n {
		text := page(i, 0)
		a[name(i)], b[name(i)] = text, text
		switch r.IntN(8) {
		case 0:
			b[name(i)] = page(i, 1) // rewritten
		case 1:
			if i > 0 {
				delete(b, name(i))
			}
		case 2:
			if i > 0 {
				delete(a, name(i))
			}
		case 3:
			if i > 0 { // moved: a page that links there links to the new place
				delete(b, name(i))
				b[fmt.Sprintf("/moved/%d.html", i)] = text
				b["/"] += fmt.Sprintf(`<a href="/moved/%d.html">x</a>`, i)
			}
		}
	}
	return a, b
}

// graphFiles is what nodes.csv and arcs.csv say: pages by key, arcs by the keys of their ends.
type graphFiles struct {
	pages map[string]string // level and hash
	arcs  map[string]string // weight
}

func readGraph(t *testing.T, dir string) graphFiles {
	t.Helper()
	g, key := graphFiles{map[string]string{}, map[string]string{}}, map[string]string{}
	prefix := filepath.Join(dir, filepath.Base(dir))
	eachRow(t, prefix+".nodes.csv", func(r map[string]string) {
		key[r["Id"]] = r["normalized_url"]
		g.pages[r["normalized_url"]] = r["level"] + " " + r["hash"]
	})
	eachRow(t, prefix+".arcs.csv", func(r map[string]string) {
		g.arcs[key[r["Source"]]+" "+key[r["Target"]]] = r["Weight"]
	})
	return g
}

// apply carries the rows of changes.csv and arc_changes.csv out on a graph.
func (g graphFiles) apply(t *testing.T, prefix string) {
	t.Helper()
	moved := map[string]string{}
	eachRow(t, prefix+".changes.csv", func(r map[string]string) {
		delete(g.pages, r["normalized_url_a"])
		if r["change"] == "moved" {
			moved[r["normalized_url_a"]] = r["normalized_url_b"]
		}
	})
	eachRow(t, prefix+".changes.csv", func(r map[string]string) {
		if r["normalized_url_b"] != "" {
			g.pages[r["normalized_url_b"]] = r["level_b"] + " " + r["hash_b"]
		}
	})
	eachRow(t, prefix+".arc_changes.csv", func(r map[string]string) {
		if r["change"] == "removed" {
			delete(g.arcs, r["source"]+" "+r["target"])
		}
	})
	for arc, weight := range maps.Clone(g.arcs) {
		source, target, _ := strings.Cut(arc, " ")
		if to := where(moved, source) + " " + where(moved, target); to != arc {
			delete(g.arcs, arc)
			defer func() { g.arcs[to] = weight }()
		}
	}
	eachRow(t, prefix+".arc_changes.csv", func(r map[string]string) {
		if r["change"] != "removed" {
			defer func() { g.arcs[r["source"]+" "+r["target"]] = r["weight_b"] }()
		}
	})
}

func where(moved map[string]string, key string) string {
	if to, ok := moved[key]; ok {
		return to
	}
	return key
}

// TestCompare crawls two versions of a site and wants the rows of the
// comparison, applied to the first graph, to give the second.
func TestCompare(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) { // package compare does this with many
		a, b := versions(seed)
		var shown atomic.Pointer[edition]
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text, ok := (*shown.Load())[r.URL.Path]
			if !ok {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, text)
		}))
		t.Cleanup(s.Close)
		dir := t.TempDir()
		var folders []string
		for i, v := range []edition{a, b} {
			shown.Store(&v)
			out := filepath.Join(dir, fmt.Sprint(i))
			crawl("-O", out, "--export", "csv", s.URL).mustEnd(t, exitDone)
			folders = append(folders, resultFolder(t, out))
		}
		o := sitegraph("compare", "-O", dir, folders[0], folders[1]).mustEnd(t, exitDone)
		got, want := readGraph(t, folders[0]), readGraph(t, folders[1])
		compared := filepath.Join(dir, "comparison", filepath.Base(folders[1]))
		got.apply(t, filepath.Join(compared, filepath.Base(compared)))
		if !maps.Equal(got.pages, want.pages) || !maps.Equal(got.arcs, want.arcs) {
			t.Errorf("seed %d: the difference applied gives\n%v\nwant\n%v\n%s", seed, got, want, o.out)
		}
	}
}

// TestCompareRefuses: what is no pair of result folders is said to be so.
func TestCompareRefuses(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv").mustEnd(t, exitDone)
	folder := filepath.Join(out, "result", "museum.example")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{folder}, "two result folders"},
		{[]string{folder, filepath.Join(out, "nowhere")},
			"there is no folder " + filepath.Join(out, "nowhere") + "; name a folder like result/"},
		{[]string{museum, folder}, "there is no folder " + museum},
		{[]string{out, folder},
			"so it is not a result folder, or its crawl never ended; name " + filepath.Join(out, "result")},
		{[]string{filepath.Join(out, "logs"), folder}, "so it is not a result folder"},
	} {
		sitegraph(append([]string{"compare", "-O", out}, c.args...)...).mustEnd(t, exitUsage).mustSay(t, c.says)
	}
	sitegraph("compare", "-O", out, filepath.Join(out, "result"), folder).mustEnd(t, exitDone).mustShow(t, "100%")
}

// TestStatsOfFolder: a result folder has the numbers of the state, and one that is damaged is refused.
func TestStatsOfFolder(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out).mustEnd(t, exitDone)
	folder := filepath.Join(out, "result", "museum.example")
	state := sitegraph("-O", out, "stats").mustEnd(t, exitDone)
	if read := sitegraph("stats", folder).mustEnd(t, exitDone); read.out != state.out {
		t.Errorf("the folder gives\n%s\nthe state\n%s", read.out, state.out)
	}
	arcs := filepath.Join(folder, "museum.example.arcs.csv")
	write(t, arcs, strings.Replace(read(t, arcs), "1,2,", "1,3,", 1))
	sitegraph("stats", folder).mustEnd(t, exitFailure).mustSay(t, "arcs.csv")
}
