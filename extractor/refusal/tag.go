package refusal

import (
	"bytes"
	"html"
	"strings"
)

// tag is a start tag: what its table of marks asks for.
type tag struct {
	element    string
	attributes []attribute
}

// attribute has its name and its value in lower case, references decoded.
type attribute struct{ name, value string }

// asked are the attributes that marks have.
var asked = []string{"id", "class", "src", "href", "content", "action", "http-equiv", "name", "type", "data-pageid"}

// readTag reads the attributes of a tag, whose name is the beginning of raw.
func readTag(element string, raw []byte) tag {
	t := tag{element: element}
	raw = raw[len(element):]
	for len(raw) > 0 && len(t.attributes) < maxAttributes {
		raw = bytes.TrimLeft(raw, " \t\r\n\f/")
		end := bytes.IndexAny(raw, "= \t\r\n\f/")
		if end < 0 {
			break
		}
		name := raw[:end]
		value, rest := readValue(bytes.TrimLeft(raw[end:], " \t\r\n\f"))
		raw = rest
		for _, a := range asked {
			if len(value) > 0 && len(value) <= maxValue && strings.EqualFold(a, string(name)) {
				t.attributes = append(t.attributes, attribute{a, strings.ToLower(html.UnescapeString(string(value)))})
			}
		}
	}
	return t
}

// Longer tags and values belong to no known page.
const (
	maxAttributes = 16
	maxValue      = 4096
)

// readValue reads the value that follows the name of an attribute, if any does.
func readValue(raw []byte) (value, rest []byte) {
	if len(raw) == 0 || raw[0] != '=' {
		return nil, raw
	}
	raw = bytes.TrimLeft(raw[1:], " \t\r\n\f")
	if len(raw) > 0 && (raw[0] == '"' || raw[0] == '\'') {
		value, rest, _ = bytes.Cut(raw[1:], raw[:1])
		return value, rest
	}
	end := bytes.IndexAny(raw, " \t\r\n\f")
	if end < 0 {
		end = len(raw)
	}
	return raw[:end], raw[end:]
}

// tagEnd returns where a tag ends that begins before from: the place of its ">",
// or -1. Values in quotes may have one.
func tagEnd(body []byte, from int) int {
	for i := from; i < len(body); i++ {
		switch body[i] {
		case '>':
			return i
		case '"', '\'':
			if i == 0 || body[i-1] != '=' && body[i-1] != ' ' {
				continue
			}
			close := bytes.IndexByte(body[i+1:], body[i])
			if close < 0 {
				return -1
			}
			i += close + 1
		}
	}
	return -1
}

// elementOf returns the name of a tag's element in lower case, "" if it is longer than any that counts.
func elementOf(raw []byte) string {
	var name [10]byte
	for i, c := range raw {
		if c <= ' ' || c == '/' || c == '>' {
			return string(name[:i])
		}
		if i == len(name) {
			return ""
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		name[i] = c
	}
	return string(name[:min(len(raw), len(name))])
}
