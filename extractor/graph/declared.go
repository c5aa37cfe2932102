package graph

import "sitegraph/extractor/evidence"

// PageOf is the id of the page that a normalized URL leads to, 0 for none.
func (b *Builder) PageOf(key string) int {
	if id := b.Known.URLs.Find(key); id != evidence.NoURL && b.Known.URLs.Inside(id) {
		return b.linkedPage(id) + 1
	}
	return 0
}
