package inspect

import "sitegraph/site"

// Meaning says which rule gives the state of an entry.
func (s *Site) Meaning(e site.Entry) string {
	if e.State == site.StateExternal && s.hasHost(e.Key) {
		return "outside the section that was crawled"
	}
	return meanings[e.State]
}

// hasHost reports whether a URL is on a host of the site, though perhaps outside its sections.
func (s *Site) hasHost(key string) bool {
	u, err := site.Parse(key)
	return err == nil && (u.Origin() == s.Crawl.Site || s.Members.Has(u))
}

// meanings say which rule gives a state.
var meanings = map[site.State]string{
	site.StatePage:              "a node of the graph",
	site.StateRedirect:          "redirects to a page",
	site.StateDuplicate:         "has the content of a page",
	site.StateBoth:              "redirects to a URL with the content of a page",
	site.StateRule:              "not fetched: a rule says that another URL shows the same page",
	site.StateCanonical:         "names a page with the same content as its canonical one",
	site.StateHop:               "only redirects lead to it",
	site.StateExternal:          "another scheme, host or port: another site",
	site.StateRobots:            "robots.txt",
	site.StateUnreachable:       "the host gave no answer",
	site.StateRobotsUnavailable: "robots.txt was answered with an error: nothing may be fetched now",
	site.StateExtension:         "[walk] extensions",
	site.StateExcluded:          "[walk] include, exclude",
	site.StateNotHTML:           "its Content-Type is not HTML",
	site.StateRefused:           "a service answered in place of the site, or its pages are all the same",
	site.StateStatus:            "its final status is not 200",
	site.StateFailed:            "no usable answer",
	site.StateRedirectOut:       "redirects off the site",
	site.StateRedirectBad:       "its redirects lead nowhere",
	site.StateRedirectLost:      "redirects to a URL that is not a page",
	site.StateBeyondLevel:       "max_depth",
	site.StateLimit:             "[walk] max_pages, [order] budget, or a limit of [limits]",
	site.StateStopped:           "the run ended before its turn",
}
