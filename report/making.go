package report

import (
	"sitegraph/site"
	"sitegraph/wording"
)

// making tells how the figures came to be.
func (t *teller) making() {
	t.add("making", "How this was made", words(t.walkSays(), t.robotsSays(), t.definitions()), t.settings(), t.files(t.in.Files))
}

func (t *teller) walkSays() string {
	fetched := t.in.Crawl.Counts.Fetched
	says := "sitegraph walked the site from its start page, level by level, as a visitor without scripts would. "
	if fetched > 0 {
		says += say("It asked for %s. ", wording.Count(fetched, "address", "addresses"))
	}
	return says + "A page is an address of the site that answers with HTML, one for each distinct content; " +
		"an arc is an ordered pair of pages with at least one link from the first to the second."
}

func (t *teller) robotsSays() string {
	r := t.in.Crawl.Robots
	if r.Verdict() == "" {
		return ""
	}
	if r.Access == site.RobotsRules {
		return "The site's robots.txt has rules for crawlers; manifest.json holds it as it was read."
	}
	return say("robots.txt: %s.", clean(r.Verdict()))
}

func (t *teller) definitions() string {
	return "Every number is a function of what was crawled: the same pages give the same numbers. " +
		"Definitions, units and sources stand in docs/statistics.md of sitegraph; stats.json has all numbers with nine digits."
}

func (t *teller) settings() []block {
	all := table{Caption: "Settings that matter for the result", Columns: columns("setting", "value")}
	all = filled(all, t.in.Settings, 2*rowsShown, "All are in manifest.json.", func(_ int, s Setting) []text {
		value := clean(s.Value)
		if value == "" {
			value = "(empty)"
		}
		return cells(clean(s.Name), value)
	})
	return t.folded("Settings", all)
}

// files names the files beside the report.
func (d *document) files(names []string) []block {
	all := table{Caption: "Files beside this report", Columns: columns("file")}
	all = filled(all, names, rowsShown, "All are in manifest.json.", func(_ int, name string) []text {
		return cells(clean(name))
	})
	return d.folded("Files", all)
}

// folded is a table to be opened.
func (d *document) folded(summary string, all table) []block {
	rows := d.table(all)
	if len(rows) == 0 {
		return nil
	}
	return []block{{Fold: &fold{Summary: summary, Blocks: rows}}}
}
