package stats

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
	"sitegraph/wording"
)

// The problems in this file come from the facts that a page states. Pages with unknown facts have none.
const (
	longTitle, longDescription = 60, 160 // in characters, about the longest that search engines show
	// titleSize is the size of titles in Google's results, set in Arial. widestTitle is their width since May 2016, in
	// pixels (https://seo.websiteadvantage.com.au/title-length-google-search-results/). Google publishes neither.
	titleSize, widestTitle = 20, 600
	thinPage               = 50 // a page with fewer words is thin; menus count
)

// pageKinds returns the kinds of problems that a page's own statements show.
func pageKinds() map[string]kind {
	said := func(find func(p *site.Page) (detail string, found bool)) kind {
		return kind{page: func(f *finder, i int) (o Occurrence, found bool) {
			o.Detail, found = find(&f.crawl.Graph.Pages[i])
			return o, found
		}}
	}
	fact := func(find func(p *site.Page) (detail string, found bool)) kind {
		return said(func(p *site.Page) (string, bool) {
			if p.Facts == nil {
				return "", false
			}
			return find(p)
		})
	}
	return map[string]kind{
		"missing-title": said(func(p *site.Page) (string, bool) { return "", strings.TrimSpace(p.Title) == "" }),
		"missing-lang":  said(func(p *site.Page) (string, bool) { return "", strings.TrimSpace(p.Lang) == "" }),
		"meta-refresh":  said(func(p *site.Page) (string, bool) { return p.Refresh, p.Refresh != "" }),
		"wide-title": said(func(p *site.Page) (string, bool) {
			width := int(math.Round(wording.TextWidth(p.Title, titleSize)))
			return fmt.Sprintf("%d pixels: %s", width, p.Title), width > widestTitle
		}),
		"long-title": fact(func(p *site.Page) (string, bool) { return tooLong(p.Title, longTitle) }),
		"long-description": fact(func(p *site.Page) (string, bool) {
			return tooLong(p.Facts.Description, longDescription)
		}),
		"missing-description": fact(func(p *site.Page) (string, bool) { return "", p.Facts.Description == "" }),
		"missing-alt": fact(func(p *site.Page) (string, bool) {
			return fmt.Sprintf("images without alt: %d", p.Facts.WithoutAlt), p.Facts.WithoutAlt > 0
		}),
		"missing-h1": fact(func(p *site.Page) (string, bool) { return "", p.Facts.H1s == 0 }),
		"several-h1": fact(func(p *site.Page) (string, bool) {
			return fmt.Sprintf("%d, the first: %s", p.Facts.H1s, p.Facts.H1), p.Facts.H1s > 1
		}),
		"thin-page": fact(func(p *site.Page) (string, bool) {
			return fmt.Sprintf("words: %d", p.Facts.Words), p.Facts.Words < thinPage
		}),
		"hreflang-bad": fact(badLanguages),
		"links-may-be-invisible": fact(func(p *site.Page) (string, bool) { // almost empty until a script fills them
			return fmt.Sprintf("words: %d, links: %d", p.Facts.Words, p.Links+p.ExternalLinks),
				p.Facts.EmptyRoot && p.Facts.Words < thinPage
		}),
	}
}

func tooLong(text string, most int) (detail string, found bool) {
	n := utf8.RuneCountInString(text)
	return fmt.Sprintf("%d characters: %s", n, text), n > most
}

// robotsHeader returns the rules of X-Robots-Tag for a robot ("" for all). A robot's name governs the rules after it.
func robotsHeader(p *site.Page, robot string) string {
	if p.Facts == nil {
		return ""
	}
	var rules []string
	for line := range strings.SplitSeq(p.Facts.RobotsTag, ";") {
		meant := true
		for field := range strings.SplitSeq(line, ",") {
			name, rest, named := strings.Cut(field, ":")
			name = strings.TrimSpace(name)
			switch strings.ToLower(name) {
			case "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview":
				named = false
			}
			if named {
				meant, field = strings.EqualFold(name, robot), rest
			}
			if meant {
				rules = append(rules, field)
			}
		}
	}
	return strings.TrimSpace(strings.Join(rules, ","))
}

// noReturn finds the alternates of a page that are pages of the site but do not list this one as an alternate.
func noReturn(f *finder, i int) (Occurrence, bool) {
	return f.alternates(i, func(url string) bool {
		other := f.shownAt(url)
		return other >= 0 && other != i && !f.names(other, i)
	})
}

