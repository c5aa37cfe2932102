package command

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSuggestRemoved removes 200 links of the content from the pages of a folder, leaving their texts, and counts how
// many of them are among the first 400 suggestions. Each is the only link of its page to its target.
func TestSuggestRemoved(t *testing.T) {
	folder := os.Getenv("SITEGRAPH_BENCH_SUGGEST")
	if folder == "" {
		t.Skip("SITEGRAPH_BENCH_SUGGEST names no folder with a site")
	}
	all := removables(t, folder)
	for seed := range uint64(3) {
		for _, own := range []bool{false, true} {
			var some []removable
			for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(all)) {
				if r := all[i]; len(some) < 200 && (r.own || !own) {
					some = append(some, r)
				}
			}
			first, any, of := foundOf(t, folder, some)
			t.Logf("seed %d, texts that are titles, h1 or the most frequent ones %v: %d of %d removed links are "+
				"among the first 400 of %d suggestions, %d among all", seed, own, first, len(some), of, any)
		}
	}
}

// removable is a link of the content of a page.
type removable struct {
	from, to, href string // paths of both pages, and the link as written
	own            bool   // its text is the title, the h1 or the most frequent text of links of its page
}

const suggestHost = "http://folder.example"

// crawlSaved crawls a folder, and returns how to go on.
func crawlSaved(t *testing.T, folder string) func(args ...string) outcome {
	out := t.TempDir()
	c := invocation{env: []string{"SITEGRAPH_DOWNLOAD_DOWNLOADER=folder", "SITEGRAPH_DOWNLOAD_FOLDER=" + folder}}
	c.run("-q", "-O", out, "--export", "csv,links", suggestHost).mustEnd(t, exitDone)
	return func(args ...string) outcome {
		if len(args) == 0 {
			return outcome{out: filepath.Join(out, "result", "folder.example", "folder.example.")}
		}
		return c.run(append([]string{"-q", "-O", out}, args...)...)
	}
}

// removables are the links of a site that can be removed.
func removables(t *testing.T, folder string) (all []removable) {
	files := crawlSaved(t, folder)().out
	nodes := map[string]map[string]string{}
	for _, n := range readTable(t, files+"nodes.csv", false) {
		nodes[n["Id"]] = n
	}
	links := readTable(t, files+"links.csv", false)
	pairs, texts, most := map[string]int{}, map[string]int{}, map[string]int{}
	text := func(l map[string]string) string { return l["target"] + " " + strings.ToLower(l["anchor"]) }
	for _, l := range links {
		pairs[l["source"]+" "+l["target"]]++
		texts[text(l)]++
		most[l["target"]] = max(most[l["target"]], texts[text(l)])
	}
	for _, l := range links {
		to := nodes[l["target"]]
		if l["place"] != "main" || to == nil || l["source"] == l["target"] || pairs[l["source"]+" "+l["target"]] > 1 {
			continue
		}
		r := removable{from: strings.TrimPrefix(nodes[l["source"]]["normalized_url"], suggestHost),
			to: strings.TrimPrefix(to["normalized_url"], suggestHost), href: l["href"]}
		title, said := strings.ToLower(to["title"]), strings.ToLower(l["anchor"])
		r.own = texts[text(l)] == most[l["target"]] || title == said || strings.HasPrefix(title, said+" — ") ||
			strings.TrimSuffix(strings.ToLower(to["h1"]), "¶") == said
		if _, ok := r.removed(savedPage(folder, r.from)); ok && l["anchor"] != "" {
			all = append(all, r)
		}
	}
	return all
}

// savedPage is the page of a path.
func savedPage(folder, path string) string {
	text, _ := os.ReadFile(filepath.Join(folder, pathOf(path)))
	return string(text)
}

// apart are parts of a page whose links say nothing of running text.
var apart = regexp.MustCompile(`(?s)<h[1-6][ >].*?</h[1-6]>|<pre[ >].*?</pre>|<dt[ >].*?</dt>`)

// removed is a page without the link; ok is false if that is not the only one written so, or stands apart.
func (r removable) removed(page string) (without string, ok bool) {
	link := regexp.MustCompile(`(?s)<a [^>]*href="` + regexp.QuoteMeta(r.href) + `"[^>]*>(.*?)</a>`)
	found := link.FindAllStringSubmatchIndex(page, 2)
	if len(found) != 1 {
		return page, false
	}
	m := found[0]
	for _, a := range apart.FindAllStringIndex(page, -1) {
		if a[0] < m[0] && m[0] < a[1] {
			return page, false
		}
	}
	return page[:m[0]] + page[m[2]:m[3]] + page[m[1]:], true
}

// foundOf counts the removed links among the first 400 suggestions and among all.
func foundOf(t *testing.T, folder string, some []removable) (first, any, of int) {
	changed := t.TempDir()
	if err := os.CopyFS(changed, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	for _, r := range some {
		page, _ := r.removed(savedPage(changed, r.from))
		if err := os.WriteFile(filepath.Join(changed, pathOf(r.from)), []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := crawlSaved(t, changed)("what-if", "--suggest", "missing-links")
	if o.code != exitDone {
		t.Fatal(o.err)
	}
	rank := map[string]int{}
	for line := range strings.Lines(o.out) {
		if f := strings.Fields(line); len(f) > 3 && f[0] == "add-link" {
			rank[fmt.Sprint(strings.Trim(f[1], "$"), " ", strings.Trim(f[2], "$"))] = len(rank) + 1
		}
	}
	for _, r := range some {
		if at := rank[r.from+" "+r.to]; at > 0 {
			any++
			if at <= 400 {
				first++
			}
		}
	}
	return first, any, len(rank)
}

// pathOf is the file of a path.
func pathOf(path string) string {
	if strings.HasSuffix(path, "/") {
		return path + "index.html"
	}
	return path
}
