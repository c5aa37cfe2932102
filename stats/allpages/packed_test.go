package allpages

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats"
)

var must = console.Must

func pack(t *testing.T, lists [][]uint32) *packed {
	t.Helper()
	p, err := newPacker(t.TempDir(), len(lists))
	must(t, err)
	for _, list := range lists {
		must(t, p.add(list))
	}
	done, err := p.finish()
	must(t, err)
	return done
}

// lists reads all lists and closes the file.
func (p *packed) lists(t *testing.T) (all [][]uint32) {
	t.Helper()
	of := p.Reader()
	for i := range p.Len() {
		all = append(all, slices.Clone(of(i)))
	}
	must(t, p.close())
	if _, err := os.Stat(p.file.Name()); err == nil {
		t.Errorf("%s is left", p.file.Name())
	}
	return all
}

func randomLists(seed uint64, pages, most int) [][]uint32 {
	r := rand.New(rand.NewPCG(seed, 9))
	lists := make([][]uint32, pages)
	for i := range lists {
		for range r.IntN(most) {
			lists[i] = append(lists[i], uint32(r.IntN(pages)))
		}
		slices.Sort(lists[i])
		lists[i] = slices.Compact(lists[i])
	}
	return lists
}

func equal(a, b [][]uint32) bool { return slices.EqualFunc(a, b, slices.Equal[[]uint32]) }

// Lists come back as they were, also when transposed with little memory, or joined.
func TestPacked(t *testing.T) {
	for seed := range uint64(30) {
		lists := randomLists(seed, 1+int(seed)*8, 1+int(seed))
		out := pack(t, lists)
		back, between := make([][]uint32, len(lists)), make([][]uint32, len(lists))
		for i, list := range lists {
			for _, j := range list {
				back[j] = append(back[j], uint32(i))
			}
		}
		for i := range lists {
			between[i] = append(slices.Clone(lists[i]), back[i]...)
			slices.Sort(between[i])
			between[i] = slices.DeleteFunc(slices.Compact(between[i]), func(j uint32) bool { return int(j) == i })
		}
		for _, most := range []int{1, 7, 1000, 1 << 20} {
			in, err := reversed(t.TempDir(), out, most)
			must(t, err)
			if most == 7 {
				both, err := neighbours(t.TempDir(), out, in)
				must(t, err)
				if got := both.lists(t); !equal(got, between) {
					t.Errorf("seed %d: neighbours are %v, want %v", seed, got, between)
				}
			}
			if got := in.lists(t); !equal(got, back) {
				t.Errorf("seed %d, %d at once: got %v, want %v", seed, most, got, back)
			}
		}
		if got := out.lists(t); !equal(got, lists) {
			t.Errorf("seed %d: got %v, want %v", seed, got, lists)
		}
	}
}

// Differences of every length are packed.
func TestPackedFar(t *testing.T) {
	lists := [][]uint32{{1<<31 - 2, 1<<31 - 1}, {0, 1, 128, 129, 1 << 14, 1 << 21, 1 << 28, 1<<32 - 1}, {}, {0}}
	if got := pack(t, lists).lists(t); !equal(got, lists) {
		t.Errorf("got %v, want %v", got, lists)
	}
}

// prints finds every URL that was added, and no other.
func TestPrints(t *testing.T) {
	p := prints{}
	if _, ok := p[printOf("http://a.example/")]; ok {
		t.Error("an empty table has a page")
	}
	const urls = 5000
	for i := range urls {
		p.add(fmt.Sprint("http://a.example/", i), uint32(i))
		p.add(fmt.Sprint("http://a.example/", i/2), uint32(urls)) // keeps its first page
	}
	for i := range 2 * urls {
		page, ok := p[printOf(fmt.Sprint("http://a.example/", i))]
		if ok != (i < urls) || ok && int(page) != i {
			t.Fatalf("%d: page %d, %t", i, page, ok)
		}
	}
}

