package sitemaps

import (
	"html"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// parseXML reads a list or index. It passes each listed URL to take until take returns false. Only elements in the
// root's namespace count, so image:loc does not.
func parseXML(text string, f *file, take func(location, modified string) bool) {
	l := listing{take: take}
	for content, t := range tags(text) {
		switch {
		case l.root == "":
			if f.format = l.begin(t); f.format == "" {
				f.Fault = faultFormat
				return
			}
		case !l.read(content, t):
			return
		}
	}
	if f.Fault = faultCut; l.root == "" {
		f.Fault = faultFormat
	} else if l.location != "" {
		l.flush()
	}
}

// listing is a list or index being read.
type listing struct {
	take               func(location, modified string) bool
	root, item         string   // element names; the root's has its prefix
	space              string   // the root's namespace
	prefixes           []string // prefixes for this namespace
	inside             bool     // in an item
	location, modified string   // of that item
}

// begin takes the root element and returns its format, "" if unknown.
func (l *listing) begin(t tag) string {
	prefix, name := t.split()
	l.root, l.prefixes = t.name, []string{prefix}
	for _, m := range declaration.FindAllStringSubmatch(t.attributes, -1) {
		if m[1] == prefix {
			l.space = m[2] + m[3]
		}
	}
	l.local(t)
	l.item = map[string]string{formatList: "url", formatIndex: "sitemap"}[name]
	if l.item == "" {
		return ""
	}
	return name
}

// declaration matches the declaration of a namespace with its prefix, "" for the default.
var declaration = regexp.MustCompile(`xmlns:?([^\s=]*)\s*=\s*(?:"([^"]*)"|'([^']*)')`)

// local returns a tag's name without prefix, "" if its namespace is not the root's.
func (l *listing) local(t tag) string {
	if l.space != "" && strings.Contains(t.attributes, "xmlns") {
		for _, m := range declaration.FindAllStringSubmatch(t.attributes, -1) {
			if m[2]+m[3] == l.space && !slices.Contains(l.prefixes, m[1]) {
				l.prefixes = append(l.prefixes, m[1])
			}
		}
	}
	prefix, name := t.split()
	if !slices.Contains(l.prefixes, prefix) {
		return ""
	}
	return name
}

// read takes the next tag, and the text before it. It returns false at the end of reading.
func (l *listing) read(content string, t tag) bool {
	name := l.local(t)
	switch {
	case name == l.item:
		more := l.flush()
		l.inside = !t.closing
		return more
	case t.closing && t.name == l.root:
		l.flush()
		return false
	case t.closing && name == "loc" && l.location == "":
		l.location = strings.TrimSpace(content)
	case t.closing && name == "lastmod" && l.modified == "":
		l.modified = strings.TrimSpace(content)
	}
	return true
}

func (l *listing) flush() (more bool) {
	more = !l.inside || l.take(l.location, l.modified)
	l.inside, l.location, l.modified = false, "", ""
	return more
}

type tag struct {
	name       string // as written, with its prefix
	closing    bool
	attributes string
}

func (t tag) split() (prefix, name string) {
	colon := strings.LastIndexByte(t.name, ':')
	return t.name[:max(0, colon)], t.name[colon+1:]
}

// tags yields the tags of an XML text, each with the text between it and the previous tag. An empty element yields two
// tags. tags skips comments, processing instructions and declarations, so nothing can declare an entity. A ">" in an
// attribute ends the tag too early, which is harmless here.
func tags(text string) iter.Seq2[string, tag] {
	return func(yield func(string, tag) bool) {
		content, found := "", true
		for found {
			var data string
			if data, text, found = strings.Cut(text, "<"); !found {
				return
			}
			content = join(content, unescape(data))
			switch {
			case strings.HasPrefix(text, "!--"):
				_, text, found = strings.Cut(text[3:], "-->")
			case strings.HasPrefix(text, "![CDATA["):
				data, text, found = strings.Cut(text[8:], "]]>")
				content = join(content, data)
			case strings.HasPrefix(text, "?"):
				_, text, found = strings.Cut(text, "?>")
			case strings.HasPrefix(text, "!"):
				_, text, found = strings.Cut(text, ">")
			default:
				data, text, found = strings.Cut(text, ">")
				if found && !yieldTag(yield, content, data) {
					return
				}
				content = ""
			}
		}
	}
}

func yieldTag(yield func(string, tag) bool, content, inside string) bool {
	rest, closing := strings.CutPrefix(inside, "/")
	name, attributes := rest, ""
	if end := strings.IndexAny(rest, " \t\r\n/"); end >= 0 {
		name, attributes = rest[:end], rest[end:]
	}
	if !yield(content, tag{name, closing, attributes}) {
		return false
	}
	return closing || !strings.HasSuffix(rest, "/") || yield("", tag{name: name, closing: true})
}

// longestContent limits the text kept between two tags, in bytes. It is longer than any location.
const longestContent = 2 * longest

func join(text, more string) string {
	return text + more[:min(len(more), max(0, longestContent-len(text)))]
}

// reference matches a character reference, or an entity that XML predefines.
var reference = regexp.MustCompile(`&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);`)

// unescape resolves the references at the start of a text. Any other "&" stays, as in an unescaped URL.
func unescape(text string) string {
	text = text[:min(len(text), len("&quot;")*longestContent)]
	if !strings.Contains(text, "&") {
		return text
	}
	return reference.ReplaceAllStringFunc(text, html.UnescapeString)
}
