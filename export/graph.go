package export

import (
	"iter"
	"strings"
	"unicode"

	"sitegraph/site"
)

// node is a page as the files show it.
type node struct {
	id            int // 1 and up
	page          *site.Page
	inDegree, out int
}

// nodes yields the pages in order. The node is reused.
func nodes(g *site.Graph) iter.Seq[*node] {
	return func(yield func(*node) bool) {
		var n node
		in := g.InDegrees()
		for i := range g.Pages {
			n = node{id: i + 1, page: &g.Pages[i], inDegree: in[i], out: g.OutDegree(i)}
			if !yield(&n) {
				return
			}
		}
	}
}

// arc is an arc between two ids.
type arc struct{ source, target, weight int64 }

// arcs yields the arcs by (source, target), those from a page to itself only
// if selfLoops.
func arcs(g *site.Graph, selfLoops bool) iter.Seq[arc] {
	return func(yield func(arc) bool) {
		for i := range g.Pages {
			targets, weights := g.Out(i)
			for k, t := range targets {
				if int(t) == i && !selfLoops {
					continue
				}
				if !yield(arc{source: int64(i) + 1, target: int64(t) + 1, weight: int64(weights[k])}) {
					return
				}
			}
		}
	}
}

// label returns a page's title, or without one the path of its URL with the
// query: on an application the query alone tells the pages apart.
func label(p *site.Page) string {
	if strings.TrimFunc(p.Title, isBlank) != "" {
		return p.Title
	}
	_, rest, ok := strings.Cut(p.URL, "://")
	if slash := strings.IndexByte(rest, '/'); ok && slash >= 0 {
		return rest[slash:]
	}
	return p.URL
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
