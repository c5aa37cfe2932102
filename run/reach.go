package run

import (
	"context"

	"sitegraph/export"
	"sitegraph/export/struck"
	"sitegraph/extractor/robots"
	"sitegraph/site"
	"sitegraph/stats"
)

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
	all := site.Each(names, func(name string) stats.Robot { return robotOf(name, crawl) })
	return stats.ReachOf(crawl, all)
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
