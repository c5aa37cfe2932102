package stats

import (
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// occurrencesKept is the number kept of each kind, so that reading them again needs no pass over the crawl's tables.
const occurrencesKept = 4096

type problemSearch struct {
	*finder
	kinds []kind
}

// FindProblems finds only the problems, in the form of Analysis.Occurrences and Summary.Problems.
func FindProblems(c *site.Crawl) (found iter.Seq2[Occurrence, error], kinds []Problem, err error) {
	s, err := findProblems(c, newDigraph(c.Graph))
	if err != nil {
		return nil, nil, err
	}
	return s.occurrences(0), s.problems(), nil
}

// FindPlaces finds the places of all problems without their links as written, which would mean reading all pages again.
func FindPlaces(c *site.Crawl) (iter.Seq2[Place, error], error) {
	without := *c
	without.LinksOf, without.TextsOf = nil, nil
	s, err := findProblems(&without, newDigraph(c.Graph))
	if err != nil {
		return nil, err
	}
	return s.places(), nil
}

// findProblems reads the ledger once. Errors come from the crawl's sequences.
func findProblems(c *site.Crawl, dg digraph) (*problemSearch, error) {
	s := &problemSearch{finder: newFinder(c, dg), kinds: problemKinds()}
	s.kinds = slices.DeleteFunc(s.kinds, func(k kind) bool { return k.whole && !c.Complete })
	if err := s.readLedger(); err != nil {
		return nil, err
	}
	for i := range s.kinds {
		if err := s.count(&s.kinds[i]); err != nil {
			return nil, err
		}
	}
	s.kinds = slices.DeleteFunc(s.kinds, func(k kind) bool { return k.count == 0 })
	return s, nil
}

func (s *problemSearch) readLedger() error {
	for e, err := range s.crawl.Ledger {
		if err != nil {
			return err
		}
		s.noteRedirect(&e)
		if _, wanted := s.named[e.Key]; wanted {
			s.named[e.Key] = e
		}
		for i := range s.kinds {
			k := &s.kinds[i]
			if k.entry == nil || !k.entry(s.finder, &e) {
				continue
			}
			if k.count++; k.count <= occurrencesKept {
				k.first = append(k.first, s.ofEntry(k, &e))
			}
		}
	}
	return nil
}

func (s *problemSearch) count(k *kind) error {
	if k.entry != nil {
		return nil
	}
	for o, err := range k.all(s.finder) {
		if err != nil {
			return err
		}
		if k.count++; k.places != nil && k.count <= occurrencesKept {
			k.first = append(k.first, o)
		}
	}
	return nil
}

func (s *problemSearch) problems() []Problem {
	return append([]Problem{}, site.Each(s.kinds, kind.problem)...) // nil would become null
}

// occurrences yields the occurrences kind by kind, at most each of a kind, or all if each is 0.
func (s *problemSearch) occurrences(each int) occurrences {
	return func(yield func(Occurrence, error) bool) {
		for i := range s.kinds {
			left := each
			for o, err := range s.of(&s.kinds[i]) {
				o.Kind = s.kinds[i].name
				if !yield(o, err) || err != nil {
					return
				}
				if left--; left == 0 {
					break
				}
			}
		}
	}
}

// of yields the occurrences of a kind: the kept ones first, then the others.
func (s *problemSearch) of(k *kind) occurrences {
	return joined(k.count, len(k.first), site.WithoutErrors(k.first), k.all(s.finder))
}

// joined yields the kept occurrences. If there are more, it skips as many in all and yields the rest.
func joined(count, kept int, first, all occurrences) occurrences {
	return func(yield func(Occurrence, error) bool) {
		for o, err := range first {
			if !yield(o, err) {
				return
			}
		}
		if kept == count {
			return
		}
		skip := kept
		for o, err := range all {
			if skip--; skip >= 0 && err == nil {
				continue
			}
			if !yield(o, err) {
				return
			}
		}
	}
}

func (f *finder) ofEntry(k *kind, e *site.Entry) Occurrence {
	o := Occurrence{Page: f.pageID(e.Key), URL: e.URL, Status: e.Status, Detail: e.Why(), key: e.Key}
	if e.From != "" {
		o.Sources, o.SourceCount = f.linkers(e.Key, f.pageID(e.From))
	}
	if k.amend != nil {
		k.amend(f, &o)
	}
	return o
}

const sourcesListed = 5

type finder struct {
	crawl      *site.Crawl
	graph      digraph
	pages      *site.Index
	origin     string              // the origin of the site
	normaliser *site.Normaliser    // applies the default rules only
	redirects  map[string]redirect // by normalized URL
	// named maps the site's URLs that canonical links, hreflang links and breadcrumbs name to their rows of the
	// ledger. It leaves out pages and aliases.
	named       map[string]site.Entry
	copies      map[int][]int32           // the aliases with the content of each page, by page id
	inSitemap   map[string]bool           // the URLs in sitemaps; nil until needed
	trails      []int32                   // depths by breadcrumbs, see trailDepths; nil if unknown
	recent      map[int][]site.Occurrence // links of the pages read lately
	recentLinks int                       // number of these links
}

func newFinder(c *site.Crawl, dg digraph) *finder {
	f := &finder{crawl: c, graph: dg, pages: c.Graph.ByKey(), origin: c.Site, redirects: map[string]redirect{}}
	f.normaliser, _ = site.NewNormaliser(site.ProfileDefault, nil) // only unknown rules fail
	if u, err := site.Parse(c.Site); err == nil {
		f.origin = u.Origin()
	}
	f.named = f.unknownNamed()
	f.findCopies()
	if c.Declared != nil {
		f.trails = trailDepths(c)
	}
	return f
}

// linking returns the number of other pages that link to page i, and the first ids.
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

// linkers returns the number of pages that link to a URL, and the first ids. If the pages are unknown, it returns
// only from, and 0.
func (f *finder) linkers(key string, from int) (ids []int, count int) {
	ids = f.crawl.Mentions(key)
	count = len(ids)
	ids = slices.Clone(ids[:min(count, sourcesListed)]) // occurrences must not retain the long list
	if len(ids) == 0 && from > 0 {
		ids = []int{from}
	}
	return ids, count
}

func (f *finder) pageID(key string) int {
	if page, ok := f.pages.Find(key); ok {
		return page + 1
	}
	return 0
}

// key returns the normalized URL and whether it belongs to the site, or "" if url is not a URL.
func (f *finder) key(url string) (key string, own bool) {
	u, err := site.Parse(url)
	if err != nil {
		return "", false
	}
	return f.normaliser.Key(u), u.Origin() == f.origin || f.crawl.Members.Has(u)
}

// unknownNamed returns the keys of the field named, without their rows.
func (f *finder) unknownNamed() map[string]site.Entry {
	wanted := map[string]site.Entry{}
	want := func(key string) {
		if _, page := f.pages.Find(key); key != "" && !page && f.alias(key) == nil {
			wanted[key] = site.Entry{}
		}
	}
	for i := range f.graph.pages {
		want(f.canonicalKey(i))
		if facts := f.crawl.Graph.Pages[i].Facts; facts != nil {
			for _, url := range facts.Names() {
				if key, own := f.key(url); own {
					want(key)
				}
			}
		}
	}
	return wanted
}

func (f *finder) alias(key string) *site.Alias {
	byKey := func(a site.Alias, key string) int { return strings.Compare(a.Key, key) }
	at, ok := slices.BinarySearchFunc(f.crawl.Aliases, key, byKey)
	if !ok {
		return nil
	}
	return &f.crawl.Aliases[at]
}
