package parse

import (
	"bytes"
	"iter"

	"golang.org/x/net/html"
)

// The attributes that matter. attributes holds those before attrCount.
const (
	attrAlt = iota
	attrContent
	attrEquiv
	attrHref
	attrHreflang
	attrLang
	attrName
	attrRel
	attrSrc
	attrCount
)
const (
	attrClass = attrCount + iota
	attrRole
	attrType
	attrValue
	attrAll
)

// attributes holds the attributes of one tag that matter. The first of a repeated attribute counts, and one without a
// value gets "".
type attributes struct {
	value [attrCount]string
	has   [attrCount]bool
}

var attributeNames = [attrAll]string{
	attrAlt: "alt", attrClass: "class", attrContent: "content", attrEquiv: "http-equiv", attrHref: "href",
	attrHreflang: "hreflang", attrLang: "lang", attrName: "name", attrRel: "rel", attrRole: "role", attrSrc: "src",
	attrType: "type", attrValue: "value",
}

// attribute returns the number of an attribute by its name in any case.
func attribute(name []byte) (int, bool) {
	if len(name) > 0 {
		for _, i := range attributesBy[name[0]|0x20] {
			if equalFold(name, attributeNames[i]) {
				return i, true
			}
		}
	}
	return 0, false
}

// attributesBy has the attributes by their first letter; it is never changed.
var attributesBy = [256][]int{
	'a': {attrAlt}, 'c': {attrClass, attrContent}, 'h': {attrHref, attrHreflang, attrEquiv}, 'l': {attrLang},
	'n': {attrName}, 'r': {attrRel, attrRole}, 's': {attrSrc}, 't': {attrType}, 'v': {attrValue},
}

// attributes reads the attributes of the current start tag. The decoder copies every name and value, so it gets only
// tags whose values are hard to decode.
func (s *scanner) attributes() attributes {
	var a attributes
	for i := range attrCount {
		if s.has&(1<<i) == 0 {
			continue
		}
		if a.value[i], a.has[i] = plainValue(s.written(i)); !a.has[i] {
			return s.decoder.attributes(s.raw)
		}
	}
	return a
}

// plainValue decodes a value whose only character reference is "&amp;". ok is false if the decoder must do it.
func plainValue(value []byte) (decoded string, ok bool) {
	if bytes.IndexByte(value, '\r') >= 0 || bytes.IndexByte(value, 0) >= 0 {
		return "", false
	}
	if bytes.IndexByte(value, '&') < 0 {
		return intern(value), true
	}
	out := make([]byte, 0, 256)
	for {
		before, after, found := bytes.Cut(value, []byte("&"))
		out = append(out, before...)
		if !found {
			return string(out), true
		}
		out = append(out, '&')
		switch {
		case bytes.HasPrefix(after, []byte("amp;")):
			after = after[len("amp;"):]
		case !isParameter(after):
			return "", false
		}
		value = after
	}
}

// isParameter reports whether s begins with letters or digits and a "=", as in "&copy=1". After a "&" in an attribute
// these are no character reference.
func isParameter(s []byte) bool {
	for i, c := range s {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9':
		default:
			return i > 0 && c == '='
		}
	}
	return false
}

// allAttributes yields names and values of the current start tag as written. A name may be empty.
func (s *scanner) allAttributes() iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		for rest := s.raw[1+len(s.name):]; len(rest) > 0; {
			var name, value []byte
			if name, value, rest = nextAttribute(rest); !yield(name, value) {
				return
			}
		}
	}
}

// nextAttribute returns the first attribute in the rest of a start tag, and everything after it. The name is empty if
// there is none. It finds the same bounds as golang.org/x/net/html; a fuzz test compares them.
func nextAttribute(s []byte) (name, value, rest []byte) {
	from := skipBlanks(s, 0)
	to := nameEnd(s, from)
	name, s = s[from:to], s[skipBlanks(s, to):]
	switch {
	case len(s) == 0:
		return name, nil, nil
	case s[0] == '/' || s[0] == '>':
		return name, nil, s[1:]
	case s[0] != '=':
		return name, nil, s
	}
	value, rest = attributeValue(s[skipBlanks(s, 1):])
	return name, value, rest
}

// attributeValue returns the value that s begins with, quoted or not.
func attributeValue(s []byte) (value, rest []byte) {
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		if end := bytes.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : 1+end], s[2+end:]
		}
		return s[1:], nil
	}
	end := 0
	for end < len(s) && tagBytes[s[end]]&endsValue == 0 {
		end++
	}
	return s[:end], s[end:]
}

// nodeAttributes reads the attributes of an element in the tree. It skips namespaced ones, such as xlink:href.
func nodeAttributes(n *html.Node) attributes {
	var a attributes
	for _, attr := range n.Attr {
		if i, ok := attribute([]byte(attr.Key)); ok && i < attrCount && attr.Namespace == "" && !a.has[i] {
			a.value[i], a.has[i] = attr.Val, true
		}
	}
	return a
}

// intern copies a value unless it is one of the commonest values of rel.
func intern(value []byte) string {
	for _, common := range [...]string{"nofollow", "noopener", "noopener noreferrer", "noreferrer"} {
		if string(value) == common {
			return common
		}
	}
	return string(value)
}

// heavyTag is a length in bytes. A tag this long may leave enough attribute names in a tokenizer to slow down every
// later tag.
const heavyTag = 64 << 10

// decoder lets golang.org/x/net/html decode attributes. It feeds a tokenizer one whole start tag at a time. The zero
// value is ready.
type decoder struct {
	tokens *html.Tokenizer
	tag    bytes.Reader // the unread rest of the tag
}

// attributes decodes the attributes of a start tag. The tokenizer drops repeated attributes itself.
func (d *decoder) attributes(raw []byte) attributes {
	if d.tokens == nil {
		d.tokens = html.NewTokenizer(&d.tag)
	}
	d.tag.Reset(raw)
	kind := d.tokens.Next()
	d.tokens.NextIsNotRawText()
	var a attributes
	more := kind == html.StartTagToken || kind == html.SelfClosingTagToken
	for more {
		var name, value []byte
		name, value, more = d.tokens.TagAttr()
		if i, ok := attribute(name); ok && i < attrCount {
			a.value[i], a.has[i] = intern(value), true
		}
	}
	if len(raw) >= heavyTag {
		d.tokens = nil
	}
	return a
}
