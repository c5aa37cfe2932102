package agents

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/sitemaps"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// linkedKinds lists the kinds of linked URLs that pages of these worlds have.
var linkedKinds = []site.LinkedKind{site.LinkedExternal, site.LinkedDocument}

// readsSitemaps sets how a search reads sitemaps: off, check or start.
func readsSitemaps(o *Options, how string) {
	if o.Parts.SitemapStarts = how == "start"; how == "off" {
		return
	}
	o.Parts.Sitemaps = func(ctx context.Context, d extractor.Downloader, rules extractor.Rules, origin site.URL,
		robots string) (l extractor.SitemapList) {
		get := func(ctx context.Context, u site.URL) site.Response {
			if !rules.Allowed(u.Target()) {
				return site.Response{URL: u, Status: http.StatusForbidden}
			}
			return d.Download(ctx, site.Request{URL: u, Sitemap: true})
		}
		entries, report := sitemaps.Read(ctx, get, origin, robots, sitemaps.Limits{Files: 10, Bytes: 1 << 20,
			Text: parse.Text, Entries: 1000, Usual: true, Foreign: true})
		l.Files = report.Files
		for _, e := range entries {
			l.Entries = append(l.Entries, extractor.SitemapURL{URL: e.URL, File: e.File})
		}
		return l
	}
}

func sitemapOf(paths ...string) string {
	text := "<urlset>"
	for _, path := range paths {
		if strings.HasPrefix(path, "/") {
			path = "http://HOST" + path
		}
		text += "<url><loc>" + path + "</loc></url>"
	}
	return text + "</urlset>"
}

// randomSitemap lists some pages of a world, and adds pages without links to them, some of them promising.
func randomSitemap(rng *rand.Rand, w world) string {
	var paths []string
	for range rng.IntN(30) {
		paths = append(paths, fmt.Sprintf("/%d", rng.IntN(70)))
	}
	for i := range rng.IntN(8) {
		path := fmt.Sprintf("/%c%.1f/%d", 'a'+rune(rng.IntN(3)), rng.Float64(), i)
		w[path] = fmt.Sprintf("a%.1f <a href=/%d>b%.1f</a> <a href=/x.pdf>c0.5</a> <a href=http://x.example/>a0.1</a>",
			rng.Float64(), rng.IntN(60), rng.Float64())
		paths = append(paths, path)
	}
	return sitemapOf(append(paths, "/private/9", "/y.pdf", "http://y.example/")...)
}

// Listed URLs are visited by their words, after more promising links and before unpromising ones. If a page links to
// such a URL, the page is named, and its link counts if it is worth more.
func TestListed(t *testing.T) {
	pages := world{
		"/":  `a0.5 <a href=/1>a0.9</a> <a href=/x>nothing</a> <a href=/a0.4>a0.1</a> <a href=/a0.3>a0.8</a>`,
		"/1": "a0.8", "/x": "x", "/a0.4": "a0.7", "/a0.3": "a0.6", "/a0.6": "a0.5", "/dull": "dull", "/gone": "-> /2",
		"/2": "a0.4", "/robots.txt": "User-agent: *\nDisallow: /private\n",
	}
	pages["/sitemap.xml"] = sitemapOf("/a0.6", "/a0.4", "/a0.3", "/dull", "/x", "/private/a0.5", "/y.pdf", "/gone",
		"http://elsewhere.example/a0.9")
	server := serve(t, pages)
	o := options(t, server, defaults("a"))
	o.Agents[0].Seeds, o.Agents[0].Energy = []site.URL{mustParse(t, server.URL+"/")}, 50
	readsSitemaps(&o, "start")
	s := ran(t, o)
	var got []string
	for _, v := range s.Visits {
		got = append(got, fmt.Sprintf("%s %v %v %d", path(v.URL), v.Estimate, v.Listed, v.Link))
	}
	want := []string{"/ 1 false 0", "/1 0.9 false 1", "/a0.3 0.8 false 1", "/a0.6 0.6 true 0",
		"/private/a0.5 0.5 true 0",
		"/a0.4 0.4 true 0", "/x 0 false 1", "/dull 0 true 0", "/gone 0 true 0", "/2 0 true 0"}
	console.Equal(t, got, want)
	found := map[string]site.SitemapFinding{}
	for e := range s.Sitemaps.Entries {
		found[path(e.URL)] = e.Finding
	}
	for path, want := range map[string]site.SitemapFinding{"/a0.9": site.FoundOutside, "/y.pdf": site.FoundLeftOut,
		"/private/a0.5": site.FoundBlocked, "/gone": site.FoundRedirect, "/x": site.FoundPage,
		"/a0.6": site.FoundUnknown, // no link was found, but there may be one elsewhere
	} {
		console.Equal(t, found[path], want, path)
	}
}

func path(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	_, rest, _ = strings.Cut(rest, "/")
	return "/" + rest
}

// Sitemaps are read for the hosts of seeds and the hosts that topics name, also after redirects. A listed URL goes to
// the agent that values it most and may visit it.
func TestListedHosts(t *testing.T) {
	w := web{world{"/a": "a0.5", "/b": "b0.5", "/b0.9": "b0.9", "/a0.7": "a0.7", "/moved": "-> http://k.example/a",
		"/sitemap.xml": sitemapOf("http://h.example/b0.9", "http://h.example/a0.7", "http://k.example/b0.9")}}
	for _, c := range []struct {
		name   string
		change func(*config.Topics)
		read   string
		visits string
	}{
		{"of seeds", func(*config.Topics) {}, "h", "a h/a, b h/b, a h/a0.7, b h/b0.9"},
		{"of named hosts", func(o *config.Topics) { o.Agents[0].Hosts = []string{"*.x.example", "k.example"} }, "h k",
			"b h/b, a k/b0.9, b h/b0.9, b h/a0.7"},
		{"of one that is a seed's", func(o *config.Topics) { o.Agents[0].Hosts = []string{"h.example"} }, "h",
			"a h/a, b h/b, a h/a0.7, b h/b0.9"},
		{"where a seed leads", func(o *config.Topics) { o.Agents[0].Seeds[0].Path = "/moved" }, "h",
			"a h/moved, a k/a, b h/b, a h/a0.7, b h/b0.9, a k/b0.9"},
		{"of one agent", func(o *config.Topics) { o.Agents = o.Agents[:1] }, "h", "a h/a, a h/a0.7, a h/b0.9"},
	} {
		o := options(t, nil, defaults("a", "b"))
		offline(&o, w)
		o.Agents[0].Seeds = []site.URL{mustParse(t, "http://h.example/a")}
		o.Agents[1].Seeds = []site.URL{mustParse(t, "http://h.example/b")}
		c.change(&o.Topics)
		readsSitemaps(&o, "start")
		s := ran(t, o)
		var visits, read []string
		short := func(url string) string {
			return strings.Replace(strings.TrimPrefix(url, "http://"), ".example", "", 1)
		}
		for _, v := range s.Visits {
			visits = append(visits, o.Agents[v.Agent].Name+" "+short(v.URL))
		}
		for _, f := range s.Sitemaps.Files {
			read = append(read, strings.TrimSuffix(short(f.URL), "/sitemap.xml"))
		}
		if got := strings.Join(visits, ", "); got != c.visits || strings.Join(read, " ") != c.read {
			t.Errorf("%s: visits %s of %q, want %s of %s", c.name, got, read, c.visits, c.read)
		}
	}
}
