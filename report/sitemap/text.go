package sitemap

import (
	"net/url"
	"strings"

	"sitegraph/wording"
)

// The greatest lengths of texts, in characters. What is longer is cut and ends in an ellipsis.
const (
	longestName  = 24
	longestLabel = 48
	longestTitle = 160
	longestDrawn = 28
	longestURL   = 600
)

// clean returns a text on one line, of at most so many characters.
func clean(text string, most int) string { return wording.Begin(wording.Line(text), most) }

// webAddress returns a page's URL if it can be a link: http or https, and not
// so long that only a part of it would be kept.
func webAddress(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	return address, len(address) <= longestURL && clean(address, longestURL) == address
}

// fallbackName is the name of a page without a title: the end of its path.
func fallbackName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	path := strings.Trim(u.Path, "/")
	path = path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case path == "" && u.RawQuery == "":
		return u.Host
	case u.RawQuery == "":
		return path
	default:
		return path + "?" + u.RawQuery
	}
}

// plural returns a noun for several: with an s, or ies for its y.
func plural(noun string) string {
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.HasSuffix(stem, "a") && !strings.HasSuffix(stem, "e") {
		return stem + "ies"
	}
	return noun + "s"
}

// counted returns a number and a noun.
func counted(n int, noun string) string {
	return wording.Count(n, noun, plural(noun))
}
