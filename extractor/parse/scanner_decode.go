package parse

import (
	"bytes"
	"io"

	"golang.org/x/net/html"
)

// text returns the characters of the current text.
func (s *scanner) text() []byte {
	t := s.raw
	if bytes.IndexByte(t, '\r') >= 0 {
		t = bytes.ReplaceAll(t, []byte("\r\n"), []byte("\n"))
		t = bytes.ReplaceAll(t, []byte("\r"), []byte("\n"))
	}
	if s.content != contentPlain && bytes.IndexByte(t, 0) >= 0 {
		t = bytes.ReplaceAll(t, []byte{0}, []byte("\uFFFD"))
	}
	if s.content != contentRaw && bytes.IndexByte(t, '&') >= 0 {
		t = []byte(html.UnescapeString(string(t)))
	}
	return t
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

// attributes decodes the attributes of a start tag. The tokenizer drops
// repeated attributes itself.
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
		if i, ok := attribute(name); ok {
			a.value[i], a.has[i] = intern(value), true
		}
	}
	if len(raw) >= heavyTag {
		d.tokens = nil
	}
	return a
}
