package stats

import (
	"iter"

	"sitegraph/site"
)

// sourcesListed is how many pages that link to a place are named.
const sourcesListed = 5

// finder holds what the kinds of problems need, and what was found of each.
type finder struct {
	crawl *site.Crawl
	web   web
	pages *site.Index
	normal
	redirects  redirects
	canonicals canonicals
	kinds      []kind // that occur
	kept       map[string]*kept
}

func newFinder(c *site.Crawl, w web) *finder {
	return &finder{crawl: c, web: w, pages: pageIndex(c.Graph.Pages), normal: newNormal(c.Site), kept: map[string]*kept{}}
}

// ledger is the crawl's, or an empty one.
func (f *finder) ledger() iter.Seq2[site.Entry, error] {
	if f.crawl.Ledger == nil {
		return func(func(site.Entry, error) bool) {}
	}
	return f.crawl.Ledger
}

// linking returns the first ids of the other pages that link to page i, and how
// many there are.
func (f *finder) linking(i int) (ids []int, count int) {
	for _, source := range f.web.in.of(i) {
		if int(source) == i {
			continue
		}
		if count++; count <= sourcesListed {
			ids = append(ids, int(source)+1)
		}
	}
	return ids, count
}

// linkers returns the first ids and the number of the pages that link to a URL
// of the ledger; where that is not known, the first page alone, and 0. from is
// the id of the first, 0 if there is none.
func (f *finder) linkers(key string, from int) (ids []int, count int) {
	if f.crawl.Mentions != nil {
		ids = f.crawl.Mentions(key)
		count = len(ids)
		ids = ids[:min(count, sourcesListed)]
	}
	if len(ids) == 0 && from > 0 {
		ids = []int{from}
	}
	return ids, count
}

// pageID returns the id of the page with a key, 0 if there is none.
func (f *finder) pageID(key string) int {
	if page, ok := f.pages.Find(key); ok {
		return page + 1
	}
	return 0
}

// pageIndex finds pages by their keys; of equal ones it finds the first.
func pageIndex(pages []site.Page) *site.Index {
	x := site.NewIndex(len(pages), func(i int, key string) bool { return pages[i].Key == key })
	for i := range pages {
		x.Add(pages[i].Key, i)
	}
	return x
}

// normal tells whether addresses are of the site, and the same but for
// trifles. It knows the default rules only.
type normal struct {
	origin     string
	normaliser *site.Normaliser
}

func newNormal(origin string) normal {
	n, err := site.NewNormaliser(site.ProfileDefault, nil)
	if err != nil {
		n = &site.Normaliser{} // no rules
	}
	if u, err := site.Parse(origin); err == nil {
		origin = u.Origin()
	}
	return normal{origin: origin, normaliser: n}
}

// key returns the normal form of an address and whether it is one of the site;
// "" if it is no address.
func (n normal) key(address string) (key string, own bool) {
	u, err := site.Parse(address)
	if err != nil {
		return "", false
	}
	return n.normaliser.Key(u), u.Origin() == n.origin
}
