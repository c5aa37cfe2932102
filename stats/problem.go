package stats

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// The severities of problems.
const (
	severityError   = "error"   // what a visitor stumbles over
	severityWarning = "warning" // what is probably not meant
	severityNotice  = "notice"  // what may well be meant, and is good to know
)

// Problem is a kind of fault or oddity, with how often it occurs. The places are listed in problems.csv.
type Problem struct {
	Kind        string `json:"kind"`     // a short name, for instance "broken-link"
	Severity    string `json:"severity"` // "error", "warning" or "notice"
	Explanation string `json:"says"`     // one sentence on the kind
	Count       int    `json:"count"`    // the number of occurrences
}

// Kinds are all kinds of problems, in the order of the documentation, whether they occur or not.
func Kinds() (all []Problem) {
	for _, k := range problemKinds() {
		all = append(all, Problem{Kind: k.name, Severity: k.severity, Explanation: k.explanation})
	}
	return all
}

// NotInTables are the kinds of problems that can be found in the saved state of a crawl, and not in its tables.
func NotInTables() []string { return []string{"links-may-be-invisible", "missing-alt"} }

// Unsought says why problems of a kind could not be found in a crawl; "" if they could. Of a severity some always can.
func Unsought(c *site.Crawl, name string) string {
	is := func(k kind) bool { return k.name == name }
	uses := func(k kind) bool { return is(k) && k.uses }
	switch {
	case c.Sitemaps == nil && slices.ContainsFunc(sitemapKinds(), is):
		return "no sitemaps were read"
	case c.Linked == nil && slices.ContainsFunc(crawlKinds(), uses):
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
	Kind string // the [Problem]'s
	// Page is the id of the page at fault, or of the one that represents the URL at fault; 0 if there is none.
	Page   int
	URL    string // the page's URL, or the one at fault
	Status int    // the HTTP status of the URL, 0 if it gave none or was not fetched
	// Detail says more.
	Detail string
	// Sources are the ids of pages that link there, or that have the bad link or the title, ascending, at most five
	// of SourceCount. A SourceCount of 0 with a source means that only the first is known.
	Sources     []int
	SourceCount int

	// key is the normalized URL that links have, if links to it are the problem; at are the pages with a title, or the
	// aliases of a page, all of them.
	key string
	at  []int32
}

// kind is a kind of problem and how to find it; either entry or list is set.
type kind struct {
	name, severity, explanation string
	// entry judges a row of the ledger.
	entry func(f *finder, e *site.Entry) (o Occurrence, found bool)
	// list yields occurrences in their order.
	list func(f *finder) iter.Seq2[Occurrence, error]
	// stands finds the places of an occurrence, places those of all, from a table of the crawl; without both they are
	// the links to its URL.
	stands func(f *finder, o *Occurrence) standing
	places func(f *finder) iter.Seq2[Place, error]
	// uses is set if it is on all pages that use the URL, whole if only a complete crawl tells.
	uses, whole bool
	// What was found: the number of occurrences, and the first of them; of kinds with entry, their rows.
	count   int
	entries []site.Entry
	first   []Occurrence
}

// problemKinds returns the kinds in the order in which they are reported: what is broken, what is probably a mistake,
// what is good to know.
func problemKinds() []kind {
	severities := []string{severityError, severityWarning, severityNotice}
	all := slices.Concat(crawlKinds(), factKinds(), sitemapKinds(), hitKinds())
	slices.SortStableFunc(all, func(a, b kind) int {
		return cmp.Compare(slices.Index(severities, a.severity), slices.Index(severities, b.severity))
	})
	return all
}

func crawlKinds() []kind {
	return []kind{
		{name: "broken-link", severity: severityError, entry: brokenLink,
			explanation: "Pages link to a URL that answers with an error or not at all."},
		{name: "redirect-bad", severity: severityError, entry: redirectBad,
			explanation: "Pages link to a URL whose redirects lead nowhere: a loop, too many hops or no target."},
		{name: "redirect-lost", severity: severityError, entry: redirectLost,
			explanation: "Pages link to a URL that redirects to an error, or to a URL that does not answer."},
		{name: "broken-external", severity: severityError, list: brokenExternal, stands: onUses, uses: true,
			explanation: "Pages link to a URL of another site that answers with an error or not at all."},
		{name: "broken-resource", severity: severityError, list: brokenResource, stands: onUses, uses: true,
			explanation: "Pages use an image, a script or a style sheet, or link to a document, that answers with " +
				"an error or not at all."},
		{name: "bad-href", severity: severityError, list: grouped(badPlaces), places: badPlaces,
			explanation: "Pages have links whose href is not a usable URL."},

		{name: "forbidden", severity: severityWarning, entry: deniedWith(403),
			explanation: "Pages link to a URL that the server refuses to show (status 403)."},
		{name: "redirect-chain", severity: severityWarning, list: redirectChains,
			explanation: "Pages link to a URL that reaches its page only through several redirects."},
		{name: "redirect-only", severity: severityWarning, whole: true, entry: redirectOnly, stands: onArcs,
			explanation: "No page links to this page's own URL; it is reached through redirects only."},
		{name: "duplicate-class", severity: severityWarning, list: duplicateClasses, stands: onOtherAddresses,
			explanation: "Several URLs show the same content."},
		{name: "duplicate-title", severity: severityWarning, list: duplicateTitles, stands: onTitles,
			explanation: "Several pages share a title."},
		{name: "missing-title", severity: severityWarning, list: ofPages(missingTitle), stands: onPage,
			explanation: "The page has no title."},
		{name: "canonical-bad", severity: severityWarning, list: canonical(canonicalIsBad), stands: onCanonical,
			explanation: "The page's canonical link is not a usable URL."},
		{name: "canonical-not-a-page", severity: severityWarning, list: canonical(canonicalIsNoPage),
			stands:      onCanonical,
			explanation: "The page's canonical link points to a redirect, a file or a URL with limited access."},
		{name: "canonical-dead", severity: severityWarning, list: canonical(canonicalIsDead), stands: onCanonical,
			explanation: "The page's canonical link points to a URL that answers with an error or not at all."},
		{name: "canonical-circle", severity: severityWarning, list: canonical(canonicalIsCircle), stands: onCanonical,
			explanation: "The canonical links of this page and others form a circle, so none says which page counts."},
		{name: "meta-refresh", severity: severityWarning, list: ofPages(metaRefresh), stands: onPage,
			explanation: "The page reloads or redirects with a meta refresh, which was not followed."},
		{name: "insecure-link", severity: severityWarning, entry: insecureLink,
			explanation: "Pages of an https site link to the same host over http."},
		{name: "links-cut", severity: severityWarning, entry: linksCut, stands: onPage,
			explanation: "More links than max_links_per_page; the rest were skipped."},

		{name: "login-required", severity: severityNotice, entry: deniedWith(401),
			explanation: "Pages link to a URL that asks for a login (status 401)."},
		{name: "link-through-redirect", severity: severityNotice, list: linksThroughRedirect,
			explanation: "Pages link to a URL that redirects to a page; they could link to the page itself."},
		{name: "redirect-external", severity: severityNotice, entry: redirectExternal,
			explanation: "Pages link to a URL of the site that redirects to another site."},
		{name: "robots-blocked", severity: severityNotice, entry: robotsBlocked,
			explanation: "Pages link to a URL that robots.txt forbids."},
		{name: "odd-status", severity: severityNotice, entry: oddStatus,
			explanation: "Pages link to a URL whose status is neither 200, an error, nor a usable redirect."},
		{name: "not-read", severity: severityNotice, entry: notRead,
			explanation: "Pages link to a URL that was not read: its response exceeds a limit of the settings, " +
				"its HTTP headers are faulty, or the web archive that was crawled does not have it."},
		{name: "canonical-elsewhere", severity: severityNotice, list: canonical(canonicalIsElsewhere),
			stands:      onCanonical,
			explanation: "The page's canonical link names another page, or another site."},
		{name: "canonical-unseen", severity: severityNotice, list: canonical(canonicalIsUnseen), stands: onCanonical,
			explanation: "The page's canonical link points to a URL of the site that was not fetched."},
		{name: "deep-page", severity: severityNotice, list: ofPages(deepPage), stands: onShortestPaths,
			explanation: "The page is more than four clicks from the start page; most of what visitors see is nearer."},
		{name: "one-inlink", severity: severityNotice, whole: true, list: ofPages(oneInlink), stands: onArcs,
			explanation: "Only one other page links to this page."},
		{name: "no-outlink", severity: severityNotice, whole: true, list: ofPages(noOutlink), stands: onPage,
			explanation: "The page links to no other page of the site."},
		{name: "noindex", severity: severityNotice, list: ofPages(robotsMeta("noindex")), stands: onPage,
			explanation: "The page asks search engines not to index it."},
		{name: "nofollow", severity: severityNotice, list: ofPages(robotsMeta("nofollow")), stands: onPage,
			explanation: "The page asks search engines not to follow its links."},
		{name: "nofollow-link", severity: severityNotice, list: grouped(noFollowPlaces), places: noFollowPlaces,
			explanation: "Links within the site ask search engines not to follow them."},
	}
}
