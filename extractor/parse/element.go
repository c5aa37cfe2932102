package parse

// tag is a kind of element, as far as this package distinguishes them.
type tag uint8

const (
	tagOther  tag = iota // inline, or unknown
	tagFormat            // a formatting element of the HTML standard, without a
	tagBlock             // shown on lines of its own, or in a cell or box: text before and after it is kept apart
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

// tags has the elements by their names.
var tags = map[string]tag{
	"a": tagA, "area": tagArea, "aside": tagAside, "base": tagBase, "footer": tagFooter, "frame": tagFrame,
	"h1": tagH1, "h2": tagHeading, "h3": tagHeading, "h4": tagHeading, "h5": tagHeading, "h6": tagHeading,
	"header": tagHeader, "html": tagRoot, "iframe": tagIframe, "img": tagImg, "link": tagLink, "main": tagMain,
	"nav": tagNav, "article": tagSection, "section": tagSection, "input": tagInput, "math": tagMath,
	"embed": tagMedia, "video": tagMedia, "audio": tagMedia, "source": tagMedia, "meta": tagMeta,
	"noscript": tagNoscript, "script": tagRaw, "style": tagRaw, "noembed": tagRaw, "noframes": tagRaw, "svg": tagSVG,
	"template": tagTemplate, "textarea": tagShown, "xmp": tagShown, "plaintext": tagShown, "title": tagTitle,

	"b": tagFormat, "big": tagFormat, "code": tagFormat, "em": tagFormat, "font": tagFormat, "i": tagFormat,
	"nobr": tagFormat, "s": tagFormat, "small": tagFormat, "strike": tagFormat, "strong": tagFormat,
	"tt": tagFormat, "u": tagFormat,

	"address": tagBlock, "blockquote": tagBlock, "body": tagBlock, "br": tagBlock, "caption": tagBlock,
	"center": tagBlock, "dd": tagBlock, "details": tagBlock, "dialog": tagBlock, "dir": tagBlock, "div": tagBlock,
	"dl": tagBlock, "dt": tagBlock, "fieldset": tagBlock, "figcaption": tagBlock, "figure": tagBlock,
	"form": tagBlock, "frameset": tagBlock, "head": tagBlock, "hgroup": tagBlock, "hr": tagBlock, "legend": tagBlock,
	"li": tagBlock, "listing": tagBlock, "menu": tagBlock, "ol": tagBlock, "optgroup": tagBlock, "option": tagBlock,
	"p": tagBlock, "pre": tagBlock, "search": tagBlock, "select": tagBlock, "summary": tagBlock, "table": tagBlock,
	"tbody": tagBlock, "td": tagBlock, "tfoot": tagBlock, "th": tagBlock, "thead": tagBlock, "tr": tagBlock,
	"ul": tagBlock,
}

// longestName is the length of the longest name in tags.
const longestName = 10

// tagOf returns the element of a name, ignoring case.
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
	return tags[string(lower[:len(name)])]
}

// isText reports whether the content of an element is a single text token.
func (t tag) isText() bool {
	return t == tagRaw || t == tagShown || t == tagTitle || t == tagIframe
}

// shows reports whether an element is a link, or shows a picture or value.
func (t tag) shows() bool {
	return 1<<t&(1<<tagA|1<<tagArea|1<<tagFrame|1<<tagIframe|1<<tagImg|1<<tagInput|1<<tagMedia) != 0
}

// hasAttributes reports whether attributes of an element matter.
func (t tag) hasAttributes() bool {
	return t.shows() || 1<<t&(1<<tagBase|1<<tagLink|1<<tagMeta|1<<tagRoot) != 0
}

// parts reports whether text before a tag of the element is kept apart from text after it.
func (t tag) parts() bool {
	return 1<<t&(1<<tagBlock|1<<tagShown|1<<tagRoot|1<<tagH1|1<<tagHeading) != 0 || t.sections()
}

// sections reports whether an element can be a landmark of the page by itself, or
// sets its part of the page apart from others.
func (t tag) sections() bool {
	return 1<<t&(1<<tagAside|1<<tagFooter|1<<tagHeader|1<<tagMain|1<<tagNav|1<<tagSection) != 0
}
