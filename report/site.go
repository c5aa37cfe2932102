package report

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// Site is the input of a report on one site.
type Site struct {
	// Crawl has the pages, and the sequences Decisions, Frontier, Ledger and Links. A zero Started shows no day.
	Crawl    *site.Crawl
	Analysis stats.Analysis     // the numbers
	Problems []stats.Occurrence // in the order of problems.csv; the first [Occurrences] of each kind are shown
	Missing  []string           // the tables that the analysis lacked, such as ledger.csv
	Settings []Setting          // the settings that readers should know
	Version  string             // the program's
	Digests  []Digest           // of the tables of the graph next to the report
}

// Setting is a setting of the crawl.
type Setting struct {
	Name, Value string // as in settings.ini
}

// Report is the report of one site with its charts.
type Report struct{ page *siteReport }

type siteReport struct {
	document
	in Site
	stats.Summary
	values stats.Values
	graph  *site.Graph

	failed    int // URLs that failed or had a server error, and may be pages another time
	textSpent int // bytes of text about the places of problems
}

// New builds the report of one site.
func New(in Site) *Report {
	in.Crawl = cmp.Or(in.Crawl, &site.Crawl{})
	rep := &siteReport{in: in, Summary: in.Analysis.Summary, values: in.Analysis.Values,
		graph: cmp.Or(in.Crawl.Graph, &site.Graph{})}
	rep.failed = rep.States[site.StateFailed] + in.Crawl.Counts.ServerErrors
	rep.head()
	rep.cards()
	rep.first()
	watchingOf(in).addTo(&rep.document)
	rep.depth()
	rep.add("centre", "Which pages matter most", paragraphs(rep.surfer()),
		pageRankChart(rep.values.PageRank), topPages(&rep.Summary))
	rep.content()
	rep.importance()
	rep.reach()
	rep.robots()
	rep.groups()
	rep.degrees()
	rep.distances()
	rep.outside()
	rep.linked()
	rep.hits()
	rep.declared()
	rep.times()
	rep.sameness()
	rep.problems()
	return &Report{rep}
}

// Charts returns the charts of the report that have data, in order.
func (r *Report) Charts() []Chart { return r.page.charts }

// Write writes the report as one HTML file, with the map of the site unless it is nil, and the names of the files next
// to it. The error is w's, or says that the map is not safe.
func (r *Report) Write(w io.Writer, siteMap *Picture, files []string) error {
	rep := *r.page
	rep.show(siteMap)
	rep.method(files)
	objects, err := rep.objects()
	if err != nil {
		return fmt.Errorf("write the report of %s: %w", rep.Title, err)
	}
	rep.Objects = template.JS(objects)
	return rep.write(w)
}

func (rep *siteReport) head() {
	rep.Title, rep.Heading = cmp.Or(rep.homeTitle(), host(rep.Summary.Site)), "The structure of a website"
	if rep.in.Crawl.Searched != nil {
		rep.Heading = "The graph of a search by agents"
	}
	rep.Address = originCell(rep.Summary.Site)
	rep.Version = rep.in.Version
	if started := rep.in.Crawl.Started; !started.IsZero() {
		rep.Facts = append(rep.Facts, "Crawled on "+day(started))
	}
	if rep.Complete {
		rep.Facts = append(rep.Facts, "Complete: nothing was left to fetch")
	}
	if budget := budgetFact(rep.in.Crawl); budget != "" {
		rep.Facts = append(rep.Facts, budget)
	}
	if watched := watchingOf(rep.in).fact(); watched != "" {
		rep.Facts = append(rep.Facts, watched)
	}
	rep.warnings()
}

// homeTitle returns the title of the start page, "" if there is none or the pages are from many sites.
func (rep *siteReport) homeTitle() string {
	if len(rep.graph.Pages) == 0 || rep.in.Crawl.Searched != nil {
		return ""
	}
	return wording.Begin(clean(rep.graph.Pages[0].Title), longestHeadline)
}

