package stats

import (
	_ "embed"
	"maps"
	"strings"

	"sitegraph/site"
)

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
		"duplicate-title":       {list: duplicates(titleOf), stands: onTitles},
		"insecure-link":         {entry: insecureLink},
		"duplicate-description": {list: duplicates(descriptionOf), stands: onTitles},
		"hreflang-no-return":    {page: noReturn},
		"hreflang-dead":         {page: deadAlternates},
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
