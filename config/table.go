package config

import (
	"math"
	"slices"
	"strings"
	"time"
)

// envPrefix begins the name of every environment variable of the program.
const envPrefix = "SITEGRAPH_"

// section is a heading of settings.ini.
type section struct{ name, doc string }

// sections returns the headings in the order in which they are printed.
func sections() []section {
	return []section{
		{"sites", "Which sites are crawled, and what a line of hosts.txt leaves open."},
		{"walk", "Which links of a site are followed."},
		{"limits", "Against traps: endless calendars, paths that repeat themselves. What a limit leaves out stands in the ledger, state limit."},
		{"download", "How pages are fetched."},
		{"robots", "How robots.txt is obeyed."},
		{"parse", "How links are taken from pages."},
		{"duplicates", "When two addresses are one page."},
		{"store", "Where the state of a crawl is kept."},
		{"finish", "What ends a crawl."},
		{"export", "What is written."},
		{"logs", "One line per fetch, one line per failure."},
		{"sample", "A saved site, served on loopback under a name of its own while the program runs."},
	}
}

// Table returns every setting, in the order of sections and, within one, in
// the order in which they are printed.
func Table() []Setting {
	return slices.Concat(sitesRows(), walkRows(), limitsRows(), downloadRows(), robotsRows(), parseRows(),
		duplicatesRows(), storeRows(), finishRows(), exportRows(), logsRows(), sampleRows())
}

const (
	millisecond = int64(time.Millisecond)
	hour        = int64(time.Hour)
)

func sitesRows() []Setting {
	return []Setting{
		{Section: "sites", Key: "hosts", Default: "hosts.txt", Doc: "File with one site a line: protocol://host;downloads at once;levels;delay.",
			Allowed: "the name of a file, or - for standard input", Flag: "hosts",
			field: func(s *Settings) any { return &s.Sites.Hosts }},
		{Section: "sites", Key: "sites_at_once", Default: "4", Doc: "How many sites are crawled at the same time.",
			Min: 1, Max: 1000, Flag: "concurrency", Short: "c",
			field: func(s *Settings) any { return &s.Sites.AtOnce }},
		{Section: "sites", Key: "downloads_at_once", Default: "2", Doc: "Downloads from one site at the same time, where hosts.txt does not say.",
			Min: 1, Max: 256, Flag: "per-host",
			field: func(s *Settings) any { return &s.Sites.DownloadsAtOnce }},
		{Section: "sites", Key: "max_level", Default: "-1", Doc: "Deepest level to crawl, the start page being 0, where hosts.txt does not say.",
			Min: math.MinInt32, Max: 1e6, Allowed: "a whole number up to 1000000 (negative: no limit)", Flag: "max-depth", Short: "d",
			field: func(s *Settings) any { return &s.Sites.MaxLevel }},
		{Section: "sites", Key: "crawl_delay", Default: "500ms", Doc: "Least time between two requests to one site, where hosts.txt does not say; robots.txt can make it longer.",
			Max: hour, Flag: "delay",
			field: func(s *Settings) any { return &s.Sites.CrawlDelay }},
	}
}

// defaultExtensions are the file endings of spec A1.
const defaultExtensions = "7z apk avi avif bin bmp bz2 cab class css deb djvu dll dmg doc docx eot eps epub exe flac flv " +
	"gif gz ico img iso jar jpe jpeg jpg js lz m4a m4v map mid mjs mkv mov mp3 mp4 mpeg mpg msi odp ods odt oga ogg ogv " +
	"otf pdf png pps ppsx ppt pptx ps psd rar rpm rtf so svg svgz swf tar tbz tgz tif tiff ttf txz war wav webm webp wma " +
	"wmv woff woff2 xls xlsx xz z zip zst"

func walkRows() []Setting {
	return []Setting{
		{Section: "walk", Key: "max_pages", Default: "0", Doc: "Pages of one site after which its crawl ends; 0 means no limit.",
			Max: 1e9, Flag: "max-pages",
			field: func(s *Settings) any { return &s.Walk.MaxPages }},
		{Section: "walk", Key: "elements", Default: "a", Doc: "HTML elements whose links count.",
			Names: []string{"a", "area", "frame", "iframe"},
			field: func(s *Settings) any { return &s.Walk.Elements }},
		{Section: "walk", Key: "url_profile", Default: "default", Doc: "How addresses are normalised: default keeps what a server may tell apart, paper follows RCCrawler to the letter, a list names the rules (docs/settings.md).",
			Names: ruleNames(), Allowed: "default, paper, or a list of " + strings.Join(ruleNames(), ", "), check: checkProfile,
			field: func(s *Settings) any { return &s.Walk.URLProfile }},
		{Section: "walk", Key: "extensions", Default: defaultExtensions, Doc: "File endings that are never fetched; empty means that the server is asked for every address.",
			Empty: true, Allowed: "a list of file endings without dots, or empty",
			field: func(s *Settings) any { return &s.Walk.Extensions }},
		{Section: "walk", Key: "include", Doc: "Only addresses in which this matches are fetched; alternatives are separated by |. The start page is always fetched.",
			Empty: true, Flag: "include", Short: "i",
			field: func(s *Settings) any { return &s.Walk.Include }},
		{Section: "walk", Key: "exclude", Doc: "Addresses in which this matches are not fetched; alternatives are separated by |.",
			Empty: true, Flag: "exclude", Short: "e",
			field: func(s *Settings) any { return &s.Walk.Exclude }},
		{Section: "walk", Key: "max_redirects", Default: "10", Doc: "Redirects followed in one chain.",
			Max:   50,
			field: func(s *Settings) any { return &s.Walk.MaxRedirects }},
		{Section: "walk", Key: "max_url_length", Default: "8192", Doc: "Longest URL of the site in bytes; links to longer ones are bad links.",
			Min: 64, Max: 65536,
			field: func(s *Settings) any { return &s.Walk.MaxURLLength }},
	}
}

// limitsRows has the rows of [limits]; 0 switches a limit off.
func limitsRows() []Setting {
	return []Setting{
		{Section: "limits", Key: "max_path_depth", Default: "50", Doc: "Segments of a path above which an address is not fetched; 0 means no limit.",
			Max:   1e6,
			field: func(s *Settings) any { return &s.Limits.PathDepth }},
		{Section: "limits", Key: "max_path_repeats", Default: "5", Doc: "How often one segment may stand in a path (as in /a/b/a/b/) before the address is not fetched; 0 means no limit.",
			Max:   1e6,
			field: func(s *Settings) any { return &s.Limits.PathRepeats }},
		{Section: "limits", Key: "max_links_per_page", Default: "1000000", Doc: "Links of one page that are looked at; 0 means no limit.",
			Max:   1e9,
			field: func(s *Settings) any { return &s.Limits.LinksPerPage }},
		{Section: "limits", Key: "max_per_directory", Default: "0", Doc: "Addresses of one directory (the path up to its last /, whatever the query) that are fetched; 0 means no limit.",
			Max:   1e9,
			field: func(s *Settings) any { return &s.Limits.PerDirectory }},
	}
}
