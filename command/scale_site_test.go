//go:build unix

package command

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/export"
	"sitegraph/run"
	"sitegraph/site"
)

const scaleOrigin = "https://scale.example"

// scaleShares are the parts of the pages, in hundredths, that are on the levels from 2 on.
var scaleShares = [...]int{1, 18, 42, 25, 9, 3, 1, 1}

// scaleSite is a made-up site of any size in the manner of large ones: a menu that nearly every page has, parts that
// link within themselves more than to others, a tree from the start page down with links to siblings, some pages
// without links. A page's part is the rest of its number.
type scaleSite struct {
	dice  *rand.Rand
	crawl *site.Crawl
	parts int
	// ends has the number of pages up to each level.
	ends []int
	// parent is a page one level nearer to the start page, which links to its children.
	parent   []uint32
	children [][]uint32
	// from is the first page that links to a page, counted from 1.
	from []uint32
	// weight counts the links of the page at hand to others.
	weight []uint32
}

// newScaleSite makes a site with that many pages and about that many arcs.
func newScaleSite(pages, arcs int) *site.Crawl {
	s := &scaleSite{dice: rand.New(rand.NewPCG(4, 0)), parts: max(3, 1+pages/5000), children: make([][]uint32, pages),
		from: make([]uint32, pages), weight: make([]uint32, pages)}
	s.crawl = &site.Crawl{Site: scaleOrigin, Name: "scale.example", Ended: "work-done", Complete: true,
		Graph:    &site.Graph{Pages: make([]site.Page, 0, pages), Offsets: make([]int, 1, pages+1)},
		Started:  time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Finished: time.Date(2026, 1, 2, 9, 4, 5, 0, time.UTC),
		Robots: site.RobotsSeen{
			URL: scaleOrigin + "/robots.txt", Status: 404, Access: site.RobotsAllow, Why: site.RobotsStatus}}
	s.grow(pages)
	s.link(arcs)
	s.account()
	return s.crawl
}

// grow makes the pages, level by level, each in the order of its keys.
func (s *scaleSite) grow(pages int) {
	for begin, level := 0, 0; s.pages() < pages; level++ {
		end, size := s.pages(), pages-s.pages()
		switch k := level - 2; {
		case level == 0:
			size = 1
		case level == 1:
			size = s.parts
		case k < len(scaleShares)-1:
			size = min(size, pages*scaleShares[k]/100)
		}
		for range size {
			parent := uint32(begin)
			if level > 0 {
				parent += uint32(s.skewed(end-begin, 1+level%2))
				s.children[parent] = append(s.children[parent], uint32(s.pages()))
			}
			s.parent = append(s.parent, parent)
			s.add(level)
		}
		begin = end
		s.ends = append(s.ends, s.pages())
	}
}

func (s *scaleSite) pages() int { return len(s.crawl.Graph.Pages) }

// skewed draws a number below limit, the lower the likelier.
func (s *scaleSite) skewed(limit, power int) int {
	x := 1.0
	for u := s.dice.Float64(); power > 0; power-- {
		x *= u
	}
	return int(float64(limit) * x)
}

// add makes a page, some without a title and without naming itself as canonical.
func (s *scaleSite) add(level int) {
	i := s.pages()
	key := fmt.Sprintf("%s/%07d/%s/%s.html", scaleOrigin, i, scaleWord(i%s.parts), scaleWord(i/7))
	if i == 0 {
		key = scaleOrigin + "/"
	}
	p := site.Page{URL: key, Key: key, Level: level, ExternalLinks: i * 7919 % 4,
		Status: 200, ContentType: "text/html", Bytes: int64(8000 + i*31%40_000),
		Hash: fmt.Sprintf("%032x", uint64(i+1)*0x9e3779b97f4a7c15), Lang: "en"}
	if i%200 != 7 {
		p.Title = fmt.Sprintf("The %s and the %s %d - part %d", scaleWord(i), scaleWord(i/13), i/3, i%s.parts)
	}
	if i%3 > 0 {
		p.Canonical = key
	}
	s.crawl.Graph.Pages = append(s.crawl.Graph.Pages, p)
}

func scaleWord(i int) string {
	words := [...]string{"lamp", "river", "opening", "guide", "method", "table", "garden", "history", "winter"}
	return words[i%len(words)]
}

