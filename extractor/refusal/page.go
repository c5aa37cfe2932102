package refusal

import (
	"bytes"
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"

	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// page is a page prepared for comparison with the signatures.
type page struct {
	tags   []tag
	codes  []code
	title  string   // in lower case
	texts  [][]byte // visible texts, as written
	size   int      // of the texts, in bytes
	shown  string   // the texts in lower case, set by visible
	marked bool     // it has a start tag, unlike a robots.txt with comments
}

// code is the content of a script or noscript, in lower case.
type code struct{ element, text string }

// Maximum sizes of a challenge.
const (
	maxBody = 256 << 10 // bytes
	maxTags = 600
	maxCode = 64 << 10 // bytes read from one script
)

// read reads a page. It returns false once the page is too large for a challenge.
func read(body []byte) (p page, ok bool) {
	if len(body) > maxBody {
		return p, false
	}
	for part := range parse.Parts(body) {
		switch {
		case part.Text == nil:
			p.marked = true
			bare := []string{"script", "input", "textarea", "select"} // these count without attributes, too
			if t := readTag(part); len(t.attributes) > 0 || slices.Contains(bare, t.element) {
				p.tags = append(p.tags, t)
			}
		case part.Element == "script", part.Element == "noscript":
			text := part.Text[:min(len(part.Text), maxCode)]
			p.codes = append(p.codes, code{part.Element, strings.ToLower(string(text))})
		case part.Element == "title":
			p.title = cmp.Or(p.title, plain(part.Text))
		case part.Element == "":
			if raw := bytes.TrimSpace(part.Text); len(raw) > 0 {
				p.texts = append(p.texts, raw)
				p.size += len(raw) + 1
			}
		}
		if p.size > some || len(p.tags) > maxTags {
			return p, false
		}
	}
	return p, true
}

// visible returns the visible text in lower case, with single spaces.
func (p *page) visible() string {
	if p.shown == "" {
		p.shown = plain(bytes.Join(p.texts, []byte(" ")))
	}
	return p.shown
}

// plain returns a text in lower case, with references decoded and single spaces.
func plain(raw []byte) string {
	return strings.ToLower(strings.Join(strings.Fields(html.UnescapeString(string(raw))), " "))
}

// tag is a start tag with those attributes that marks use.
type tag struct {
	element    string
	attributes []attribute
}

// attribute has its name and its decoded value in lower case.
type attribute struct{ name, value string }

// asked lists the attributes that marks use.
var asked = []string{"id", "class", "src", "href", "content", "action", "http-equiv", "name", "type", "data-pageid"}

func readTag(part parse.Part) tag {
	t := tag{element: part.Element}
	for name, value := range part.Attributes {
		for _, a := range asked {
			if len(value) > 0 && len(value) <= maxValue && strings.EqualFold(a, string(name)) {
				t.attributes = append(t.attributes, attribute{a, strings.ToLower(html.UnescapeString(string(value)))})
			}
		}
		if len(t.attributes) == maxAttributes {
			break
		}
	}
	return t
}

// No known page has longer tags or values.
const (
	maxAttributes = 16
	maxValue      = 4096
)

// Words of its own that a page needs to count as the site's: next to words or scripts that pages also have for other
// reasons, and next to the box of a captcha.
const (
	ownBesideWords = 5
	ownBesideBox   = 15
)

// sentenceEnd matches the end of a sentence.
var sentenceEnd = regexp.MustCompile(`[.!?;](?:\s+|$)|[。！？]`)

// ownWords counts the words in sentences that cannot belong to a refusal.
func (p *page) ownWords() (words int) {
	for _, text := range p.texts {
		for _, sentence := range sentenceEnd.Split(plain(text), -1) {
			if !speaksOfRefusal(sentence) {
				words += len(strings.Fields(sentence))
			}
		}
	}
	return words
}

// hasContent reports whether a page that mentions a refusal also shows something of its own: sentences, or a heading
// that is also in its title.
func (p *page) hasContent() bool {
	if len(p.texts) > 0 {
		if heading := plain(p.texts[0]); strings.Contains(p.title, heading) && !speaksOfRefusal(heading) {
			return true
		}
	}
	return p.ownWords() >= ownBesideWords
}

// speaksOfRefusal reports whether a text in lower case may belong to a refusal.
func speaksOfRefusal(text string) bool {
	in := func(word string) bool { return strings.Contains(text, word) }
	long := func(word string) bool { return len(word) > len("nicht") && in(word) } // every text has "not"
	return slices.ContainsFunc(walls, in) || slices.ContainsFunc(denials, in) || slices.ContainsFunc(moments, in) ||
		slices.ContainsFunc(usual, in) || slices.ContainsFunc(saying, func(w wall) bool {
		return slices.ContainsFunc(w.says, in) || slices.ContainsFunc(w.with, long)
	})
}

// wall describes a page that turns everybody away and has no mark of a service. Title or visible text contain one of
// says and one of with, in lower case. The page has little text, no link into the site, and no field to fill in.
type wall struct {
	who        site.Refusal
	says, with []string
	scripted   bool // only a script passes it, so it must have one
}

// turnedAway returns the kind of wall that a page without links is, "" for none.
func (p *page) turnedAway() site.Refusal {
	if p.size > few || p.fields() {
		return ""
	}
	if p.size == 0 {
		return p.reloading()
	}
	text := p.title + " " + p.visible()
	in := func(part string) bool { return strings.Contains(text, part) }
	for i := range saying {
		w := &saying[i]
		if slices.ContainsFunc(w.says, in) && slices.ContainsFunc(w.with, in) && (!w.scripted || p.scripted()) {
			if p.hasContent() {
				return ""
			}
			return w.who
		}
	}
	return ""
}

// reloading reports whether a page without text only has a script that sets a cookie and reloads the page.
func (p *page) reloading() site.Refusal {
	if slices.ContainsFunc(p.tags, func(t tag) bool {
		return t.element == "link" ||
			slices.ContainsFunc(t.attributes, func(a attribute) bool { return a.name == "src" })
	}) {
		return ""
	}
	for _, c := range p.codes {
		code := strings.Join(strings.Fields(c.text), "")
		if c.element == "script" && strings.Contains(code, "document.cookie=") &&
			(strings.Contains(code, "location.reload(") || strings.Contains(code, "location.href=location.href")) {
			return "a JavaScript wall"
		}
	}
	return ""
}

func (p *page) scripted() bool {
	return slices.ContainsFunc(p.tags, func(t tag) bool { return t.element == "script" })
}

func (p *page) fields() bool {
	return slices.ContainsFunc(p.tags, func(t tag) bool {
		return t.element == "textarea" || t.element == "select" || t.element == "input" && !t.sent()
	})
}

// sent reports whether visitors do not fill in an input.
func (t tag) sent() bool {
	return slices.ContainsFunc(t.attributes, func(a attribute) bool {
		return a.name == "type" && slices.Contains([]string{"hidden", "submit", "button", "image", "checkbox"}, a.value)
	})
}
