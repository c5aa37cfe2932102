package stats

import (
	_ "embed"
	"iter"
	"maps"
	"slices"
	"strings"

	"sitegraph/site"
)

// Problem is a kind of fault or oddity and how often it occurs. problems.csv lists the places.
type Problem struct {
	Kind        string `json:"kind"`     // a short name such as "broken-link"
	Severity    string `json:"severity"` // "error", "warning" (hardly intended) or "notice" (may be intended)
	Explanation string `json:"says"`     // a sentence about the kind
	Count       int    `json:"count"`    // number of occurrences
}

// Kinds returns all kinds of problems, in the order of the documentation, whether or not they occur.
func Kinds() []Problem {
	return site.Each(problemKinds(), kind.problem)
}

// NotInTables returns the kinds of problems that need the saved state of a crawl, because its tables lack the facts.
func NotInTables() []string { return []string{"links-may-be-invisible", "missing-alt"} }

// Unsought says why a crawl cannot show problems of a kind, or "" if it can. Every severity has kinds that always can.
func Unsought(c *site.Crawl, name string) string {
	switch {
	case c.Sitemaps == nil && (name == "orphan" || strings.HasPrefix(name, "sitemap-")):
		return "no sitemaps were read"
	case c.Linked == nil && foundBy()[name].uses:
		return "nothing that pages link to or use was checked"
	case c.OfTables && slices.Contains(NotInTables(), name):
		return "the tables of a crawl do not say that of its pages; its saved state does"
	case c.Declared == nil && strings.HasPrefix(name, "breadcrumb-"):
		return "the crawl was read from tables without declared.csv; its saved state says what pages declare"
	case c.Links == nil && name == "nofollow-link":
		return "no single links were kept"
	}
	return ""
}

// Severities maps the names of kinds to their severities.
func Severities(kinds []Problem) map[string]string {
	all := map[string]string{}
	for _, k := range kinds {
		all[k.Kind] = k.Severity
	}
	return all
}

// Occurrence is one URL or page with a problem; [Place] has its places. Its texts are raw text from the web.
type Occurrence struct {
	Kind   string // as in [Problem]
	Page   int    // id of the page at fault or of the page that represents the URL; 0 for none
	URL    string // the URL of the page, or the URL at fault
	Status int    // the HTTP status of the URL; 0 if it gave none or was not fetched
	Detail string // more about it
	// Sources are the ids of the pages that link there or have the bad link or the title, ascending. It lists the
	// first five of SourceCount. SourceCount is 0 if only the first is known.
	Sources     []int
	SourceCount int

	key string  // the normalized URL of the links at fault
	at  []int32 // all pages with a title, or all aliases of a page
}

// occurrences come in the order of reports.
type occurrences = iter.Seq2[Occurrence, error]

// kind is a kind of problem. It is found by entry in rows of the ledger, by page in pages, or by list.
type kind struct {
	name, severity, says string
	how, verb            string // how to mend it, and by which change

	entry func(f *finder, e *site.Entry) bool
	amend func(f *finder, o *Occurrence) // adjusts the result of entry; may be nil
	page  func(f *finder, i int) (o Occurrence, found bool)
	list  func(f *finder) occurrences
	// stands finds the places of one occurrence; places finds all places from a table. Without both, the places are the
	// page if page is set, and otherwise the links to its URL.
	stands      func(f *finder, o *Occurrence) standing
	places      func(f *finder) iter.Seq2[Place, error]
	uses, whole bool         // it occurs on all pages that use the URL; only a complete crawl shows it
	count       int          // number of occurrences found
	first       []Occurrence // the first of them, kept if finding them takes a table
}

func (k kind) problem() Problem {
	return Problem{Kind: k.name, Severity: k.severity, Explanation: k.says, Count: k.count}
}

