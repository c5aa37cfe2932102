package report

import (
	"fmt"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

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
	rep.add("robots", title, paragraphs(text), rep.table(rows), rep.table(closingRules(r)))
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
