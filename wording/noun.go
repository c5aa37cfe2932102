package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Count writes a number and its noun: "1 page", "1,200 pages", "2.5 clicks".
func Count[N int | float64](n N, one, many string) string {
	text := Number(float64(n))
	if text == "1" {
		return "1 " + one
	}
	return text + " " + many
}

// Form returns the form of a noun or verb that fits a number.
func Form(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// List joins the members of a list: "a, b and c".
func List(members []string) string {
	if len(members) == 0 {
		return ""
	}
	last := len(members) - 1
	if last == 0 {
		return members[0]
	}
	return strings.Join(members[:last], ", ") + " and " + members[last]
}

// Capital writes the first letter of a text as a capital.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
