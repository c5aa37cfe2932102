package command

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"sitegraph/export"
	"sitegraph/extractor/download"
	"sitegraph/site"
	"sitegraph/wording"
)

// summarise shows what came of all sites and returns the exit code as error.
func (r *run) summarise(results []result, together *export.Dir) error {
	var pages, stopped, failed int
	for _, res := range results {
		switch {
		case res.err != nil:
			failed++
			r.warn("%v", res.err)
			continue
		case !res.crawl.Complete && !unavailable(res.crawl):
			stopped++
		}
		pages += res.crawl.Counts.Pages
	}
	if !r.flags.quiet {
		table(r.console.out, results, r.coloured())
	}
	for _, res := range results {
		if res.err == nil {
			r.remarks(res)
		}
	}
	if !r.flags.quiet {
		r.open(results, together)
	}
	switch {
	case failed > 0:
		return &exitError{code: exitFailure}
	case stopped > 0:
		r.say("%s", r.goOn())
		return &exitError{code: exitStopped}
	case pages == 0:
		return &exitError{code: exitNothing}
	}
	return nil
}

// unavailable tells a walk that could not begin from one that was stopped.
func unavailable(c *site.Crawl) bool {
	return c.Ended.NeverBegan()
}

// goOn says what a run that was stopped early leaves behind.
func (s *setup) goOn() string {
	if s.Store.Store == "memory" {
		return "Stopped early; the store memory keeps no state: the next run begins anew."
	}
	return "Stopped early; the state is kept: run the same command again to go on."
}

// table shows one line a site.
func table(w io.Writer, results []result, coloured bool) {
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "site\tpages\tarcs\tlinks\tlevels\taliases\texternal\tfailed\tended\t")
	for _, res := range results {
		if res.err != nil {
			fmt.Fprintf(t, "%s\t\t\t\t\t\t\t\terror\t\n", nameInTable(res.host.URL.Origin()))
			continue
		}
		c := res.crawl
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t\n", nameInTable(c.Site), c.Counts.Pages, c.Counts.Arcs, c.Counts.Links, levels(c.Graph),
			len(c.Aliases), c.Counts.ExternalLinks, c.Counts.States[site.StateFailed]+c.Counts.ServerErrors, c.Ended)
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

// levels counts the levels that have pages.
func levels(g *site.Graph) int {
	if n := len(g.Pages); n > 0 {
		return g.Pages[n-1].Level + 1
	}
	return 0
}

// remarks tells what a user must know to trust the graph.
func (r *run) remarks(res result) {
	c := res.crawl
	fruitless := c.Counts.Pages == 0 && c.Ended != site.EndedAnotherSite
	for _, n := range c.Notes {
		if fruitless || !r.flags.quiet {
			r.warn("%s", n)
		}
	}
	if n := c.Counts.States[site.StateFailed] + c.Counts.ServerErrors; n > 0 {
		r.warn("%s: %s gave no answer or a server's error; the graph may be incomplete (ledger.csv, states failed and status; --retry-failed asks again)",
			site.Show(c.Site), wording.Count(n, "address", "addresses"))
	}
	if c.Complete && c.Asked == 0 && c.Counts.Fetched > 0 {
		r.say("%s: was complete already (%s); the files were written again from the state, --fresh crawls anew",
			site.Show(c.Site), c.Finished.Local().Format("2006-01-02 15:04"))
	}
	switch c.Ended {
	case site.EndedUnreachable:
		r.warn("%s: no answer (%s)%s", site.Show(c.Site), c.Robots.Explanation(), advice(c))
	case site.EndedRobotsUnavailable:
		r.warn("%s: robots.txt could not be read (%s), so nothing may be fetched now%s", site.Show(c.Site), c.Robots.Explanation(), advice(c))
	}
	if n := c.Counts.States[site.StateExtension]; n > 0 {
		r.log.Info("links to file endings that are not looked at", "site", c.Site, "addresses", n)
	}
	for _, f := range res.written() {
		if f.Replaced > 0 {
			r.log.Info("characters replaced that the format does not allow", "file", f.Name, "count", f.Replaced)
		}
	}
}

// advice says what to do about a site that could not be begun.
func advice(c *site.Crawl) string {
	failure := c.Robots.Failure
	switch {
	case failure.Class == site.FailRefusal: // it says that itself
		return ""
	case strings.HasSuffix(failure.Detail, download.SpeaksHTTP):
		return "; name the site http" + strings.TrimPrefix(site.Show(c.Site), "https")
	case failure.Class == site.FailDNS:
		return "; check its name, or run again later"
	}
	return "; run again later"
}

// written are the files of the result.
func (res result) written() []export.File {
	if res.dir == nil {
		return nil
	}
	return res.dir.Files()
}
