package graph

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
)

// A page that was known only by URLs with a session has another URL at every crawl, and which of its spellings was
// fetched depends on sessions, too. In files it has the plainest of those that links lead to, without the session, and
// its place by that.

// naming is the name of a page, and the key from which it is: that of the page, or one that a rule or an answer makes
// that page.
type naming struct {
	by   evidence.URLID
	name string
}

// Arrange sorts the pages by depth and name, after the last answer.
func (b *Builder) Arrange() {
	b.names, b.named, b.namers = b.plainNames(), map[string]evidence.URLID{}, map[evidence.URLID]evidence.URLID{}
	for page, n := range b.names {
		b.named[n.name], b.namers[n.by] = n.by, page
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

// plainNames are the names of pages of a site with sessions: the plainest URL without its session, unless that shows
// something else, or is the name of two pages.
func (b *Builder) plainNames() map[evidence.URLID]naming {
	names, pages := map[evidence.URLID]naming{}, map[string]int{}
	for p, key := range b.Same.PlainestOf(b.spells) {
		name := b.Same.Plain(b.Known.URLs.String(key))
		pages[name]++
		if page := b.Pages[p].Key; name != b.Known.URLs.String(page) {
			names[page] = naming{key, name}
		}
	}
	for page, n := range names {
		if pages[n.name] > 1 {
			delete(names, page)
		}
	}
	return names
}

// spells returns the page that a key can name: the one that it was seen to show, or that rules make of it. A page that
// others call canonical is named by its own key alone. Any other is named by what pages of the graph link to.
func (b *Builder) spells(key evidence.URLID) (page int) {
	page = b.shows(key)
	if page < 0 {
		return -1
	}
	own := b.Pages[page].Key
	if b.Same.IsCanonical(own) && own != key || !b.Same.IsCanonical(own) && !b.Found.Seen(key) {
		return -1
	}
	plain := b.Known.URLs.Find(b.Same.Plain(b.Known.URLs.String(key)))
	if plain == evidence.NoURL || plain == key || b.shows(plain) == page ||
		b.Known.Answer(plain) == nil && b.shows(plain) < 0 {
		return page
	}
	return -1
}

// shows returns the page that a key shows without a redirect, by its answer or by rules, or -1.
func (b *Builder) shows(key evidence.URLID) (page int) {
	if b.Known.Answer(key) == nil {
		return b.CanonicalPage(key)
	}
	return b.pageOf(key)
}

// Name is the normalized URL of a page in files.
func (b *Builder) Name(page evidence.URLID) string {
	if n, changed := b.names[page]; changed {
		return n.name
	}
	return b.Known.URLs.String(page)
}

// urlOf is the URL of an answer in files.
func (b *Builder) urlOf(key evidence.URLID, a *evidence.Answer) string {
	url := a.URL
	n, changed := b.names[key]
	if !changed {
		return b.Known.URLs.String(url)
	}
	if n.by != key {
		if by := b.Known.Answer(n.by); by != nil {
			url = by.URL
		} else {
			url = b.Found.FetchURL(n.by)
		}
	}
	return b.Same.Plain(b.Known.URLs.String(url))
}

// namedBy returns the page (index) that a key names in files, -1 if it names none.
func (b *Builder) namedBy(key evidence.URLID) int {
	if page, names := b.namers[key]; names {
		return b.pageOf(page)
	}
	if _, changed := b.names[key]; changed || !b.isPage(key) {
		return -1
	}
	return b.pageOf(key)
}

// unasked counts the keys that name pages and have no answer of their own.
func (b *Builder) unasked() (n int) {
	for by := range b.namers {
		if b.Known.Answer(by) == nil {
			n++
		}
	}
	return n
}

// lineOf is what a key is called in the ledger.
func (b *Builder) lineOf(key evidence.URLID) string {
	if page, names := b.namers[key]; names {
		return b.Name(page)
	}
	return b.Known.URLs.String(key)
}

// namesAnother reports whether a URL is the name of a page that has it from another key, and is that in files.
func (b *Builder) namesAnother(key evidence.URLID) bool {
	by, names := b.named[b.Known.URLs.String(key)]
	return names && by != key
}

// sortByName sorts normalized URLs by what they are called in the ledger.
func (b *Builder) sortByName(keys []evidence.URLID) {
	if len(b.names) == 0 {
		b.Known.URLs.Sort(keys)
		return
	}
	slices.SortFunc(keys, func(i, j evidence.URLID) int { return strings.Compare(b.lineOf(i), b.lineOf(j)) })
}
