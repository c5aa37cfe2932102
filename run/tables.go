package run

import (
	"context"
	"slices"
	"strconv"

	"sitegraph/export"
	"sitegraph/export/struck"
	"sitegraph/extractor/robots"
	"sitegraph/site"
	"sitegraph/stats"
)

// further returns page measures that are computed only on demand, namely what robots reach and visits.
func (a *artefacts) further(n *stats.Analysis) []export.Measure {
	return append(reachOf(n.Reach), visitsOf(a.crawl)...)
}

// times returns the durations of requests, if kept. Graphs do not have them, since they differ from run to run.
func (a *artefacts) times() []export.Measure {
	pages := a.crawl.Graph.Pages
	kept := func(p site.Page) bool { return p.Facts != nil && p.Facts.Milliseconds > 0 }
	if !slices.ContainsFunc(pages, kept) {
		return nil
	}
	return []export.Measure{{Name: "milliseconds", Whole: true, Of: func(page int) float64 {
		if pages[page].Facts == nil {
			return 0
		}
		return float64(pages[page].Facts.Milliseconds)
	}}}
}

// figureOf maps measures to figures of stats.json that tell whether an incomplete crawl leaves the measure unknown.
var figureOf = map[string]string{"component": "scc", "region": "bow_tie",
	"returns_home": "return", "cut_off": "dominators"}

func measuresOf(n *stats.Analysis) []export.Measure {
	v := &n.Values
	real := func(name string, all []float64) export.Measure {
		return export.Measure{Name: name, Of: func(i int) float64 { return all[i] }}
	}
	whole := func(name string, all []int32, from int32) export.Measure {
		return export.Measure{Name: name, Whole: true, Of: func(i int) float64 { return float64(all[i] + from) }}
	}
	all := []export.Measure{
		real("pagerank", v.PageRank), real("hub", v.Hub), real("authority", v.Authority),
		real("betweenness", v.Betweenness), real("harmonic", v.Harmonic), real("clustering", v.Clustering),
		whole("core", v.Core, 0), whole("community", v.Community, 1), whole("component", v.Component, 1),
		{Name: "region", Text: func(i int) string { return v.Region[i].String() }},
		{Name: "returns_home", Text: func(i int) string { return strconv.FormatBool(v.Home[i]) }},
		whole("cut_off", v.CutOff, 0), whole("directory", v.Directory, 1),
	}
	for i, m := range all {
		if figure, is := figureOf[m.Name]; is && n.Summary.UnknownBecause(figure) != "" {
			all[i] = export.Measure{Name: m.Name}
		}
	}
	return all
}

// inGraphs lists the measures that graphs have as node attributes.
var inGraphs = []string{"pagerank", "hub", "authority", "betweenness", "core", "community"}

// visitsOf returns the visits of pages in access logs, if there are any. Their names differ from the column visits of
// nodes.csv, which counts the checks of a watched site, since graphs have both.
func visitsOf(c *site.Crawl) (all []export.Measure) {
	if c.Hits == nil {
		return nil
	}
	people, robots := c.Hits.OfPages(c.Graph)
	number := func(of []int) func(page int) float64 { return func(page int) float64 { return float64(of[page]) } }
	return []export.Measure{{Name: "human_visits", Whole: true, Of: number(people)},
		{Name: "robot_visits", Whole: true, Of: number(robots)}}
}

// problems returns the rows of problems.csv, except rows struck out.
func (a *artefacts) problems(n *stats.Analysis) export.Listing {
	out := a.struck.All()
	return export.Problems(a.crawl.Graph, site.Sought(n.Places(), func(p *stats.Place) (stats.Place, bool) {
		return *p, len(out) == 0 || !out[struck.Identity("problems", p.Kind, p.URL, p.Detail)]
	}))
}

// writeWorkbook writes tables.xlsx with the problems, the pages and the arcs.
func (a *artefacts) writeWorkbook() error {
	n, err := a.numbers()
	if err != nil || a.crawl.Searched != nil {
		return err
	}
	return export.WriteTables(context.Background(), a.dir, a.crawl, a.options(), n.Problems, a.problems(n))
}

