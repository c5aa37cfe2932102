package sites

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
)

// history is the content of a repository browser: commits, the newest first, and the files that each of them changed.
type history struct {
	a              *application
	name           string
	commits, files int
}

// branches maps names to commits.
var branches = map[string]int{"HEAD": 0, "main": 0, "stable": 9, "old": 23}

func historyOf(a *application, name string) history {
	h := history{a: a, name: name}
	h.commits, h.files = 70+h.own("commits", 0).IntN(60), 14+h.own("files", 0).IntN(12)
	return h
}

// own returns the random generator for one object of this history.
func (h history) own(what string, n int) *rand.Rand { return h.a.own(what+h.name, n) }

func (h history) id(n int) string { return token(h.own("commit", n)) + token(h.own("more", n))[:8] }

// blob and tree return the IDs of a file and of all files at a commit.
func (h history) blob(file, n int) string {
	return token(h.own("blob", file*1000+h.changed(file, n))) + "00000000"
}
func (h history) tree(n int) string {
	var all []string
	for f := range h.files {
		all = append(all, h.blob(f, n))
	}
	return token(h.own(strings.Join(all, ""), 0)) + "11111111"
}

// changed returns the last commit, up to commit n, that changed a file.
func (h history) changed(file, n int) int {
	for n < h.commits-1 && !slices.Contains(h.touched(n), file) {
		n++
	}
	return n
}

func (h history) touched(n int) []int {
	r := h.own("touched", n)
	return r.Perm(h.files)[:1+r.IntN(3)]
}

func (h history) at(name string) int {
	if n, known := branches[name]; known {
		return n
	}
	for n := range h.commits {
		if h.id(n) == name {
			return n
		}
	}
	return -1
}

func (h history) person(n int) string {
	return fmt.Sprintf("%s wrote this on day %d", filler[h.own("author", n).IntN(8)], 9000-n)
}

// browser is a repository browser with the view in its path, the commit in id or h, and links that keep parameters.
func browser(a *application, path string, q url.Values) *shown {
	h := historyOf(a, "")
	view, name, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if !onlyHas(q, "id", "id2", "h", "ofs") || path != "/" && !strings.HasPrefix(path[1:], view+"/") {
		return logInPage(path)
	}
	n := 0
	if q.Has("h") {
		n = h.at(q.Get("h"))
	}
	if q.Has("id") {
		n = h.at(q.Get("id"))
	}
	file := -1
	if name != "" {
		file = numbered(name, "file", h.files)
	}
	if n < 0 || name != "" && file < 0 {
		return nil
	}
	own := func(pairs ...string) string { // parameters that links keep
		var all []string
		for _, p := range []string{"h", "id"} {
			if q.Has(p) && !slices.ContainsFunc(pairs, func(s string) bool { return strings.HasPrefix(s, p+"=") }) {
				all = append(all, p+"="+q.Get(p))
			}
		}
		return strings.Join(append(all, pairs...), "&")
	}
	s := &shown{}
	for _, v := range []string{"log", "tree", "commit", "diff", "plain"} {
		s.body = append(s.body, link{"/" + v + "/", own(), v})
	}
	s.body = append(s.body, link{"/refs/", "", "refs"})
	switch view {
	case "":
		s.identity, s.title, s.text = "summary", "Repository", "summary"
		for name := range 12 {
			s.body = append(s.body, link{"/commit/", "id=" + h.id(name), named("Commit", name)})
		}
	case "refs":
		s.identity, s.title, s.text = "refs", "Branches", "refs"
		for _, b := range []string{"main", "stable", "old"} {
			s.body = append(s.body, link{"/log/", "h=" + b, b}, link{"/commit/", "id=" + h.id(branches[b]), "newest"},
				link{"/tree/", "id=HEAD", "tree of the head"}, link{"/commit/", "id=HEAD", "head"},
				link{"/diff/", "id=HEAD", "change"}, link{"/plain/", "id=HEAD", "plain"})
		}
	case "log":
		return h.log(s, n, file, q, own)
	case "commit":
		s.identity, s.title, s.text = fmt.Sprint("commit ", n, name), named("Commit", n), fmt.Sprint("commit ", n, name)
		s.body = append(s.body, h.person(n), "commit", link{"/commit/", "id=" + h.id(n), h.id(n)}, "tree",
			link{"/tree/", own(), h.tree(n)})
		if n+1 < h.commits {
			s.body = append(s.body, "parent", link{"/commit/", "id=" + h.id(n+1), h.id(n + 1)}, link{"/diff/",
				own("id2=" + h.id(n+1)), "difference"})
		}
		s.body = append(s.body, h.changes(n, n+1, file, own)...)
	case "diff":
		old := n + 1
		if q.Has("id2") {
			old = h.at(q.Get("id2"))
		}
		if old < 0 {
			return nil
		}
		s.identity, s.title = fmt.Sprint("diff ", n, " ", old, name), "Difference"
		s.text = s.identity
		s.body = append(s.body, h.changes(n, old, file, own)...)
	case "tree", "plain":
		return h.listing(s, view, n, file, own)
	default:
		return nil
	}
	return s
}

