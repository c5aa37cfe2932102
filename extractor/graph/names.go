package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
)

// If all URLs of a page have sessions, they differ in every crawl, and sessions decide which spelling is fetched. So
// files name and sort the page by the plainest linked URL, without the session.

// naming is the name of a page.
type naming struct {
	by   evidence.URLID // key that gives the name, the page's own or an alias
	name string
}

// names has the names of pages that their keys do not name.
type names struct {
	known *evidence.Known
	of    map[evidence.URLID]naming         // by page
	named map[string]evidence.URLID         // keys that give names, by name
	pages map[evidence.URLID]evidence.URLID // pages, by these keys
}

func namesOf(known *evidence.Known, of map[evidence.URLID]naming) names {
	n := names{known, of, map[string]evidence.URLID{}, map[evidence.URLID]evidence.URLID{}}
	for page, is := range of {
		n.named[is.name], n.pages[is.by] = is.by, page
	}
	return n
}

// Arrange sorts the pages by depth and name after the last answer.
func (b *Builder) Arrange() {
	b.names = namesOf(b.Known, plainNames(b))
	order := make([]int32, len(b.Pages))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		p, q := b.Pages[i], b.Pages[j]
		return cmp.Or(cmp.Compare(p.depth, q.depth), strings.Compare(b.names.page(p.Key), b.names.page(q.Key)))
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

// plainNames returns the names of pages on a site with sessions. A name is the plainest URL without its session, unless
// that shows another page or names two pages.
func plainNames(b *Builder) map[evidence.URLID]naming {
	names, pages := map[evidence.URLID]naming{}, map[string]int{}
	for p, key := range b.Same.PlainestOf(b.spells) {
		name := b.Same.Plain(b.Known.URLs.String(key))
		pages[name]++
		if page := b.Pages[p].Key; name != b.Known.URLs.String(page) {
			names[page] = naming{key, name}
		}
	}
	maps.DeleteFunc(names, func(_ evidence.URLID, n naming) bool { return pages[n.name] > 1 })
	return names
}

// spells returns the page that a key can name, or -1. The key must show the page or be its alias by a rule. A page that
// others call canonical can be named only by its own key, any other by keys that pages of the graph link to.
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

func (n *names) page(key evidence.URLID) string {
	if is, changed := n.of[key]; changed {
		return is.name
	}
	return n.known.URLs.String(key)
}

func (n *names) line(key evidence.URLID) string {
	if page, names := n.pages[key]; names {
		return n.page(page)
	}
	return n.known.URLs.String(key)
}

// takes reports whether a URL is a page's name that another key gives. In files it then means that page.
func (n *names) takes(key evidence.URLID) bool {
	if len(n.named) == 0 {
		return false
	}
	by, names := n.named[n.known.URLs.String(key)]
	return names && by != key
}

// sort sorts normalized URLs by their names in the ledger.
func (n *names) sort(keys []evidence.URLID) {
	if len(n.of) == 0 {
		n.known.URLs.Sort(keys)
		return
	}
	slices.SortFunc(keys, func(i, j evidence.URLID) int { return strings.Compare(n.line(i), n.line(j)) })
}

func (b *Builder) urlOf(key evidence.URLID, a *evidence.Answer) string {
	url := a.URL
	n, changed := b.names.of[key]
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

// namedBy returns the index of the page that a key names in files, or -1.
func (b *Builder) namedBy(key evidence.URLID) int {
	if page, names := b.names.pages[key]; names {
		return b.pageOf(page)
	}
	if _, changed := b.names.of[key]; changed || !b.isPage(key) {
		return -1
	}
	return b.pageOf(key)
}
