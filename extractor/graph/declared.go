package graph

import (
	"iter"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Declared yields the links that the pages of a graph declare to programs alone.
func (b *Builder) Declared(g *site.Graph) iter.Seq[site.Declared] {
	return func(yield func(site.Declared) bool) {
		for i := range g.Pages {
			f := g.Pages[i].Facts
			if f == nil {
				continue
			}
			for _, list := range []struct {
				source string
				urls   []string
			}{{site.SourceBreadcrumb, f.Breadcrumbs}, {site.SourcePayload, f.Payload}} {
				for at, url := range list.urls {
					d := site.Declared{Page: i + 1, Source: list.source, Position: at + 1, URL: url}
					if d.Target = b.pageAt(url) + 1; !yield(d) {
						return
					}
				}
			}
		}
	}
}

// pageAt is the place of the page that a normalized URL leads to, -1 for none.
func (b *Builder) pageAt(key string) int {
	if id := b.Known.URLs.Find(key); id != evidence.NoURL && b.Known.URLs.Inside(id) {
		return b.linkedPage(id)
	}
	return -1
}
