package report_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

// watch gives a crawl a history of daily iterations.
func watch(c *site.Crawl, iterations int) *site.Crawl {
	n, last := len(c.Graph.Pages), int32(iterations)
	w := &site.Watched{Belief: &site.Belief{Policy: "learned"}}
	for t := range iterations {
		w.Iterations = append(w.Iterations, site.Iteration{Number: t + 1, Complete: true, Policy: "learned", Planned: 9,
			At: time.Date(2026, 5, 3, 6, 0, 0, 0, time.UTC).AddDate(0, 0, t), Checked: 8, Changed: t % 4,
			Unchanged: 7 - t%4, Gone: 1, Removed: t % 2, Added: t % 3})
	}
	for i := range int32(n) {
		w.Pages = append(w.Pages, site.Seen{First: 1 + i%9, Last: last - i%5, Checked: last - i%4, Changed: 9 + i%20,
			Visits: 2 + i%30, Changes: i % 3})
		w.Belief.Chance = append(w.Belief.Chance, float64(i%4)/10)
		w.Belief.Next = append(w.Belief.Next, site.NextCheck{Page: int(i*7) % n, Why: []site.CheckReason{site.CheckGone,
			site.CheckWorth, site.CheckScent, site.CheckWaiting}[i%4], Index: float64(i), Age: float64(i % 9)})
	}
	for i := range int32(len(c.Graph.Targets)) {
		w.Arcs = append(w.Arcs, site.Seen{First: 1 + i%3, Last: last, Changed: 1 + i%last})
	}
	c.Watched = w
	return c
}

// draft is a site in the form in which a test writes it, with contents and links by path.
type draft struct {
	hashes map[string]string
	links  map[string][]string
}

func (d draft) link(from, to string) { d.links[from] = append(d.links[from], to) }

// museum returns a site of n pages in four folders. An earlier page links to each, and links go across.
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

// later returns the site after some time: pages were removed, added, moved and changed.
func (d draft) later() *site.Crawl {
	for i := range 9 {
		d.link("/", fmt.Sprintf("/new/%d", i))
		d.hashes[fmt.Sprintf("/new/%d", i)] = "new"
	}
	c := d.crawl()
	for i := range c.Graph.Pages {
		p := &c.Graph.Pages[i]
		switch i % 13 {
		case 3: // moved
			p.Key, p.URL = p.Key+"/moved", p.URL+"/moved"
		case 5: // removed, and replaced by another
			p.Key, p.URL, p.Hash = p.Key+"/other", p.URL+"/other", "other "+p.Hash
		case 7:
			p.Hash += ", changed"
		}
	}
	return c
}

// crawl returns what a crawl finds: the pages that can be reached.
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
