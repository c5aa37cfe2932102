package parse

// foreign follows <svg> and <math>, where names mean something else. The zero value is outside.
type foreign struct {
	depth int   // how many are open
	html  []int // the depth at each open element in them that holds HTML
}

// start takes a start tag, whose name is the beginning of what follows the "<" of raw.
func (f *foreign) start(t tag, name, raw []byte, selfClosing bool) {
	switch {
	case t == tagSVG || t == tagMath:
		if !selfClosing {
			f.depth++
		}
	case f.depth == 0:
	case breaksOut(t, name, raw):
		f.breakOut()
	case !selfClosing && holdsHTML(name):
		f.html = append(f.html, f.depth)
	}
}

// end takes an end tag. One without a start tag has no effect.
func (f *foreign) end(t tag, name []byte) {
	switch {
	case f.depth == 0:
	case t == tagSVG || t == tagMath:
		f.depth--
		for len(f.html) > 0 && f.html[len(f.html)-1] > f.depth {
			f.html = f.html[:len(f.html)-1]
		}
	case isOneOf(name, "br", "p"):
		f.breakOut()
	case len(f.html) > 0 && holdsHTML(name):
		f.html = f.html[:len(f.html)-1]
	}
}

// breakOut leaves all that is open, up to an element that holds HTML.
func (f *foreign) breakOut() {
	if f.depth = 0; len(f.html) > 0 {
		f.depth = f.html[len(f.html)-1]
	}
}

// holdsHTML reports whether elements of a name in <svg> or <math> are integration points of the HTML standard.
func holdsHTML(name []byte) bool {
	return isOneOf(name, "foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext", "annotation-xml")
}

// breaksOut reports whether a start tag cannot be in <svg> and <math> and ends them: HTML standard, section 13.2.6.5,
// "the rules for parsing tokens in foreign content".
func breaksOut(t tag, name, raw []byte) bool {
	switch t {
	case tagH1, tagHeading, tagImg, tagMeta:
		return true
	case tagFormat:
		return !equalFold(name, "font") || hasFontAttribute(raw[1+len(name):])
	case tagBlock:
		return isOneOf(name, "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "head", "hr", "li",
			"listing", "menu", "ol", "p", "pre", "table", "ul")
	case tagMedia:
		return equalFold(name, "embed")
	}
	return t == tagOther && isOneOf(name, "ruby", "span", "sub", "sup", "var")
}

func hasFontAttribute(rest []byte) bool {
	for len(rest) > 0 {
		var name []byte
		if name, _, rest = nextAttribute(rest); isOneOf(name, "color", "face", "size") {
			return true
		}
	}
	return false
}
