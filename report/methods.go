package report

import (
	"fmt"
	"strings"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

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
