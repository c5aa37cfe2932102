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

const (
	scaleOrigin = "https://scale.example"
	scaleSeed   = 4
	// scaleMenu is the number of pages that nearly all pages link to.
	scaleMenu = 6
)

// scaleShares are the parts of the pages, in hundredths, that are on the levels from 2 on.
var scaleShares = [...]int{1, 18, 42, 25, 9, 3, 1, 1}

// scaleSite is a made-up site of any size in the manner of large ones: a menu that nearly every page has, parts that
// link within themselves more than to others, folders, a tree from the start page down with links to siblings, some
// pages without links.
type scaleSite struct {
	dice  *rand.Rand
	crawl *site.Crawl
	// parent is a page one level nearer to the start page that links here, part the page's part.
	parent, part []uint32
	// front is the page that each part begins with.
	front []uint32
	// ends has the number of pages up to each level, children and members the
	// pages that each page is the parent of, and those of each part.
	ends              []int
	children, members [][]uint32
	// from is the first page that links to a page.
	from []uint32
	// weight counts the links of the page at hand to others.
	weight []uint32
}

// newScaleSite makes a site with that many pages and about that many arcs.
func newScaleSite(pages, arcs int) *site.Crawl {
	s := &scaleSite{
		dice: rand.New(rand.NewPCG(scaleSeed, 0)), from: make([]uint32, pages), weight: make([]uint32, pages)}
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
	parts := max(3, 1+pages/5000)
	s.add(0, []scaleChild{{key: scaleOrigin + "/"}})
	fronts := make([]scaleChild, parts)
	for k := range fronts {
		fronts[k] = scaleChild{part: uint32(k), key: fmt.Sprintf("%s/%s/", scaleOrigin, partName(uint32(k)))}
	}
	s.add(1, fronts)
	s.front = make([]uint32, parts)
	for k := range uint32(parts) {
		s.front[s.part[1+k]] = 1 + k
	}
	for k := 2; len(s.crawl.Graph.Pages) < pages; k++ {
		left := pages - len(s.crawl.Graph.Pages)
		size := left
		if k-2 < len(scaleShares)-1 {
			size = min(left, pages*scaleShares[k-2]/100)
		}
		s.add(k, s.brood(k, size))
	}
	s.children, s.members = make([][]uint32, pages), make([][]uint32, parts)
	for i := range uint32(pages) {
		s.members[s.part[i]] = append(s.members[s.part[i]], i)
		if i > 0 {
			s.children[s.parent[i]] = append(s.children[s.parent[i]], i)
		}
	}
}

// scaleChild is a page that is not in its place yet.
type scaleChild struct {
	key          string
	parent, part uint32
}

// brood gives parents to the pages of a level, to some many.
func (s *scaleSite) brood(level, size int) []scaleChild {
	begin, end := s.ends[level-2], s.ends[level-1]
	brood := make([]scaleChild, size)
	for k := range brood {
		parent := uint32(begin + s.skewed(end-begin, 1))
		if level == 2 { // parts are of unequal size
			parent = uint32(begin + s.skewed(end-begin, 2))
		} else if k%2 == 0 && int(parent) > begin+8 {
			parent &^= 7
		}
		number := s.ends[level-1] + k
		brood[k] = scaleChild{parent: parent, part: s.part[parent], key: scaleURL(s.part[parent], parent, number)}
	}
	return brood
}

// skewed draws a number below limit, the lower the likelier.
func (s *scaleSite) skewed(limit, power int) int {
	x := 1.0
	for u := s.dice.Float64(); power > 0; power-- {
		x *= u
	}
	return int(float64(limit) * x)
}