// collected has the parts that were written.
type collected struct {
	arcs  []site.PageArc
	nodes []site.PageNode
	parts [2]int
}

func collect[T any](to *[]T, rows iter.Seq2[*T, error]) error {
	for row, err := range rows {
		if err != nil {
			return err
		}
		*to = append(*to, *row)
	}
	return nil
}

func (c *collected) Arcs(part int, rows iter.Seq2[*site.PageArc, error]) error {
	c.parts[0] = part
	return collect(&c.arcs, rows)
}

func (c *collected) Nodes(part int, rows iter.Seq2[*site.PageNode, error]) error {
	c.parts[1] = part
	return collect(&c.nodes, rows)
}

// madeSites has sites with random arcs, aliases and links to each other.
type madeSites struct {
	crawls []*site.Crawl
	links  [][]site.ExternalLink
}

// key returns the address of a page, or of its alias with a number.
func key(host string, page, alias int) string {
	if alias > 0 {
		return fmt.Sprintf("http://%s/%d?alias=%d", host, page, alias)
	}
	return fmt.Sprintf("http://%s/%d", host, page)
}

// newSites makes sites of up to most pages.
func newSites(seed uint64, hosts []string, most int) (m madeSites) {
	r := rand.New(rand.NewPCG(seed, 7))
	for _, host := range hosts {
		n := 1 + r.IntN(most)
		c := &site.Crawl{Site: "http://" + host, Graph: &site.Graph{Offsets: []int{0}}, Complete: r.IntN(4) > 0}
		for i := range n {
			address := key(host, i, 0)
			c.Graph.Pages = append(c.Graph.Pages, site.Page{URL: address, Key: address, Level: min(i, 1)})
			if r.IntN(3) == 0 {
				c.Aliases = append(c.Aliases, site.Alias{Key: key(host, i, 1), Page: key(host, i, 0)})
			}
			for t := range n {
				if r.IntN(n) < 3 {
					c.Graph.Targets = append(c.Graph.Targets, uint32(t))
					c.Graph.Weights.Append(uint32(1 + r.IntN(300)))
				}
			}
			c.Graph.Offsets = append(c.Graph.Offsets, len(c.Graph.Targets))
		}
		m.crawls = append(m.crawls, c)
	}
	for k, c := range m.crawls {
		var links []site.ExternalLink
		for i := range c.Graph.Pages {
			for range r.IntN(4) {
				other := r.IntN(len(hosts) + 1)
				to := "http://elsewhere.example/"
				if other < len(hosts) && other != k {
					to = key(hosts[other], r.IntN(most), r.IntN(3)) // some belong to no page
				}
				links = append(links, site.ExternalLink{Source: i + 1, Key: to, Count: 1 + r.IntN(3)})
			}
		}
		m.links = append(m.links, links)
		c.External = site.WithoutErrors(links)
	}
	return m
}

func (m madeSites) sites() (all []Site) {
	for i, c := range m.crawls {
		all = append(all, Site{Origin: c.Site, ID: i + 1, Pages: len(c.Graph.Pages),
			Crawl: func() (*site.Crawl, error) { return c, nil }})
	}
	return all
}

// whole builds the graph by its definition, with pages by address and arcs in a map.
func (m madeSites) whole(order []int) (pages []site.Page, arcs map[[2]int]int, lost int) {
	id, arcs := map[string]int{}, map[[2]int]int{}
	hosts := map[string]bool{}
	for _, k := range order {
		for _, p := range m.crawls[k].Graph.Pages {
			pages = append(pages, p)
			id[p.Key] = len(pages)
		}
		for _, a := range m.crawls[k].Aliases {
			id[a.Key] = id[a.Page]
		}
		hosts[site.HostIn(m.crawls[k].Site)] = true
	}
	for _, k := range order {
		g := m.crawls[k].Graph
		for i := range g.Pages {
			targets, weights := g.Out(i)
			for n, t := range targets {
				arcs[[2]int{id[g.Pages[i].Key], id[g.Pages[t].Key]}] += int(weights.At(n))
			}
		}
		for _, l := range m.links[k] {
			if to := id[l.Key]; to > 0 {
				arcs[[2]int{id[g.Pages[l.Source-1].Key], to}] += l.Count
			} else if hosts[site.HostIn(l.Key)] {
				lost += l.Count
			}
		}
	}
	return pages, arcs, lost
}

