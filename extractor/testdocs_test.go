package extractor_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs is the documentation of a program, as a server has it, and what changes make of it there: its files are edited
// as an author would, with expressions that know nothing of how the program reads pages.
type docs struct {
	*rand.Rand
	pages map[string]fakePage // by path
	paths []string            // of the pages that are linked, but the home page, sorted
	known []string            // what is there, and what links lead to, sorted
	globs []string            // what changes name, and where that moves
	lines []string
	stays bool
	moves map[string]string
	gone  map[string]fakePage
	fates []int // the ranks of the lines that say what becomes of several
	edits map[string][]func(string) string
	drops []func(page, to string) bool
	rules string
}

// packaged are the documentations: where a package has its files, and which of these have a short address.
var packaged = map[string]struct {
	folder string
	short  *regexp.Regexp
	globs  []string
}{
	"django": {"python-django-doc/usr/share/doc/python-django-doc/html", regexp.MustCompile(
		`^/(topics|howto|faq|misc)/.+\.html$`), []string{
		"/ref/ /reference/", "/howto/** /guides/x-**", "/releases/*.html /news/*.htm", "/topics/*/* /t/*/of/*",
		"/ref/**/*.html /r/**/*", "/_modules/** /source/**", "/intro/*.html /start-*", "/faq/* /questions/*"}},
	"sqlite": {"sqlite3-doc/usr/share/doc/sqlite3", regexp.MustCompile(`^$`), []string{
		"/c3ref/ /c/", "/lang_*.html /lang/*.html", "/releaselog/* /log/*", "/session/** /s/x-**",
		"/f*.html /of-*/f.html",
		"/syntax/*.html /grammar/*", "/*_*.html /two/*/*.html", "/c3ref/c_*_*.html /const/*/*.html"}},
}

// docsFolder has the files of some packages of Debian, unpacked; each in a folder of its name.
const docsFolder = "SITEGRAPH_DOCS"

func readDocs(t *testing.T, name string) map[string]fakePage {
	t.Helper()
	root := os.Getenv(docsFolder)
	if root == "" {
		t.Skipf("%s names no folder with the packages python-django-doc and sqlite3-doc, unpacked", docsFolder)
	}
	root = filepath.Join(root, packaged[name].folder)
	if _, err := os.Stat(root); err != nil {
		t.Skipf("the documentation of %s is not here: %v", name, err)
	}
	pages := map[string]fakePage{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		p := fakePage{mime: mime.TypeByExtension(filepath.Ext(file))}
		if strings.HasPrefix(p.mime, "text/html") {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			p.body = string(text)
		} else if p.mime == "" {
			p.mime = "application/octet-stream"
		}
		put(pages, name, "/"+filepath.ToSlash(below), p)
		return nil
	})
	must(t, err)
	return pages
}

// put serves a file where a server does: directories and some pages have short addresses, to which the others redirect.
func put(pages map[string]fakePage, name, at string, p fakePage) {
	short := at
	if path.Base(at) == "index.html" {
		short = strings.TrimSuffix(at, "index.html")
	} else if packaged[name].short.MatchString(at) {
		short = strings.TrimSuffix(at, ".html")
	}
	if pages[short] = p; short != at {
		pages[at] = fakePage{status: http.StatusMovedPermanently, location: short}
	}
}

// changed are the changes of a seed, of which none is made yet. It shares what does not change.
func (d *docs) changed(seed uint64) *docs {
	c := *d
	c.Rand = rand.New(rand.NewPCG(seed, 5))
	c.moves, c.gone = map[string]string{}, map[string]fakePage{}
	c.edits = map[string][]func(string) string{}
	return &c
}

func newDocs(t *testing.T, name string) *docs {
	d := &docs{pages: readDocs(t, name), globs: packaged[name].globs}
	linked, known, bodies := map[string]bool{}, map[string]bool{}, map[string]int{}
	for at, p := range d.pages {
		known[at] = true
		bodies[p.body]++
		for _, m := range anchor.FindAllStringSubmatch(p.body, -1) {
			if to, ours := leads(at, strings.Trim(m[1], `"'`)); ours {
				linked[to], known[to] = true, true
			}
		}
	}
	d.known = slices.Sorted(maps.Keys(known))
	for _, at := range d.known { // a page with a twin would have to stay equal to it
		if body := d.pages[at].body; at != "/" && body != "" && linked[at] && bodies[body] == 1 {
			d.paths = append(d.paths, at)
		}
	}
	return d
}

func (d *docs) say(format string, values ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, values...))
}

func (d *docs) has(verb string) bool {
	return slices.ContainsFunc(d.lines, func(l string) bool { return strings.HasPrefix(l, verb) })
}

func (d *docs) served() *fake {
	f := newFake(map[string]fakePage{})
	for _, at := range d.known {
		p, there := d.pages[at]
		gone, is := d.gone[at]
		if is {
			f.pages[origin+at] = gone
		}
		to, moved := d.moves[at]
		if !there || is && !moved {
			continue
		}
		if p.body != "" {
			p.body = d.edited(at, p.body)
		}
		if next, leads := d.moves[p.location]; moved && leads { // a redirect goes on leading where it led
			p.location = next
		}
		f.pages[origin+cmp.Or(to, at)] = p
	}
	if d.rules != "" {
		f.pages[origin+"/robots.txt"] = fakePage{mime: "text/plain", body: "User-agent: *\n" + d.rules}
	}
	return f
}

var (
	anchor = regexp.MustCompile(`(?is)<a\b[^>]*?\bhref\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+)[^>]*>`)
	ending = regexp.MustCompile(`(?is)</a\s*>`)
)

func (d *docs) edited(at, page string) string {
	var b strings.Builder
	last := 0
	for _, m := range anchor.FindAllStringSubmatchIndex(page, -1) {
		if m[0] < last {
			continue
		}
		href := strings.Trim(page[m[2]:m[3]], `"'`)
		to, ours := leads(at, href)
		dropped := slices.ContainsFunc(d.drops, func(drops func(page, to string) bool) bool { return drops(at, to) })
		if ours && dropped {
			b.WriteString(page[last:m[0]])
			last = m[1]
			if end := ending.FindStringIndex(page[m[1]:]); end != nil {
				last = m[1] + end[1]
			}
			continue
		}
		if now := d.href(at, href, to); ours && now != href {
			b.WriteString(page[last:m[2]] + `"` + now + `"`)
			last = m[3]
		}
	}
	page = b.String() + page[last:]
	for _, edit := range d.edits[at] {
		page = edit(page)
	}
	return page
}

func leads(at, href string) (to string, ours bool) {
	base, err := url.Parse(origin + at)
	if err != nil {
		return "", false
	}
	u, err := base.Parse(strings.NewReplacer("&amp;", "&", `\`, "/").Replace(strings.TrimSpace(href)))
	if err != nil || u.Scheme+"://"+u.Host != origin {
		return "", false
	}
	to = u.EscapedPath()
	if u.RawQuery != "" {
		to += "?" + u.RawQuery
	}
	return to, true
}

func (d *docs) href(at, href, to string) string {
	_, fragment, has := strings.Cut(href, "#")
	if has {
		fragment = "#" + fragment
	}
	if strings.HasPrefix(href, "#") || href == "" {
		return href
	}
	now, moved := d.moves[to]
	_, away := d.moves[at]
	switch {
	case moved && !d.stays:
		return strings.ReplaceAll(now, "&", "&amp;") + fragment
	case away && !strings.HasPrefix(href, "/") && !strings.Contains(href, "://"):
		return strings.ReplaceAll(to, "&", "&amp;") + fragment
	}
	return href
}
