package struck

import (
	"iter"

	"sitegraph/site"
)

// Without returns a crawl without the rows struck out, and their number by table; a crawl has no rows of problems.
// Striking out a page removes its arcs, its rows in other tables, and the URLs it represents. The start page stays.
// An arc goes when all its links do. Depths, policies' beliefs about pages, and agents' visits stay.
func Without(c *site.Crawl, l *List) (*site.Crawl, map[string]int, error) {
	all := l.All()
	if len(all) == 0 {
		return c, nil, nil
	}
	w := &without{Crawl: c, all: all, counts: map[string]int{}, counting: true, gone: map[string]bool{}}
	w.number()
	w.counting = false
	if err := w.findLinks(); err != nil {
		return nil, nil, err
	}
	if len(w.counts) == 0 && !w.others() {
		return c, nil, nil
	}
	return w.crawl()
}

type without struct {
	*site.Crawl
	all map[string]bool // identities
	// counts has the number of rows left out, by table. struck adds to it while counting is set.
	counts   map[string]int
	counting bool

	ids  []int           // new ids of pages by old id, 0 if gone
	gone map[string]bool // keys of pages that are gone
	// links has, by key, the ids of the pages whose links to it were struck out. whole has the arcs, by source and
	// target, that have no links left.
	links map[string]map[int]bool
	whole map[[2]int]bool
}

func (w *without) struck(table string, cells ...string) bool {
	is := w.all[Identity(table, cells...)]
	if is && w.counting {
		w.counts[table]++
	}
	return is
}

func (w *without) others() bool {
	for identity := range w.all {
		if table, _, err := Parse(identity); err == nil && table != "pages" && table != "links" {
			return true
		}
	}
	return false
}

func (w *without) number() {
	w.ids = make([]int, len(w.Graph.Pages)+1)
	next := 1
	for i, p := range w.Graph.Pages {
		if i > 0 && w.struck("pages", p.URL) {
			w.gone[p.Key] = true
			continue
		}
		w.ids[i+1] = next
		next++
	}
}

func (w *without) crawl() (*site.Crawl, map[string]int, error) {
	c := *w.Crawl
	c.Graph = w.graph()
	c.Ledger, c.External, c.Bad = w.ledger(), w.external(), w.bad()
	if c.Links != nil {
		c.Links = left(w.Links, w.keepLink)
	}
	c.LinksOf, c.TextsOf = w.linksOf(w.LinksOf), w.linksOf(w.TextsOf)
	c.Mentions, c.Watched, c.Searched = w.mentions, w.watched(), w.searched()
	c.Blocks = nil // they have the pages by their old ids
	c.Linked, c.Declared = w.linked(), w.declared()
	c.Aliases = nil
	for _, a := range w.Aliases {
		if !w.gone[a.Page] && !w.struck("ledger", a.Key) {
			c.Aliases = append(c.Aliases, a)
		}
	}
	if err := w.count(&c); err != nil {
		return nil, nil, err
	}
	return &c, w.counts, nil
}

func (w *without) graph() *site.Graph {
	g, out := w.Graph, &site.Graph{Offsets: []int{0}}
	for i, p := range g.Pages {
		if w.ids[i+1] == 0 {
			continue
		}
		out.Pages = append(out.Pages, p)
		for at := g.Offsets[i]; at < g.Offsets[i+1]; at++ {
			to := int(g.Targets[at]) + 1
			if !w.keepsArc(i+1, to) {
				continue
			}
			out.Targets = append(out.Targets, uint32(w.ids[to]-1))
			out.Weights.Append(g.Weights.At(at))
			if g.Volatile != nil {
				out.Volatile = append(out.Volatile, g.Volatile[at])
			}
			if g.Places != nil {
				out.Places = append(out.Places, g.Places[at])
				out.Content.Append(g.Content.At(at))
			}
		}
		out.Offsets = append(out.Offsets, len(out.Targets))
	}
	return out
}

func (w *without) keepsArc(source, target int) bool {
	return w.ids[source] > 0 && w.ids[target] > 0 && !w.whole[[2]int{source, target}]
}

// left yields the rows that keep accepts, as keep changed them. An error ends it.
func left[T any](rows iter.Seq2[T, error], keep func(*T) bool) iter.Seq2[T, error] {
	return site.Sought(rows, func(row *T) (T, bool) {
		kept := keep(row)
		return *row, kept
	})
}

// ledger leaves out the URLs of pages that are gone and the rows struck out. Rows of pages are only struck out in
// the table of pages.
func (w *without) ledger() iter.Seq2[site.Entry, error] {
	byKey := map[string]int{}
	for i, p := range w.Graph.Pages {
		byKey[p.Key] = i + 1
	}
	return left(w.Ledger, func(e *site.Entry) bool {
		if w.gone[e.Page] || e.State != site.StatePage && w.struck("ledger", e.Key) {
			return false
		}
		if id := byKey[e.From]; w.gone[e.From] || w.links[e.Key][id] {
			e.From = ""
			if ids := w.linkers(e.Key); len(ids) > 0 {
				e.From = w.Graph.Pages[ids[0]-1].Key
			}
		}
		return true
	})
}

func (w *without) url(id int) string { return w.Graph.Pages[id-1].URL }

func (w *without) external() iter.Seq2[site.ExternalLink, error] {
	return left(w.External, func(l *site.ExternalLink) bool {
		url := w.url(l.Source)
		l.Source = w.ids[l.Source]
		return l.Source > 0 && !w.struck("external", url, l.URL, l.Text, l.Rel)
	})
}

func (w *without) bad() iter.Seq2[site.BadLink, error] {
	return left(w.Bad, func(l *site.BadLink) bool {
		url := w.url(l.Source)
		l.Source = w.ids[l.Source]
		return l.Source > 0 && !w.struck("bad", url, l.Href, l.Text)
	})
}

func (w *without) count(c *site.Crawl) error {
	n := c.Counts
	n.Pages, n.Arcs, n.Links = len(c.Graph.Pages), c.Graph.Arcs(), c.Graph.Weights.Sum()
	n.States, n.ServerErrors, n.LoginWalls = map[site.State]int{}, 0, 0
	w.counting = true
	defer func() { w.counting = false }()
	for e, err := range w.ledger() {
		if err != nil {
			return err
		}
		n.States[e.State]++
		if e.ServerError() {
			n.ServerErrors++
		}
		if e.AsksToLogIn() {
			n.LoginWalls++
		}
	}
	c.Counts = n
	return w.countLinks(&c.Counts, c.Graph)
}

func (w *without) countLinks(n *site.Counts, g *site.Graph) error {
	n.InternalLinks, n.ExternalLinks, n.BadLinks = 0, 0, 0
	for i := range g.Pages {
		n.InternalLinks += g.Pages[i].Links
		g.Pages[i].ExternalLinks = 0
	}
	for l, err := range w.external() {
		if err != nil {
			return err
		}
		n.ExternalLinks += l.Count
		g.Pages[l.Source-1].ExternalLinks += l.Count
	}
	for l, err := range w.bad() {
		if err != nil {
			return err
		}
		n.BadLinks += l.Count
	}
	return nil
}
