package refusal

import (
	"slices"
	"strings"

	"sitegraph/site"
)

// wall is what a page says that turns everybody away and has no mark of a service: one of
// the texts, and one of those that go with it, in lower case, in its title or in what it
// shows. There must be little text, no link into the site, and no field to fill in.
type wall struct {
	who        site.Refusal
	says, with []string
	scripted   bool // only a script gets beyond it, so it has one
}

// turnedAway reports what a page without a link says that it is, "" if nothing.
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

// reloading reports of a page that shows nothing whether all it has is a script that sets
// a cookie and loads the page again.
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

// sent reports whether an input is not filled in by visitors.
func (t tag) sent() bool {
	return slices.ContainsFunc(t.attributes, func(a attribute) bool {
		return a.name == "type" && slices.Contains([]string{"hidden", "submit", "button", "image", "checkbox"}, a.value)
	})
}
