package sites

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// blog has comments in pages, of which the newest is shown when none is asked for.
func blog(a *application, path string, q url.Values) *shown {
	const posts = 120
	pages := func(n int) int { return max(1, a.own("comments", n).IntN(7)-2) }
	if path == "/" || strings.HasPrefix(path, "/page/") {
		page := 1
		if path != "/" {
			page = numbered(path, "/page/", posts/10+1)
		}
		if page < 1 || len(q) > 0 {
			return nil
		}
		s := &shown{identity: fmt.Sprint("list ", page), title: "Blog", text: fmt.Sprint("list ", page)}
		for n := (page - 1) * 10; n < page*10; n++ {
			s.body = append(s.body, link{fmt.Sprint("/post/", n), "", named("Post", n)},
				link{fmt.Sprint("/post/", n), fmt.Sprint("cpage=", pages(n)), "last comments"})
		}
		for i := range posts / 10 {
			s.body = append(s.body, link{fmt.Sprint("/page/", i+1), "", strconv.Itoa(i + 1)})
		}
		return s
	}
	n := numbered(path, "/post/", posts)
	if n < 0 || !onlyHas(q, "cpage", "replyto") {
		return logInPage(path)
	}
	c := parameter(q, "cpage", pages(n), pages(n)+1)
	if c < 1 {
		return nil
	}
	s := &shown{identity: fmt.Sprint("post ", n, " ", c), title: named("Post", n), text: fmt.Sprint("post ", n)}
	for i := range 4 {
		s.body = append(s.body, sentence(a.own("comment", n*1000+c*10+i), 9),
			link{path, fmt.Sprint("cpage=", c, "&replyto=", n*1000+c*10+i), "Reply"})
	}
	for i := range pages(n) {
		s.body = append(s.body, link{path, fmt.Sprint("cpage=", i+1), fmt.Sprint("comments ", i+1)})
	}
	s.body = append(s.body, link{fmt.Sprint("/post/", (n+1)%posts), "", "next"},
		box(func(now *rand.Rand) []any {
			out := []any{"Recent comments"}
			for range 3 {
				m := now.IntN(posts)
				out = append(out, link{fmt.Sprint("/post/", m), "", named("Post", m)})
			}
			return append(out, "Subscribe to this blog")
		}))
	return s
}

// tracker has tickets under two addresses, lists in several orders, and links with a number that is used once.
func tracker(a *application, path string, q url.Values) *shown {
	const tickets, perList = 140, 20
	n := numbered(path, "/ticket/", tickets)
	if path == "/show" && onlyHas(q, "id") {
		n = parameter(q, "id", -1, tickets)
	}
	if n >= 0 && onlyHas(q, "id") {
		return &shown{identity: fmt.Sprint("ticket ", n), title: named("Ticket", n), text: fmt.Sprint("ticket ",
			n), body: []any{
			fmt.Sprint("Ticket number ", n), link{"/", "order=id", "All tickets"},
			link{"/show", fmt.Sprint("id=", (n+1)%tickets), "Next"}, link{fmt.Sprint("/ticket/",
				(n*3+1)%tickets), "", "Related"},
			box(func(now *rand.Rand) []any { return []any{link{"/watch", "once=" + token(now), "Watch"}} })}}
	}
	if path != "/" {
		return logInPage(path)
	}
	from, order, dir := parameter(q, "from", 0, tickets), q.Get("order"), q.Get("desc")
	if order == "" {
		order = "id"
	}
	if dir == "" {
		dir = "0"
	}
	if from < 0 || from%perList != 0 || !slices.Contains([]string{"id", "title", "owner"}, order) ||
		dir != "0" && dir != "1" || !onlyHas(q, "from", "order", "desc") {
		return nil
	}
	s := &shown{identity: fmt.Sprint("list ", from, " ", order, " ", dir), title: "Tickets", text: "tickets"}
	all := a.own(order, 0).Perm(tickets)
	if order == "id" {
		slices.Sort(all)
	}
	if dir == "1" {
		slices.Reverse(all)
	}
	for _, n := range all[from : from+perList] {
		s.body = append(s.body, link{fmt.Sprint("/ticket/", n), "", named("Ticket", n)})
	}
	for _, name := range []string{"id", "title", "owner"} {
		s.body = append(s.body, link{"/", "order=" + name + "&desc=0", name}, link{"/",
			"order=" + name + "&desc=1", name + " down"})
	}
	for i := 0; i < tickets; i += perList {
		s.body = append(s.body, link{"/", fmt.Sprint("order=", order, "&desc=", dir, "&from=", i),
			fmt.Sprint("from ", i)})
	}
	return s
}