// link makes the arcs. None leads down more than one level, so that levels are the least numbers of arcs.
func (s *scaleSite) link(arcs int) {
	g := s.crawl.Graph
	g.Targets = make([]uint32, 0, arcs+arcs/50)
	g.Weights.Grow(arcs + arcs/50)
	var row []uint32
	for i := range g.Pages {
		mean := float64(arcs-len(g.Targets)) / float64(len(g.Pages)-i)
		row = s.row(i, int(mean*(0.5+0.5*s.dice.ExpFloat64())), row[:0])
		slices.Sort(row)
		for _, t := range row {
			if s.from[t] == 0 {
				s.from[t] = uint32(i) + 1
			}
			g.Targets = append(g.Targets, t)
			g.Weights.Append(s.weight[t])
			s.crawl.Counts.Links += int(s.weight[t])
			s.weight[t] = 0
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
}

// row draws the targets of page i, about that many.
func (s *scaleSite) row(i, degree int, row []uint32) []uint32 {
	to := func(t int) {
		if s.weight[t]++; s.weight[t] == 1 {
			row = append(row, uint32(t))
		}
	}
	for _, child := range s.children[i] {
		to(int(child))
	}
	if len(row) == 0 && s.dice.IntN(50) == 0 {
		return row // a page that leads nowhere
	}
	if s.dice.IntN(20) > 0 {
		for k := range min(6, s.ends[1]) { // a menu
			to(k)
		}
	}
	to(1 + i%s.parts)
	to(int(s.parent[i]))
	reach := s.ends[min(s.crawl.Graph.Pages[i].Level+1, len(s.ends)-1)]
	for range 3 * degree {
		if len(row) >= degree {
			break
		}
		switch kind := s.dice.IntN(10); {
		case kind < 5:
			to(min(max(0, i+s.dice.IntN(81)-40), reach-1))
		case kind < 9:
			to(min(s.skewed(reach, 2)/s.parts*s.parts+i%s.parts, reach-1))
		default:
			to(s.skewed(reach, 3))
		}
	}
	return row
}

// account makes the tables beside the graph.
func (s *scaleSite) account() {
	c := s.crawl
	var ledger []site.Entry
	for i := range c.Graph.Pages {
		p := &c.Graph.Pages[i]
		from := c.Graph.Pages[max(s.from[i], 1)-1].Key
		ledger = append(ledger, site.Entry{Key: p.Key, URL: p.URL,
			State: site.StatePage, Level: p.Level, Status: 200, Page: p.Key, From: from})
		if i%40 == 3 {
			old := strings.Replace(p.Key, scaleOrigin+"/", scaleOrigin+"/old/", 1)
			ledger = append(ledger, site.Entry{Key: old, URL: old,
				State: site.StateRedirect, Level: p.Level, Status: 301, Page: p.Key, From: from})
		}
		if i%100 == 50 {
			gone := strings.Replace(p.Key, scaleOrigin+"/", scaleOrigin+"/gone/", 1)
			ledger = append(ledger, site.Entry{Key: gone, URL: gone,
				State: site.StateStatus, Level: p.Level, Status: 404, From: p.Key})
		}
		c.Counts.ExternalLinks += p.ExternalLinks
	}
	slices.SortFunc(ledger, func(a, b site.Entry) int { return cmp.Compare(a.Key, b.Key) })
	c.Counts.States = map[site.State]int{}
	for _, e := range ledger {
		c.Counts.States[e.State]++
		if e.State == site.StateRedirect {
			c.Aliases = append(c.Aliases, site.Alias{Key: e.Key, Page: e.Page, Kind: site.AliasRedirect})
		}
	}
	c.Ledger, c.External, c.Bad = entries(ledger), scaleExternal(c.Graph.Pages), scaleBad(c.Graph.Pages, &c.Counts)
	c.Counts.Pages, c.Counts.Arcs, c.Counts.Fetched = len(c.Graph.Pages), c.Graph.Arcs(), len(ledger)
	c.Counts.InternalLinks = c.Counts.Links
}

func entries(all []site.Entry) iter.Seq2[site.Entry, error] {
	return func(yield func(site.Entry, error) bool) {
		for _, e := range all {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func scaleExternal(pages []site.Page) iter.Seq2[site.ExternalLink, error] {
	return func(yield func(site.ExternalLink, error) bool) {
		for i := range pages {
			url := fmt.Sprintf("https://other-%03d.example/%s", i*31%500, scaleWord(i))
			l := site.ExternalLink{Source: i + 1, URL: url, Key: url,
				Text: "see " + scaleWord(i), Count: pages[i].ExternalLinks}
			if l.Count > 0 && !yield(l, nil) {
				return
			}
		}
	}
}

func scaleBad(pages []site.Page, counts *site.Counts) iter.Seq2[site.BadLink, error] {
	const every = 50
	counts.BadLinks = len(pages) / every
	return func(yield func(site.BadLink, error) bool) {
		for i := range counts.BadLinks {
			l := site.BadLink{Source: i*every + 1, Href: fmt.Sprintf("http://[%d", i),
				Fault: site.LinkFault{Kind: site.FaultBadHost}, Text: scaleWord(i), Count: 1}
			if !yield(l, nil) {
				return
			}
		}
	}
}

// writeScaleSite writes a site's result folder.
func writeScaleSite(t *testing.T, folder string, c *site.Crawl) {
	t.Helper()
	d, err := export.NewDir(folder, c.Name)
	must(t, err)
	for _, name := range []string{"csv", "aliases", "ledger", "external", "bad"} {
		must(t, export.Write(context.Background(), d, name, c, export.Options{SelfLoops: true}))
	}
	must(t, export.WriteManifest(d, export.NewManifest(run.Version, map[string]string{}, c)))
}
