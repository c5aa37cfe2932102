package report_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"sitegraph/site"
)

// draft is a site as a test makes it: contents and links by path.
type draft struct {
	hashes map[string]string
	links  map[string][]string
}

func (d draft) link(from, to string) { d.links[from] = append(d.links[from], to) }

// museum is a site of that many pages in four folders, each linked from one of
// those before it and linking home, with some links across.
func museum(n int) draft {
	dice := rand.New(rand.NewPCG(4, 2))
	d := draft{map[string]string{"/": "hash of /"}, map[string][]string{}}
	paths := []string{"/"}
	for i := 1; i < n; i++ {
		path := fmt.Sprintf("/%s/%02d", []string{"rooms", "visit", "shop", "news"}[i%4], i)
		d.hashes[path] = "hash of " + path
		d.link(paths[dice.IntN(min(len(paths), 1+i/3))], path)
		d.link(path, "/")
		for range dice.IntN(4) {
			d.link(path, paths[dice.IntN(len(paths))])
		}
		paths = append(paths, path)
	}
	return d
}

// later is the same site some time after: pages were removed, added, moved and
// changed, and a page near home links to a deep one.
func (d draft) later() draft {
	l := draft{maps.Clone(d.hashes), map[string][]string{}}
	moved := map[string]string{}
	for i, path := range slices.Sorted(maps.Keys(d.hashes)) {
		switch {
		case path == "/":
		case i%11 == 0:
			delete(l.hashes, path)
		case i%13 == 0:
			moved[path] = "/moved" + path
			l.hashes["/moved"+path] = l.hashes[path]
			delete(l.hashes, path)
		case i%7 == 0:
			l.hashes[path] += ", changed"
		case i%9 == 0:
			l.hashes["/new"+path] = "hash of /new" + path
			l.link(path, "/new"+path)
			l.link("/", path)
		}
	}
	name := func(path string) string { return cmp.Or(moved[path], path) }
	for from, targets := range d.links {
		for _, to := range targets {
			l.link(name(from), name(to))
		}
	}
	return l
}

// crawl is what a walk finds of a site: the pages that can be reached.
func (d draft) crawl() *site.Crawl {
	level := map[string]int{"/": 0}
	for queue := []string{"/"}; len(queue) > 0; queue = queue[1:] {
		for _, to := range d.links[queue[0]] {
			_, seen := level[to]
			if _, is := d.hashes[to]; is && !seen {
				level[to] = level[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	paths := slices.SortedFunc(maps.Keys(level), func(a, b string) int {
		return cmp.Or(cmp.Compare(level[a], level[b]), strings.Compare(a, b))
	})
	g := &site.Graph{Offsets: []int{0}}
	for _, path := range paths {
		address := "http://museum.example" + path
		title := "The museum: " + strings.ReplaceAll(strings.Trim(path, "/"), "/", ", ")
		page := site.Page{URL: address, Key: address, Title: title, Hash: d.hashes[path], Level: level[path]}
		g.Pages = append(g.Pages, page)
		weights := map[int]uint32{}
		for _, to := range d.links[path] {
			if at := slices.Index(paths, to); at >= 0 {
				weights[at]++
			}
		}
		for _, at := range slices.Sorted(maps.Keys(weights)) {
			g.Targets = append(g.Targets, uint32(at))
			g.Weights.Append(weights[at])
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return &site.Crawl{Site: "http://museum.example", Graph: g, Complete: true, Ended: "work-done",
		Counts: site.Counts{States: map[site.State]int{site.StatePage: len(paths)}}}
}
