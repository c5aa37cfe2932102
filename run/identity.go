package run

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Details are what only some files show, so that a state need not have it.
type Details struct {
	// Links are single links, Texts the anchor texts of external and bad ones.
	Links, Texts bool
}

// How a state names its details.
const (
	detailLinks = "single links (for [export] exporters = links)"
	detailTexts = "anchor texts (for [export] exporters = external, bad, links)"
)

// Details returns what the chosen files show.
func (c Config) Details() (d Details) {
	for _, e := range c.Export.Exporters {
		d.Links = d.Links || e == "links"
		d.Texts = d.Texts || e == "links" || e == "external" || e == "bad"
	}
	return d
}

// detailsOf reads from a state's settings what it keeps.
func detailsOf(settings map[string]string) Details {
	return Details{Links: settings[detailLinks] != "", Texts: settings[detailTexts] != ""}
}

// or returns what either has.
func (d Details) or(other Details) Details {
	return Details{d.Links || other.Links, d.Texts || other.Texts}
}

// Identity returns the settings that decide the graph: a state that was made
// with others is refused. Depth and number of pages are not among them, since
// any state can be carried further.
func (c Config) Identity(d Details) map[string]string {
	id := map[string]string{
		"[walk] elements":       strings.Join(c.Walk.Elements, " "),
		"[walk] url_profile":    c.Walk.URLProfile,
		"[walk] extensions":     orNone(strings.Join(slices.Sorted(slices.Values(c.Walk.Extensions)), " ")),
		"[walk] include":        orNone(pattern(c.Walk.Include)),
		"[walk] exclude":        orNone(pattern(c.Walk.Exclude)),
		"[walk] max_redirects":  fmt.Sprint(c.Walk.MaxRedirects),
		"[walk] max_url_length": fmt.Sprint(c.Walk.MaxURLLength),
		"[download] downloader": c.Download.Downloader,
		"[download] max_body":   fmt.Sprint(c.Download.MaxBody),
		"[parse] parser":        c.Parse.Parser,
		"[robots] robots":       c.Robots.Rules,
		"[duplicates] key":      c.Duplicates.Key,

		"[limits] max_path_depth":     fmt.Sprint(c.Limits.PathDepth),
		"[limits] max_path_repeats":   fmt.Sprint(c.Limits.PathRepeats),
		"[limits] max_links_per_page": fmt.Sprint(c.Limits.LinksPerPage),
		"[limits] max_per_directory":  fmt.Sprint(c.Limits.PerDirectory),
	}
	if c.Download.Folder != "" {
		id["[download] folder"] = c.Download.Folder
	}
	if d.Links {
		id[detailLinks] = "kept"
	}
	if d.Texts {
		id[detailTexts] = "kept"
	}
	return id
}

// inReport returns those of a crawl's settings that its report shows: the ones
// that decide the graph, by the names that the user knows. Values are written
// as in the manifest, so that a result folder gives the same report as the
// state, and a saved site the same as the site.
func (c Config) inReport(all map[string]string) map[string]string {
	shown := map[string]string{}
	for name := range c.Identity(Details{}) {
		if strings.HasPrefix(name, "[download] downloader") || strings.HasPrefix(name, "[download] folder") {
			continue
		}
		key := strings.NewReplacer("[", "", "] ", ".").Replace(name)
		if value, ok := all[key]; ok {
			shown[name] = orNone(value)
		}
	}
	return shown
}

// orNone writes an empty setting: in a state "" would mean "does not matter".
func orNone(value string) string {
	if value == "" {
		return "(none)"
	}
	return value
}

// pattern is the source of an expression, "" without one.
func pattern(p *regexp.Regexp) string {
	if p == nil {
		return ""
	}
	return p.String()
}
