package download

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		full := filepath.Join(root, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(full, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(full), 0o755))
		must(t, os.WriteFile(full, []byte(text), 0o644))
	}
	return root
}

var must = console.Must

func newFolder(t testing.TB, root string, maxBody int64) *Folder {
	t.Helper()
	f, err := NewFolder(root, maxBody, nil)
	must(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

// sample makes a folder with a file for each rule. The body names the file, so that an answer shows where it came from.
func sample(t testing.TB) string {
	root := tree(t, map[string]string{
		"index.html": "index", "a.html": "a", "b.htm": "b", "c.xhtml": "c", "D.HTML": "D", "e.shtml": "e",
		"robots.txt": "robots", "style.css": "style", "image.png": "image", "no-ending": "text", "page": page,
		"x.php": page, "y.php": "<?php",
		"empty.html": "", "sp ace.html": "space", "é.html": "e-acute", "100%.html": "percent", "a|b.html": "bar",
		"v1.2.html":         "version",
		"folder/index.html": "folder", "folder/a.html": "folder/a", "old/index.htm": "old", "xml/index.xhtml": "xml",
		"bare/a.txt":      "bare/a",
		"both/index.html": "both/", "both.html": "both.html", "docs/a.html": "docs/a", "docs.html": "docs.html",
		"hidden/": "", "q?y=1": page, "q?y=2.html": "q2", "q?u=a%2Fb": page, "q": "plain",
		"folder/index.html?p=2": "folder p2",
		"i.php?img=a.png":       page, "dir.html/index.html": "dir.html",
		redirectsName: "# moved\n/old-a /a.html\n/found /folder/ 302\n/away https://example.com/x#y 308\n" +
			"/gone / 410\n/a.html/ /a.html 301! # slash\n/busy /busy 503\n/sp%20ace /sp%20ace.html 307\n" +
			"/latin /\xe9\n/style.css /style-2.css\n/* /index.html 200\n",
	})
	return root
}

type folderCase struct {
	target                string
	status                int
	contentType, location string
	body                  string // "" means nil
}

var folderCases = slices.Concat([]folderCase{
	{"/", 200, "text/html", "", "index"},
	{"/?", 200, "text/html", "", "index"},
	{"/?x=1", 200, "text/html", "", "index"},
	{"//", 200, "text/html", "", "index"},
	{"/index.html", 200, "text/html", "", "index"},
	{"/a.html", 200, "text/html", "", "a"},
	{"/%61.html", 200, "text/html", "", "a"},
	{"//a.html", 200, "text/html", "", "a"},
	{"/folder//a.html", 200, "text/html", "", "folder/a"},
	{"/a.html?q", 200, "text/html", "", "a"},
	{"/b.htm", 200, "text/html", "", "b"},
	{"/c.xhtml", 200, "application/xhtml+xml", "", "c"},
	{"/D.HTML", 200, "text/html", "", "D"},
	{"/e.shtml", 200, "text/html", "", "e"},
	{"/a", 200, "text/html", "", "a"},
	{"/index", 200, "text/html", "", "index"},
	{"/folder/a", 200, "text/html", "", "folder/a"},
	{"/v1.2", 200, "text/html", "", "version"},
	{"/b", 404, errorType, "", ""}, // .htm is not tried
	{"/folder", 301, "", "/folder/", ""},
	{"/folder?x=/&y", 301, "", "/folder/?x=/&y", ""},
	{"//folder", 301, "", "/folder/", ""},
	{"/%66older", 301, "", "/%66older/", ""},
	{"/folder/", 200, "text/html", "", "folder"},
	{"/folder/?p=1", 200, "text/html", "", "folder"},
	{"/folder/?p=2", 200, "text/html", "", "folder p2"},
	{"/old/", 200, "text/html", "", "old"},
	{"/xml/", 200, "application/xhtml+xml", "", "xml"},
	{"/bare", 301, "", "/bare/", ""},
	{"/both", 301, "", "/both/", ""},
	{"/both.html", 200, "text/html", "", "both.html"},
	{"/docs", 200, "text/html", "", "docs.html"},
	{"/dir.html", 301, "", "/dir.html/", ""},
	{"/dir", 404, errorType, "", ""}, // dir.html is a folder
	{"/empty.html", 200, "text/html", "", "empty"},
	{"/sp%20ace.html", 200, "text/html", "", "space"},
	{"/%C3%A9.html", 200, "text/html", "", "e-acute"},
	{"/é.html", 200, "text/html", "", "e-acute"},
	{"/a|b.html", 200, "text/html", "", "bar"},
	{"//a|b.html", 200, "text/html", "", "bar"}, // is sent in absolute form
	{"//found", 302, "", "/folder/", ""},
	{"/100%25.html", 200, "text/html", "", "percent"},
	{"/folder%2Fa.html", 200, "text/html", "", "folder/a"},
	{"/inside.html", 200, "text/html", "", "a"},
	{"/robots.txt", 200, "text/plain", "", ""},
	{"/style.css", 301, "", "/style-2.css", ""}, // a rule wins over a file
	{"/image.png", 200, "image/png", "", ""},
	{"/no-ending", 200, "text/plain; charset=utf-8", "", ""},
	{"/page", 200, "text/html", "", page},
	{"/x.php", 200, "text/html", "", page},
	{"/y.php", 200, "text/plain; charset=utf-8", "", ""},
	{"/q?y=1", 200, "text/html", "", page},
	{"/q?y=2", 200, "text/html", "", "q2"},
	{"/q?u=a/b", 200, "text/html", "", page},
	{"/q?y=3", 200, "text/plain; charset=utf-8", "", ""},
	{"/q%3Fy=1", 200, "text/html", "", page},
	{"/i.php?img=a.png", 200, "text/html", "", page},
	{"/q?/../../secret.html", 200, "text/plain; charset=utf-8", "", ""},
	{"/old-a", 301, "", "/a.html", ""},
	{"/old-a?x=1", 301, "", "/a.html", ""},
	{"/%6Fld-a", 301, "", "/a.html", ""},
	{"/found", 302, "", "/folder/", ""},
	{"/away", 308, "", "https://example.com/x#y", ""},
	{"/gone", 410, errorType, "", ""},
	{"/busy", 503, errorType, "", ""},
	{"/a.html/", 301, "", "/a.html", ""},
	{"/sp%20ace", 307, "", "/sp%20ace.html", ""},
	{"/latin", 301, "", "/é", ""},
},
	refusals(404, "/a/", "/nothing", "/nothing/at/all", "/a.html/x", "/bare/", "/hidden/", "/docs/",
		"/%E9.html", "/%00", "/%2e%2e/secret.html", "/..%2fsecret.html", "/folder/%2e/a.html",
		"/dangling.html", "/"+strings.Repeat("x", 5000), "/"+redirectsName, "/%5Fredirects", "/old-a/"),
	refusals(403, "/out.html", "/out/secret.html", "/out/", "/out"),
	refusals(400, "/100%.html", "/%zz"))

func refusals(status int, targets ...string) (all []folderCase) {
	for _, target := range targets {
		all = append(all, folderCase{target, status, errorType, "", ""})
	}
	return all
}

// linked adds three symbolic links to the sample: one leads outside, one to a missing file, and one stays inside.
func linked(t testing.TB, root string) {
	outside := tree(t, map[string]string{"secret.html": "secret"})
	must(t, os.Symlink(filepath.Join(outside, "secret.html"), filepath.Join(root, "out.html")))
	must(t, os.Symlink(outside, filepath.Join(root, "out")))
	must(t, os.Symlink("nowhere.html", filepath.Join(root, "dangling.html")))
	must(t, os.Symlink("a.html", filepath.Join(root, "inside.html")))
}

func TestFolder(t *testing.T) {
	root := sample(t)
	linked(t, root)
	f := newFolder(t, root, 32<<20)
	for _, c := range folderCases {
		got := f.Download(t.Context(), at(t, "https://anything.test", c.target))
		if got.Status != c.status || got.ContentType != c.contentType || got.Location != c.location ||
			got.Failure.Failed() {
			t.Errorf("%.40s: %+v", c.target, got)
		}
		want := []byte(c.body)
		if c.body == "" {
			want = nil
		} else if c.body == "empty" {
			want = []byte{}
		}
		if !bytes.Equal(got.Body, want) || (got.Body == nil) != (want == nil) {
			t.Errorf("%.40s: body %q, want %q", c.target, got.Body, want)
		}
	}
	if notes := f.Notes(); len(notes) != 1 || !strings.HasSuffix(notes[0],
		"_redirects:11: a pattern is not supported, line ignored") {
		t.Errorf("notes %q", notes)
	}
}

func TestFolderRobots(t *testing.T) {
	r := at(t, "http://a.test", "/robots.txt")
	r.Robots = true
	f := newFolder(t, tree(t, map[string]string{"robots.txt": "User-agent: *"}), 32<<20)
	if got := f.Download(t.Context(), r); string(got.Body) != "User-agent: *" || got.Status != 200 {
		t.Errorf("%+v", got)
	}
	f = newFolder(t, tree(t, map[string]string{"robots.txt": strings.Repeat("x", 600<<10)}), 32<<20)
	if got := f.Download(t.Context(), r); len(got.Body) != 500<<10 || got.Failure.Failed() {
		t.Errorf("%d bytes, %+v", len(got.Body), got.Failure)
	}
	f = newFolder(t, t.TempDir(), 32<<20)
	if got := f.Download(t.Context(), r); got.Status != 404 || got.Body != nil || got.Failure.Failed() {
		t.Errorf("%+v", got)
	}
}

func TestFolderUnreadable(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("the administrator may read everything, and Windows has no modes")
	}
	root := tree(t, map[string]string{"a.html": "a", "closed/index.html": "b"})
	must(t, os.Chmod(filepath.Join(root, "a.html"), 0))
	must(t, os.Chmod(filepath.Join(root, "closed"), 0))
	defer os.Chmod(filepath.Join(root, "closed"), 0o755)
	f := newFolder(t, root, 32<<20)
	for _, target := range []string{"/a.html", "/a", "/closed/", "/closed/index.html"} {
		if got := f.Download(t.Context(), at(t, "http://a.test", target)); got.Status != 403 || got.Body != nil {
			t.Errorf("%s: %+v", target, got)
		}
	}
}

func TestNewFolderErrors(t *testing.T) {
	file := filepath.Join(tree(t, map[string]string{"a": ""}), "a")
	bad := tree(t, map[string]string{redirectsName: "\n/a\n"})
	for root, want := range map[string]string{
		filepath.Join(t.TempDir(), "none"): "none",
		file:                               file,
		"":                                 "site folder",
		bad:                                filepath.Join(bad, "_redirects") + `:2: "/a": want: from to [status]`,
		tree(t, map[string]string{"_redirects/": ""}): "_redirects",
	} {
		f, err := NewFolder(root, 32<<20, nil)
		if err == nil || f != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", root, err)
		}
	}
}

