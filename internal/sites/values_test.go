package sites

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// valueKinds returns applications with useless parameter values, and with other names for IDs.
func valueKinds(seed uint64) map[string]*application {
	return map[string]*application{
		"comments": {route: comments},
		"orders":   {returns: returns(seed % 3), boxes: seed%2 == 0, route: orders},
		"browser":  {route: browser},
		"sessions": {session: sessionInQuery, boxes: true, route: comments},
	}
}

// comments is a blog that shows the newest comments by default. Comment pages link to all, some or no others.
func comments(a *application, path string, q url.Values) *shown {
	const posts, perList = 150, 15
	more, style := 4+a.own("share of three", 0).IntN(12), a.own("style", 0).IntN(4)
	pages := func(n int) int {
		switch r := a.own("comments", n).IntN(100); {
		case r < 2:
			return 1
		case r < 4:
			return 4
		case r < 4+more:
			return 3
		}
		return 2
	}
	if path == "/" || strings.HasPrefix(path, "/list/") {
		page := 0
		if path != "/" {
			page = numbered(path, "/list/", posts/perList)
		}
		if page < 0 || len(q) > 0 {
			return nil
		}
		s := &shown{identity: fmt.Sprint("list ", page), title: "Blog", text: fmt.Sprint("list ", page)}
		for n := page * perList; n < (page+1)*perList; n++ {
			s.body = append(s.body, link{fmt.Sprint("/post/", n), "", named("Post", n)})
			for c := 1; c <= pages(n) && style == 3; c++ {
				s.body = append(s.body, link{fmt.Sprint("/post/", n), fmt.Sprint("cpage=", c), "comments"})
			}
			if style == 2 {
				s.body = append(s.body, link{fmt.Sprint("/post/", n), fmt.Sprint("cpage=", pages(n)), "last comment"})
			}
		}
		for i := range posts / perList {
			s.body = append(s.body, link{fmt.Sprint("/list/", i), "", strconv.Itoa(i + 1)})
		}
		return s
	}
	n := numbered(path, "/post/", posts)
	if n < 0 || !onlyHas(q, "cpage") {
		return logInPage(path)
	}
	c := parameter(q, "cpage", pages(n), pages(n)+1)
	if c < 1 {
		return nil
	}
	s := &shown{identity: fmt.Sprint("post ", n, " ", c), title: named("Post", n), text: fmt.Sprint("post ", n)}
	at := func(c int, text string) { s.body = append(s.body, link{path, fmt.Sprint("cpage=", c), text}) }
	for i := range 4 {
		s.body = append(s.body, sentence(a.own("comment", n*1000+c*10+i), 9))
		if style == 1 {
			at(c, "link to this comment")
		}
	}
	for i := 1; i <= pages(n) && style < 3; i++ {
		switch {
		case style == 0:
			at(i, fmt.Sprint("comments ", i))
		case i == c-1:
			at(i, "older comments")
		case i == c+1:
			at(i, "newer comments")
		}
	}
	s.body = append(s.body, link{fmt.Sprint("/post/", (n+1)%posts), "", "next"})
	return s
}

// orders is a shop with one item in most categories, where all sort orders are equal. Larger categories may come late.
func orders(a *application, path string, q url.Values) *shown {
	const departments, perDepartment = 12, 15
	share := 3 + a.own("share", 0).IntN(18)
	goods := func(c int) int {
		r := a.own("goods", c)
		if r.IntN(100) < share && (a.seed%2 == 0 || c >= departments*perDepartment*3/4) {
			return 2 + r.IntN(6)
		}
		return 1
	}
	d := numbered(path, "/department/", departments)
	if path == "/" {
		d = 0
	}
	if d >= 0 && len(q) == 0 {
		name := fmt.Sprint("department ", d)
		s := &shown{identity: name, title: named("Department", d), text: name}
		for c := d * perDepartment; c < (d+1)*perDepartment; c++ {
			s.body = append(s.body, link{fmt.Sprint("/category/", c), "", named("Category", c)})
		}
		s.body = append(s.body, link{fmt.Sprint("/department/", min(d+1, departments-1)), "", "next department"})
		return s
	}
	if g := numbered(path, "/item/", departments*perDepartment*10); g >= 0 && len(q) == 0 {
		return &shown{identity: fmt.Sprint("item ", g), title: named("Item", g), text: fmt.Sprint("item ", g)}
	}
	c := numbered(path, "/category/", departments*perDepartment)
	sort := q.Get("sort")
	names := []string{"position", "price", "name", "newest"}
	if c < 0 || !onlyHas(q, "sort") || q.Has("sort") && !slices.Contains(names, sort) {
		return logInPage(path)
	}
	list := make([]int, goods(c))
	for i := range list {
		list[i] = i
	}
	if sort != "" && sort != "position" {
		list = a.own(sort, c).Perm(len(list))
	}
	s := &shown{identity: fmt.Sprint("category ", c, list), title: named("Category", c),
		text: fmt.Sprint("category ", c)}
	for _, name := range names {
		s.body = append(s.body, link{path, "sort=" + name, "by " + name})
	}
	for _, i := range list {
		s.body = append(s.body, link{fmt.Sprint("/item/", c*10+i), "", named("Item", c*10+i)})
	}
	return s
}

// wiki has several views of each page: its history, old versions, one for printers, and one in another language.
func wiki(a *application, path string, q url.Values) *shown {
	const pages = 90
	title := "0"
	if q.Has("title") {
		title = q.Get("title")
	}
	n, err := strconv.Atoi(title)
	if path != "/" && path != "/index.php" || err != nil || n < 0 || n >= pages ||
		!onlyHas(q, "title", "action", "oldid", "printable", "uselang", "redirected") {
		return logInPage(path)
	}
	versions := 1 + a.own("versions", n).IntN(4)
	old, action, lang := parameter(q, "oldid", versions-1, versions), q.Get("action"), q.Get("uselang")
	if old < 0 || !slices.Contains([]string{"", "view", "history"}, action) || !slices.Contains([]string{"",
		"en", "de"}, lang) ||
		q.Has("printable") && q.Get("printable") != "yes" {
		return nil
	}
	if lang == "en" {
		lang = ""
	}
	if action == "view" {
		action = ""
	}
	view := func(pair string) string { return fmt.Sprint("title=", n, "&", pair) }
	of := fmt.Sprint(n, " ", lang)
	if action == "history" {
		s := &shown{identity: "history " + of, title: "History of " + named("Page", n), text: "history " + of}
		for v := range versions {
			s.body = append(s.body, link{"/index.php", view(fmt.Sprint("oldid=", v)), fmt.Sprint("version ", v)})
		}
		return s
	}
	s := &shown{identity: fmt.Sprint("page ", of, " ", old, q.Has("oldid"), q.Has("printable")),
		title: named("Page", n),
		text:  fmt.Sprint("page ", of, old), bare: q.Has("printable")}
	if q.Has("oldid") {
		s.body = append(s.body, fmt.Sprintf("This is an old version, number %d of %d.", old+1, versions))
	}
	for i := range 6 {
		m := a.own("links", n*10+i).IntN(pages)
		if i == 0 {
			m = (n + 1) % pages
		}
		query := fmt.Sprint("title=", m)
		if i%3 == 2 {
			query += "&redirected=1"
		}
		s.body = append(s.body, link{"/index.php", query, named("Page", m)})
	}
	if !s.bare {
		for _, pair := range []string{"action=view", "action=history", "printable=yes", "uselang=de", "uselang=en"} {
			s.body = append(s.body, link{"/index.php", view(pair), pair[strings.Index(pair, "=")+1:]})
		}
	}
	return s
}
