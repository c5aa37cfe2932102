package stats

import (
	"iter"

	"sitegraph/site"
)

// sourcesListed is how many pages that link to a place are named.
const sourcesListed = 5

// finder knows what the kinds of problems need to judge.
type finder struct {
	crawl *site.Crawl
	web   web
	pages *site.Index
	normal
	redirects  redirects
	canonicals canonicals
}

func newFinder(c *site.Crawl, w web) *finder {
	f := &finder{crawl: c, web: w, normal: newNormal(c.Site), pages: pageIndex(c.Graph.Pages)}
	f.canonicals = f.unknownCanonicals()
	for e := range f.ledger() {
		f.redirects.note(&e)
		f.canonicals.note(&e)
	}
	f.redirects.sort()
	return f
}

// ledger is the crawl's, or an empty one.
func (f *finder) ledger() iter.Seq[site.Entry] {
	if f.crawl.Ledger == nil {
		return func(func(site.Entry) bool) {}
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
// of the ledger; where nobody can tell, the first page alone, and 0.
func (f *finder) linkers(e *site.Entry) (ids []int, count int) {
	if e.From != "" && f.crawl.Mentions != nil {
		ids = f.crawl.Mentions(e.Key)
		count = len(ids)
		ids = ids[:min(count, sourcesListed)]
	}
	if len(ids) == 0 && e.From != "" {
		if page, ok := f.pages.Find(e.From); ok {
			ids = []int{page + 1}
		}
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
