package report

import (
	"fmt"
	"strings"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

// Digest is that of a file next to the report.
type Digest struct {
	// File is its name, SHA256 its digest in hexadecimal.
	File, SHA256 string
}

// methods is a text for a paper: how the graph was made, what counts as what, and what is missing. Its date
// is that of the journal, or if that is not known it says where to look.
func (rep *siteReport) methods() []block {
	if rep.in.Crawl.Searched != nil || rep.Pages == 0 {
		return nil
	}
	text := strings.Join([]string{rep.methodsCrawl(), rep.methodsRobots(), rep.methodsWords(), rep.methodsLosses(),
		rep.methodsDigest()}, " ")
	return titled("Methods, to be pasted into a paper", paragraphs(strings.Join(strings.Fields(text), " ")))
}

func (rep *siteReport) methodsCrawl() string {
	date := "[date: \"started\" in manifest.json]"
	if day := rep.in.Crawl.Started; !day.IsZero() {
		date = day.UTC().Format(time.DateOnly)
	}
	text := fmt.Sprintf("The site %s was crawled with sitegraph %s on %s, from its "+
		"start page, %s, by following links in the source of pages, without running scripts.", clean(rep.Summary.Site),
		clean(rep.in.Version), date, crawlOrder(rep.in.Crawl))
	if names := rep.in.Crawl.Members.Names(); names != nil {
		text += fmt.Sprintf(" These hosts were treated as one site: %s.", clean(wording.ListFirst(names, rowsShown)))
	}
	if n := rep.in.Crawl.Counts.Fetched; n > 0 {
		text += fmt.Sprintf(" %s requested.", wereURLs(n))
	}
	return text
}

func (rep *siteReport) methodsRobots() string {
	text := ""
	switch r := rep.in.Crawl.Robots; {
	case r.Access == site.RobotsRules:
		text = "The site has a robots.txt with rules"
	case r.Verdict() != "":
		text = "robots.txt: " + strings.TrimSuffix(clean(r.Verdict()), ".")
	default:
		return ""
	}
	if v := rep.setting("robots.robots"); v != "" {
		text += fmt.Sprintf(" (read by the rules called \"%s\")", v)
	}
	if hosts := rep.in.Crawl.MemberRobots; len(hosts) > 0 {
		silent := 0
		for _, h := range hosts {
			if h.Robots.Access == site.RobotsForbid {
				silent++
			}
		}
		others := wording.Count(len(hosts), "other origin", "other origins")
		text += fmt.Sprintf("; that of %s was asked for as well", others)
		if silent > 0 {
			text += fmt.Sprintf(", and could not be read on %d, where nothing else was requested", silent)
		}
	}
	if n := rep.States[site.StateRobots]; n > 0 {
		text += fmt.Sprintf("; %s not requested because of it", wereURLs(n))
	}
	return text + "."
}

func (rep *siteReport) methodsWords() string {
	elements := ""
	if v := rep.setting("walk.elements"); v != "" {
		elements = " of the elements " + v
	}
	key := ""
	if v := rep.setting("duplicates.key"); v != "" {
		key = fmt.Sprintf(" (duplicates.key = %s)", v)
	}
	merged := rep.States[site.StateRedirect] + rep.States[site.StateDuplicate] + rep.States[site.StateBoth] +
		rep.States[site.StateRule] + rep.States[site.StateCanonical]
	return fmt.Sprintf("A page is a URL of the site's scheme, host and port that answers with status 200 and HTML. "+
		"URLs that redirect to a page, or have its content%s, count as that page: %s. A link is a "+
		"reference%s from a page; "+
		"an arc is an ordered pair of pages with at least one link, directly or through redirects. The graph has %s, "+
		"%s and %s.", key, urls(merged), elements, wording.Count(rep.Pages, "page", "pages"),
		wording.Count(rep.Arcs, "arc", "arcs"), wording.Count(rep.Links, "link", "links"))
}

func (rep *siteReport) methodsLosses() string {
	text := "The crawl is complete: nothing was left to fetch."
	if !rep.Complete {
		text = "The crawl is incomplete. " + rep.endingText()
	}
	var losses []string
	lost := func(n int, why string) {
		if n > 0 {
			losses = append(losses, wording.Grouped(n)+" "+why)
		}
	}
	lost(rep.States[site.StateFailed], "gave no usable answer")
	lost(rep.States[site.StateStatus], "answered with another status than 200")
	lost(rep.States[site.StateRefused], "were refused by a challenge or a denial")
	lost(rep.States[site.StateRedirectBad]+rep.States[site.StateRedirectLost],
		"redirected to a URL that is not a page")
	lost(rep.States[site.StateBeyondLevel], "were deeper than the depth limit")
	lost(rep.States[site.StateExcluded], "were excluded by the settings")
	lost(rep.States[site.StateStopped], "were not reached before the crawl stopped")
	for _, l := range rep.in.Crawl.Counts.LeftOut() {
		lost(l.Count, fmt.Sprintf("left out by the limit %s: %s", l.Limit, l.What))
	}
	if len(losses) == 0 {
		return text + " No URL of the site was lost."
	}
	return text + " Of the URLs of the site that were found, these are not in the graph: " +
		strings.Join(losses, "; ") + "."
}

func (rep *siteReport) methodsDigest() string {
	var members []string
	for _, d := range rep.in.Digests {
		members = append(members, fmt.Sprintf("%s %s", clean(d.File), d.SHA256))
	}
	text := "Settings and robots.txt are in manifest.json, with the SHA-256 of each file"
	if len(members) > 0 {
		text += "; that of the graph is " + wording.List(members)
	}
	return text + "."
}

// setting returns the value of a setting that decides the graph, "" if it is not known.
func (rep *siteReport) setting(name string) string {
	for _, s := range rep.in.Settings {
		if s.Name == name {
			return clean(s.Value)
		}
	}
	return ""
}

func wereURLs(n int) string { return urls(n) + wording.Form(n, " was", " were") }
