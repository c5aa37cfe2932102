package whatif

import (
	"errors"
	"strings"
	"unicode/utf8"

	"sitegraph/wording"
)

// field is a word of a line, or a text in quotes.
type field struct {
	text   string
	column int // in characters, from 1
	quoted bool
}

var errQuote = errors.New(`the quote is not closed: a text is written between two ", and \" is a quote within`)

// fieldsOf divides a line into fields, and a comment behind them, which begins with # at the beginning of a word. After
// an error, column is where it is.
func fieldsOf(line string) (fields []field, comment string, column int, err error) {
	at := 0
	for {
		rest := strings.TrimLeft(line[at:], " \t\r")
		if at = len(line) - len(rest); rest == "" || rest[0] == '#' {
			return fields, rest, 0, nil
		}
		f := field{column: utf8.RuneCountInString(line[:at]) + 1}
		n := strings.IndexAny(rest, " \t\r")
		if n < 0 {
			n = len(rest)
		}
		if f.text = rest[:n]; rest[0] == '"' {
			f.quoted = true
			if f.text, n = unquote(rest); n == 0 {
				return nil, "", f.column, errQuote
			}
		}
		fields = append(fields, f)
		at += n
	}
}

// unquote returns the text in quotes at the beginning of a line, and the length of both; 0 if the quote is not closed.
func unquote(line string) (text string, n int) {
	var b strings.Builder
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '"':
			return b.String(), i + 1
		case line[i] == '\\' && i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\'):
			i++
		}
		b.WriteByte(line[i])
	}
	return "", 0
}

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
	url = cut(url, origin)
	if strings.HasSuffix(url, "/") || strings.HasSuffix(url, "$") {
		url += "$"
	}
	return url
}
