package parse

import (
	"bytes"
	"strings"
)

// maxPayload limits the links taken from the scripts of a page.
const maxPayload = 1000

// declared gathers what a page declares for programs: the breadcrumbs in its JSON-LD and the links in the data of Next
// and Nuxt. It also notes whether the page shows nothing until a script fills it.
type declared struct {
	crumbs  []string
	payload []string
	seen    map[string]bool // the links in payload
	kind    script          // the kind of the script whose content comes next
	app     bool            // the page loads a script
	root    emptyRoot
}

type script uint8

const (
	scriptOther   script = iota
	scriptInline         // a program
	scriptLinked         // JSON-LD
	scriptTree           // JSON, as Next writes it
	scriptIndexed        // JSON, as Nuxt writes it
)

func (d *declared) script(t *tokens) {
	d.kind = scriptOther
	kind, id := strings.TrimSpace(writtenAs(t, "type")), writtenAs(t, "id")
	switch {
	case strings.EqualFold(kind, "application/ld+json"):
		d.kind = scriptLinked
	case id == "__NEXT_DATA__":
		d.kind = scriptTree
	case id == "__NUXT_DATA__":
		d.kind = scriptIndexed
	case kind == "" || strings.EqualFold(kind, "text/javascript") || strings.EqualFold(kind, "module"):
		d.kind, d.app = scriptInline, d.app || writtenAs(t, "src") != ""
	}
}

func (d *declared) content(text []byte) {
	kind := d.kind
	switch d.kind = scriptOther; kind {
	case scriptLinked:
		if d.crumbs == nil {
			d.crumbs = breadcrumbs(text)
		}
	case scriptTree:
		d.add(treeLinks(text))
	case scriptIndexed:
		d.add(indexedLinks(text))
	case scriptInline:
		if rest, ok := bytes.CutPrefix(bytes.TrimSpace(text), []byte("window.__NUXT__")); ok {
			rest, _ = bytes.CutPrefix(bytes.TrimSpace(rest), []byte("="))
			d.add(treeLinks(bytes.TrimRight(rest, "; \t\r\n")))
		}
	}
}

func (d *declared) add(links []string) {
	for _, l := range links {
		if len(d.payload) == maxPayload || d.seen[l] {
			continue
		}
		if d.seen == nil {
			d.seen = map[string]bool{}
		}
		d.seen[l] = true
		d.payload = append(d.payload, l)
	}
}

// emptyRoot finds the element that a script fills. It has the id that create-react-app, Vue, Next, Nuxt, Gatsby or
// SvelteKit uses, or is Angular's app-root, and contains neither shown text nor links.
type emptyRoot struct {
	openName     // the element
	shown    int // words and links before it
	found    bool
}

// start takes a start tag outside of svg. shown counts the words and links so far.
func (r *emptyRoot) start(t *tokens, shown int) {
	switch {
	case r.found:
	case r.name != nil:
		r.openName.start(t.name)
	case equalFold(t.name, "app-root"), equalFold(t.name, "div") && bytes.Contains(t.raw, []byte("id")) &&
		isOneOf([]byte(writtenAs(t, "id")), "root", "app", "__next", "__nuxt", "___gatsby", "svelte"):
		r.openName.start(t.name)
		r.shown = shown
	}
}

func (r *emptyRoot) end(name []byte, shown int) {
	if r.name != nil {
		r.openName.end(name)
		r.found = r.found || r.name == nil && shown == r.shown
	}
}
