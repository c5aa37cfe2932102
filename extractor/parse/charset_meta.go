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
	if bytes.HasPrefix(s, []byte("<!--")) {
		_, rest, _ = bytes.Cut(s[2:], []byte("-->"))
		return "", rest
	}
	name, letter := s[1:], false
	if name = bytes.TrimPrefix(name, []byte("/")); len(name) > 0 {
		letter = 'a' <= name[0]|0x20 && name[0]|0x20 <= 'z'
	}
	if letter {
		end := bytes.IndexAny(name, " \t\n\f\r>")
		if len(s) > 5 && strings.EqualFold(string(s[:5]), "<meta") && isMetaEnd(s[5]) {
			return prescanMeta(s[5:])
		}
		if end < 0 {
			return "", nil
		}
		return "", skipAttributes(name[end:])
	}
	if len(s) > 1 && (s[1] == '!' || s[1] == '/' || s[1] == '?') {
		_, rest, _ = bytes.Cut(s, []byte(">"))
		return "", rest
	}
	return "", s[1:]
}

// isMetaEnd tells a byte that ends the name "meta".
func isMetaEnd(c byte) bool { return c == '/' || isBlank(c) }

// isBlank tells the standard's ASCII white space.
func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}

// skipAttributes returns what comes after the attributes of a tag.
func skipAttributes(s []byte) []byte {
	for {
		name, _, rest, ok := prescanAttribute(s)
		if !ok || name == "" {
			return rest
		}
		s = rest
	}
}

// prescanMeta returns the character set declared by a <meta>, given from after
// its name, and what comes after it.
func prescanMeta(s []byte) (charset string, rest []byte) {
	seen := map[string]bool{}
	pragma, needPragma, found := false, false, false
	label := ""
	for {
		name, value, after, ok := prescanAttribute(s)
		if !ok {
			return "", nil
		}
		s = after
		if name == "" {
			break
		}
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
		return "", s
	}
	return declared(label), s
}

// declared returns the character set that a page means by a label it declares
// itself: what could be read so far cannot be UTF-16.
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

// prescanAttribute returns the first attribute in s, in lower case, and what
// comes after it: the algorithm "get an attribute" of the HTML standard. The
// name is "" when a ">" comes first; ok is false when s ends too early.
func prescanAttribute(s []byte) (name, value string, rest []byte, ok bool) {
	s = bytes.TrimLeft(s, " \t\n\f\r/")
	if len(s) == 0 {
		return "", "", nil, false
	}
	if s[0] == '>' {
		return "", "", s[1:], true
	}
	end := 1 // a "=" may begin a name
	for end < len(s) && !isBlank(s[end]) && s[end] != '=' && s[end] != '/' && s[end] != '>' {
		end++
	}
	name = lowerASCII(s[:end])
	s = bytes.TrimLeft(s[end:], " \t\n\f\r")
	if len(s) == 0 {
		return "", "", nil, false
	}
	if s[0] != '=' {
		return name, "", s, true
	}
	value, rest, ok = prescanValue(bytes.TrimLeft(s[1:], " \t\n\f\r"))
	return name, value, rest, ok
}

// prescanValue returns the attribute value that s begins with, quoted or not.
func prescanValue(s []byte) (value string, rest []byte, ok bool) {
	if len(s) == 0 {
		return "", nil, false
	}
	if s[0] == '"' || s[0] == '\'' {
		quoted, after, closed := bytes.Cut(s[1:], s[:1])
		return lowerASCII(quoted), after, closed
	}
	end := bytes.IndexAny(s, " \t\n\f\r>")
	if end < 0 {
		return "", nil, false
	}
	return lowerASCII(s[:end]), s[end:], true
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