// graphOf returns the graph in memory.
func graphOf(pages []site.Page, arcs map[[2]int]int) *site.Graph {
	g := &site.Graph{Pages: pages, Offsets: make([]int, 1)}
	rows := make([][]uint32, len(pages))
	for a := range arcs {
		rows[a[0]-1] = append(rows[a[0]-1], uint32(a[1]-1))
	}
	for i, row := range rows {
		slices.Sort(row)
		for _, t := range row {
			g.Targets = append(g.Targets, t)
			g.Weights.Append(uint32(arcs[[2]int{i + 1, int(t) + 1}]))
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return g
}

// The graph agrees with its definition, and its measures agree with those of the graph in memory.
func TestWrite(t *testing.T) {
	hosts := []string{"b.example", "www.a.test", "z.a.test", "a.test:8080", "127.0.0.1", "n.example"}
	order := []int{4, 0, 5, 3, 1, 2} // an IP address first, then names from their last label on
	for seed := range uint64(20) {
		m := newSites(seed, hosts, 1+int(seed)*4)
		dir := t.TempDir()
		var got collected
		sum, err := Write(dir, m.sites(), &got, func(string, float64) {})
		must(t, err)
		pages, arcs, lost := m.whole(order)
		g := graphOf(pages, arcs)
		checkArcs(t, got.arcs, arcs)
		checkNodes(t, got.nodes, g)
		if sum.Pages != len(pages) || sum.Arcs != len(arcs) || sum.Between.Lost != lost || sum.Sites != len(hosts) {
			t.Errorf("seed %d: got %d pages, %d arcs, %d links to no page, want %d, %d, %d", seed, sum.Pages, sum.Arcs,
				sum.Between.Lost, len(pages), len(arcs), lost)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%d files are left", len(left))
		}
	}
}

func checkArcs(t *testing.T, got []site.PageArc, want map[[2]int]int) {
	t.Helper()
	if !slices.IsSortedFunc(got, func(a, b site.PageArc) int {
		return slices.Compare([]int{a.Source, a.Target}, []int{b.Source, b.Target})
	}) || len(got) != len(want) {
		t.Fatalf("%d arcs, or not sorted; want %d", len(got), len(want))
	}
	for _, a := range got {
		console.Equal(t, a.Links, want[[2]int{a.Source, a.Target}], "links from", a.Source, "to", a.Target)
	}
}

func checkNodes(t *testing.T, got []site.PageNode, g *site.Graph) {
	t.Helper()
	n, err := stats.Analyse(&site.Crawl{Graph: g, Searched: &site.Searched{}}, nil)
	must(t, err)
	in := g.InDegrees()
	for i, p := range got {
		v := &n.Values
		if p.ID != i+1 || p.Key != g.Pages[i].Key || p.InDegree != in[i] || p.OutDegree != g.OutDegree(i) ||
			p.PageRank != v.PageRank[i] || p.Core != int(v.Core[i]) || p.Strong != int(v.Component[i])+1 ||
			p.Region != v.Region[i].String() {
			t.Fatalf("page %d of %d is %+v, want %s, degrees %d, %d, PageRank %v, core %d, component %d, %v", i+1,
				len(got), p, g.Pages[i].Key, in[i], g.OutDegree(i), v.PageRank[i], v.Core[i], v.Component[i]+1,
				v.Region[i])
		}
	}
}
