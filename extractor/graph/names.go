package graph

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
)

// A page that was known only by URLs with a session has another URL at every crawl. In files it has its URL without the
// session, and its place by that.

// Arrange sorts the pages by depth and name, after the last answer.
func (b *Builder) Arrange() {
	b.names, b.named = b.plainNames(), map[string]bool{}
	for _, name := range b.names {
		b.named[name] = true
	}
	order := make([]int32, len(b.Pages))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		p, q := b.Pages[i], b.Pages[j]
		return cmp.Or(cmp.Compare(p.depth, q.depth), strings.Compare(b.Name(p.Key), b.Name(q.Key)))
	})
	pages, place := make([]page, len(order)), make([]int32, len(order))
	for to, from := range order {
		pages[to], place[from] = b.Pages[from], int32(to)
		b.PageAt.Set(pages[to].Key, int32(to)+1, 0)
	}
	for k, p := range b.Duplicate {
		if p != 0 {
			b.Duplicate[k] = place[p-1] + 1
		}
	}
	for digest, p := range b.ByDigest {
		b.ByDigest[digest] = place[p]
	}
	b.Pages = pages
}

// plainNames are the names of pages whose URLs have a session: the URL without it, unless that shows something else, or
// is the name of two pages.
func (b *Builder) plainNames() map[evidence.URLID]string {
	names, pages := map[evidence.URLID]string{}, map[string]int{}
	for i, p := range b.Pages {
		url := b.Known.URLs.String(p.Key)
		plain := b.Same.Plain(url)
		pages[plain]++
		if key := b.Known.URLs.Find(plain); plain != url &&
			(key == evidence.NoURL || b.Known.Answer(key) == nil || b.pageOf(key) == i) {
			names[p.Key] = plain
		}
	}
	for key, name := range names {
		if pages[name] > 1 {
			delete(names, key)
		}
	}
	return names
}

// Name is the normalized URL of a page in files.
func (b *Builder) Name(page evidence.URLID) string {
	if name, changed := b.names[page]; changed {
		return name
	}
	return b.Known.URLs.String(page)
}

// urlOf is the URL of an answer in files.
func (b *Builder) urlOf(key evidence.URLID, a *evidence.Answer) string {
	url := b.Known.URLs.String(a.URL)
	if _, changed := b.names[key]; changed {
		return b.Same.Plain(url)
	}
	return url
}

// namesAnother reports whether a URL is the name of a page that was fetched by another one, and is that in files.
func (b *Builder) namesAnother(key evidence.URLID) bool {
	return len(b.named) > 0 && b.named[b.Known.URLs.String(key)]
}

// sortByName sorts normalized URLs by what they are called in files.
func (b *Builder) sortByName(keys []evidence.URLID) {
	if len(b.names) == 0 {
		b.Known.URLs.Sort(keys)
		return
	}
	slices.SortFunc(keys, func(i, j evidence.URLID) int { return strings.Compare(b.Name(i), b.Name(j)) })
}