const longestHeadline = 90 // characters

func (rep *siteReport) warnings() {
	if !rep.Complete {
		lines := []string{endingText(rep.Ended) + " All figures describe the part that was crawled; " +
			"in the whole site, distances can only be shorter."}
		if n := rep.States[site.StateStopped] + rep.States[site.StateLimit] + rep.States[site.StateBeyondLevel]; n > 0 {
			lines = append(lines, urls(n)+wording.Form(n, " was", " were")+" found but not fetched.")
		}
		if ended := site.Ending(rep.Ended); ended.Meant() {
			rep.warn(false, "This crawl is a part of the site, as its limits say", lines...)
		} else {
			rep.warn(true, "This crawl is incomplete", lines...)
		}
	}
	watchingOf(rep.in).warn(&rep.document)
	if s := rep.in.Crawl.Sameness; s != nil && s.Twins.Unstable {
		rep.warn(true, "This site is unstable", say("unstable", nil))
	}
	if n := rep.failed; n > 0 {
		rep.warn(true, urls(n)+" failed", say("failed", n))
	}
	if n := rep.States[site.StateRefused]; n > 0 {
		rep.warn(true, urls(n)+wording.Form(n, " was", " were")+" refused", say("refused", n))
	}
	if rep.Pages == 0 {
		rep.warn(true, "No pages were found",
			"There is nothing to count. The notes, and the outcomes of the URLs below, say why.")
	}
	if names := rep.in.Missing; len(names) > 0 {
		rep.warn(false, "Some tables were missing", fmt.Sprintf(
			"The report was made without %s, so it does not show what %s.",
			wording.List(names), wording.Form(len(names), "that table contains", "those tables contain")))
	}
	rep.warnNotes("Notes about the crawl", rep.in.Crawl.Notes)
}

func endingText(ended string) string {
	return cmp.Or(meaning("ended", ended), fmt.Sprintf("The crawl ended early (%s).", clean(ended)))
}

// cards adds the key figures. A URL counts as broken or failed, never both.
func (rep *siteReport) cards() {
	broken := max(0, rep.States[site.StateFailed]+rep.States[site.StateStatus]-rep.failed)
	depth := 0
	if len(rep.Levels) > 0 {
		depth = deepest(rep.Levels).Level
	}
	rep.Cards = []card{
		{"Pages", wording.Grouped(rep.Pages), "distinct, in HTML"},
		{"Arcs", wording.Grouped(rep.Arcs), "linked pairs of pages; " + perPage(rep.OutDegree.Mean)},
		{"Links", wording.Grouped(rep.Links), "between these pages"},
		{"Depth", wording.Grouped(depth), wording.Form(depth, "click", "clicks") + " to the deepest page"},
		{"External links", wording.Grouped(rep.ExternalLinks.Total), "to other sites; " +
			perPage(rep.ExternalLinks.Mean)},
		{"Broken", wording.Grouped(broken), wording.Form(broken, "URL", "URLs") +
			" with an error such as 404; " + none(rep.failed) + " failed"},
	}
}

func perPage(mean float64) string { return wording.Number(mean) + " per page" }

func page(g *site.Graph, id int) text {
	if id < 1 || id > len(g.Pages) {
		return text{Text: fmt.Sprintf("page %d", id)}
	}
	p := &g.Pages[id-1]
	return pageCell(p.Title, p.URL)
}

func (rep *siteReport) method(files []string) {
	rep.add("method", "How this report was made",
		paragraphs(say("crawl", about{"Order": crawlOrder(rep.in.Crawl),
			"Fetched": rep.in.Crawl.Counts.Fetched}), rep.robotsText(), say("definitions", nil)),
		settingsFold(rep.in.Settings), filesFold(files), rep.methods())
}

func (rep *siteReport) robotsText() string {
	if rep.in.Crawl.Robots.Access == site.RobotsRules {
		return "The site's robots.txt has rules for crawlers; manifest.json holds its text."
	}
	return robotsText(rep.in.Crawl.Robots)
}

