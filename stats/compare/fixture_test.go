package compare

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"sitegraph/site"
)

// sketch is a crawl in the form in which a test writes it.
type sketch struct {
	origin string
	pages  []site.Page // URL is not needed
	arcs   map[[2]string]uint32
}

// crawl makes the crawl of a sketch, whose keys lack the origin.
func (s sketch) crawl() *site.Crawl {
	g := &site.Graph{Offsets: []int{0}}
	for _, p := range s.pages {
		p.Key = s.origin + p.Key
		p.URL, p.Title = p.Key+"#", cmp.Or(p.Title, "title of "+p.Key)
		g.Pages = append(g.Pages, p)
	}
	slices.SortFunc(g.Pages, func(a, b site.Page) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), strings.Compare(a.Key, b.Key))
	})
	for _, from := range g.Pages {
		for t, to := range g.Pages {
			if w := s.arcs[[2]string{from.Key[len(s.origin):], to.Key[len(s.origin):]}]; w > 0 {
				g.Targets = append(g.Targets, uint32(t))
				g.Weights.Append(w)
			}
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return &site.Crawl{Site: s.origin, Graph: g, Complete: true}
}

// dice makes two sketches that differ in all kinds of changes. Few different hashes make moves ambiguous.
func dice(seed uint64, n int) (a, b sketch) {
	d := rand.New(rand.NewPCG(seed, 3))
	hash := func() string {
		if d.IntN(8) == 0 {
			return ""
		}
		return fmt.Sprintf("%04x", d.IntN(2*n+1))
	}
	a.arcs, b.arcs = map[[2]string]uint32{}, map[[2]string]uint32{}
	name := map[string]string{} // maps names in A to names in B
	for i := range n {
		p := site.Page{Key: fmt.Sprintf("/%d", i), Hash: hash(), Level: d.IntN(4)}
		if d.IntN(6) > 0 {
			a.pages = append(a.pages, p)
		}
		name[p.Key] = p.Key
		switch d.IntN(8) {
		case 0:
			name[p.Key] = "/new" + p.Key
			p.Key = name[p.Key]
		case 1:
			p.Hash = hash()
		case 2:
			p.Level = d.IntN(6)
		case 3:
			continue
		}
		b.pages = append(b.pages, p)
	}
	for range n * 3 {
		from, to := fmt.Sprintf("/%d", d.IntN(n)), fmt.Sprintf("/%d", d.IntN(n))
		w := 1 + d.Uint32N(3)
		if d.IntN(4) > 0 {
			a.arcs[[2]string{from, to}] = w
		}
		if d.IntN(4) == 0 {
			w++
		}
		if d.IntN(4) > 0 {
			b.arcs[[2]string{name[from], name[to]}] = w
		}
	}
	a.origin, b.origin = "http://h", "http://h"
	if seed%3 == 0 {
		b.origin = "https://www.h:8443"
	}
	return a, b
}
