package report

import (
	"maps"
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

var findings = map[site.SitemapFinding]string{
	site.FoundPage:         "is a page, and links lead to it",
	site.FoundOrphan:       "is a page, and no link leads to it",
	site.FoundDead:         "answers with an error, or not at all",
	site.FoundRedirect:     "redirects",
	site.FoundBlocked:      "is forbidden by robots.txt",
	site.FoundNonCanonical: "shows the page of another URL",
	site.FoundOutside:      "is where no agent may go",
	site.FoundLeftOut:      "is left out by the settings",
	site.FoundNoPage:       "is not HTML",
	site.FoundUnknown:      "was not visited, or no link to it was found",
}

func (rep *searchReport) sitemaps() {
	s := rep.search.Sitemaps
	if s == nil || len(s.Files) == 0 {
		return
	}
	rows := newTable("What sitemaps list", "finding", "the URL", "#URLs")
	total := 0
	for _, f := range slices.Sorted(maps.Keys(s.Found)) {
		rows.add(string(f), findings[f], s.Found[f])
		total += s.Found[f]
	}
	files := newTable("The sitemaps that were asked for", "file", "#status", "what was wrong", "#listed")
	for _, f := range first(&files, s.Files, rowsShown, inManifest) {
		files.add(urlCell(f.URL), f.Status, clean(f.Fault), f.Listed)
	}
	text := urls(total) + wording.Form(total, " is", " are") + " listed in the sitemaps of the hosts that seeds and " +
		"topics name."
	if s.Start {
		text += " Agents visit such URLs, too: promising ones like links, others when nothing better is left."
	}
	rows.Note = "All are in sitemap.csv."
	rep.add("sitemaps", "What sitemaps list", paragraphs(text), rep.table(rows),
		rep.folded(wording.Count(len(s.Files), "sitemap", "sitemaps")+" asked for", files))
}
