package stats

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

// sourcesListed is how many pages that link to a place are named.
const sourcesListed = 5

// finder holds what the kinds of problems need to be judged.
type finder struct {
	crawl *site.Crawl
	graph digraph
	pages *site.Index
	// origin is the site's; normaliser knows the default rules only.
	origin     string
	normaliser *site.Normaliser
	redirects  redirects
	// canonicals are the canonical URLs of the site that are neither pages nor aliases, with their rows of the ledger.
	canonicals map[string]site.Entry
}

func newFinder(c *site.Crawl, dg digraph) *finder {
	f := &finder{crawl: c, graph: dg, pages: pageIndex(c.Graph.Pages), origin: c.Site}
	f.normaliser, _ = site.NewNormaliser(site.ProfileDefault, nil) // fails for unknown rules only
	if u, err := site.Parse(c.Site); err == nil {
		f.origin = u.Origin()
	}
	f.canonicals = f.unknownCanonicals()
	return f
}

// linking returns the first ids of the other pages that link to page i, and how many there are.
func (f *finder) linking(i int) (ids []int, count int) {
	for _, source := range f.graph.in.of(i) {
		if int(source) == i {
			continue
		}
		if count++; count <= sourcesListed {
			ids = append(ids, int(source)+1)
		}
	}
	return ids, count
}

// linkers returns the first ids and the number of the pages that link to a URL of the ledger; where that is not
// known, the first page alone, and 0. from is the id of the first, 0 if there is none.
func (f *finder) linkers(key string, from int) (ids []int, count int) {
	ids = f.crawl.Mentions(key)
	count = len(ids)
	ids = ids[:min(count, sourcesListed)]
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

// key returns the normal form of a URL and whether it is one of the site; "" if it is no URL.
func (f *finder) key(url string) (key string, own bool) {
	u, err := site.Parse(url)
	if err != nil {
		return "", false
	}
	return f.normaliser.Key(u), u.Origin() == f.origin
}

// redirect is a URL of the site that redirects.
type redirect struct {
	key, to string
	url     string // the URL fetched, unless that is the key
	page    int32  // the id of the page that it leads to, or 0
	from    int32  // the id of the first page that links to it, or 0
	linked  bool   // whether a page links to it, and it leads to a page
}

// redirects are sorted by key.
type redirects []redirect

// next returns where a URL redirects to.
func (r redirects) next(key string) (to string, ok bool) {
	at, ok := slices.BinarySearchFunc(r, key, func(x redirect, key string) int { return cmp.Compare(x.key, key) })
	if !ok || r[at].to == "" {
		return "", false
	}
	return r[at].to, true
}

// unknownCanonicals returns the URLs to be looked for in the ledger.
func (f *finder) unknownCanonicals() map[string]site.Entry {
	wanted := map[string]site.Entry{}
	for i := range f.graph.pages {
		if key := f.canonicalKey(i); key != "" {
			if _, page := f.pages.Find(key); !page && f.alias(key) == nil {
				wanted[key] = site.Entry{}
			}
		}
	}
	return wanted
}

// canonicalKey returns the key that a page's canonical link means, if it is one of the site and not the page's own.
func (f *finder) canonicalKey(i int) string {
	p := &f.crawl.Graph.Pages[i]
	if p.Canonical == "" || p.Canonical == p.URL || p.Canonical == p.Key {
		return ""
	}
	key, own := f.key(p.Canonical)
	if !own || key == p.Key {
		return ""
	}
	if same, _ := f.key(p.URL); key == same {
		return ""
	}
	return key
}

// alias returns the alias with a key, or nil.
func (f *finder) alias(key string) *site.Alias {
	byKey := func(a site.Alias, key string) int { return strings.Compare(a.Key, key) }
	at, ok := slices.BinarySearchFunc(f.crawl.Aliases, key, byKey)
	if !ok {
		return nil
	}
	return &f.crawl.Aliases[at]
}
