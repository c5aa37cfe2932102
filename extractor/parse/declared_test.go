package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// Pages declare breadcrumbs and links to programs in the forms that schema.org, Next and Nuxt document.
func TestDeclared(t *testing.T) {
	const list = `{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[%s]}`
	const items = `{"@type":"ListItem","position":2,"name":"B","item":"/b"},
		{"@type":"ListItem","position":1,"name":"A","item":{"@id":"https://x/a","name":"A"}},
		{"@type":"ListItem","position":3,"name":"C"}`
	ld := func(json string) string { return `<script type="application/ld+json">` + json + `</script>` }
	crumbs := []string{"https://x/a", "/b", ""}
	for _, c := range []struct {
		name, page      string
		crumbs, payload []string
		empty           bool
	}{
		{name: "breadcrumbs", page: ld(fmt.Sprintf(list, items)), crumbs: crumbs},
		{name: "in a graph", page: ld(`{"@graph":[{"@type":"WebPage"},` + fmt.Sprintf(list, items) + `]}`),
			crumbs: crumbs},
		{name: "of a page, in a list", page: ld(`[{"@type":["WebPage"],"breadcrumb":` + fmt.Sprintf(list, items) +
			`}]`), crumbs: crumbs},
		{name: "the first list counts", page: ld(fmt.Sprintf(list, `{"item":"/1"}`)) +
			ld(fmt.Sprintf(list, `{"item":"/2"}`)), crumbs: []string{"/1"}},
		{name: "positions as texts", page: ld(fmt.Sprintf(list, `{"position":"10","item":"/j"},
			{"position":"9","item":{"url":"/i"}}`)), crumbs: []string{"/i", "/j"}},
		{name: "no JSON", page: ld(fmt.Sprintf(list, items) + "x")},
		{name: "in a template", page: "<template>" + ld(fmt.Sprintf(list, items)) + "</template>"},
		{name: "Next", page: `<script id="__NEXT_DATA__" type="application/json">{"props":{"href":"/a","title":"/no",
			"list":[{"url":"https://x/b?c=1"},{"url":"/a"},{"url":"/i.png"},"/no"],"path":["/no"],"to":"x y"},
			"page":"/no","link":"/[slug]","buildId":"/no"}</script>`, payload: []string{"/a", "https://x/b?c=1"}},
		{name: "Nuxt 3", page: `<script type="application/json" id="__NUXT_DATA__">[{"data":1,"path":3},
			{"href":2,"n":4},"/about","/","/no"]</script>`, payload: []string{"/", "/about"}},
		{name: "Nuxt 2", page: `<script>window.__NUXT__ = {"routePath":"/no","state":{"fullPath":"/x"}};</script>`,
			payload: []string{"/x"}},
		{name: "Nuxt 2 as a program",
			page: `<script>window.__NUXT__=(function(a){return {"path":"/no"}}("/a"))</script>`},
		{name: "an empty root", page: `<div id=root> <div class=wait></div>
			</div><script src=/main.js></script>`, empty: true},
		{name: "an empty root, in Angular", page: `<app-root></app-root><script type=module src=m.js></script>`,
			empty: true},
		{name: "no script", page: `<div id=root></div>`},
		{name: "a text in the root", page: `<div id=app><div>Loading</div></div><script src=m.js></script>`},
		{name: "a link in the root", page: `<div id=app><a href=/></a></div><script src=m.js></script>`},
		{name: "a text in a bare root", page: `<div id=app>x</div><script src=m.js></script>`},
		{name: "a root that is not closed", page: `<script src=m.js></script><div id=app>`},
		{name: "another element", page: `<div id=other></div><script src=m.js></script>`},
	} {
		for _, parser := range parsers {
			r := site.Response{ContentType: "text/html; charset=utf-8", Body: []byte(c.page)}
			doc := parse(t, parser, Options{}, r)
			if !slices.Equal(doc.Breadcrumbs, c.crumbs) || !slices.Equal(doc.Payload, c.payload) ||
				doc.EmptyRoot != c.empty {
				t.Errorf("%s, %s: %q, %q, %v, want %q, %q, %v", parser, c.name, doc.Breadcrumbs, doc.Payload,
					doc.EmptyRoot, c.crumbs, c.payload, c.empty)
			}
		}
	}
}

// JSON that is too long or nested too deeply is not read.
func TestDeclaredBounds(t *testing.T) {
	deep := func(n int) []byte {
		return []byte(strings.Repeat("[", n) + `{"href":"/a"}` + strings.Repeat("]", n))
	}
	if got := treeLinks(deep(deepestJSON - 1)); len(got) != 1 {
		t.Errorf("%q", got)
	}
	if got := treeLinks(deep(deepestJSON)); got != nil {
		t.Errorf("%q", got)
	}
	if got := treeLinks([]byte(`{"href":"/a","b":"` + strings.Repeat("x", maxPayloadJSON) + `"}`)); got != nil {
		t.Errorf("%q", got)
	}
	var d declared
	for i := range 2 * maxPayload {
		d.add([]string{fmt.Sprint("/", i)})
	}
	console.Equal(t, len(d.payload), maxPayload)
}

// FuzzDeclaredJSON checks that data from any JSON stays within its bounds.
func FuzzDeclaredJSON(f *testing.F) {
	for _, seed := range []string{`{"@type":"BreadcrumbList","itemListElement":[{"position":1,"item":"/a"},null,3]}`,
		`{"@graph":[{"@graph":[]},{"@type":"BreadcrumbList","itemListElement":{"item":{"@id":"b"}}}]}`,
		`{"a":{"href":"/x","to":["/y",{"url":"/z"}]}}`, `[{"href":1},"/x",{"url":-1,"to":9}]`, `[[[["href"`, `"\"[["`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if n := len(breadcrumbs(text)); n > maxCrumbs {
			t.Errorf("%d breadcrumbs", n)
		}
		for _, l := range slices.Concat(breadcrumbs(text), treeLinks(text), indexedLinks(text)) {
			if len(l) > longestDeclared {
				t.Errorf("a link of %d bytes", len(l))
			}
		}
		console.Equal(t, indexedLinks(text), indexedLinks(text))
	})
}
