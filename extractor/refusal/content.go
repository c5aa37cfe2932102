package refusal

import (
	"regexp"
	"slices"
	"strings"

	"sitegraph/site"
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
