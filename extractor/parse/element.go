package parse

// tag is a kind of element that this package distinguishes.
type tag uint8

const (
	tagOther  tag = iota // inline, or unknown
	tagFormat            // a formatting element of the HTML standard, except a
	tagBlock             // on its own lines or in a cell or box, so it separates texts
	tagA
	tagArea
	tagAside
	tagBase
	tagFooter
	tagFrame
	tagH1
	tagHeader
	tagHeading // h2 to h6
	tagIframe
	tagImg
	tagInput
	tagInert // in <svg> or <math>, where the name means nothing
	tagLink
	tagMain
	tagMath
	tagMedia // embed, video, audio, source
	tagMeta
	tagNav
	tagNoscript
	tagRaw     // holds text that is not shown: script, style, noembed, noframes
	tagRoot    // html
	tagShown   // holds text that is shown: textarea, xmp, plaintext
	tagSection // article, section
	tagSVG
	tagTemplate
	tagTitle
	tagCount
)

// longestName is the length of the longest name that lookup knows.
const longestName = 10

// tagOf returns the element with this name in any case.
func tagOf(name []byte) tag {
	if len(name) > longestName {
		return tagOther
	}
	var lower [longestName]byte
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	return lookup(string(lower[:len(name)]))
}

// lookup returns the element with this name in lower case.
func lookup(name string) tag {
	switch name {
	case "a":
		return tagA
	case "area":
		return tagArea
	case "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u":
		return tagFormat
	case "aside":
		return tagAside
	case "base":
		return tagBase
	case "footer":
		return tagFooter
	case "frame":
		return tagFrame
	case "h1":
		return tagH1
	case "h2", "h3", "h4", "h5", "h6":
		return tagHeading
	case "header":
		return tagHeader
	case "html":
		return tagRoot
	case "iframe":
		return tagIframe
	case "img":
		return tagImg
	case "link":
		return tagLink
	case "main":
		return tagMain
	case "nav":
		return tagNav
	case "article", "section":
		return tagSection
	case "input":
		return tagInput
	case "math":
		return tagMath
	case "embed", "video", "audio", "source":
		return tagMedia
	case "meta":
		return tagMeta
	case "noscript":
		return tagNoscript
	case "script", "style", "noembed", "noframes":
		return tagRaw
	case "svg":
		return tagSVG
	case "template":
		return tagTemplate
	case "textarea", "xmp", "plaintext":
		return tagShown
	case "title":
		return tagTitle
	case "address", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "dir", "div", "dl",
		"dt", "fieldset", "figcaption", "figure", "form", "frameset", "head", "hgroup", "hr", "legend", "li",
		"listing", "menu", "ol", "optgroup", "option", "p", "pre", "search", "select", "summary", "table", "tbody",
		"td", "tfoot", "th", "thead", "tr", "ul":
		return tagBlock
	}
	return tagOther
}

// isText reports whether the content of an element is a single text token.
func (t tag) isText() bool {
	return t == tagRaw || t == tagShown || t == tagTitle || t == tagIframe
}

// shows reports whether an element is a link or displays a picture or value.
func (t tag) shows() bool {
	return 1<<t&(1<<tagA|1<<tagArea|1<<tagFrame|1<<tagIframe|1<<tagImg|1<<tagInput|1<<tagMedia) != 0
}

// hasAttributes reports whether we need the element's attributes.
func (t tag) hasAttributes() bool {
	return t.shows() || 1<<t&(1<<tagBase|1<<tagLink|1<<tagMeta|1<<tagRoot) != 0
}

// parts reports whether a tag of the element separates the text before it from the text after it.
func (t tag) parts() bool {
	return 1<<t&(1<<tagBlock|1<<tagShown|1<<tagRoot|1<<tagH1|1<<tagHeading) != 0 || t.sections()
}

// sections reports whether an element can be a landmark of the page without a role, or separates its part of the page
// from others.
func (t tag) sections() bool {
	return 1<<t&(1<<tagAside|1<<tagFooter|1<<tagHeader|1<<tagMain|1<<tagNav|1<<tagSection) != 0
}
