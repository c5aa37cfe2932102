package stats

import (
	"fmt"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// addresses returns a graph without arcs whose pages have these paths.
func addresses(paths ...string) *site.Graph {
	g := graphOf(len(paths))
	for i, path := range paths {
		g.Pages[i].URL = "https://example.com" + path
	}
	return g
}

// urlTemplates returns only the patterns.
func urlTemplates(g *site.Graph) []Template {
	list, _ := describeTemplates(g)
	return list
}

func TestTemplates(t *testing.T) {
	for _, test := range []struct {
		name  string
		paths []string
		want  []string // count and template
	}{
		{name: "no page"},
		{"start page", []string{"/"}, []string{"1 /"}},
		{"numbers", []string{"/news/1", "/news/23", "/news/4/"}, []string{"2 /news/{number}", "1 /news/{number}/"}},
		{"dates", []string{"/2024-01-31.html", "/2023-12.html", "/2024-13-01.html"},
			[]string{"2 /{date}.html", "1 /2024-13-01.html"}},
		{"hex", []string{"/c/0123abcd", "/c/123e4567-e89b-12d3-a456-426614174000", "/c/deadbeef", "/c/facade"},
			[]string{"2 /c/{hex}", "2 /c/{word}"}},
		// The names a and b are rare, but docs has three pages and is kept.
		{"rare names", []string{"/docs/1", "/docs/2", "/docs/3", "/a/1", "/b/1"},
			[]string{"3 /docs/{number}", "2 /{word}/{number}"}},
		{"one rare name", []string{"/docs/1", "/docs/2", "/docs/3", "/a/1"},
			[]string{"3 /docs/{number}", "1 /{word}/{number}"}},
		{"one name", []string{"/docs/1", "/docs/x.html", "/"}, []string{"1 /", "1 /docs/x.html", "1 /docs/{number}"}},
		{"endings", []string{"/a.html", "/b.html", "/c.html", "/d"}, []string{"3 /{word}.html", "1 /{word}"}},
		{"rare endings", []string{"/w/A.b", "/w/C.d", "/w/E", "/w/St._Louis"}, []string{"4 /w/{word}"}},
		{"query", []string{"/i?b=1&a=2", "/i?a=3&b=4&a=5", "/i?a", "/i?", "/i"},
			[]string{"2 /i", "2 /i?a={value}&b={value}", "1 /i?a={value}"}},
		{"deep", []string{strings.Repeat("/x", 20)}, []string{"1 " + strings.Repeat("/x", 12) + "/{rest}"}},
		{"double slashes", []string{"//", "/a//b"}, []string{"1 //", "1 /a//b"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, found := range urlTemplates(addresses(test.paths...)) {
				got = append(got, fmt.Sprintf("%d %s", found.Pages, found.Template))
			}
			console.Equal(t, got, test.want)
		})
	}
}

// Each page has the place of its template in the list.
func TestTemplatePlaces(t *testing.T) {
	_, place := describeTemplates(addresses("/", "/news/1", "/a.html", "/news/23", "/"))
	console.Equal(t, place, []int32{0, 1, 2, 1, 0})
}

func TestTemplateExample(t *testing.T) {
	got := urlTemplates(addresses("/z/2", "/z/1", "/z/3"))
	console.Equal(t, len(got), 1, got)
	console.Equal(t, got[0].Example, "https://example.com/z/2", got)
}

func TestTemplatesAreFew(t *testing.T) {
	var paths []string
	for i := range 3000 {
		paths = append(paths, fmt.Sprintf("/section-%d/page-%d.html", i%200, i))
	}
	got := urlTemplates(addresses(paths...)) // no section has 60 pages
	if len(got) != 1 || got[0].Template != "/{word}/{word}.html" || got[0].Pages != 3000 {
		t.Errorf("got %+v", got)
	}
}

func TestParameters(t *testing.T) {
	got := queryParameters(addresses("/?a=1&b=2", "/?b=2&b=3", "/?a=&&c", "/?a", "/x?", "/"))
	want := []Parameter{{Name: "a", Pages: 3, Values: 2}, {Name: "b", Pages: 2, Values: 2},
		{Name: "c", Pages: 1, Values: 1}}
	console.Equal(t, got, want)
	if got := queryParameters(&site.Graph{}); got == nil || len(got) != 0 {
		t.Errorf("no page: got %#v", got)
	}
}

// Labels, folders and templates have the properties that hold for any URLs and titles.
func FuzzParts(f *testing.F) {
	f.Add("https://a/b/c.html\nhttps://a/b/d?x=1\n?\n//\n\xff/\xfe", "One title\nAnother title\n\n\xff")
	f.Add(strings.Repeat("/a", 50)+"\n"+strings.Repeat("/b.c", 50)+"\n"+strings.Repeat("/a", 51), "漢字 ÄÖ ßa\u0301")
	f.Add("http://x/2024-01\nhttp://x/____-__\nhttp://x/1234-56-78\nhttp://x/1234--0102", "a b")
	f.Fuzz(func(t *testing.T, urls, titles string) {
		url, title := strings.Split(urls, "\n"), strings.Split(titles, "\n")
		g := chain(len(url), false)
		for i := range g.Pages {
			g.Pages[i] = site.Page{URL: url[i], Title: title[i%len(title)]}
		}
		checkDirectories(t, g)
		checkTemplates(t, g)
		communities, _ := describeCommunities(g, newDigraph(g), nil)
		for _, c := range communities.List {
			if len(c.Words) > labelWords || c.Words == nil || !strings.HasPrefix(c.Prefix, "/") ||
				!strings.HasSuffix(c.Prefix, "/") {
				t.Errorf("community %+v", c)
			}
		}
		for _, p := range queryParameters(g) {
			if p.Pages < 1 || p.Pages > len(g.Pages) || p.Values < 1 {
				t.Errorf("parameter %+v", p)
			}
		}
	})
}

func checkTemplates(t *testing.T, g *site.Graph) {
	t.Helper()
	all, place := describeTemplates(g)
	pages := map[int32]int{}
	for _, k := range place {
		pages[k]++
	}
	sum := 0
	for i, one := range all {
		sum += one.Pages
		console.Equal(t, pages[int32(i)], one.Pages, one)
		if one.Pages < 1 || !strings.HasPrefix(one.Template, "/") {
			t.Errorf("template %+v", one)
		}
		if i > 0 && one.Pages > all[i-1].Pages {
			t.Errorf("templates in wrong order: %+v", all)
		}
	}
	console.Equal(t, pages[-1], len(g.Pages)-sum)
	if sum > len(g.Pages) || len(all) < templatesListed && sum != len(g.Pages) {
		t.Errorf("%d pages, %d in templates", len(g.Pages), sum)
	}
}
