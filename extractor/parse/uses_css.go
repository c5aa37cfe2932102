package parse

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
)

// css finds what a style uses: https://www.w3.org/TR/css-syntax-3/.
type css struct {
	rest  string
	found func(kind site.LinkedKind, url string)

	rule  string // the open at-rule in lower case, "" for none
	fonts bool   // in @font-face
	depth int    // open parentheses
	set   int    // the depth of an image-set, 0 for none
}

func (c *css) read() {
	for c.rest != "" {
		switch b := c.rest[0]; {
		case strings.HasPrefix(c.rest, "/*"):
			_, c.rest, _ = strings.Cut(c.rest[len("/*"):], "*/")
		case b == '"' || b == '\'':
			if text, ok := c.text(); ok && (c.rule == "import" || c.set > 0 && c.depth == c.set) {
				c.use(text)
			}
		case b == '@':
			c.rest = c.rest[1:]
			c.rule = strings.ToLower(c.name())
		case isName(b):
			c.word(strings.ToLower(c.name()))
		default:
			c.rest = c.rest[1:]
			c.mark(b)
		}
	}
}

func (c *css) mark(b byte) {
	switch b {
	case '(':
		c.depth++
	case ')':
		if c.depth--; c.depth < c.set {
			c.set = 0
		}
	case '{':
		c.fonts, c.rule = c.rule == "font-face", ""
	case ';', '}':
		c.fonts, c.rule = c.fonts && b == ';', ""
	}
}

func (c *css) word(name string) {
	if !strings.HasPrefix(c.rest, "(") {
		return
	}
	switch {
	case name == "url":
		if url, ok := c.url(); ok {
			c.use(url)
		}
	case strings.HasSuffix(name, "image-set") && c.set == 0:
		c.set = c.depth + 1
	}
}

// use takes a URL. Only the first URL of an @import counts; other at-rules compare URLs and load nothing.
func (c *css) use(url string) {
	url = strings.Trim(url, htmlBlanks)
	switch {
	case url == "" || url[0] == '#': // in the page itself, as in url(#gradient)
	case c.rule == "import":
		c.rule = "imported"
		c.found(site.LinkedStyle, url)
	case c.rule != "":
	case c.fonts:
		c.found(site.LinkedFont, url)
	default:
		c.found(site.LinkedImage, url)
	}
}

// url reads the inside of url(): a string, or characters without quotes and blanks.
func (c *css) url() (url string, ok bool) {
	c.rest = strings.TrimLeft(c.rest[1:], htmlBlanks)
	if c.rest != "" && (c.rest[0] == '"' || c.rest[0] == '\'') {
		c.depth++
		return c.text()
	}
	url = c.until(`)"'(` + htmlBlanks)
	c.rest = strings.TrimLeft(c.rest, htmlBlanks)
	if ok = strings.HasPrefix(c.rest, ")"); !ok {
		c.until(")")
	}
	c.rest = c.rest[min(1, len(c.rest)):]
	return unescape(url), ok
}

func (c *css) text() (text string, ok bool) {
	quote := c.rest[:1]
	c.rest = c.rest[1:]
	text = c.until(quote + "\n\r\f")
	if ok = strings.HasPrefix(c.rest, quote); ok {
		c.rest = c.rest[1:]
	}
	return unescape(text), ok
}

func (c *css) name() string { return unescape(c.while(isName)) }

// until reads up to the first of these characters that is not escaped.
func (c *css) until(characters string) string {
	return c.while(func(b byte) bool { return strings.IndexByte(characters, b) < 0 })
}

func (c *css) while(kind func(byte) bool) string {
	end := 0
	for end < len(c.rest) && kind(c.rest[end]) {
		if end++; c.rest[end-1] == '\\' {
			end += escape(c.rest[end:])
		}
	}
	read := c.rest[:end]
	c.rest = c.rest[end:]
	return read
}

// escape returns the length of the escape after a backslash: a number and a blank, or any character.
func escape(text string) int {
	digits := 0
	for digits < min(6, len(text)) && strings.IndexByte("0123456789abcdefABCDEF", text[digits]) >= 0 {
		digits++
	}
	if digits > 0 && digits < len(text) && strings.IndexByte(htmlBlanks, text[digits]) >= 0 {
		return digits + 1
	}
	if digits > 0 {
		return digits
	}
	_, size := utf8.DecodeRuneInString(text)
	return size
}

func isName(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '-' || c == '_' || c == '\\' || c >= utf8.RuneSelf
}

func unescape(text string) string {
	before, rest, found := strings.Cut(text, `\`)
	if !found {
		return text
	}
	var out strings.Builder
	for ; found; before, rest, found = strings.Cut(rest, `\`) {
		out.WriteString(before)
		escaped := strings.TrimRight(rest[:escape(rest)], "\n\r\f")
		rest = rest[escape(rest):]
		if number, err := strconv.ParseUint(strings.TrimRight(escaped, htmlBlanks), 16, 32); err == nil {
			out.WriteRune(rune(number))
		} else {
			out.WriteString(escaped)
		}
	}
	return out.String() + before
}
