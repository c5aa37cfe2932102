package extractor_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"slices"
	"strings"
)

// origin is the address of all generated sites in their own pages.
const origin = "http://site.test"

// robotsTxt is the robots.txt of all generated sites.
const robotsTxt = "User-agent: *\nDisallow: /private/\nAllow: /private/*open\nDisallow: /*?secret=\n"

type kind int

const (
	isPage kind = iota
	isRedirect
	isStatus
	isNotHTML
	isForbidden // by robots.txt
)

// resource is one URL of a generated site, with all its spellings.
type resource struct {
	key         string // path?query in normal form
	kind        kind
	ending      bool // it has a file ending that is not fetched
	canonical   bool // other spellings redirect to the key
	content     *content
	status      int
	contentType string
	location    string    // as sent; "" for none
	next        *resource // target of location; nil if it is not on the site
	nextForm    string
	away        bool // location leads to another site
}

type content struct {
	title string
	links []link
	body  string
}

// link is an <a>: inside the site, to another site, or bad.
type link struct {
	href, text string
	to         *resource
	form       string // as in the request line; only for links inside
	external   string // URL of an external link
}

type testSite struct {
	seed      uint64
	start     *resource
	starts    []string // keys of the start pages; nil means "/"
	robots    string   // robots.txt; "" means robotsTxt
	resources []*resource
	forms     map[string]*resource // by target in the request line
	contents  []*content
}

type generator struct {
	*rand.Rand
	*testSite
	plain bool // use the normal spelling only
}

func newSite(seed uint64) *testSite { return generate(seed, false) }

func generate(seed uint64, plain bool) *testSite {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 99)), plain: plain,
		testSite: &testSite{seed: seed, forms: map[string]*resource{}}}
	g.makeResources()
	g.makeRedirects()
	g.makeLinks()
	return g.testSite
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

// makeResources makes everything but redirects, without links.
func (g *generator) makeResources() {
	for n := range 4 + g.IntN(25) {
		g.contents = append(g.contents, &content{title: fmt.Sprintf("Content & <%d>", n)})
	}
	g.start = g.add("/", isPage)
	g.start.content = g.contents[0]
	for _, c := range g.contents[1:] {
		g.add(g.name("p"), isPage).content = c
	}
	for range g.IntN(10) { // duplicates
		g.add(g.name("q"), isPage).content = pick(g, g.contents)
	}
	for range g.IntN(4) {
		g.add(strings.Replace(g.name("o"), "/", "/private/open", 1), isPage).content = pick(g, g.contents)
	}
	for range g.IntN(6) {
		r := g.add(g.name("s"), isStatus)
		r.status = pick(g, []int{404, 410, 403, 500})
		if g.chance(20) {
			r.status = pick(g, []int{204, 300, 304, 206, 418})
		}
	}
	for range g.IntN(4) {
		g.add(g.name("n")+".json", isNotHTML).contentType = "application/json"
	}
	for range g.IntN(4) {
		g.add("/private"+g.name("f"), isForbidden)
		g.add(g.name("f")+"?secret=1", isForbidden)
	}
	g.makeLeftOut()
	g.contents = append(g.contents, &content{title: "never shown"})
}

func (g *generator) makeLeftOut() {
	for range g.IntN(4) {
		r := g.add(g.name("e")+".pdf", isNotHTML)
		r.ending, r.contentType = true, "application/pdf"
		if g.chance(50) {
			r.kind, r.content = isPage, pick(g, g.contents)
		}
	}
	for range g.IntN(3) {
		r := g.add("/excluded"+g.name("x"), isPage)
		r.content = pick(g, g.contents)
	}
}

// name makes a new path, often in a folder, sometimes with a query.
func (g *generator) name(letter string) string {
	path := fmt.Sprintf("/%s%d", letter, len(g.resources))
	switch g.IntN(5) {
	case 0:
		path = "/d1" + path
	case 1:
		path = "/d1/d2" + path + ".html"
	case 2:
		path = "/d%C3%A9" + path
	}
	return path
}

func (g *generator) add(key string, k kind) *resource {
	if (k == isPage || k == isNotHTML) && key != "/" && g.chance(25) {
		key += pick(g, []string{"?a=1&b=2", "?a=%2F&b", "?id=7"})
	}
	r := &resource{key: key, kind: k, canonical: g.chance(15)}
	g.resources = append(g.resources, r)
	g.forms[key] = r
	return r
}

