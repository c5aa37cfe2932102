package parse

import (
	"bytes"
	"io"
	"iter"

	"golang.org/x/net/html"
)

// The attributes that matter. Those before attrCount are decoded.
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

// attributes are those attributes of one tag that matter. The first of a
// repeated attribute counts; one without a value has the value "".
type attributes struct {
	value [attrCount]string
	has   [attrCount]bool
}

var attributeNames = [attrAll]string{
	attrAlt: "alt", attrClass: "class", attrContent: "content", attrEquiv: "http-equiv", attrHref: "href",
	attrHreflang: "hreflang", attrLang: "lang", attrName: "name", attrRel: "rel", attrRole: "role", attrSrc: "src",
	attrType: "type", attrValue: "value",
}

// attribute returns the number of an attribute by its name, in whatever case.
func attribute(name []byte) (int, bool) {
	if len(name) == 0 {
		return 0, false
	}
	i := 0
	switch name[0] | 0x20 {
	case 'a':
		i = attrAlt
	case 'c':
		if i = attrClass; len(name) != len("class") {
			i = attrContent
		}
	case 'h':
		switch len(name) {
		case len("href"):
			i = attrHref
		case len("hreflang"):
			i = attrHreflang
		default:
			i = attrEquiv
		}
	case 'l':
		i = attrLang
	case 'n':
		i = attrName
	case 'r':
		if i = attrRel; len(name) != len("rel") {
			i = attrRole
		}
	case 's':
		i = attrSrc
	case 't':
		i = attrType
	case 'v':
		i = attrValue
	}
	return i, equalFold(name, attributeNames[i])
}

// attributes reads the attributes of the current start tag. Values that are hard to decode are left to the
// decoder; it copies every name and value, so the others are read here.
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

// plainValue decodes a value that has no character reference but "&amp;"; ok is
// false where the decoder is to do it.
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

// isParameter reports letters, digits and a "=", as in "&copy=1": after a "&" in
// an attribute they are no character reference.
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

// nextAttribute returns the first attribute in what is left of a whole start tag, and what comes after it. The name
// is empty where there is none. It finds the bounds that golang.org/x/net/html finds; a fuzz test compares them.
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

// nodeAttributes reads the attributes of an element of the tree. Those with a
// namespace, such as xlink:href, are others.
func nodeAttributes(n *html.Node) attributes {
	var a attributes
	for _, attr := range n.Attr {
		if i, ok := attribute([]byte(attr.Key)); ok && i < attrCount && attr.Namespace == "" && !a.has[i] {
			a.value[i], a.has[i] = attr.Val, true
		}
	}
	return a
}

// intern copies a value; the commonest values of rel are not copied.
func intern(value []byte) string {
	for _, common := range [...]string{"nofollow", "noopener", "noopener noreferrer", "noreferrer"} {
		if string(value) == common {
			return common
		}
	}
	return string(value)
}

// heavyTag is the length in bytes from which a tag may leave so many attribute
// names in a tokenizer that every later tag is slow.
const heavyTag = 64 << 10

// decoder lets golang.org/x/net/html decode attributes: a tokenizer that is fed
// one whole start tag at a time. The zero value is ready.
type decoder struct {
	tokens *html.Tokenizer
	tag    []byte // what is left of the tag to be read
}

// Read gives the tokenizer the current tag. It asks for no more than that.
func (d *decoder) Read(p []byte) (int, error) {
	if len(d.tag) == 0 {
		return 0, io.EOF
	}
	n := copy(p, d.tag)
	d.tag = d.tag[n:]
	return n, nil
}

// attributes decodes the attributes of a start tag. The tokenizer drops repeated attributes itself.
func (d *decoder) attributes(raw []byte) attributes {
	if d.tokens == nil {
		d.tokens = html.NewTokenizer(d)
	}
	d.tag = raw
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
