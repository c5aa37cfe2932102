package parse

import (
	"strings"

	"sitegraph/site"
)

// findings collects what the elements of a page say, in the order of the
// source.
type findings struct {
	settings
	doc    site.Document
	titles int // start tags of <title> so far
	robots []string
	room   int // for how many links to make room at first
}

// element takes in one start tag of those that count and returns the index of
// the link it is, or -1.
func (f *findings) element(t tag, a *attributes) int {
	switch t {
	case tagA:
		return f.link(t, "a", attrHref, "", a)
	case tagArea:
		return f.link(t, "area", attrHref, a.value[attrAlt], a)
	case tagFrame:
		return f.link(t, "frame", attrSrc, "", a)
	case tagIframe:
		return f.link(t, "iframe", attrSrc, "", a)
	case tagBase:
		if a.has[attrHref] && !f.doc.HasBase {
			f.doc.Base, f.doc.HasBase = a.value[attrHref], true
		}
	case tagLink:
		if f.doc.Canonical == "" && hasWord(a.value[attrRel], "canonical") {
			f.doc.Canonical = a.value[attrHref]
		}
	case tagRoot:
		if f.doc.Lang == "" {
			f.doc.Lang = a.value[attrLang]
		}
	case tagMeta:
		f.meta(a)
	}
	return -1
}

// link takes in an element that may be a link.
func (f *findings) link(t tag, name string, address int, label string, a *attributes) int {
	if !f.links[t] || !a.has[address] {
		return -1
	}
	link := site.Anchor{Element: name, Href: a.value[address], Rel: a.value[attrRel]}
	if f.anchorText && label != "" {
		link.Text = squeeze([]byte(label))
	}
	if f.doc.Links == nil {
		f.doc.Links = make([]site.Anchor, 0, f.room)
	}
	f.doc.Links = append(f.doc.Links, link)
	return len(f.doc.Links) - 1
}

// meta takes in a <meta>.
func (f *findings) meta(a *attributes) {
	content := a.value[attrContent]
	if strings.EqualFold(strings.TrimSpace(a.value[attrName]), "robots") && content != "" {
		f.robots = append(f.robots, content)
	}
	if f.doc.Refresh == "" && strings.EqualFold(strings.TrimSpace(a.value[attrEquiv]), "refresh") {
		f.doc.Refresh = content
	}
}

// title takes in the content of a <title>; the first counts.
func (f *findings) title(content []byte) {
	if f.titles == 1 {
		f.doc.Title = squeeze(content)
	}
}

// document returns what was found.
func (f *findings) document() site.Document {
	f.doc.Robots = strings.Join(f.robots, ", ")
	return f.doc
}

// squeeze returns a title or label with its white space collapsed.
func squeeze(s []byte) string {
	t := text{limit: textLimit}
	t.add(s)
	return t.String()
}

// hasWord tells whether a list of words set apart by white space has the word,
// in whatever case.
func hasWord(list, word string) bool {
	for field := range strings.FieldsSeq(list) {
		if strings.EqualFold(field, word) {
			return true
		}
	}
	return false
}
