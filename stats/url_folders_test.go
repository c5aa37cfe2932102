package stats

import (
	"fmt"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func TestDirectories(t *testing.T) {
	for _, test := range []struct {
		name  string
		paths []string
		count int
		want  []string // path and pages
	}{
		{"flat", []string{"/", "/a", "/b"}, 1, []string{"/ 3"}},
		{"two folders", []string{"/", "/a/1", "/a/2", "/b/1"}, 3, []string{"/ 1", "/a/ 2", "/b/ 1"}},
		// All pages of /docs/ lie in /docs/en/, so /docs/ would have no pages and is not listed.
		{"chain of folders", []string{"/", "/docs/en/1", "/docs/en/2"}, 2, []string{"/ 1", "/docs/en/ 2"}},
		{"below one folder", []string{"/d/a/1", "/d/a/2", "/d/b/1", "/d/b/2"}, 2, []string{"/ 2", "/d/a/ 2"}},
		// - sorts before /, so /a-b/ is between / and /a/.
		{"hyphen", []string{"/a/x", "/a-b/x", "/a/b/x", "/"}, 4, []string{"/ 1", "/a-b/ 1", "/a/ 1", "/a/b/ 1"}},
		{"query", []string{"/?x=/a/b/", "/a/?u=http://c/d/e"}, 2, []string{"/ 1", "/a/ 1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := addresses(test.paths...)
			d, _ := describeDirectories(g, newDigraph(g), folderOf)
			var got []string
			for _, one := range d.List {
				got = append(got, fmt.Sprintf("%s %d", one.Path, one.Pages))
			}
			console.Equal(t, got, test.want)
			console.Equal(t, d.Count, test.count)
			checkDirectories(t, g)
		})
	}
}

func TestDirectoryArcs(t *testing.T) {
	g := graphOf(4, arc(0, 1), arc(1, 1), arc(1, 2), arc(2, 1), arc(3, 0), arc(3, 1))
	g.Pages = addresses("/", "/a/1", "/a/2", "/b/1").Pages
	d, place := describeDirectories(g, newDigraph(g), folderOf)
	want := []Directory{
		{Path: "/", Pages: 1, Borders: Borders{Out: 1, In: 1}},
		{Path: "/a/", Pages: 2, Borders: Borders{Inside: 3, In: 2}},
		{Path: "/b/", Pages: 1, Borders: Borders{Out: 2}}}
	console.Equal(t, d.List, want)
	console.Equal(t, place, []int32{0, 1, 1, 2})
	console.Equal(t, d.Arcs, [][3]int{{0, 1, 1}, {2, 0, 1}, {2, 1, 1}}, "arcs")
}

func TestManyDirectoriesAreFolded(t *testing.T) {
	var paths []string
	for i := range 100 {
		for k := range i + 1 {
			paths = append(paths, fmt.Sprintf("/f%03d/%d", i, k))
		}
	}
	g := addresses(paths...)
	d, _ := describeDirectories(g, newDigraph(g), folderOf)
	// The root and the 39 largest folders, f061 to f099, are listed.
	if len(d.List) != 40 || d.List[1].Path != "/f061/" || d.List[39].Pages != 100 || d.Count != 100 {
		t.Errorf("%d of %d listed: %+v", len(d.List), d.Count, d.List)
	}
	checkDirectories(t, g)
}

// checkDirectories checks that every page is in the deepest listed folder around it, and that pages and arcs add up.
func checkDirectories(t *testing.T, g *site.Graph) {
	t.Helper()
	d, place := describeDirectories(g, newDigraph(g), folderOf)
	pages, arcs, out, between := 0, 0, 0, 0
	for i, one := range d.List {
		pages += one.Pages
		arcs += one.Inside + one.Out
		out += one.Out
		if i > 0 && one.Path <= d.List[i-1].Path {
			t.Errorf("%q comes after %q", one.Path, d.List[i-1].Path)
		}
	}
	for _, a := range d.Arcs {
		between += a[2]
	}
	if pages != len(g.Pages) || arcs != g.Arcs() || between != out {
		t.Errorf("%d pages and %d arcs, but %+v", len(g.Pages), g.Arcs(), d)
	}
	for i, k := range place {
		folder, deepest := folderOf(g.Pages[i].URL), -1
		for j, one := range d.List {
			if strings.HasPrefix(folder, one.Path) && (deepest < 0 || len(one.Path) > len(d.List[deepest].Path)) {
				deepest = j
			}
		}
		console.Equal(t, int(k), deepest, g.Pages[i].URL, k, d.List)
	}
}

// On a site of several hosts, the folders in the root are hosts.
func TestFoldersOfHosts(t *testing.T) {
	members, err := site.ReadMembers([]string{"a.test", "b.test:81"})
	must(t, err)
	g := graphOf(6, arc(0, 3), arc(1, 3), arc(2, 3), arc(3, 3), arc(4, 3), arc(5, 3))
	for i, url := range []string{"http://a.test/", "http://a.test/x/1", "https://a.test/x/2?q=/",
		"http://b.test:81/x/1", "http://b.test:81/x/3", "http://b.test:81"} {
		g.Pages[i].URL = url
	}
	c := &site.Crawl{Site: "http://a.test", Graph: g, Members: members}
	d, _ := describeDirectories(g, newDigraph(g), foldersOf(c))
	var got []string
	arcs := 0
	for _, f := range d.List {
		got = append(got, fmt.Sprint(f.Path, " ", f.Pages))
		arcs += f.Inside + f.Out
	}
	want := []string{"/ 1", "/a.test/ 1", "/a.test/x/ 2", "/b.test:81/x/ 2"} // listing /b.test:81/ would empty the root
	console.Equal(t, got, want)
	console.Equal(t, arcs, 6)
}

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

// Each page has the place of its template in the list. The example is the first page.
func TestTemplatePlaces(t *testing.T) {
	list, place := describeTemplates(addresses("/", "/news/23", "/a.html", "/news/1", "/"))
	console.Equal(t, place, []int32{0, 1, 2, 1, 0})
	console.Equal(t, list[1].Example, "https://example.com/news/23", list)
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