func FuzzFolderPath(f *testing.F) {
	root := sample(f)
	linked(f, root)
	folder := newFolder(f, root, 32<<20)
	for _, c := range folderCases {
		path, query, hasQuery := strings.Cut(c.target, "?")
		f.Add(path, query, hasQuery)
	}
	f.Add("/folder/../../secret.html", "", false)
	f.Add("\\..\\secret.html", "/../../secret.html", true)
	f.Fuzz(func(t *testing.T, path, query string, hasQuery bool) {
		r := site.Request{URL: site.URL{Scheme: "http", Host: "a.test", Path: path, Query: query, HasQuery: hasQuery}}
		got := folder.Download(t.Context(), r)
		switch got.Status {
		case 200, 301, 302, 307, 308, 400, 403, 404, 410, 503:
		default:
			t.Fatalf("%+v", got)
		}
		if string(got.Body) == "secret" {
			t.Fatal("left the root")
		}
		if got.Failure.Failed() || (got.Location != "") != (got.Status/100 == 3) {
			t.Fatalf("%+v", got)
		}
		if strings.HasPrefix(got.Location, "//") {
			t.Fatalf("Location %q names a host", got.Location)
		}
		if decoded, _ := splitPath(path); strings.Contains("/"+decoded.name+"/", "/../") {
			t.Fatalf("%q decoded to %q", path, decoded.name)
		}
	})
}
