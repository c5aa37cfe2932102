package report

import (
	"fmt"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) reach() {
	if rep.Pages == 0 {
		return
	}
	const title = "What can be reached"
	if reason := rep.UnknownBecause("return"); reason != "" && rep.Pages > 1 {
		rep.add("reach", title, paragraphs("Which pages lead back to the start page, which are dead ends, and which "+
			"are the only way to others is unknown: the crawl is incomplete, and "+reason+"."))
		return
	}
	rep.add("reach", title, paragraphs(returnText(&rep.Summary), deadEndText(&rep.Summary)),
		bowTie(&rep.Summary), dominators(&rep.Summary))
}

func returnText(s *stats.Summary) string {
	r := s.Return
	switch {
	case s.Pages == 1:
		return "The site has only its start page."
	case r.Pages == s.Pages:
		return "Every page has a path of links back to the start page."
	}
	text := fmt.Sprintf("From %s (%s) a path of links leads back to the start page; from %s none does.",
		pages(r.Pages), wording.Percent(r.Share), pages(s.Pages-r.Pages))
	if r.LostAt >= 0 && len(r.Levels) > 0 {
		text += fmt.Sprintf(" From depth %d on, most pages have no way back.", r.LostAt)
	}
	return text
}

func deadEndText(s *stats.Summary) string {
	if s.Pages < 2 {
		return ""
	}
	if s.Sinks == 0 {
		return "No page is a dead end: every page links to another page of the site."
	}
	return fmt.Sprintf("%s to no other page of the site.",
		wording.Count(s.Sinks, "page is a dead end: it links", "pages are dead ends: they link"))
}

func bowTie(s *stats.Summary) []block {
	b := s.BowTie
	switch {
	case s.Pages < 2:
		return nil
	case b.Core == s.Pages:
		return paragraphs("Every page can reach every other page.")
	}
	regions := []struct {
		name, meaning string
		pages         int
	}{
		{"Core", "every page can reach every other", b.Core},
		{"In", "leads to the core, but cannot be reached from it", b.In},
		{"Out", "can be reached from the core, but does not lead back", b.Out},
		{"Tubes", "lead from In to Out past the core", b.Tubes},
		{"Tendrils", "attached to In or Out, with no path to or from the core", b.Tendrils},
		{"Disconnected", "not connected to the rest", b.Disconnected},
	}
	var bars []chart.Bar
	rows := newTable("Regions of the graph", "region", "meaning", "#pages", "#share")
	for _, r := range regions {
		bars = addBar(bars, r.name+": "+r.meaning, r.pages, s.Pages)
		rows.add(r.name, r.meaning, r.pages, share(of(r.pages, s.Pages)))
	}
	return barChart("bow-tie", "Regions of the graph (bow-tie)", regionsText(s), bars, rows)
}

func regionsText(s *stats.Summary) string {
	b := s.BowTie
	text := fmt.Sprintf("The core, in which every page can reach every other, holds %s (%s).",
		pages(b.Core), wording.Percent(of(b.Core, s.Pages)))
	if b.Out > 0 {
		text += fmt.Sprintf(" %s can be reached from the core but %s not lead back.", pages(b.Out),
			wording.Form(b.Out, "does", "do"))
	}
	if b.In > 0 {
		text += fmt.Sprintf(" %s to the core but cannot be reached from it.",
			wording.Count(b.In, "page leads", "pages lead"))
	}
	return text
}

func dominators(s *stats.Summary) []block {
	d := s.Dominators
	const title = "Pages that others depend on"
	switch {
	case s.Pages < 2:
		return nil
	case d.Pages == 0:
		return titled(title, paragraphs("No page is indispensable: without any one page, except the start page, "+
			"all others can still be reached."))
	}
	text := fmt.Sprintf("%s the only way to some other pages: without %s, those cannot be reached from "+
		"the start page. The start page itself is not counted.",
		wording.Count(d.Pages, "page is", "pages are"), wording.Form(d.Pages, "it", "such a page"))
	return titled(title, paragraphs(text),
		topTable("Pages by how many others depend on them", "#dependent pages", d.Top, wording.Number))
}

func (rep *siteReport) robots() {
	r := rep.Reach
	if r == nil {
		return
	}
	const title = "What robots reach"
	if r.Unknown != "" {
		rep.add("robots", title, paragraphs(wording.Capital(r.Unknown)+"."))
		return
	}
	text := "Pages that a robot reaches from the start page by links of pages that robots.txt lets it read and that " +
		"ask for neither nofollow nor noindex. Pages that are forbidden are among those that it does not reach; " +
		"the others are only behind these. "
	if !r.SingleLinks {
		text += "Whether single links ask for nofollow is not known: crawl with the exporter links to count that. "
	}
	if r.RobotsTXT != string(site.RobotsRules) {
		text += fmt.Sprintf("What is known of robots.txt: %s.", clean(r.RobotsTXT))
	}
	rows := newTable("Robots", "robot", "group in robots.txt", "#reached", "#not reached", "#forbidden",
		"what keeps most pages from it")
	for i := range r.Robots {
		robot := &r.Robots[i]
		most := ""
		if len(robot.Rules) > 0 {
			most = robot.Rules[0].Text(robot.Robot)
		}
		rows.add(robot.Robot, robot.Group, robot.Reached, robot.NotReached, robot.Forbidden, clean(most))
	}
	rows.Note = "All pages that some robot does not reach are in reach.csv."
	rep.add("robots", title, paragraphs(text), rows.blocks(), closingRules(r).blocks())
}

func closingRules(r *stats.Reach) table {
	rows := newTable("Rules that keep pages from robots", "robot", "rule", "#pages", "#forbidden", "#only behind")
	for _, robot := range r.Robots {
		for _, c := range robot.Rules {
			rows.add(robot.Robot, clean(c.Rule), c.Pages, c.Forbids, c.Pages-c.Forbids)
		}
	}
	return rows
}
