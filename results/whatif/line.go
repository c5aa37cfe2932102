package whatif

import (
	"strings"

	"sitegraph/wording"
)

// LinkLine is the line of a change that adds a link to the content of a page of a site, by its origin; ok is false if
// no line can name the pages.
func LinkLine(from, to, origin, text string) (line string, ok bool) {
	if strings.ContainsAny(from+to, "*") {
		return "", false
	}
	text = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(wording.Line(text))
	return string(AddLink) + " " + single(from, origin) + " " + single(to, origin) + ` "` + text + `" main`, true
}

func single(url, origin string) string {
	if path, own := strings.CutPrefix(url, origin); own && strings.HasPrefix(path, "/") {
		url = path
	}
	if strings.HasSuffix(url, "/") || strings.HasSuffix(url, "$") {
		url += "$"
	}
	return url
}