func (a *artefacts) writeTickets() error {
	n, err := a.numbers()
	if err != nil || n.FixFirst == nil {
		return err
	}
	return export.Tickets(n.FixFirst.All).Write(context.Background(), a.dir)
}

// Analyse computes a crawl's numbers, what to fix first (except rows struck out) and what robots reach.
func (c Config) Analyse(crawl *site.Crawl, out map[string]bool, progress stats.Progress) (*stats.Analysis, error) {
	a, err := stats.Analyse(crawl, progress)
	if err == nil {
		a.FixFirst, err = a.FindFirst(func(o *stats.Occurrence) bool {
			return len(out) > 0 && out[struck.Identity("problems", o.Kind, o.URL, o.Detail)]
		})
	}
	if err != nil || len(c.Report.Robots) == 0 {
		return a, err
	}
	a.Summary.Reach, err = Reach(crawl, c.Report.Robots, c.Download.Downloader)
	return a, err
}

// Reach finds what robots reach in a crawl, or why that is unknown. An error comes from the crawl's sequences.
func Reach(crawl *site.Crawl, names []string, downloader string) (*stats.Reach, error) {
	if why := robotsUnknown(crawl, downloader); why != "" {
		return &stats.Reach{RobotsTXT: crawl.Robots.Verdict(), Unknown: why, Robots: []stats.RobotReach{}}, nil
	}
	return stats.ReachOf(crawl, site.Each(names, func(name string) stats.Robot { return robotOf(name, crawl) }))
}

// robotsUnknown returns the reason why the content of robots.txt is unknown, or "".
func robotsUnknown(crawl *site.Crawl, downloader string) string {
	seen := crawl.Robots
	switch {
	case crawl.Searched != nil:
		return "this needs the graph of one site, and agents visit many"
	case seen.Access == "":
		return "robots.txt is not known: the crawl was read without it"
	case seen.Why == site.RobotsNotAsked:
		return "robots.txt is not known: the crawl did not ask for it"
	case seen.Why == site.RobotsNotArchived:
		return "robots.txt is not known: the web archive does not have it"
	case seen.Access == site.RobotsAllow && downloader == "folder":
		return "robots.txt is not known: the saved site does not have it"
	case seen.Access == site.RobotsForbid:
		return "robots.txt is not known: it could not be read (" + seen.Explanation() + ")"
	}
	return ""
}

// robotOf reads the robots.txt of all hosts in a crawl as the robot would.
func robotOf(name string, crawl *site.Crawl) stats.Robot {
	own := robots.Read(crawl.Robots, name)
	of := map[string]robots.Reading{}
	for _, host := range crawl.MemberRobots {
		of[host.Origin] = robots.Read(host.RobotsSeen, name)
	}
	return stats.Robot{Name: name, Group: own.Group, Forbids: func(address, lifted string) string {
		u, err := site.Parse(address)
		if err != nil {
			return ""
		}
		if member, ok := of[u.Origin()]; ok {
			return member.Forbidding(u.Target(), lifted)
		}
		return own.Forbidding(u.Target(), lifted)
	}}
}

// reachColumn names the column and attribute that tell whether a robot reaches a page.
func reachColumn(robot string) string { return "reached_by_" + robot }

// reachOf returns the values of these columns, 1 or 0.
func reachOf(r *stats.Reach) (all []export.Measure) {
	if r == nil {
		return nil
	}
	for i := range r.Robots {
		robot := &r.Robots[i]
		all = append(all, export.Measure{Name: reachColumn(robot.Robot), Whole: true, Of: func(page int) float64 {
			if robot.Why(page) == "" {
				return 1
			}
			return 0
		}})
	}
	return all
}

// writeReach writes reach.csv unless it is unknown what robots reach.
func (a *artefacts) writeReach(r *stats.Reach) error {
	if r == nil || r.Unknown != "" {
		return a.dir.Remove("reach.csv")
	}
	return export.Reach(a.crawl.Graph, r, reachColumn).Write(context.Background(), a.dir)
}
