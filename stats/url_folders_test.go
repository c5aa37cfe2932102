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

func TestNoDirectories(t *testing.T) {
	d, place := describeDirectories(&site.Graph{}, newDigraph(&site.Graph{}), folderOf)
	if d.List == nil || len(d.List) != 0 || d.Arcs == nil || len(place) != 0 {
		t.Errorf("got %+v", d)
	}
}

// checkDirectories checks that every page is in the deepest listed folder around it, and that pages and arcs add up.
func checkDirectories(t *testing.T, g *site.Graph) {
	t.Helper()
	d, place := describeDirectories(g, newDigraph(g), folderOf)
	pages, arcs, between := 0, 0, 0
	for i, one := range d.List {
		pages += one.Pages
		arcs += one.Inside + one.Out
		if i > 0 && one.Path <= d.List[i-1].Path {
			t.Errorf("%q comes after %q", one.Path, d.List[i-1].Path)
		}
	}
	for _, a := range d.Arcs {
		between += a[2]
	}
	out := 0
	for _, one := range d.List {
		out += one.Out
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