func (g *generator) makeRedirects() {
	for range g.IntN(12) {
		g.redirect(pick(g, g.resources))
	}
	for range g.IntN(3) { // near the limit of 10 hops
		to := pick(g, g.resources)
		for range 8 + g.IntN(5) {
			to = g.redirect(to)
		}
	}
	for range g.IntN(3) { // a loop
		first := g.redirect(g.start)
		last := first
		for range g.IntN(4) {
			last = g.redirect(last)
		}
		g.lead(first, last)
		first.canonical = first.canonical && first != last
	}
	for range g.IntN(4) {
		r := g.redirect(g.start)
		r.next, r.away = nil, true
		r.location = pick(g, []string{"http://other.test/", "https://site.test/", "//other.test/p",
			"http://site.test:81/"})
		if bad := []string{"", "mailto:a@b", "http://[", "javascript:x"}; g.chance(40) {
			r.location, r.away = pick(g, bad), false
		}
	}
	if g.chance(20) {
		g.start.kind, g.start.status, g.start.content = isRedirect, 302, nil
		g.lead(g.start, g.resources[1])
	}
}

func (g *generator) redirect(to *resource) *resource {
	r := g.add(g.name("r"), isRedirect)
	r.status = pick(g, []int{301, 302, 303, 307, 308})
	g.lead(r, to)
	return r
}

func (g *generator) lead(r, to *resource) {
	l := g.refer(to)
	r.location, r.next, r.nextForm = l.href, l.to, l.form
}

// makeLinks links the contents. The first links form a tree, so that most of the site can be reached.
func (g *generator) makeLinks() {
	for i, r := range g.resources {
		if i > 0 && g.chance(85) {
			g.link(g.contents[g.IntN(min(i, len(g.contents)))], g.refer(r))
		}
	}
	for _, c := range g.contents {
		for range g.IntN(6) {
			g.link(c, g.refer(pick(g, g.resources)))
		}
		if g.chance(40) {
			g.link(c, g.outside())
		}
		if g.chance(30) {
			g.link(c, g.bad())
		}
		g.Shuffle(len(c.links), func(i, j int) { c.links[i], c.links[j] = c.links[j], c.links[i] })
		c.body = c.html()
	}
}

// link adds a link, sometimes more than once.
func (g *generator) link(c *content, l link) {
	l.text = fmt.Sprintf("text %d", g.IntN(3))
	for range 1 + max(0, g.IntN(6)-3) {
		c.links = append(c.links, l)
	}
}

func (g *generator) outside() link {
	href := pick(g, []string{"http://other.test/", "http://other.test/a?b=1", "https://site.test/",
		"http://sub.site.test/x",
		"http://site.test:8080/", "https://third.test/é"})
	return link{href: href, external: strings.ReplaceAll(href, "é", "%C3%A9")}
}

func (g *generator) bad() link {
	return link{href: pick(g, []string{"mailto:a@b.test", "javascript:void(0)", "http://", "tel:1", "http://a b/",
		"https:/other.test/x", "/" + strings.Repeat("long", 600)})}
}

// refer makes a link to a resource in one of its spellings.
func (g *generator) refer(r *resource) link {
	form := r.key
	for range g.IntN(3) {
		if !g.plain {
			form = g.spell(form)
		}
	}
	if g.forms[form] == nil {
		g.forms[form] = r
	}
	href := form
	switch g.IntN(6) {
	case 0:
		href = "/d1/../." + form
	case 1:
		href = strings.ReplaceAll(form, "%C3%A9", "é")
	case 2:
		href = form + "#part"
	case 3:
		href = "HTTP://Site.Test:80" + form
	}
	if strings.HasPrefix(form, "//") { // otherwise it would name a host
		href = origin + form
	}
	return link{href: href, to: r, form: form}
}

func (g *generator) spell(form string) string {
	path, query, has := strings.Cut(form, "?")
	switch g.IntN(4) {
	case 0:
		slash := strings.LastIndexByte(path, '/')
		path = path[:slash] + "/" + path[slash:]
	case 1:
		path = strings.ReplaceAll(path, "%C3%A9", "%c3%a9")
	case 2:
		if a, b, two := strings.Cut(query, "&"); two && !strings.Contains(b, "&") {
			query = b + "&" + a
		}
	case 3:
		if query != "" {
			query += "&"
		}
		has = true // "?" alone is dropped from the key
	}
	if has {
		path += "?" + query
	}
	return path
}

func (c *content) html() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html lang=en><title>%s</title><meta name=description content=\"About %[1]s\">"+
		"<body><h1>%[1]s</h1>", html.EscapeString(c.title))
	for _, l := range c.links {
		fmt.Fprintf(&b, "<p><a href=\"%s\">%s</a></p>\n", html.EscapeString(l.href), l.text)
	}
	return b.String()
}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

func keys[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
