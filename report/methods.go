package report

import (
	"fmt"
	"strings"
	"time"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// Digest is that of a file next to the report.
type Digest struct {
	// File is its name, SHA256 its digest in hexadecimal.
	File, SHA256 string
}

// methods is a text for a paper: how the graph was made and dated, what counts as what, what is missing.
func (rep *siteReport) methods() []block {
	if rep.in.Crawl.Searched != nil || rep.Pages == 0 {
		return nil
	}
	text := strings.Join([]string{
		methodsCrawl(&rep.Summary, rep.in.Crawl, rep.in.Version),
		methodsRobots(&rep.Summary, rep.in.Crawl, rep.in.Settings),
		methodsWords(&rep.Summary, rep.in.Settings),
		methodsLosses(&rep.Summary, rep.in.Crawl),
		methodsDigest(rep.in.Digests),
	}, " ")
	return titled("Methods, to be pasted into a paper", paragraphs(strings.Join(strings.Fields(text), " ")))
}

func methodsCrawl(s *stats.Summary, crawl *site.Crawl, version string) string {
	date := "[date: \"started\" in manifest.json]"
	if day := crawl.Started; !day.IsZero() {
		date = day.UTC().Format(time.DateOnly)
	}
	text := fmt.Sprintf("The site %s was crawled with sitegraph %s on %s, from its "+
		"start page, %s, by following links in the source of pages, without running scripts.", clean(s.Site),
		clean(version), date, crawlOrder(crawl))
	if names := crawl.Members.Names(); names != nil {
		text += fmt.Sprintf(" These hosts were treated as one site: %s.", clean(wording.ListFirst(names, rowsShown)))
	}
	if n := crawl.Counts.Fetched; n > 0 {
		text += fmt.Sprintf(" %s requested.", wereURLs(n))
	}
	return text
}

func methodsRobots(s *stats.Summary, crawl *site.Crawl, settings []Setting) string {
	text := ""
	switch r := crawl.Robots; {
	case r.Access == site.RobotsRules:
		text = "The site has a robots.txt with rules"
	case r.Verdict() != "":
		text = "robots.txt: " + strings.TrimSuffix(clean(r.Verdict()), ".")
	default:
		return ""
	}
	if v := setting(settings, "robots.robots"); v != "" {
		text += fmt.Sprintf(" (read by the rules called \"%s\")", v)
	}
	if hosts := crawl.MemberRobots; len(hosts) > 0 {
		silent := 0
		for _, h := range hosts {
			if h.Access == site.RobotsForbid {
				silent++
			}
		}
		others := wording.Count(len(hosts), "other origin", "other origins")
		text += fmt.Sprintf("; that of %s was asked for as well", others)
		if silent > 0 {
			text += fmt.Sprintf(", and could not be read on %d, where nothing else was requested", silent)
		}
	}
	if n := s.States[site.StateRobots]; n > 0 {
		text += fmt.Sprintf("; %s not requested because of it", wereURLs(n))
	}
	return text + "."
}

func methodsWords(s *stats.Summary, settings []Setting) string {
	elements := ""
	if v := setting(settings, "walk.elements"); v != "" {
		elements = " of the elements " + v
	}
	key := ""
	if v := setting(settings, "duplicates.key"); v != "" {
		key = fmt.Sprintf(" (duplicates.key = %s)", v)
	}
	merged := s.States[site.StateRedirect] + s.States[site.StateDuplicate] + s.States[site.StateBoth] +
		s.States[site.StateRule] + s.States[site.StateCanonical]
	return fmt.Sprintf("A page is a URL of the site's scheme, host and port that answers with status 200 and HTML. "+
		"URLs that redirect to a page, or have its content%s, count as that page: %s. A link is a "+
		"reference%s from a page; "+
		"an arc is an ordered pair of pages with at least one link, directly or through redirects. The graph has %s, "+
		"%s and %s.", key, urls(merged), elements, wording.Count(s.Pages, "page", "pages"),
		wording.Count(s.Arcs, "arc", "arcs"), wording.Count(s.Links, "link", "links"))
}

func methodsLosses(s *stats.Summary, crawl *site.Crawl) string {
	text := "The crawl is complete: nothing was left to fetch."
	if !s.Complete {
		text = "The crawl is incomplete. " + endingText(s.Ended)
	}
	var losses []string
	lost := func(n int, why string) {
		if n > 0 {
			losses = append(losses, wording.Grouped(n)+" "+why)
		}
	}
	lost(s.States[site.StateFailed], "gave no usable answer")
	lost(s.States[site.StateStatus], "answered with another status than 200")
	lost(s.States[site.StateRefused], "were refused by a challenge or a denial")
	lost(s.States[site.StateRedirectBad]+s.States[site.StateRedirectLost],
		"redirected to a URL that is not a page")
	lost(s.States[site.StateBeyondLevel], "were deeper than the depth limit")
	lost(s.States[site.StateExcluded], "were excluded by the settings")
	lost(s.States[site.StateStopped], "were not reached before the crawl stopped")
	for _, l := range crawl.Counts.LeftOut() {
		lost(l.Count, fmt.Sprintf("left out by the limit %s: %s", l.Limit, l.What))
	}
	if len(losses) == 0 {
		return text + " No URL of the site was lost."
	}
	return text + " Of the URLs of the site that were found, these are not in the graph: " +
		strings.Join(losses, "; ") + "."
}

func methodsDigest(digests []Digest) string {
	var members []string
	for _, d := range digests {
		members = append(members, fmt.Sprintf("%s %s", clean(d.File), d.SHA256))
	}
	text := "Settings and robots.txt are in manifest.json, with the SHA-256 of each file"
	if len(members) > 0 {
		text += "; that of the graph is " + wording.List(members)
	}
	return text + "."
}

// setting returns the value of a setting that decides the graph, "" if it is not known.
func setting(settings []Setting, name string) string {
	for _, s := range settings {
		if s.Name == name {
			return clean(s.Value)
		}
	}
	return ""
}

func wereURLs(n int) string { return urls(n) + wording.Form(n, " was", " were") }