func (f *finder) alternates(i int, are func(url string) bool) (Occurrence, bool) {
	var found []string
	if facts := f.crawl.Graph.Pages[i].Facts; facts != nil {
		for _, a := range facts.Alternates {
			if are(a.URL) {
				found = append(found, a.Lang+" "+a.URL)
			}
		}
	}
	return Occurrence{Detail: strings.Join(found, ", ")}, len(found) > 0
}

func (f *finder) dead(url string) bool {
	key, _ := f.key(url)
	e, seen := f.named[key]
	return seen && leadsNowhere(&e)
}

// badLanguages finds hreflang codes that are neither x-default nor look like a language tag.
func badLanguages(p *site.Page) (string, bool) {
	var bad []string
	for _, a := range p.Facts.Alternates {
		if !strings.EqualFold(a.Lang, "x-default") && !language.MatchString(a.Lang) {
			bad = append(bad, fmt.Sprintf("%q %s", a.Lang, a.URL))
		}
	}
	return strings.Join(bad, ", "), len(bad) > 0
}

// language matches the shape of a tag: language, script, region and variants (RFC 5646 section 2.1).
var language = regexp.MustCompile(
	`^(?i:[a-z]{2,3}(-[a-z]{4})?(-[a-z]{2}|-\d{3})?(-[a-z\d]{5,8}|-\d[a-z\d]{3})*)$`)

// names reports whether a page lists another one among its alternates, or has unknown facts.
func (f *finder) names(page, other int) bool {
	p, wanted := &f.crawl.Graph.Pages[page], &f.crawl.Graph.Pages[other]
	if p.Facts == nil {
		return true
	}
	names := func(a site.Alternate) bool { return a.URL == wanted.URL || a.URL == wanted.Key }
	shows := func(a site.Alternate) bool { return f.shownAt(a.URL) == other }
	return slices.ContainsFunc(p.Facts.Alternates, names) || slices.ContainsFunc(p.Facts.Alternates, shows)
}

// shownAt returns the page that a URL shows, after resolving aliases; -1 for none.
func (f *finder) shownAt(url string) int {
	key, own := f.key(url)
	if !own {
		return -1
	}
	if a := f.alias(key); a != nil {
		key = a.Page
	}
	return f.pageID(key) - 1
}

func inSitemaps(wanted site.SitemapFinding) func(*finder) occurrences {
	return listedIn(func(_ *finder, e *site.SitemapEntry) (string, bool) { return e.Detail, e.Finding == wanted })
}

// listedNoindex finds the sitemap entries for pages that ask not to be indexed.
func listedNoindex(f *finder, e *site.SitemapEntry) (detail string, found bool) {
	page, ok := f.pages.Find(e.Key)
	if !ok {
		return "", false
	}
	return asksOf(&f.crawl.Graph.Pages[page], "", "noindex")
}

func listedIn(judge func(*finder, *site.SitemapEntry) (detail string, found bool)) func(*finder) occurrences {
	return func(f *finder) occurrences {
		if f.crawl.Sitemaps == nil {
			return site.WithoutErrors[Occurrence](nil)
		}
		return site.Sought(f.crawl.Sitemaps.Entries, func(e *site.SitemapEntry) (o Occurrence, found bool) {
			detail, found := judge(f, e)
			if !found {
				return o, false
			}
			o = Occurrence{URL: e.URL, Status: e.Status, Detail: "in " + e.Sitemap}
			if detail != "" {
				o.Detail = detail + ", in " + e.Sitemap
			}
			if e.Page != "" {
				o.Page = f.pageID(e.Page)
			}
			return o, true
		})
	}
}

func onSitemap(*finder, *Occurrence) standing { return standing{} }

func visitedUnlinked(f *finder) occurrences {
	h := f.crawl.Hits
	if h == nil {
		return site.WithoutErrors[Occurrence](nil)
	}
	return site.Sought(site.WithoutErrors(h.All), func(u *site.Hit) (o Occurrence, found bool) {
		if !h.Unlinked(u) {
			return o, false
		}
		detail := fmt.Sprintf("visits: %d, by robots: %d", u.Visits, u.RobotVisits)
		return Occurrence{URL: u.URL, Status: u.Status, Detail: detail}, true
	})
}

// neverVisited yields the pages that no person visited, if any visits are known.
func neverVisited(f *finder) occurrences {
	h := f.crawl.Hits
	if h == nil || h.Visits == 0 {
		return site.WithoutErrors[Occurrence](nil)
	}
	people, robots := h.OfPages(f.crawl.Graph)
	return ofPages(f, func(_ *finder, i int) (Occurrence, bool) {
		return Occurrence{Detail: fmt.Sprintf("visits by robots: %d", robots[i])}, people[i] == 0
	})
}