func (h history) log(s *shown, n, file int, q url.Values, own func(...string) string) *shown {
	ofs := parameter(q, "ofs", 0, h.commits)
	if ofs < 0 || ofs%20 != 0 || n+ofs >= h.commits {
		return nil
	}
	var list []int
	for m := n; m < h.commits; m++ {
		if file < 0 || slices.Contains(h.touched(m), file) {
			list = append(list, m)
		}
	}
	if ofs > len(list) {
		return nil
	}
	list = list[ofs:]
	end := min(20, len(list))
	s.identity, s.title, s.text = fmt.Sprint("log ", file, ofs, list[:end]), "Log", fmt.Sprint("log ", file)
	if file < 0 {
		s.identity += fmt.Sprint(" of ", n)
	}
	for _, m := range list[:end] {
		s.body = append(s.body, h.person(m), link{"/commit/", "id=" + h.id(m), named("Commit", m)})
	}
	if end < len(list) {
		s.body = append(s.body, link{"/log/", own(fmt.Sprint("ofs=", ofs+20)), "next"})
	}
	if ofs > 0 {
		s.body = append(s.body, link{"/log/", own(fmt.Sprint("ofs=", ofs-20)), "previous"})
	}
	return s
}

// changes lists the differences between two commits, in all files or one.
func (h history) changes(n, old, file int, own func(...string) string) (out []any) {
	for _, f := range h.touched(n) {
		if file >= 0 && f != file {
			continue
		}
		of := fmt.Sprint("/tree/file", f)
		out = append(out, link{fmt.Sprint("/diff/file", f), own(), named("File", f)}, link{of, "id=" + h.id(min(old,
			h.commits-1)), "before " + h.blob(f, min(old, h.commits-1))[:7]}, link{of, "id=" + h.id(n), "after " +
			h.blob(f, n)[:7]}, sentence(h.own("change", n*100+f), 12))
	}
	return out
}

func (h history) listing(s *shown, view string, n, file int, own func(...string) string) *shown {
	if file >= 0 {
		if view == "plain" {
			return nil
		}
		s.identity, s.title, s.text = "file "+h.blob(file, n), named("File", file), "file "+h.blob(file, n)
		s.body = append(s.body, "blob: "+h.blob(file, n), link{fmt.Sprint("/log/file", file), own(), "log"})
		return s
	}
	s.identity, s.title, s.text, s.bare = view+" "+h.tree(n), "Files", "files", view == "plain"
	if s.bare {
		s.body = nil
	}
	for f := range h.files {
		s.body = append(s.body, link{fmt.Sprint("/tree/file", f), own(), named("File", f)})
		s.body = append(s.body, fmt.Sprint("size ", 1000+h.own(h.blob(f, n), 0).IntN(9000)))
	}
	return s
}
