package stats

import (
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// Problem is a kind of fault or oddity, with how often it occurs. The places are listed in problems.csv.
type Problem struct {
	Kind        string `json:"kind"`     // a short name, for instance "broken-link"
	Severity    string `json:"severity"` // "error", "warning" (hardly meant) or "notice" (may be meant)
	Explanation string `json:"says"`     // one sentence on the kind
	Count       int    `json:"count"`    // the number of occurrences
}

// Kinds are all kinds of problems, in the order of the documentation, whether they occur or not.
func Kinds() (all []Problem) {
	for _, k := range problemKinds() {
		all = append(all, k.problem())
	}
	return all
}

// NotInTables are the kinds of problems that can be found in the saved state of a crawl, and not in its tables.
func NotInTables() []string { return []string{"links-may-be-invisible", "missing-alt"} }

// Unsought says why problems of a kind could not be found in a crawl; "" if they could. Of a severity some always can.
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

// Severities are those of kinds, by their names.
func Severities(kinds []Problem) map[string]string {
	all := map[string]string{}
	for _, k := range kinds {
		all[k.Kind] = k.Severity
	}
	return all
}

// Occurrence is one URL or page with a problem; [Place] has its places. Its texts come from the web as they are.
type Occurrence struct {
	Kind   string // the [Problem]'s
	Page   int    // id of the page at fault, or the one that stands for the URL; 0 if there is none
	URL    string // the page's URL, or the one at fault
	Status int    // the HTTP status of the URL, 0 if it gave none or was not fetched
	Detail string // says more
	// Sources are the ids of pages that link there, or have the bad link or the title: ascending, the first
	// five of SourceCount, which is 0 if only the first is known.
	Sources     []int
	SourceCount int

	key string  // the normalized URL of the links at fault
	at  []int32 // all pages with a title, or aliases of a page
}

// occurrences come in the order in which they are reported.
type occurrences = iter.Seq2[Occurrence, error]

// kind is a kind of problem. One of entry, page and list finds it: by row of the ledger, by page, or all.
type kind struct {
	name, severity, says string
	how, verb            string // how it is mended, and by which change

	entry func(f *finder, e *site.Entry) bool
	amend func(f *finder, o *Occurrence) // what entry found, unless nil
	page  func(f *finder, i int) (o Occurrence, found bool)
	list  func(f *finder) occurrences
	// stands finds the places of an occurrence, places those of all, from a table. Without both they are the
	// page if page is set, else the links to its URL.
	stands      func(f *finder, o *Occurrence) standing
	places      func(f *finder) iter.Seq2[Place, error]
	uses, whole bool         // on all pages that use the URL; only told by a complete crawl
	count       int          // the occurrences found
	first       []Occurrence // the first of them, if finding them takes a table
}

func (k *kind) problem() Problem {
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