// repository shows commits and files; the newest commit is meant where none is named.
func repository(a *application, path string, q url.Values) *shown {
	const commits, files = 60, 25
	id := func(n int) string { return token(a.own("commit", n)) }
	at := 0
	if q.Has("id") {
		for at = 0; at < commits && q.Get("id") != id(at) && !(at == 0 && q.Get("id") == "HEAD"); at++ {
		}
	}
	if at == commits {
		return nil
	}
	version := func(file, n int) int { return min(commits-1, (n+file)/12*12) } // the commit that changed a file last
	views := func(n int) []any {
		of := "id=" + id(n)
		return []any{link{"/commit/", of, "commit"}, link{"/diff/", of, "diff"}, link{"/tree/", of, "tree"},
			link{"/log/", of, "log"}}
	}
	frame := []any{link{"/log/", "", "log"}, link{"/tree/", "", "tree"}, link{"/commit/", "", "commit"},
		link{"/diff/", "", "diff"}}
	file := numbered(path, "/tree/file", files)
	switch {
	case path == "/" && len(q) == 0:
		return &shown{identity: "summary", title: "Repository", text: "summary", body: append(frame, views(0),
			views(1))}
	case (path == "/commit/" || path == "/diff/") && onlyHas(q, "id"):
		return &shown{identity: fmt.Sprint(path, at), title: named("Commit", at), text: fmt.Sprint(path, at),
			body: append(frame, "commit "+id(at), views(at), "parent", views(min(at+1, commits-1)))}
	case path == "/log/" && onlyHas(q, "id", "ofs"):
		ofs := parameter(q, "ofs", 0, commits)
		if ofs < 0 || ofs%20 != 0 || at+ofs >= commits {
			return nil
		}
		s := &shown{identity: fmt.Sprint("log ", at+ofs), title: "Log", text: "log", body: frame}
		for n := at + ofs; n < min(commits, at+ofs+20); n++ {
			s.body = append(s.body, link{"/commit/", "id=" + id(n), named("Commit", n)})
		}
		if at+ofs+20 < commits {
			s.body = append(s.body, link{"/log/", fmt.Sprint("id=", id(at), "&ofs=", ofs+20), "older"})
		}
		return s
	case path == "/tree/" && onlyHas(q, "id"):
		s := &shown{title: "Tree", text: "tree", body: frame}
		var versions []int
		for f := range files {
			target := link{fmt.Sprint("/tree/file", f), "", named("File", f)}
			if q.Has("id") {
				target.query = "id=" + q.Get("id")
			}
			versions = append(versions, version(f, at))
			s.body = append(s.body, target, fmt.Sprint("version ", version(f, at)))
		}
		s.identity = fmt.Sprint("tree ", versions)
		return s
	case file >= 0 && onlyHas(q, "id"):
		v := version(file, at)
		return &shown{identity: fmt.Sprint("file ", file, " ", v), title: named("File", file),
			text: fmt.Sprint("file ", file, " ", v),
			body: append(frame, fmt.Sprint("version ", v))}
	}
	return logInPage(path)
}

// wiki has views of every page: its history, old versions, one for printers, one in another language.
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
