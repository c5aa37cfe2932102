package command

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"sitegraph/extractor/download"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

// summarise shows what came of all sites and returns the exit code.
func (a *app) summarise(out run.Outcome) int {
	var pages, stopped, failed int
	for _, res := range out.Results {
		switch {
		case res.Err != nil:
			failed++
			for line := range strings.Lines(res.Err.Error()) {
				a.progress.Error(strings.TrimSuffix(line, "\n"))
			}
			continue
		case res.Crawl == nil:
			stopped++
			continue
		case !res.Crawl.Complete && !unavailable(res.Crawl):
			stopped++
		}
		pages += res.Crawl.Counts.Pages
	}
	code := exitDone
	switch {
	case failed > 0:
		code = exitFailure
	case stopped > 0:
		code = exitStopped
	case pages == 0:
		code = exitNothing
	}
	a.showResults(out, code)
	return code
}

// showResults shows the table, remarks and files. Why nothing could be fetched
// is an error, and shown in any case.
func (a *app) showResults(out run.Outcome, code int) {
	if !a.flags.quiet {
		showTable(a.out, out.Results, a.coloured())
	}
	remark := a.progress.Notice
	if code == exitNothing {
		remark = a.progress.Error
	}
	for _, res := range out.Results {
		if res.Err == nil && res.Crawl != nil {
			a.remarks(res, remark)
		}
	}
	if !a.flags.quiet {
		a.showFiles(out)
	}
	if code == exitStopped {
		a.progress.Notice(a.resumption())
	}
}

// unavailable reports a crawl that could not begin, not one that was stopped.
func unavailable(c *site.Crawl) bool {
	return c.Ended.NeverBegan()
}

// resumption says what a run that was stopped leaves behind.
func (a *app) resumption() string {
	if a.config.Store.Store == "memory" {
		return "stopped early; with [store] store = memory nothing is saved, and the next run starts over"
	}
	return "stopped early; run the same command again to resume"
}

// showTable shows one line a site.
func showTable(w io.Writer, results []run.Result, coloured bool) {
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "site\tpages\tarcs\tlinks\tdepth\taliases\texternal\tfailed\tended\t")
	for _, res := range results {
		name, c := nameInTable(res.Site()), res.Crawl
		if res.Err != nil {
			fmt.Fprintf(t, "%s\t\t\t\t\t\t\t\terror\t\n", name)
			continue
		}
		if c == nil {
			fmt.Fprintf(t, "%s\t\t\t\t\t\t\t\tnot-started\t\n", name)
			continue
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t\n", name, c.Counts.Pages, c.Counts.Arcs, c.Counts.Links,
			depth(c.Graph), len(c.Aliases), c.Counts.ExternalLinks, failures(c), c.Ended)
	}
	t.Flush()
	for line := range strings.Lines(text.String()) {
		if coloured {
			line = colour(line)
		}
		fmt.Fprint(w, line)
	}
}

// widestName bounds the names of sites in tables; a host may have 253
// characters.
const widestName = 48

// nameInTable is an origin as people read it, short enough for a table.
func nameInTable(origin string) string { return wording.Middle(site.Show(origin), widestName) }

// depth is the greatest depth of a page.
func depth(g *site.Graph) int {
	if n := len(g.Pages); n > 0 {
		return g.Pages[n-1].Level
	}
	return 0
}

// failures counts the URLs that had no usable answer, or an error of the
// server.
func failures(c *site.Crawl) int { return c.Counts.States[site.StateFailed] + c.Counts.ServerErrors }

// remarks says what a user must know to trust the graph.
func (a *app) remarks(res run.Result, remark func(string)) {
	c, name := res.Crawl, site.Show(res.Crawl.Site)
	for _, n := range c.Notes {
		remark(n)
	}
	if n := failures(c); n > 0 {
		a.progress.Noticef("%s: %s gave no answer or a server error, so the graph may be incomplete "+
			"(ledger.csv, states failed and status; --retry-failed requests them again)",
			name, wording.Count(n, "URL", "URLs"))
	}
	if c.Complete && c.Asked == 0 && c.Counts.Fetched > 0 {
		a.progress.Noticef("%s: already complete (crawled %s); files re-exported. Use --fresh to recrawl",
			name, c.Finished.Local().Format("2006-01-02 15:04"))
	}
	switch c.Ended {
	case site.EndedUnreachable:
		remark(fmt.Sprintf("%s: no answer (%s)%s", name, c.Robots.Explanation(), advice(c)))
	case site.EndedRobotsUnavailable:
		remark(fmt.Sprintf("%s: robots.txt could not be read (%s), so nothing may be fetched now%s",
			name, c.Robots.Explanation(), advice(c)))
	}
	log := a.log()
	if n := c.Counts.States[site.StateExtension]; n > 0 {
		log.Info("links to file extensions that are not fetched", "site", c.Site, "urls", n)
	}
	for _, f := range res.Files() {
		if f.Replaced > 0 {
			log.Info("characters replaced that the format does not allow", "file", f.Name, "count", f.Replaced)
		}
	}
}

// advice says what to do about a site that could not be begun.
func advice(c *site.Crawl) string {
	failure := c.Robots.Failure
	switch {
	case failure.Class == site.FailRefusal: // it says that itself
		return ""
	case failure.Detail == download.SpeaksHTTP:
		return "; name the site http" + strings.TrimPrefix(site.Show(c.Site), "https")
	case failure.Class == site.FailDNS:
		return "; check its name, or run again later"
	}
	return "; run again later"
}