// add appends a level, sorted.
func (s *scaleSite) add(level int, children []scaleChild) {
	g := s.crawl.Graph
	slices.SortFunc(children, func(a, b scaleChild) int { return strings.Compare(a.key, b.key) })
	for _, c := range children {
		i := len(g.Pages)
		p := site.Page{
			URL: c.key, Key: c.key, Level: level, ExternalLinks: i * 7919 % 4,
			Status: 200, ContentType: "text/html", Bytes: int64(8000 + i*31%40_000),
			Hash: fmt.Sprintf("%032x", uint64(i+1)*0x9e3779b97f4a7c15), Lang: "en", Title: scaleTitle(c.part, i)}
		if i%3 > 0 {
			p.Canonical = c.key
		}
		g.Pages = append(g.Pages, p)
		s.parent, s.part = append(s.parent, c.parent), append(s.part, c.part)
	}
	s.ends = append(s.ends, len(g.Pages))
}

var scaleWords = strings.Fields("lamp river opening summer guide method table index garden history winter paper " +
	"library market engine letter museum harbour signal number street season worker record island bridge theatre " +
	"forest school kitchen")

func scaleWord(i int) string { return scaleWords[i%len(scaleWords)] }

func partName(part uint32) string {
	return [...]string{"handbook", "news", "shop", "people"}[part%4] + fmt.Sprintf("-%03d", part)
}

// scaleURL names a page in the manner of its part.
func scaleURL(part, parent uint32, number int) string {
	folder := fmt.Sprintf("%s/%s/%s-%07d/", scaleOrigin, partName(part), scaleWord(int(parent)), parent)
	switch part % 4 {
	case 0:
		return folder + fmt.Sprintf("%s-of-the-%s-%07d.html", scaleWord(number), scaleWord(number/7), number)
	case 1:
		return folder + fmt.Sprintf("20%02d-%02d-%02d/%s-%07d",
			number%25, 1+number%12, 1+number%28, scaleWord(number), number)
	case 2:
		return folder + fmt.Sprintf("item.php?id=%d&view=%s", number, scaleWord(number/11%5))
	}
	return folder + fmt.Sprintf("%07d/", number)
}

// scaleTitle names some pages alike and some not at all.
func scaleTitle(part uint32, i int) string {
	if i%200 == 7 {
		return ""
	}
	return fmt.Sprintf("The %s and the %s %d - %s of the %ser",
		scaleWord(i), scaleWord(i/13), i/3, partName(part), scaleWord(int(part)))
}

// link makes the arcs. None leads down more than one level, so that levels are the least numbers of arcs.
func (s *scaleSite) link(arcs int) {
	g := s.crawl.Graph
	g.Targets = make([]uint32, 0, arcs+arcs/50)
	g.Weights.Grow(arcs + arcs/50)
	var row []uint32
	for i := range g.Pages {
		mean := float64(arcs-len(g.Targets)) / float64(len(g.Pages)-i)
		row = s.row(uint32(i), int(mean*(0.5+0.5*s.dice.ExpFloat64())), row[:0])
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
func (s *scaleSite) row(i uint32, degree int, row []uint32) []uint32 {
	to := func(t uint32) {
		if s.weight[t]++; s.weight[t] == 1 {
			row = append(row, t)
		}
	}
	for _, child := range s.children[i] {
		to(child)
	}
	if len(row) == 0 && s.dice.IntN(50) == 0 {
		return row // a page that leads nowhere
	}
	if s.dice.IntN(20) > 0 {
		for k := range min(scaleMenu, s.ends[1]) {
			to(uint32(k))
		}
	}
	to(s.front[s.part[i]])
	to(s.parent[i])
	reach := s.ends[min(s.crawl.Graph.Pages[i].Level+1, len(s.ends)-1)]
	own := s.members[s.part[i]]
	near, _ := slices.BinarySearch(own, uint32(reach))
	for range 3 * degree {
		if len(row) >= degree {
			break
		}
		switch kind := s.dice.IntN(10); {
		case kind < 5:
			to(uint32(min(max(0, int(i)+s.dice.IntN(81)-40), reach-1)))
		case kind < 9 && near > 0:
			to(own[s.skewed(near, 2)])
		default:
			to(uint32(s.skewed(reach, 3)))
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
