package sitemaps

import (
	"html"
	"iter"
	"regexp"
	"strings"
)

// parseXML reads a list or an index and gives what it lists to take, until that
// says false. Elements count if they have the prefix of the root element: those
// of other namespaces, such as image:loc, do not.
func parseXML(text string, file *File, take func(location, modified string) bool) {
	l := listing{take: take}
	for content, t := range tags(text) {
		switch {
		case l.root == "":
			if file.Format = l.begin(t); file.Format == "" {
				file.Fault = FaultFormat
				return
			}
		case !l.read(content, t):
			return
		}
	}
	if file.Fault = FaultCut; l.root == "" {
		file.Fault = FaultFormat
	} else if l.location != "" {
		l.flush()
	}
}

// listing is a list or an index that is being read.
type listing struct {
	take               func(location, modified string) bool
	root, prefix, item string // names of elements
	inside             bool   // an item
	location, modified string // of that item
}

// begin takes the root element and returns its format, "" if it has none.
func (l *listing) begin(t tag) Format {
	colon := strings.LastIndexByte(t.name, ':') + 1
	l.root, l.prefix = t.name, t.name[:colon]
	switch f := Format(t.name[colon:]); f {
	case FormatList:
		l.item = l.prefix + "url"
		return f
	case FormatIndex:
		l.item = l.prefix + "sitemap"
		return f
	}
	return ""
}

// read takes another tag, and the text before it. It returns false when nothing
// more is to be read.
func (l *listing) read(content string, t tag) bool {
	switch {
	case t.name == l.item:
		more := l.flush()
		l.inside = !t.closing
		return more
	case t.closing && t.name == l.root:
		l.flush()
		return false
	case t.closing && t.name == l.prefix+"loc" && l.location == "":
		l.location = strings.TrimSpace(content)
	case t.closing && t.name == l.prefix+"lastmod" && l.modified == "":
		l.modified = strings.TrimSpace(content)
	}
	return true
}

// flush gives the item that was read to take.
func (l *listing) flush() (more bool) {
	more = !l.inside || l.take(l.location, l.modified)
	l.inside, l.location, l.modified = false, "", ""
	return more
}

// tag is the begin or the end of an element.
type tag struct {
	name    string // as written, with its prefix
	closing bool
}

// tags yields the tags of a text in XML, each after the text between it and the
// tag before. An empty element is a tag and its closing one. Comments, processing
// instructions and declarations are passed over, so no entity is ever declared.
// A ">" in an attribute ends the tag too early, which does no harm here.
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

// yieldTag yields what is between < and >.
func yieldTag(yield func(string, tag) bool, content, inside string) bool {
	rest, closing := strings.CutPrefix(inside, "/")
	name := rest
	if end := strings.IndexAny(rest, " \t\r\n/"); end >= 0 {
		name = rest[:end]
	}
	if !yield(content, tag{name, closing}) {
		return false
	}
	return closing || !strings.HasSuffix(rest, "/") || yield("", tag{name, true})
}

// longestContent is how much of the text between two tags is kept, in bytes:
// more than a location may have.
const longestContent = 2 * longest

// join adds to a text as much as is kept.
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
