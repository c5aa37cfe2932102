package stats

import "sitegraph/site"

// problemKinds returns the kinds in the order of reports: broken, probably a mistake, good to know.
func problemKinds() (all []kind) {
	for _, graded := range []struct {
		severity string
		kinds    []kind
	}{{severityError, errorKinds()}, {severityWarning, warningKinds()}, {severityNotice, noticeKinds()}} {
		for _, k := range graded.kinds {
			k.severity = graded.severity
			all = append(all, k)
		}
	}
	return all
}

func errorKinds() []kind {
	return []kind{
		{name: "broken-link", entry: brokenLink,
			says: "Pages link to a URL that answers with an error or not at all."},
		{name: "listed-dead", entry: listedDead,
			says: "A URL of the list, or at which the crawl begins, answers with an error or not at all."},
		{name: "redirect-bad", entry: redirectBad,
			says: "Pages link to a URL whose redirects lead nowhere: a loop, too many hops or no target."},
		{name: "redirect-lost", entry: redirectLost,
			says: "Pages link to a URL that redirects to an error, or to a URL that does not answer."},
		{name: "broken-external", list: brokenExternal, stands: onUses, uses: true,
			says: "Pages link to a URL of another site that answers with an error or not at all."},
		{name: "broken-resource", list: brokenResource, stands: onUses, uses: true,
			says: "Pages use an image, a script or a style sheet, or link to a document, that answers with " +
				"an error or not at all."},
		{name: "bad-href", list: grouped(badPlaces), places: badPlaces,
			says: "Pages have links whose href is not a usable URL."},
		{name: "sitemap-dead", list: inSitemaps(site.FoundDead), stands: onSitemap,
			says: "A sitemap lists a URL that answers with an error or not at all."},
	}
}

func warningKinds() []kind {
	return []kind{
		{name: "forbidden", entry: deniedWith(403),
			says: "Pages link to a URL that the server refuses to show (status 403)."},
		{name: "redirect-chain", list: redirectChains,
			says: "Pages link to a URL that reaches its page only through several redirects."},
		{name: "redirect-only", whole: true, entry: redirectOnly, amend: linkedByRedirects, stands: onArcs,
			says: "No page links to this page's own URL; it is reached through redirects only."},
		{name: "duplicate-class", list: duplicateClasses, stands: onOtherAddresses,
			says: "Several URLs show the same content."},
		{name: "duplicate-title", list: duplicates(titleOf), stands: onTitles,
			says: "Several pages share a title."},
		{name: "missing-title", page: missingTitle, says: "The page has no title."},
		{name: "canonical-bad", page: canonical(canonicalIsBad), stands: onCanonical,
			says: "The page's canonical link is not a usable URL."},
		{name: "canonical-not-a-page", page: canonical(canonicalIsNoPage), stands: onCanonical,
			says: "The page's canonical link points to a redirect, a file or a URL with limited access."},
		{name: "canonical-dead", page: canonical(canonicalIsDead), stands: onCanonical,
			says: "The page's canonical link points to a URL that answers with an error or not at all."},
		{name: "canonical-circle", page: canonical(canonicalIsCircle), stands: onCanonical,
			says: "The canonical links of this page and others form a circle, so none says which page " +
				"counts."},
		{name: "meta-refresh", page: metaRefresh,
			says: "The page reloads or redirects with a meta refresh, which was not followed."},
		{name: "insecure-link", entry: insecureLink,
			says: "Pages of an https site link to the same host over http."},
		{name: "links-cut", entry: linksCut, stands: onPage,
			says: "More links than max_links_per_page; the rest were skipped."},
		{name: "duplicate-description", list: duplicates(descriptionOf), stands: onTitles,
			says: "Several pages share a meta description."},
		{name: "hreflang-no-return", page: noReturn,
			says: "The page names a version in another language that does not name this page in return, so " +
				"search engines ignore both."},
		{name: "hreflang-dead", page: deadAlternates,
			says: "The page names a version in another language that answers with an error or not at all."},
		{name: "hreflang-bad", page: fact(badLanguages),
			says: "The page has hreflang links with codes that are not those of a language, so search " +
				"engines ignore them."},
		{name: "links-may-be-invisible", page: fact(invisibleLinks),
			says: "The page shows fewer than 50 words and has an empty element that a script fills; the " +
				"links that the script makes are not in the graph, and not every robot sees them."},
		{name: "breadcrumb-dead", page: breadcrumbDead,
			says: "The page's breadcrumbs (JSON-LD) name a URL that answers with an error or not at all."},
		{name: "orphan", list: inSitemaps(site.FoundOrphan), stands: onSitemap,
			says: "A sitemap lists this page, and no link leads to it."},
		{name: "sitemap-redirect", list: inSitemaps(site.FoundRedirect), stands: onSitemap,
			says: "A sitemap lists a URL that redirects."},
		{name: "sitemap-non-canonical", list: inSitemaps(site.FoundNonCanonical), stands: onSitemap,
			says: "A sitemap lists a URL whose page has another URL, by its canonical link or its content."},
		{name: "sitemap-blocked", list: inSitemaps(site.FoundBlocked), stands: onSitemap,
			says: "A sitemap lists a URL that robots.txt forbids."},
		{name: "sitemap-noindex", list: listedIn(listedNoindex), stands: onSitemap,
			says: "A sitemap lists a page that asks search engines not to index it."},
		{name: "visited-unlinked", list: visitedUnlinked, stands: onSitemap,
			says: "Visitors or robots ask for a URL that the server shows, and no link leads to it."},
	}
}

