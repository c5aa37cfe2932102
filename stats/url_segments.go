package stats

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

// splitURL returns the path of a URL, which begins with a slash, and its query without the question mark.
func splitURL(url string) (path, query string) {
	_, query, _ = strings.Cut(url, "?")
	return cmp.Or(site.PathIn(url), "/"), query
}

const (
	endingLength, hexLength = 5, 8 // the longest file ending, the fewest hexadecimal digits

	letters   = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	decimals  = "0123456789"
	hexDigits = decimals + "abcdefABCDEF"
)

type segmentKind uint8

const (
	segmentEnd segmentKind = iota // the path ends here
	segmentName
	segmentWord // a name that is not kept
	segmentNumber
	segmentDate
	segmentHex
)

func (kind segmentKind) pattern(name, ending string) string {
	if kind == segmentName {
		return name
	}
	return [...]string{
		segmentWord: "{word}", segmentNumber: "{number}", segmentDate: "{date}", segmentHex: "{hex}",
	}[kind] + ending
}

func classify(segment string) (kind segmentKind, name, ending string) {
	stem := segment
	if dot := strings.LastIndexByte(segment, '.'); dot > 0 && isEnding(segment[dot+1:]) {
		stem, ending = segment[:dot], segment[dot:]
	}
	switch {
	case isDate(stem):
		return segmentDate, "", ending
	case isNumber(stem):
		return segmentNumber, "", ending
	case isHex(stem):
		return segmentHex, "", ending
	}
	return segmentName, segment, ending
}

// isEnding reports whether text after a dot may be a file ending: a few letters and digits, starting with a letter.
func isEnding(text string) bool {
	return text != "" && len(text) <= endingLength && madeOf(text[:1], letters) && madeOf(text, letters+decimals)
}

func isNumber(text string) bool { return text != "" && madeOf(text, decimals) }

// isDate accepts 2024-01-31, 2024_01_31, 2024.01.31 and the same without a day.
func isDate(text string) bool {
	if len(text) != len("2024-01") && len(text) != len("2024-01-31") || strings.IndexByte("-_.", text[4]) < 0 {
		return false
	}
	parts := strings.Split(text, text[4:5])
	if len(parts) != 2+(len(text)-7)/3 || len(parts[0]) != 4 || !isNumber(parts[0]) {
		return false
	}
	for i, part := range parts[1:] {
		if len(part) != 2 || !isNumber(part) || part < "01" || part > []string{"12", "31"}[i] {
			return false
		}
	}
	return true
}

// isHex accepts a UUID, with or without hyphens, and other runs of hexadecimal digits with both digits and letters.
func isHex(text string) bool {
	if len(text) == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' {
		text = strings.ReplaceAll(text, "-", "")
		return len(text) == 32 && madeOf(text, hexDigits)
	}
	return len(text) >= hexLength && madeOf(text, hexDigits) && strings.ContainsAny(text, decimals)
}

func madeOf(text, characters string) bool { return strings.Trim(text, characters) == "" }

// queryPattern returns the sorted parameter names of a query with {value}, after a question mark.
func queryPattern(query string) string {
	var names []string
	for parameter := range strings.SplitSeq(query, "&") {
		if parameter != "" {
			name, _, _ := strings.Cut(parameter, "=")
			names = append(names, name+"={value}")
		}
	}
	if names == nil {
		return ""
	}
	slices.Sort(names)
	return "?" + strings.Join(slices.Compact(names), "&")
}
