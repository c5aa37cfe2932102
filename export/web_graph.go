package export

import (
	"cmp"
	"compress/gzip"
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// This is the text form of Common Crawl's graphs (https://commoncrawl.org/web-graphs). Vertices are "id TAB name",
// edges are "id TAB id", both gzipped. Ids count from 0 in the order of names; edges are sorted and distinct. Hosts
// are written backwards without "www.", as in "org.example.news", and have no edge to themselves. Common Crawl has
// no graph of pages; we name pages by their URLs, as Web Data Commons does.

func writePageVertices(o *out, c *site.Crawl, _ Options) error {
	pages, _ := byKey(c.Graph)
	return o.vertices(mapped(slices.Values(pages), func(i uint32) string { return c.Graph.Pages[i].Key }))
}

func writePageEdges(o *out, c *site.Crawl, options Options) error {
	pages, ids := byKey(c.Graph)
	var row []uint32
	return o.edges(func(yield func([2]uint32) bool) {
		for id, i := range pages {
			targets, _ := c.Graph.Out(int(i))
			row = row[:0]
			for _, t := range targets {
				if t != i || options.SelfLoops {
					row = append(row, ids[t])
				}
			}
			slices.Sort(row)
			for _, t := range row {
				if !yield([2]uint32{uint32(id), t}) {
					return
				}
			}
		}
	})
}

// byKey returns the indexes of the pages, sorted by normalized URL, and the position of each page in that order.
func byKey(g *site.Graph) (pages, ids []uint32) {
	pages = site.UpTo[uint32](len(g.Pages))
	slices.SortFunc(pages, func(a, b uint32) int { return strings.Compare(g.Pages[a].Key, g.Pages[b].Key) })
	ids = make([]uint32, len(pages))
	for id, i := range pages {
		ids[i] = uint32(id)
	}
	return pages, ids
}

// hostGraph has the hosts that each host links to. Names are written backwards.
type hostGraph map[string]map[string]bool

func (g hostGraph) host(name string) string {
	name = site.ReversedHost(name)
	if g[name] == nil {
		g[name] = map[string]bool{}
	}
	return name
}

func (g hostGraph) link(a, b string) {
	if a != b {
		g[a][b] = true
	}
}

// hostsOf returns the graph of the hosts that a crawl's pages have or link to.
func hostsOf(c *site.Crawl) (hostGraph, error) {
	g, of := hostGraph{}, make([]string, len(c.Graph.Pages))
	for i := range c.Graph.Pages {
		of[i] = g.host(site.HostIn(c.Graph.Pages[i].Key))
	}
	for i := range of {
		targets, _ := c.Graph.Out(i)
		for _, t := range targets {
			g.link(of[i], of[t])
		}
	}
	if c.External == nil {
		return g, nil
	}
	for l, err := range c.External {
		if err != nil {
			return nil, err
		}
		g.link(of[l.Source-1], g.host(site.HostIn(l.Key)))
	}
	return g, nil
}

func hostsOfSites(sites *site.SiteGraph) (hostGraph, error) {
	g, of := hostGraph{}, make([]string, len(sites.Nodes))
	for i := range sites.Nodes {
		of[i] = g.host(sites.Nodes[i].Label)
	}
	for _, a := range sites.Arcs {
		g.link(of[a.Source-1], of[a.Target-1])
	}
	return g, nil
}

func (g hostGraph) writeVertices(o *out) error { return o.vertices(slices.Values(site.Names(g))) }

func (g hostGraph) writeEdges(o *out) error {
	names, place := site.Names(g), map[string]uint32{}
	for i, name := range names {
		place[name] = uint32(i)
	}
	return o.edges(func(yield func([2]uint32) bool) {
		for _, from := range names {
			for _, to := range site.Names(g[from]) {
				if !yield([2]uint32{place[from], place[to]}) {
					return
				}
			}
		}
	})
}

func ofHosts[T any](hosts func(T) (hostGraph, error),
	write func(hostGraph, *out) error) func(*out, T, Options) error {
	return func(o *out, of T, _ Options) error {
		g, err := hosts(of)
		if err != nil {
			return err
		}
		return write(g, o)
	}
}

func (o *out) vertices(names iter.Seq[string]) error {
	return o.gzipped(func(z *out) error {
		id := 0
		for name := range records(z, names) {
			z.vertex(id, name)
			id++
		}
		return nil
	})
}

func (o *out) edges(all iter.Seq[[2]uint32]) error {
	return o.gzipped(func(z *out) error {
		for e := range records(z, all) {
			z.pair(int(e[0]), int(e[1]))
		}
		return nil
	})
}

func (o *out) vertex(id int, name string) {
	o.int(id).raw("\t")
	o.buf = append(o.buf, o.clean(name)...)
	o.raw("\n")
}

func (o *out) pair(a, b int) { o.int(a).raw("\t").int(b).raw("\n") }

// gzipped compresses what fill writes, without a name or a time in the header.
func (o *out) gzipped(fill func(*out) error) error {
	w := gzip.NewWriter(o)
	z := &out{ctx: o.ctx, w: w}
	err := fill(z)
	o.replaced += z.replaced
	return cmp.Or(err, z.flush(), w.Close())
}