func noticeKinds() []kind {
	return []kind{
		{name: "login-required", entry: deniedWith(401),
			says: "Pages link to a URL that asks for a login (status 401)."},
		{name: "link-through-redirect", list: linksThroughRedirect,
			says: "Pages link to a URL that redirects to a page; they could link to the page itself."},
		{name: "redirect-external", entry: redirectExternal, amend: redirectsTo,
			says: "Pages link to a URL of the site that redirects to another site."},
		{name: "robots-blocked", entry: robotsBlocked, says: "Pages link to a URL that robots.txt forbids."},
		{name: "odd-status", entry: oddStatus,
			says: "Pages link to a URL whose status is neither 200, an error, nor a usable redirect."},
		{name: "not-read", entry: notRead,
			says: "Pages link to a URL that was not read: its response exceeds a limit of the settings, " +
				"its HTTP headers are faulty, or the web archive that was crawled does not have it."},
		{name: "canonical-elsewhere", page: canonical(canonicalIsElsewhere), stands: onCanonical,
			says: "The page's canonical link names another page, or another site."},
		{name: "canonical-unseen", page: canonical(canonicalIsUnseen), stands: onCanonical,
			says: "The page's canonical link points to a URL of the site that was not fetched."},
		{name: "deep-page", page: deepPage, stands: onShortestPaths,
			says: "The page is more than four clicks from the start page; most of what visitors see is " +
				"nearer."},
		{name: "one-inlink", whole: true, page: oneInlink, stands: onArcs,
			says: "Only one other page links to this page."},
		{name: "no-outlink", whole: true, page: noOutlink,
			says: "The page links to no other page of the site."},
		{name: "noindex", page: robotsMeta("noindex"), says: "The page asks search engines not to index it."},
		{name: "nofollow", page: robotsMeta("nofollow"),
			says: "The page asks search engines not to follow its links."},
		{name: "nofollow-link", list: grouped(noFollowPlaces), places: noFollowPlaces,
			says: "Links within the site ask search engines not to follow them."},
		{name: "breadcrumb-deeper", whole: true, page: breadcrumbDeeper, stands: onShortestPaths,
			says: "The page takes more clicks from the start page than its breadcrumbs (JSON-LD) say."},
		{name: "missing-alt", page: fact(missingAlt),
			says: "The page has images without a text for those who do not see them (alt)."},
		{name: "missing-description", page: fact(missingDescription),
			says: "The page has no meta description."},
		{name: "long-title", page: fact(titleTooLong),
			says: "The title has more than 60 characters; search engines cut longer ones."},
		{name: "wide-title", page: wideTitle,
			says: "The title is wider than the 600 pixels that Google's results have for it."},
		{name: "long-description", page: fact(descriptionTooLong),
			says: "The meta description has more than 160 characters; search engines cut longer ones."},
		{name: "missing-lang", page: missingLang, says: "The page does not say its language (<html lang>)."},
		{name: "missing-h1", page: fact(missingH1), says: "The page has no h1 heading."},
		{name: "several-h1", page: fact(severalH1), says: "The page has several h1 headings."},
		{name: "thin-page", page: fact(thin), says: "The page shows fewer than 50 words, menus included."},
		{name: "sitemap-outside", list: inSitemaps(site.FoundOutside), stands: onSitemap,
			says: "A sitemap lists a URL of another site, or outside the section that was crawled."},
		{name: "never-visited", list: neverVisited, stands: onPage,
			says: "The access logs have no visit of this page by people."},
	}
}
