package sites

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// objects is a repository browser that names objects, too: a file by its own id, and the commit in which it was found.
// Where none is named, its links name the head.
func objects(a *application, path string, q url.Values) *shown {
	repository := q.Get("p")
	if path == "/" && len(q) == 0 {
		return &shown{identity: "home", title: "Repositories", text: "home", body: []any{link{"/", "p=r.git;a=summary",
			"r"}, link{"/", "p=s.git;a=summary", "s"}}}
	}
	h := historyOf(a, repository)
	if repository != "r.git" && repository != "s.git" {
		return logInPage(path)
	}
	if path != "/" || !onlyHas(q, "p", "a", "h", "hb", "hp", "f", "pg") {
		return logInPage(path)
	}
	view := q.Get("a")
	name := q.Get("h")
	if view == "tree" || view == "blob" || view == "history" {
		name = q.Get("hb")
	}
	if name == "" {
		name = "HEAD"
	}
	n := h.at(strings.TrimPrefix(name, "refs/heads/"))
	if n < 0 {
		return nil
	}
	s := &shown{title: "Repository " + repository}
	o := object{h, s, n, name, q}
	for _, v := range []string{"shortlog", "log", "commit", "commitdiff"} {
		if view == "" || view == "summary" {
			o.to(v, "a="+v, "h="+h.id(0))
		} else {
			o.to(v, "a="+v, "h="+name)
		}
	}
	o.to("summary", "a=summary")
	switch view {
	case "", "summary":
		s.identity, s.text = "summary", "summary"
		o.to("tree", "a=tree")
		o.to("newest", "a=shortlog")
		o.log(0, 16)
		for _, b := range []string{"main", "stable", "old"} {
			o.to(b, "a=shortlog", "h=refs/heads/"+b)
		}
	case "shortlog", "log":
		pg := parameter(q, "pg", 0, 100)
		if pg < 0 || n+pg*30 >= h.commits {
			return nil
		}
		s.identity, s.text = fmt.Sprint(view, n, " ", pg), view
		o.log(n+pg*30, 30)
		if pg > 0 {
			o.to("first", "a="+view, "h="+name)
			o.to("previous", "a="+view, "h="+name, fmt.Sprint("pg=", pg-1))
		}
		if n+(pg+1)*30 < h.commits {
			o.to("next", "a="+view, "h="+name, fmt.Sprint("pg=", pg+1))
		}
	case "commit", "commitdiff":
		s = o.commit(view)
	case "tree", "blob", "history":
		s = o.file(view)
	default:
		return nil
	}
	if s == nil {
		return nil
	}
	s.identity, s.text = repository+s.identity, repository+s.text
	return s
}

// object is what is asked for: a commit, and the name under which it was found.
type object struct {
	h    history
	s    *shown
	n    int
	name string
	q    url.Values
}

// to adds a link.
func (o object) to(text string, pairs ...string) {
	o.s.body = append(o.s.body, link{"/", "p=" + o.h.name + ";" + strings.Join(pairs, ";"), text})
}

// log adds commits.
func (o object) log(from, most int) {
	for m := from; m < min(o.h.commits, from+most); m++ {
		o.s.body = append(o.s.body, o.h.person(m))
		o.to(named("Commit", m), "a=commit", "h="+o.h.id(m))
		o.to("commitdiff", "a=commitdiff", "h="+o.h.id(m))
		o.to("tree", "a=tree", "h="+o.h.id(m), "hb="+o.h.id(m))
	}
}

// commit is a commit, or what it changed.
func (o object) commit(view string) *shown {
	h, s, n := o.h, o.s, o.n
	old := min(n+1, h.commits-1)
	if o.q.Has("hp") {
		if old = h.at(o.q.Get("hp")); old < 0 {
			return nil
		}
	}
	s.identity, s.title, s.text = fmt.Sprint(view, n), named("Commit", n), fmt.Sprint(view, n)
	if view == "commitdiff" {
		s.identity += fmt.Sprint(" ", old)
	}
	s.body = append(s.body, h.person(n))
	if view == "commit" {
		s.body = append(s.body, "commit", h.id(n))
		o.to("parent", "a=commit", "h="+h.id(min(n+1, h.commits-1)))
		o.to("difference", "a=commitdiff", "h="+o.name, "hp="+h.id(min(n+1, h.commits-1)))
	}
	o.to(h.tree(n), "a=tree", "h="+h.tree(n), "hb="+o.name)
	for _, f := range h.touched(n) {
		of := fmt.Sprint("f=file", f)
		s.body = append(s.body, fmt.Sprint("file", f))
		o.to("blob", "a=blob", of, "h="+h.blob(f, n), "hb="+o.name)
		o.to("history", "a=history", of, "hb="+o.name)
		if view == "commitdiff" {
			s.body = append(s.body, sentence(h.own("change", n*100+f), 14), fmt.Sprint("from ", h.blob(f, old)[:7]))
			o.to("before", "a=blob", of, "h="+h.blob(f, old), "hb="+h.id(old))
		}
	}
	return s
}

// file is a tree, a file, or the commits that changed it.
func (o object) file(view string) *shown {
	h, s, n := o.h, o.s, o.n
	file := -1
	if o.q.Has("f") {
		if file = numbered(o.q.Get("f"), "file", h.files); file < 0 {
			return nil
		}
	}
	s.title, s.body = named("Commit", n), append(s.body, h.person(n))
	switch {
	case view == "tree" && file < 0:
		if name := o.q.Get("h"); name != "" && name != h.tree(n) && h.at(name) != n {
			return nil
		}
		s.identity, s.text = fmt.Sprint("tree ", n), "tree "+h.tree(n)
		for f := range h.files {
			of := fmt.Sprint("f=file", f)
			o.to(named("File", f), "a=blob", of, "h="+h.blob(f, n), "hb="+o.name)
			o.to("history", "a=history", of, "hb="+o.name)
		}
	case view == "blob" && file >= 0:
		if name := o.q.Get("h"); name != "" && name != h.blob(file, n) {
			return nil
		}
		s.identity, s.text = fmt.Sprint("blob ", file, " ", n), "blob "+h.blob(file, n)
		o.to("history", "a=history", fmt.Sprint("f=file", file), "hb="+o.name)
		o.to("newest", "a=blob", fmt.Sprint("f=file", file), "hb=HEAD")
	case view == "history" && file >= 0:
		s.identity, s.text = fmt.Sprint("history ", file, " ", n), fmt.Sprint("history ", file)
		for m := n; m < h.commits; m++ {
			if slices.Contains(h.touched(m), file) {
				s.body = append(s.body, h.person(m))
				o.to(named("Commit", m), "a=commit", "h="+h.id(m))
				o.to("blob", "a=blob", fmt.Sprint("f=file", file), "h="+h.blob(file, m), "hb="+h.id(m))
			}
		}
	default:
		return nil
	}
	return s
}
