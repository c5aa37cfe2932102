package sitemap

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// The greatest lengths of texts, in characters. What is longer is cut and ends
// in an ellipsis.
const (
	longestName  = 24
	longestLabel = 48
	longestTitle = 160
	longestDrawn = 28
	longestURL   = 600
)

// clean returns a text as one line of valid UTF-8 of at most most characters.
// What cannot be seen or turns the direction of the text around it is left
// out.
func clean(text string, most int) string {
	line := make([]rune, 0, min(len(text), most)+2)
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = len(line) > 0
			continue
		}
		if !visible(r) {
			continue
		}
		if space {
			line = append(line, ' ')
		}
		line, space = append(line, r), false
		if len(line) > most {
			return strings.TrimRight(string(line[:most-1]), " ") + "…"
		}
	}
	return string(line)
}

// visible tells whether a sign may stand in the picture. The two joiners are
// part of words in Persian and Hindi.
func visible(r rune) bool { return unicode.IsPrint(r) || r == '\u200c' || r == '\u200d' }

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
	if n != 1 {
		noun = plural(noun)
	}
	return grouped(n) + " " + noun
}

// grouped writes a number with commas between the thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
