package allpages

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sitegraph/export"
	"sitegraph/site"
)

// TestScale joins generated sites with SITEGRAPH_PAGES=PAGES,ARCS in total, and leaves them in the folder
// SITEGRAPH_PAGES_FOLDER. It measures a separate process.
func TestScale(t *testing.T) {
	if os.Getenv("SITEGRAPH_PAGES") == "" {
		t.Skip("a benchmark: set SITEGRAPH_PAGES=PAGES,ARCS and SITEGRAPH_PAGES_FOLDER")
	}
	folder := os.Getenv("SITEGRAPH_PAGES_FOLDER")
	var pages, arcs int
	if _, err := fmt.Sscanf(os.Getenv("SITEGRAPH_PAGES"), "%d,%d", &pages, &arcs); err != nil || folder == "" {
		t.Fatal(err, "or no SITEGRAPH_PAGES_FOLDER")
	}
	made := bigSites{folder: folder, pages: min(10000, pages), sites: max(1, pages/10000), arcs: arcs / pages}
	if os.Getenv("SITEGRAPH_PAGES_JOIN") != "" {
		made.join(t)
		return
	}
	must(t, made.write())
	began := time.Now()
	c := exec.Command(os.Args[0], "-test.run=^TestScale$", "-test.v", "-test.timeout=3h")
	c.Env = append(os.Environ(), "SITEGRAPH_PAGES_JOIN=1")
	text, err := c.CombinedOutput()
	t.Logf("%s", text)
	must(t, err)
	used := c.ProcessState.SysUsage().(*syscall.Rusage)
	t.Logf("%.0f s, %.0f CPU s, peak %d MiB", time.Since(began).Seconds(),
		(c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), used.Maxrss>>10)
}

// bigSites has sites whose pages link to nearby pages, to a menu, to random pages, and to other sites.
type bigSites struct {
	folder             string
	sites, pages, arcs int
}

func (b bigSites) origin(k int) string { return fmt.Sprintf("http://www.site%05d.example", k) }

func (b bigSites) dir(k int) string {
	return filepath.Join(b.folder, fmt.Sprintf("www.site%05d.example", k))
}

func (b bigSites) write() error {
	for k := range b.sites {
		dir := b.dir(k)
		if _, err := os.Stat(filepath.Join(dir, filepath.Base(dir)+".manifest.json")); err == nil {
			continue
		}
		d, err := export.NewDir(dir, filepath.Base(dir))
		if err != nil {
			return err
		}
		c := b.crawl(k)
		for _, name := range []string{"csv", "aliases", "external"} {
			if err := export.Write(context.Background(), d, name, c, export.Options{SelfLoops: true}); err != nil {
				return err
			}
		}
		settings := map[string]string{"export.self_loops": "true"}
		if err := export.WriteManifest(d, export.NewManifest("1", settings, c)); err != nil {
			return err
		}
	}
	return nil
}

// crawl returns site k.
func (b bigSites) crawl(k int) *site.Crawl {
	r := rand.New(rand.NewPCG(uint64(k), 3))
	g := &site.Graph{Offsets: make([]int, 1)}
	var row []uint32
	for i := range b.pages {
		g.Pages = append(g.Pages, site.Page{URL: b.url(k, i), Key: b.url(k, i), Level: min(i, 1), Status: 200,
			ContentType: "text/html", Bytes: 10000, Hash: fmt.Sprintf("%032x", i),
			Title: fmt.Sprintf("Page %d of site %d", i, k)})
		row = row[:0]
		for n := range b.arcs {
			row = append(row, uint32(b.target(r, i)))
			if i > 0 && n == 0 {
				row = append(row, 0)
			}
		}
		for t := 1; i == 0 && t < b.pages; t++ { // all have depth 1
			row = append(row, uint32(t))
		}
		slices.Sort(row)
		for _, t := range slices.Compact(row) {
			g.Targets = append(g.Targets, t)
			g.Weights.Append(uint32(1 + r.IntN(3)))
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	c := &site.Crawl{Site: b.origin(k), Name: filepath.Base(b.dir(k)), Graph: g, Complete: true,
		Ended:    site.EndedWorkDone,
		External: b.external(k)}
	c.Counts.Pages, c.Counts.Arcs, c.Counts.Links = len(g.Pages), len(g.Targets), g.Weights.Sum()
	return c
}

func (b bigSites) url(k, i int) string {
	return fmt.Sprintf("%s/page-%05d/section-%02d.html", b.origin(k), i, i%37)
}

// target draws the target of an arc of page i.
func (b bigSites) target(r *rand.Rand, i int) int {
	switch kind := r.IntN(10); {
	case kind < 4:
		return r.IntN(min(40, b.pages)) // a menu
	case kind < 9:
		return (i + 1 + r.IntN(100)) % b.pages
	}
	return r.IntN(b.pages)
}

// external yields a link to another site from every second page.
func (b bigSites) external(k int) iter.Seq2[site.ExternalLink, error] {
	return func(yield func(site.ExternalLink, error) bool) {
		r := rand.New(rand.NewPCG(uint64(k), 4))
		for i := 1; i <= b.pages; i += 2 {
			u := b.url(r.IntN(b.sites), r.IntN(1+r.IntN(b.pages)))
			if !yield(site.ExternalLink{Source: i, URL: u, Key: u, Text: "elsewhere", Count: 1}, nil) {
				return
			}
		}
	}
}

func (b bigSites) join(t *testing.T) {
	debug.SetGCPercent(15) // as the program does
	var sites []Site
	for k := range b.sites {
		sites = append(sites, Site{Origin: b.origin(k), ID: k + 1, Pages: b.pages, Crawl: func() (*site.Crawl, error) {
			f, err := export.Open(b.dir(k))
			if err != nil {
				return nil, err
			}
			return f.Crawl()
		}})
	}
	d, err := export.NewDir(filepath.Join(b.folder, "sites"), "sites")
	must(t, err)
	files, err := export.NewPageGraph(t.Context(), d, false)
	must(t, err)
	sum, err := Write(d.Path(), sites, files, told(t))
	must(t, err)
	text, _ := json.Marshal(sum)
	t.Logf("%d pages, %d arcs, %d between sites; %s", sum.Pages, sum.Arcs, sum.Between.Arcs,
		strings.TrimSpace(string(text[:min(len(text), 300)])))
}

// told logs when a step begins.
func told(t *testing.T) Progress {
	last, began := "", time.Now()
	return func(what string, _ float64) {
		if what != last {
			t.Logf("%5.0f s: %s", time.Since(began).Seconds(), what)
			last = what
		}
	}
}
