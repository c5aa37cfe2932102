package report

import (
	"sitegraph/report/chart"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) reach() {
	if rep.Pages == 0 {
		return
	}
	const title = "What can be reached"
	if reason := rep.UnknownBecause("return"); reason != "" && rep.Pages > 1 {
		rep.add("reach", title, paragraphs(say("no way back", reason)))
		return
	}
	rep.add("reach", title, paragraphs(say("return", rep.Summary), say("dead ends", rep.Summary)),
		bowTie(&rep.Summary), dominators(&rep.Summary))
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
	return barChart("bow-tie", "Regions of the graph (bow-tie)", say("regions", s), bars, rows)
}

func dominators(s *stats.Summary) []block {
	d := s.Dominators
	if s.Pages < 2 {
		return nil
	}
	return titled("Pages that others depend on", paragraphs(say("dominators", d.Pages)),
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
	rep.add("robots", title, paragraphs(say("robots", r)), rows.blocks(), closingRules(r).blocks())
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
