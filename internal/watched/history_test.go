package watched

import (
	"flag"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tree "golang.org/x/net/html"
)

// versionsFlag names what TestHistory serves.
var versionsFlag = flag.String("versions", "",
	"for TestHistory: the folders of the versions of a site, in their order, separated by spaces")

// history is a site of which all versions are known: files in folders, one
// folder a version. A folder without an index.html answers with a list of what
// is in it, as web servers do.
type history struct {
	*website
	versions []string
	shown    int // versions so far
}

// serveHistory serves the first of the versions.
func serveHistory(t testing.TB, c *clock, versions ...string) *history {
	t.Helper()
	s := &history{website: newWebsite(t, c), versions: versions}
	s.manners.modified = silent // packages have no dates
	s.next(t)
	return s
}

// next puts the next version in the place of the one before; false when there
// is none.
func (s *history) next(t testing.TB) bool {
	t.Helper()
	if s.shown == len(s.versions) {
		return false
	}
	files := readVersion(t, s.versions[s.shown])
	s.shown++
	for _, p := range slices.Clone(s.pages) {
		if _, ok := files[p.path]; !ok && p.here() {
			s.remove(p.path, false)
		}
	}
	for path, body := range files {
		s.put(path, body)
	}
	return true
}

// put makes a page what a file says.
func (s *history) put(path, body string) {
	p, words := s.byPath[path], visible(body)
	switch {
	case p == nil:
		p = s.add(path, "", words...)
	case p.gone:
		p.gone = false
		s.edit(path, words...)
	case !slices.Equal(p.words, words):
		s.edit(path, words...)
	case p.body != body:
		p.edit(s.clock.now(), words)
	}
	p.body = body
}

// readVersion reads the pages of a version, by their paths, lists of folders
// among them.
func readVersion(t testing.TB, folder string) map[string]string {
	t.Helper()
	files, lists := map[string]string{}, map[string]string{}
	err := filepath.WalkDir(folder, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		path, link := "/"+filepath.ToSlash(relative), filepath.Base(name)
		if e.IsDir() && relative == "." {
			return nil
		}
		if e.IsDir() {
			link += "/"
		} else if strings.HasSuffix(name, ".html") {
			body, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			files[path] = string(body)
		} else {
			return nil
		}
		parent := strings.TrimSuffix(path, filepath.Base(name))
		lists[parent] += "<li><a href=\"" + html.EscapeString(link) + "\">" + html.EscapeString(link) + "</a>\n"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, list := range lists {
		if index, ok := files[path+"index.html"]; ok {
			files[path] = index
		} else {
			files[path] = "<!doctype html><title>" + html.EscapeString(path) + "</title><ul>\n" + list + "</ul>\n"
		}
	}
	return files
}

// visible are the words of a page that a reader sees, by the tree of a browser.
func visible(body string) (words []string) {
	root, err := tree.Parse(strings.NewReader(body))
	if err != nil {
		return nil
	}
	var text strings.Builder
	for n := range root.Descendants() {
		if n.Type == tree.TextNode && !hidden(n) {
			text.WriteString(n.Data)
		} else if n.Type == tree.ElementNode && !slices.Contains(inline, n.Data) {
			text.WriteByte(' ')
		}
	}
	return strings.Fields(text.String())
}

// inline are elements that do not part words.
var inline = []string{"a", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "tt", "var"}

// hidden reports whether a text is in an element that nobody sees.
func hidden(n *tree.Node) bool {
	for p := range n.Ancestors() {
		if slices.Contains([]string{"head", "script", "style", "template", "iframe"}, p.Data) {
			return true
		}
	}
	return false
}

// writeVersions writes four versions of a small documentation, of which one page
// changes each time.
func writeVersions(t *testing.T) (folders []string) {
	t.Helper()
	for version := range 4 {
		folder := t.TempDir()
		for name, text := range map[string]string{
			"changes.html": "<p>version " + strings.Repeat("and ", version),
			"guide.html":   "<p>guide", "api.html": "<p>api",
		} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		folders = append(folders, folder)
	}
	return folders
}