func (k *kind) all(f *finder) occurrences {
	switch {
	case k.entry != nil:
		return site.Sought(f.crawl.Ledger, func(e *site.Entry) (o Occurrence, found bool) {
			if found = k.entry(f, e); found {
				o = f.ofEntry(k, e)
			}
			return o, found
		})
	case k.page != nil:
		return ofPages(f, k.page)
	}
	return k.list(f)
}

//go:embed problems.txt
var problemsFile string

// problemKinds returns the kinds in the order of reports: broken, probably a mistake, good to know. A line of
// problems.txt has the severity, the name, a definition, how to mend the problem, and optionally the verb of a
// what-if change that mends it.
func problemKinds() (all []kind) {
	found := foundBy()
	for line := range strings.Lines(problemsFile) {
		severity, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, says, _ := strings.Cut(rest, ": ")
		says, how, _ := strings.Cut(says, " | ")
		k := found[name]
		k.severity, k.name, k.says = severity, name, says
		k.how, k.verb, _ = strings.Cut(how, " | ")
		all = append(all, k)
	}
	return all
}

// foundBy maps each kind to the functions that find it and its places.
func foundBy() map[string]kind {
	all := map[string]kind{
		"broken-link":           {entry: brokenLink},
		"listed-dead":           {entry: listedDead},
		"broken-external":       {list: brokenExternal, stands: onUses, uses: true},
		"broken-resource":       {list: brokenResource, stands: onUses, uses: true},
		"bad-href":              {list: grouped(badPlaces), places: badPlaces},
		"sitemap-dead":          {list: inSitemaps(site.FoundDead), stands: onSitemap},
		"forbidden":             {entry: deniedWith(403)},
		"redirect-chain":        {list: redirectChains},
		"redirect-only":         {whole: true, entry: redirectOnly, amend: linkedByRedirects, stands: onArcs},
		"duplicate-class":       {page: duplicateClass, stands: onOtherAddresses},
		"duplicate-title":       {list: duplicates(func(p *site.Page) string { return p.Title }), stands: onTitles},
		"insecure-link":         {entry: insecureLink},
		"duplicate-description": {list: duplicates(descriptionOf), stands: onTitles},
		"hreflang-no-return":    {page: noReturn},
		"hreflang-dead":         {page: func(f *finder, i int) (Occurrence, bool) { return f.alternates(i, f.dead) }},
		"breadcrumb-dead":       {page: breadcrumbDead},
		"orphan":                {list: inSitemaps(site.FoundOrphan), stands: onSitemap},
		"sitemap-redirect":      {list: inSitemaps(site.FoundRedirect), stands: onSitemap},
		"sitemap-non-canonical": {list: inSitemaps(site.FoundNonCanonical), stands: onSitemap},
		"sitemap-blocked":       {list: inSitemaps(site.FoundBlocked), stands: onSitemap},
		"sitemap-noindex":       {list: listedIn(listedNoindex), stands: onSitemap},
		"visited-unlinked":      {list: visitedUnlinked, stands: onSitemap},
		"login-required":        {entry: deniedWith(401)},
		"link-through-redirect": {list: linksThroughRedirect},
		"deep-page":             {page: deepPage, stands: onShortestPaths},
		"one-inlink":            {whole: true, page: oneInlink, stands: onArcs},
		"no-outlink":            {whole: true, page: noOutlink},
		"noindex":               {page: robotsMeta("noindex")},
		"nofollow":              {page: robotsMeta("nofollow")},
		"nofollow-link":         {list: grouped(noFollowPlaces), places: noFollowPlaces},
		"breadcrumb-deeper":     {whole: true, page: breadcrumbDeeper, stands: onShortestPaths},
		"sitemap-outside":       {list: inSitemaps(site.FoundOutside), stands: onSitemap},
		"never-visited":         {list: neverVisited, stands: onPage},
	}
	for _, name := range []string{"bad", "not-a-page", "dead", "circle", "elsewhere", "unseen"} {
		all["canonical-"+name] = canonical("canonical-" + name)
	}
	maps.Copy(all, pageKinds())
	maps.Copy(all, linkKinds())
	return all
}
