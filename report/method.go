package report

import (
	"fmt"

	"sitegraph/site"
	"sitegraph/wording"
)

// method shows how the figures were obtained.
func (rep *siteReport) method(files []string) {
	rep.add("method", "How this report was made", paragraphs(rep.crawlText(), rep.robotsText(), definitions),
		rep.settings(), rep.files(files))
}

const definitions = "The same pages always give the same numbers. docs/statistics.md of sitegraph defines them, " +
	"with units and sources; stats.json has all of them with nine digits."

func (rep *siteReport) crawlText() string {
	text := "sitegraph crawled the site from its start page, depth by depth, as a visitor without scripts would"
	if n := rep.in.Crawl.Counts.Fetched; n > 0 {
		text += ", and requested " + urls(n)
	}
	return text + ". A page is a URL of the site that answers with HTML; URLs with the same content count as one. " +
		"An arc is an ordered pair of pages with at least one link from the first to the second."
}

func (rep *siteReport) robotsText() string {
	r := rep.in.Crawl.Robots
	switch {
	case r.Verdict() == "":
		return ""
	case r.Access == site.RobotsRules:
		return "The site's robots.txt has rules for crawlers; manifest.json holds its text."
	}
	return fmt.Sprintf("robots.txt: %s.", clean(r.Verdict()))
}

func (rep *siteReport) settings() []block {
	rows := table{Caption: "Settings that affect the result", Columns: columns("setting", "value")}
	rows = filled(rows, rep.in.Settings, 2*rowsShown, inManifest, func(_ int, s Setting) []text {
		value := clean(s.Value)
		if value == "" {
			value = "(empty)"
		}
		return cells(clean(s.Name), value)
	})
	return rep.folded("Settings", rows)
}

// files names the files beside the report.
func (d *document) files(names []string) []block {
	rows := table{Caption: "Files beside this report", Columns: columns("file")}
	rows = filled(rows, names, rowsShown, inManifest, func(_ int, name string) []text { return cells(clean(name)) })
	return d.folded(wording.Count(len(names), "file", "files"), rows)
}
