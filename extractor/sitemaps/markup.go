package sitemaps

import (
	"html"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// parseXML reads a list or an index and gives what it lists to take, until that says false. Elements count if
// they are in the namespace of the root element: those of others, such as image:loc, do not.
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

// listing is a list or an index that is being read.
type listing struct {
	take               func(location, modified string) bool
	root, item         string   // names of elements, the root's with its prefix
	space              string   // the namespace of the root
	prefixes           []string // that mean it
	inside             bool     // an item
	location, modified string   // of that item
}

// begin takes the root element and returns its format, "" if it has none.
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

// declaration matches a prefix of a namespace, "" for the default.
var declaration = regexp.MustCompile(`xmlns:?([^\s=]*)\s*=\s*(?:"([^"]*)"|'([^']*)')`)

// local is the name of a tag without its prefix, "" if it is of another namespace than the root.
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

// read takes another tag, and the text before it. It returns false when nothing more is to be read.
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

// tags yields the tags of a text in XML, each after the text between it and the tag before. An empty element
// is a tag and its closing one. Comments, processing instructions and declarations are passed over, so no
// entity is ever declared. A ">" in an attribute ends the tag too early, which does no harm here.
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

// longestContent is how much of the text between two tags is kept, in bytes:
// more than a location may have.
const longestContent = 2 * longest

func join(text, more string) string {
	return text + more[:min(len(more), max(0, longestContent-len(text)))]
}

// reference is a character or entity that XML knows without a declaration.
var reference = regexp.MustCompile(`&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);`)

// unescape resolves the references in the beginning of a text. Any other "&"
// stays, as in a URL that was not escaped.
func unescape(text string) string {
	text = text[:min(len(text), len("&quot;")*longestContent)]
	if !strings.Contains(text, "&") {
		return text
	}
	return reference.ReplaceAllStringFunc(text, html.UnescapeString)
}
