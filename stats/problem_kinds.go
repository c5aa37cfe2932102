package stats

import (
	"iter"

	"sitegraph/site"
)

// kind is a kind of problem and how it is found; one of entry, page and list is
// set.
type kind struct {
	name, severity, explanation string
	// entry judges a row of the ledger, page a page.
	entry func(f *finder, e *site.Entry) (o Occurrence, found bool)
	page  func(f *finder, i int) (o Occurrence, found bool)
	// list yields occurrences in their order.
	list func(f *finder) iter.Seq2[Occurrence, error]
	// slow is set where list reads a table of the crawl.
	slow bool
}

// problemKinds are the kinds in the order in which they are reported: what is
// broken, what is probably a mistake, what is good to know.
func problemKinds() []kind {
	return append(append(brokenKinds(), doubtfulKinds()...), notableKinds()...)
}

func brokenKinds() []kind {
	return []kind{
		{name: "broken-link", severity: SeverityError, entry: brokenLink,
			explanation: "Pages link to an address that answers with an error, or not at all."},
		{name: "redirect-bad", severity: SeverityError, entry: redirectBad,
			explanation: "Pages link to an address whose redirects lead nowhere: in a circle, over too many steps, or to no usable address."},
		{name: "redirect-lost", severity: SeverityError, entry: redirectLost,
			explanation: "Pages link to an address that redirects to one that answers with an error, or not at all."},
		{name: "bad-href", severity: SeverityError, list: badHrefs, slow: true,
			explanation: "Pages have a link whose address cannot be used."},
	}
}

func doubtfulKinds() []kind {
	return []kind{
		{name: "redirect-chain", severity: SeverityWarning, list: redirectChains,
			explanation: "Pages link to an address that reaches its page over more than one redirect."},
		{name: "redirect-only", severity: SeverityWarning, entry: redirectOnly,
			explanation: "No page links to this page's own address; only redirects lead there."},
		{name: "duplicate-class", severity: SeverityWarning, list: duplicateClasses,
			explanation: "The same content stands under several addresses."},
		{name: "duplicate-title", severity: SeverityWarning, list: duplicateTitles,
			explanation: "Several pages have one title."},
		{name: "missing-title", severity: SeverityWarning, page: missingTitle,
			explanation: "The page has no title."},
		{name: "canonical-bad", severity: SeverityWarning, page: canonicalBad,
			explanation: "The page's canonical link is no usable address."},
		{name: "canonical-not-a-page", severity: SeverityWarning, page: canonicalNoPage,
			explanation: "The page's canonical link leads to an address of the site that is no page: an error, a redirect or a file."},
		{name: "meta-refresh", severity: SeverityWarning, page: metaRefresh,
			explanation: "The page reloads itself or sends visitors on by a meta element, which was not followed."},
		{name: "insecure-link", severity: SeverityWarning, entry: insecureLink,
			explanation: "Pages of an https site link to the same host by http."},
		{name: "links-cut", severity: SeverityWarning, entry: linksCut,
			explanation: "The page has more links than the settings let be looked at."},
	}
}

func notableKinds() []kind {
	return []kind{
		{name: "link-through-redirect", severity: SeverityNotice, list: linksThroughRedirect,
			explanation: "Pages link to an address that redirects to a page; they could link to the page."},
		{name: "redirect-external", severity: SeverityNotice, entry: redirectExternal,
			explanation: "Pages link to an address of the site that redirects to another site."},
		{name: "robots-blocked", severity: SeverityNotice, entry: robotsBlocked,
			explanation: "Pages link to an address that robots.txt forbids to fetch."},
		{name: "odd-status", severity: SeverityNotice, entry: oddStatus,
			explanation: "Pages link to an address whose status is neither 200 nor an error nor a redirect that can be followed."},
		{name: "not-read", severity: SeverityNotice, entry: notRead,
			explanation: "Pages link to an address whose answer is beyond the limits of the settings and was not read."},
		{name: "canonical-elsewhere", severity: SeverityNotice, page: canonicalElsewhere,
			explanation: "The page's canonical link names another page, or another site."},
		{name: "canonical-unseen", severity: SeverityNotice, page: canonicalUnseen,
			explanation: "The page's canonical link leads to an address of the site that was not looked at."},
		{name: "deep-page", severity: SeverityNotice, page: deepPage,
			explanation: "The page is more than four clicks away from the start page; five levels hold most of what visitors see."},
		{name: "one-inlink", severity: SeverityNotice, page: oneInlink,
			explanation: "Only one other page links to the page."},
		{name: "no-outlink", severity: SeverityNotice, page: noOutlink,
			explanation: "The page links to no other page of the site."},
		{name: "noindex", severity: SeverityNotice, page: noIndex,
			explanation: "The page asks search engines not to list it."},
		{name: "nofollow", severity: SeverityNotice, page: noFollow,
			explanation: "The page asks search engines not to follow its links."},
		{name: "nofollow-link", severity: SeverityNotice, list: noFollowLinks, slow: true,
			explanation: "Links between addresses of the site ask search engines not to follow them."},
	}
}
