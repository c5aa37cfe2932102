package parse

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// findings collects the links and the head of a page, element by element.
type findings struct {
	settings
	doc       site.Document
	titles    int // <title> start tags so far
	landmarks landmarks
	robots    []string
	spans     []span // of the links, if their surrounding text is asked for
	said      *said
}

// element adds an element that counts. It returns the index of its link, or -1 if the element is no link.
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
		f.alternate(a)
	case tagRoot:
		if f.doc.Lang == "" {
			f.doc.Lang = a.value[attrLang]
		}
	case tagMeta:
		return f.meta(a)
	}
	return -1
}

func (f *findings) link(t tag, name string, url int, label string, a *attributes) int {
	if !f.links[t] || !a.has[url] {
		return -1
	}
	said := site.AnchorText{Element: name, Href: a.value[url], Rel: a.value[attrRel]}
	if f.AnchorText && label != "" {
		said.Text = squeeze([]byte(label))
	}
	link := site.Anchor{AnchorText: f.said.keep(said), Place: f.landmarks.here().place}
	if f.doc.Links == nil {
		f.doc.Links = f.said.links
	}
	f.doc.Links = append(f.doc.Links, link)
	i := len(f.doc.Links) - 1
	switch {
	case f.Around:
		f.spans = append(f.spans, span{})
	case t != tagA || !f.AnchorText:
		f.said.share(i, &f.doc.Links[i])
	}
	return i
}

// maxAlternates limits the alternates of a page.
const maxAlternates = 500

func (f *findings) alternate(a *attributes) {
	if a.has[attrHreflang] && a.has[attrHref] && hasWord(a.value[attrRel], "alternate") &&
		len(f.doc.Alternates) < maxAlternates {
		lang := squeeze([]byte(a.value[attrHreflang]))
		f.doc.Alternates = append(f.doc.Alternates, site.Alternate{Lang: lang, URL: a.value[attrHref]})
	}
}

func (f *findings) meta(a *attributes) int {
	content := a.value[attrContent]
	switch name := strings.TrimSpace(a.value[attrName]); {
	case content == "":
	case strings.EqualFold(name, "robots"):
		f.robots = append(f.robots, content)
	case f.doc.Description == "" && strings.EqualFold(name, "description"):
		f.doc.Description = squeeze([]byte(content))
	}
	if content == "" || !strings.EqualFold(strings.TrimSpace(a.value[attrEquiv]), "refresh") {
		return -1
	}
	f.doc.Refresh = cmp.Or(f.doc.Refresh, content)
	a.value[attrHref], a.has[attrHref] = refreshed(content)
	return f.link(tagMeta, "meta", attrHref, "", a)
}

// refreshContent matches the content of a <meta http-equiv=refresh>, by the shared declarative refresh steps of the
// HTML standard. Its groups are the quote and everything after it.
var refreshContent = regexp.MustCompile(
	`(?is)^[ \t\n\f\r]*[0-9.]+(?:[ \t\n\f\r]+[;,]?|[;,])[ \t\n\f\r]*` +
		`(?:url[ \t\n\f\r]*=[ \t\n\f\r]*)?(["']?)(.*)$`)

func refreshed(content string) (url string, found bool) {
	m := refreshContent.FindStringSubmatch(content)
	if m == nil {
		return "", false
	}
	if m[1] != "" {
		m[2], _, _ = strings.Cut(m[2], m[1])
	}
	return m[2], m[2] != ""
}

// title adds the content of a <title>; the first one counts.
func (f *findings) title(content []byte) {
	if f.titles == 1 {
		f.doc.Title = squeeze(content)
	}
}

func (f *findings) label(link int, label string) {
	f.doc.Links[link].Text = label
	if !f.Around {
		f.said.share(link, &f.doc.Links[link])
	}
}

func (f *findings) document() site.Document {
	f.doc.Robots = strings.Join(f.robots, ", ")
	for i := range f.doc.Links {
		f.doc.Links[i].Place = f.landmarks.place(f.doc.Links[i].Place)
	}
	for i, s := range f.spans {
		f.doc.Links[i].Around = s.around(f.doc.Text)
		f.said.share(i, &f.doc.Links[i])
	}
	return f.doc
}

// squeeze returns a title or label with its white space collapsed.
func squeeze(s []byte) string {
	t := text{limit: textLimit}
	t.add(s)
	return t.String()
}

// hasWord reports whether a list of words separated by white space has the word, ignoring case.
func hasWord(list, word string) bool {
	for field := range strings.FieldsSeq(list) {
		if strings.EqualFold(field, word) {
			return true
		}
	}
	return false
}

// textLimit is the maximum length in bytes of a title or anchor text. Longer ones are cut between two characters.
const textLimit = 1000

// text collects text with its white space collapsed. The zero value is empty and has no limit.
type text struct {
	buf   []byte
	limit int // in bytes, 0 for none
	gap   bool
}

// part separates the text before it from the text after it.
func (t *text) part() { t.gap = true }

func (t *text) add(s []byte) {
	for i := 0; i < len(s) && !t.full(); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(s[i:])
		}
		t.character(r)
		i += size
	}
}

// character appends one character and the space before it. It drops NUL, as browsers do. In titles and anchor texts,
// which have a limit, other control characters count as white space because some file formats cannot hold them.
func (t *text) character(r rune) {
	if isSpace(r) || t.limit > 0 && r != 0 && unicode.IsControl(r) {
		t.gap = true
		return
	}
	if r == 0 {
		return
	}
	if t.gap && len(t.buf) > 0 {
		t.buf = append(t.buf, ' ')
	}
	t.gap = false
	if t.limit > 0 && len(t.buf)+utf8.RuneLen(r) > t.limit {
		t.limit = len(t.buf)
		return
	}
	t.buf = utf8.AppendRune(t.buf, r)
}

func (t *text) full() bool { return t.limit > 0 && len(t.buf) >= t.limit }

// String returns the text so far.
func (t *text) String() string { return strings.TrimSuffix(string(t.buf), " ") }

// isSpace reports whether Unicode calls a character white space, which includes the no-break space.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	return unicode.IsSpace(r)
}