func robotsText(r site.RobotsSeen) string {
	if r.Verdict() == "" {
		return ""
	}
	return fmt.Sprintf("robots.txt: %s.", clean(r.Verdict()))
}

func settingsFold(settings []Setting) []block {
	rows := newTable("Settings that affect the result", "setting", "value")
	for _, s := range first(&rows, settings, 2*rowsShown, inManifest) {
		rows.add(clean(s.Name), cmp.Or(clean(s.Value), "(empty)"))
	}
	return folded("Settings", rows)
}

func filesFold(names []string) []block {
	rows := newTable("Files beside this report", "file")
	for _, name := range first(&rows, names, rowsShown, inManifest) {
		rows.add(clean(name))
	}
	return folded(wording.Count(len(names), "file", "files"), rows)
}

// Digest is the digest of a file next to the report.
type Digest struct {
	File, SHA256 string // the digest is hexadecimal
}

// methods returns a text for a paper: how and when the graph was made, what counts as a page or link, what is missing.
func (rep *siteReport) methods() []block {
	crawl := rep.in.Crawl
	if crawl.Searched != nil || rep.Pages == 0 {
		return nil
	}
	date := `[date: "started" in manifest.json]`
	if day := crawl.Started; !day.IsZero() {
		date = day.UTC().Format(time.DateOnly)
	}
	robots := "The site has a robots.txt with rules"
	if crawl.Robots.Access != site.RobotsRules {
		robots = robotsText(crawl.Robots)
	}
	silent, settings := 0, map[string]string{}
	for _, h := range crawl.MemberRobots {
		if h.Access == site.RobotsForbid {
			silent++
		}
	}
	for _, s := range rep.in.Settings {
		settings[s.Name] = clean(s.Value)
	}
	digests := site.Each(rep.in.Digests, func(d Digest) string { return clean(d.File) + " " + d.SHA256 })
	return titled("Methods, to be pasted into a paper", paragraphs(say("methods", about{"Site": rep.Summary.Site,
		"Version": rep.in.Version, "Date": date, "Order": crawlOrder(crawl), "Crawl": crawl, "Settings": settings,
		"Hosts":  clean(wording.ListFirst(crawl.Members.Names(), rowsShown)),
		"Robots": strings.TrimRight(robots, "."), "Silent": silent, "Forbidden": rep.States[site.StateRobots],
		"Merged": rep.inStates(site.StateRedirect, site.StateDuplicate, site.StateBoth, site.StateRule,
			site.StateCanonical),
		"Pages": rep.Pages, "Arcs": rep.Arcs, "Links": rep.Links, "Complete": rep.Complete,
		"Ended": endingText(rep.Ended), "Losses": strings.Join(rep.losses(), "; "), "Digests": wording.List(digests)})))
}

func (rep *siteReport) inStates(states ...site.State) int {
	return site.Sum(states, func(s site.State) int { return rep.States[s] })
}

func (rep *siteReport) losses() (all []string) {
	lost := func(n int, why string) {
		if n > 0 {
			all = append(all, wording.Grouped(n)+" "+why)
		}
	}
	lost(rep.States[site.StateFailed], "gave no usable answer")
	lost(rep.States[site.StateStatus], "answered with another status than 200")
	lost(rep.States[site.StateRefused], "were refused by a challenge or a denial")
	lost(rep.inStates(site.StateRedirectBad, site.StateRedirectLost), "redirected to a URL that is not a page")
	lost(rep.States[site.StateBeyondLevel], "were deeper than the depth limit")
	lost(rep.States[site.StateExcluded], "were excluded by the settings")
	lost(rep.States[site.StateStopped], "were not reached before the crawl stopped")
	for _, l := range rep.in.Crawl.Counts.LeftOut() {
		lost(l.Count, fmt.Sprintf("left out by the limit %s: %s", l.Limit, l.What))
	}
	return all
}
