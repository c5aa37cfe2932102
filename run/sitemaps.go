package run

import (
	"context"

	"sitegraph/extractor"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/sitemaps"
	"sitegraph/site"
)

// Limits for a site's sitemaps, above what most sites have.
const (
	maxSitemaps     = 1000
	maxSitemapBytes = 1 << 30
	maxListed       = 1_000_000
)

// getSitemap returns a function that fetches a sitemap, unless robots.txt of the site or of another origin forbids it.
func (r robotsReader) getSitemap(d extractor.Downloader, rules extractor.Rules,
	origin site.URL) func(context.Context, site.URL) site.Response {
	ruled := map[string]extractor.Rules{origin.Origin(): rules}
	return func(ctx context.Context, u site.URL) site.Response {
		if _, asked := ruled[u.Origin()]; !asked {
			ruled[u.Origin()] = r.Fetch(ctx, d, u).Rules
		}
		if rules := ruled[u.Origin()]; rules == nil || !rules.Allowed(u.Target()) {
			return site.Response{URL: u, Failure: site.Failure{Class: site.FailRefusal, Detail: "by robots.txt"}}
		}
		return d.Download(ctx, site.Request{URL: u, Sitemap: true})
	}
}

// sitemaps returns a reader of sitemaps for [sites] sitemaps, and whether the crawl begins at the URLs in them.
func (r robotsReader) sitemaps(choice string) (read func(context.Context, extractor.Downloader, extractor.Rules,
	site.URL, string) extractor.SitemapList, starts bool) {
	if choice == "off" {
		return nil, false
	}
	return r.listed, choice == "start"
}

func (r robotsReader) listed(ctx context.Context, d extractor.Downloader, rules extractor.Rules, origin site.URL,
	robots string) (l extractor.SitemapList) {
	// No date is believed, since the clock must not decide which of two sitemaps has an entry.
	limits := sitemaps.Limits{Files: maxSitemaps, Bytes: maxSitemapBytes, Entries: maxListed,
		Usual: true, Foreign: true, Text: parse.Text}
	entries, report := sitemaps.Read(ctx, r.getSitemap(d, rules, origin), origin, robots, limits)
	l.Files, l.Cut = report.Files, report.Limit
	for _, e := range entries {
		l.Entries = append(l.Entries, extractor.SitemapURL{URL: e.URL, File: e.File})
	}
	return l
}
