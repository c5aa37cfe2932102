package command

import (
	"fmt"
	"strings"

	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

// remarkEnd says how to continue. spent is set if the budget is used up, full if a site reached its page limit.
func (a *app) remarkEnd(spent, full bool, code int) {
	inMemory := a.config.Store.Store == "memory"
	if spent {
		more := "; run the same command with a larger --budget to continue"
		if inMemory {
			more = ""
		}
		a.progress.Noticef("the budget of %s is used up%s", wording.Count(a.config.Order.Budget, "page", "pages"), more)
	}
	switch {
	case (full || code == exitStopped) && inMemory:
		a.progress.Notice("stopped early; with [store] store = memory nothing is saved, and the next run starts over")
	case code == exitStopped:
		a.progress.Notice("stopped early; run the same command again to resume")
	case full:
		a.progress.Noticef("stopped at the limit of %s per site; run the same command with a larger --max-pages to "+
			"continue", wording.Count(a.config.Walk.MaxPages, "page", "pages"))
	}
}

// remarks tells the user what to know before trusting the graph.
func (a *app) remarks(res run.Result, remark func(...string)) {
	c, name := res.Crawl, site.Show(res.Crawl.Site)
	for _, note := range c.Notes {
		if !strings.Contains(note, name) {
			note = name + ": " + note
		}
		remark(note)
	}
	if c.Watched != nil && a.watching && c.Counts.Pages > 0 && !c.Ended.NeverBegan() {
		a.showIteration(c.Site, c.Watched.Iterations, changedPages(c))
	}
	switch n := failures(c); {
	case n > 0 && a.config.Download.Downloader == "warc":
		a.progress.Noticef("%s: %s had no answer or a server error in the archive, so the graph may be incomplete "+
			"(ledger.csv, states failed and status)", name, wording.Count(n, "URL", "URLs"))
	case n > 0:
		a.progress.Noticef("%s: %s gave no answer or a server error, so the graph may be incomplete "+
			"(ledger.csv, states failed and status; --retry-failed requests them again)",
			name, wording.Count(n, "URL", "URLs"))
	}
	for _, text := range []string{linkedRemark(c.Linked, "linked.csv, problems.csv"), limitsRemark(c.Counts),
		samenessRemark(c), lonelyRemark(c)} {
		if text != "" {
			a.progress.Notice(name + ": " + text)
		}
	}
	if c.Complete && c.Asked == 0 && c.Counts.Fetched > 0 && !a.watching {
		a.progress.Noticef("%s: already complete (crawled %s); files written again. Use --fresh to crawl again",
			name, c.Finished.Local().Format("2006-01-02 15:04"))
	}
	switch c.Ended {
	case site.EndedRefused:
		a.progress.Error(name + ": refused: sitegraph never tries to get past that; ask the owner, or run the " +
			"same command again later ([limits] refused is the tolerated share of refusals)")
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

// linkedRemark summarizes the checks of linked URLs. It returns "" if there were none.
func linkedRemark(all []*site.Linked, files string) string {
	checked, bad := 0, 0
	for _, l := range all {
		if l.Check.State != site.LinkUnchecked {
			checked++
		}
		if l.Check.Bad() {
			bad++
		}
	}
	if checked == 0 {
		return ""
	}
	return fmt.Sprintf("checked %s that pages link to or use: %s broken (%s)",
		wording.Count(checked, "URL", "URLs"), wording.Grouped(bad), files)
}

// limitsRemark says what limits left out, "" if nothing.
func limitsRemark(n site.Counts) string {
	var parts []string
	for _, l := range n.LeftOut() {
		parts = append(parts, fmt.Sprintf("%s left out %d %s", l.Limit, l.Count, l.What))
	}
	return strings.Join(parts, "; ")
}

// samenessRemark says which URLs show the same page, "" if the user need not know.
func samenessRemark(c *site.Crawl) string {
	s := c.Sameness
	if s == nil {
		return ""
	}
	if s.Twins.Unstable {
		return "its pages change too much from one request to the next, so two URLs count as one page only if their " +
			"bytes are equal"
	}
	var parts []string
	if n := c.Counts.States[site.StateRule]; n > 0 {
		parts = append(parts, fmt.Sprintf("%s not fetched because other URLs show the same pages (rules.csv)",
			wording.Count(n, "URL", "URLs")))
	}
	if text := trapsRemark(s.Shapes); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// lonelyRemark explains why a graph has only one page. It returns "" for a larger graph and for a page with links.
func lonelyRemark(c *site.Crawl) string {
	if n := c.Counts; c.Ended != site.EndedWorkDone || n.Pages != 1 || n.InternalLinks > 0 {
		return ""
	}
	return "its start page has no links to the site; if it consists of frames or forwards visitors, set " +
		"[walk] elements = a,area,frame,iframe,meta (links that only scripts make cannot be followed)"
}

// trapsRemark names the kind of URLs that wasted the most requests and a rule against it. It returns "" for none.
func trapsRemark(shapes []site.Shape) string {
	count, waiting, requests, pages := 0, 0, 0, 0
	var worst *site.Shape
	for i := range shapes {
		s := &shapes[i]
		if !s.Deferred {
			continue
		}
		count, waiting, requests, pages = count+1, waiting+s.Waiting, requests+s.Requests, pages+s.New
		if worst == nil || s.Requests > worst.Requests {
			worst = s
		}
	}
	if worst == nil {
		return ""
	}
	gave := "gave hardly anything new"
	if 2*pages >= requests {
		gave = "have pages with hardly any text of their own"
	}
	text := fmt.Sprintf("%s of URLs %s and came last, %s not fetched (report.html, Traps)",
		wording.Count(count, "kind", "kinds"), gave, wording.Count(waiting, "URL", "URLs"))
	text += fmt.Sprintf("; %s took %s", worst.Shape, wording.Count(worst.Requests, "request", "requests"))
	if worst.Of > 0 {
		text += " (" + wording.Percent(worst.Share()) + ")"
	}
	if worst.Exclude != "" && 2*worst.New < worst.Requests {
		text += ": [walk] exclude = " + worst.Exclude + " leaves it out"
	}
	return text
}

// advice says what to do about a site that could not be reached.
func advice(c *site.Crawl) string {
	failure := c.Robots.Failure
	switch {
	case failure.Class == site.FailRefusal: // its explanation says so
		return ""
	case failure.Detail == site.SpeaksHTTP, failure.Detail == site.SpeaksNoTLS:
		return "; name the site http" + strings.TrimPrefix(site.Show(c.Site), "https")
	case failure.Class == site.FailDNS:
		return "; check its name, or run again later"
	}
	return "; run again later"
}
