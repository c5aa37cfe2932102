package download

import (
	"regexp"
	"slices"
	"strings"

	"sitegraph/site"
)

var (
	// linkValue matches a link of the header Link (RFC 8288, section 3), and linkParameter one of its parameters.
	linkValue     = regexp.MustCompile(`<([^>]*)>((?:[^",<]|"(?:[^"\\]|\\.)*")*)`)
	linkParameter = regexp.MustCompile(`;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?`)
)

// canonicalIn returns the URL of the first link in headers Link that names what is canonical for the page itself,
// resolved where that is possible.
func canonicalIn(headers []string, page site.URL) string {
	for _, header := range headers {
		for _, link := range linkValue.FindAllStringSubmatch(headerText(header), -1) {
			if !isCanonical(link[2]) {
				continue
			}
			if u, err := page.Resolve(link[1], nil); err == nil {
				return u.String()
			}
			return link[1]
		}
	}
	return ""
}

// isCanonical reports whether the parameters of a link say that it is canonical for the page. The first rel counts.
func isCanonical(parameters string) bool {
	var rel []string
	for _, p := range linkParameter.FindAllStringSubmatch(parameters, -1) {
		switch name := strings.ToLower(p[1]); {
		case name == "anchor": // it is about something else
			return false
		case name == "rel" && rel == nil:
			rel = strings.Fields(strings.ToLower(p[2] + p[3]))
		}
	}
	return slices.Contains(rel, "canonical")
}
