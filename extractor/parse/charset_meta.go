package parse

import (
	"bytes"
	"strings"
)

// prescanLength is how much of a page is searched for a declaration of its
// character set.
const prescanLength = 1024

// prescan returns the character set that a page declares in its first bytes,
// "" for none: the algorithm "prescan a byte stream to determine its encoding"
// of the HTML standard. It is not a parser of HTML: a <meta> in a script
// counts.
func prescan(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("<\x00?\x00x\x00")):
		return utf16Prefix + "le"
	case bytes.HasPrefix(head, []byte("\x00<\x00?\x00x")):
		return utf16Prefix + "be"
	}
	rest := head
	for {
		open := bytes.IndexByte(rest, '<')
		if open < 0 {
			return xmlCharset(head)
		}
		charset, after := prescanTag(rest[open:])
		if charset != "" {
			return charset
		}
		rest = after
	}
}

// prescanTag returns the character set declared by what s begins with, a "<",
// and what comes after it.
func prescanTag(s []byte) (charset string, rest []byte) {
	name := bytes.TrimPrefix(s[1:], []byte("/"))
	switch {
	case bytes.HasPrefix(s, []byte("<!--")):
		_, rest, _ = bytes.Cut(s[2:], []byte("-->"))
		return "", rest
	case len(name) > 0 && isLetter(name[0]):
		begin := len(s) - len(name)
		nameEnd, end, _ := tagBounds(s, begin)
		if end < 0 {
			return "", nil
		}
		if begin == 1 && hasName(s[begin:nameEnd], "meta") {
			charset = metaCharset(s[nameEnd:end])
		}
		return charset, s[end:]
	case len(s) > 1 && (s[1] == '!' || s[1] == '/' || s[1] == '?'):
		_, rest, _ = bytes.Cut(s, []byte(">"))
		return "", rest
	}
	return "", s[1:]
}

// metaCharset returns the character set declared by the attributes of a
// <meta>, "" for none.
func metaCharset(attributes []byte) string {
	seen := map[string]bool{}
	pragma, needPragma, found := false, false, false
	label := ""
	for len(attributes) > 0 {
		var rawName, rawValue []byte
		rawName, rawValue, attributes = nextAttribute(attributes)
		name, value := lowerASCII(rawName), lowerASCII(rawValue)
		if seen[name] {
			continue
		}
		seen[name] = true
		switch name {
		case "http-equiv":
			pragma = value == "content-type"
		case "content":
			if l := contentCharset(value); charsetName(l) != "" && !found {
				label, found, needPragma = l, true, true
			}
		case "charset":
			label, found, needPragma = value, true, false
		}
	}
	if !found || needPragma && !pragma {
		return ""
	}
	return declared(label)
}

// declared returns the character set that a page means by a label in its own
// text: since that could be read, it cannot be UTF-16.
func declared(label string) string {
	name := charsetName(label)
	switch {
	case strings.HasPrefix(name, utf16Prefix):
		return utf8Name
	case name == userDefinedName:
		return windows1252Name
	}
	return name
}

// contentCharset returns the label in the content of a <meta http-equiv>, in
// lower case: the algorithm "extracting a character encoding from a meta
// element".
func contentCharset(s string) string {
	for {
		_, after, ok := strings.Cut(s, "charset")
		if !ok {
			return ""
		}
		value := strings.TrimLeft(after, " \t\n\f\r")
		if !strings.HasPrefix(value, "=") {
			s = after
			continue
		}
		value = strings.TrimLeft(value[1:], " \t\n\f\r")
		if value == "" {
			return ""
		}
		if q := value[:1]; q == `"` || q == "'" {
			label, _, closed := strings.Cut(value[1:], q)
			if !closed {
				return ""
			}
			return label
		}
		if end := strings.IndexAny(value, "; \t\n\f\r"); end >= 0 {
			value = value[:end]
		}
		return value
	}
}

// lowerASCII returns s with A to Z in lower case.
func lowerASCII(s []byte) string {
	out := make([]byte, len(s))
	for i, c := range s {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		out[i] = c
	}
	return string(out)
}

// xmlCharset returns the character set of an XML declaration, "" for none: the
// algorithm "get an XML encoding" of the HTML standard.
func xmlCharset(head []byte) string {
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	declaration, _, closed := bytes.Cut(head, []byte(">"))
	_, after, named := bytes.Cut(declaration, []byte("encoding"))
	after = bytes.TrimLeft(after, controls)
	if !closed || !named || !bytes.HasPrefix(after, []byte("=")) {
		return ""
	}
	after = bytes.TrimLeft(after[1:], controls)
	if len(after) == 0 || after[0] != '"' && after[0] != '\'' {
		return ""
	}
	label, _, closed := bytes.Cut(after[1:], after[:1])
	if !closed || bytes.IndexFunc(label, func(r rune) bool { return r <= ' ' }) >= 0 {
		return ""
	}
	name := charsetName(string(label))
	if strings.HasPrefix(name, utf16Prefix) {
		return utf8Name
	}
	return name
}

// controls are the bytes up to the space.
const controls = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "
