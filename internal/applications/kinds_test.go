package applications

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// number is the value of a parameter: the other one if it is absent, -1 if it is no number from 0 to below a limit.
func number(q url.Values, name string, absent, limit int) int {
	if !q.Has(name) {
		return absent
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < 0 || n >= limit {
		return -1
	}
	return n
}

// numbered is the number at the end of a path, -1 if it has another beginning or is no number below a limit.
func numbered(path, prefix string, limit int) int {
	rest, found := strings.CutPrefix(path, prefix)
	n, err := strconv.Atoi(rest)
	if !found || err != nil || n < 0 || n >= limit {
		return -1
	}
	return n
}

// only reports whether a query has no other parameters than these.
func only(q url.Values, names ...string) bool {
	for name := range q {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

// own is a generator for what belongs to a thing, whatever URL shows it.
func (a *application) own(what string, n int) *rand.Rand {
	return rand.New(rand.NewPCG(hashOf(what, n), a.seed))
}

// forum has topics of several pages, sort orders, and links to single posts, which show the page that has them.
func forum(a *application, path string, q url.Values) *shown {
	const forums, perForum, perPage = 6, 25, 10
	topics := forums * perForum
	posts := func(t int) int { return 1 + a.own("posts", t).IntN(35) }
	switch path {
	case "/":
		s := &shown{identity: "index", title: "Board index", text: "index"}
		for f := range forums {
			s.body = append(s.body, link{"/viewforum", fmt.Sprint("f=", f), named("Forum", f)})
		}
		s.body = append(s.body, box(func(now *rand.Rand) []any {
			out := []any{"Who is online"}
			for range 2 + now.IntN(5) {
				u := now.IntN(40)
				out = append(out, link{"/profile", fmt.Sprint("u=", u), named("Member", u)})
			}
			return append(out, "Most users ever online was 231")
		}))
		return s
	case "/viewforum":
		f, start, sort := number(q, "f", -1, forums), number(q, "start", 0, perForum), number(q, "sort", 0, 3)
		if f < 0 || start < 0 || start%perPage != 0 || sort < 0 {
			return nil
		}
		id := fmt.Sprint("forum ", f, " ", start, " ", sort)
		s := &shown{identity: id, title: named("Forum", f), text: fmt.Sprint("forum ", f)}
		order := a.own(fmt.Sprint("order", sort), f).Perm(perForum)
		for i := start; i < min(perForum, start+perPage); i++ {
			t := f*perForum + order[i]
			s.body = append(s.body, link{"/viewtopic", fmt.Sprint("f=", f, "&t=", t), named("Topic", t)},
				link{"/viewtopic", fmt.Sprint("p=", t*100+posts(t)-1), "last post"})
		}
		for i := 0; i < perForum; i += perPage {
			s.body = append(s.body, link{"/viewforum", fmt.Sprint("f=", f, "&start=", i), strconv.Itoa(i/perPage + 1)})
		}
		for i, name := range []string{"by time", "by title", "by author"} {
			s.body = append(s.body, link{"/viewforum", fmt.Sprint("f=", f, "&sort=", i), name})
		}
		return s
	case "/viewtopic":
		t, start := number(q, "t", -1, topics), number(q, "start", 0, 1000)
		if p := number(q, "p", -1, topics*100); p >= 0 {
			if t, start = p/100, p%100/perPage*perPage; p%100 >= posts(t) {
				return nil
			}
		}
		if t < 0 || start < 0 || start%perPage != 0 || start >= posts(t) || q.Has("f") && q.Get("f") != strconv.Itoa(t/perForum) {
			return nil
		}
		s := &shown{identity: fmt.Sprint("topic ", t, " ", start), title: named("Topic", t), text: fmt.Sprint("topic ", t, " ", start)}
		for i := start; i < min(posts(t), start+perPage); i++ {
			r := a.own("post", t*100+i)
			u := r.IntN(40)
			s.body = append(s.body, link{"/profile", fmt.Sprint("u=", u), named("Member", u)}, sentence(r, 20),
				link{"/viewtopic", fmt.Sprint("p=", t*100+i), fmt.Sprint("#", i+1)})
		}
		for i := 0; i < posts(t); i += perPage {
			s.body = append(s.body, link{"/viewtopic", fmt.Sprint("t=", t, "&start=", i), fmt.Sprint("page ", i/perPage+1)})
		}
		return s
	case "/profile":
		if u := number(q, "u", -1, 40); u >= 0 {
			return &shown{identity: fmt.Sprint("profile ", u), title: named("Member", u), text: fmt.Sprint("member", u)}
		}
	}
	return logInPage(path)
}

// shop has goods under several paths, filters that can be combined in any order, and boxes of other goods.
func shop(a *application, path string, q url.Values) *shown {
	const categories, goods = 8, 160
	colours, sizes := []string{"red", "green", "blue"}, []string{"s", "m", "l"}
	others := box(func(now *rand.Rand) []any {
		out := []any{"Others also bought"}
		for range 4 {
			g := now.IntN(goods)
			out = append(out, link{fmt.Sprint("/item/", g), "", named("Item", g)})
		}
		return append(out, "Prices are without postage")
	})
	if path == "/" {
		s := &shown{identity: "home", title: "Shop", text: "shop"}
		for c := range categories {
			s.body = append(s.body, link{fmt.Sprint("/category/", c), "", named("Category", c)})
		}
		s.body = append(s.body, others)
		return s
	}
	if g := numbered(path, "/item/", goods); g >= 0 && only(q, "from") {
		return &shown{identity: fmt.Sprint("item ", g), title: named("Item", g), text: fmt.Sprint("item ", g),
			body: []any{link{fmt.Sprint("/category/", g%categories), "", named("Category", g%categories)},
				fmt.Sprintf("Price: %d.%02d", 5+g%90, g%100), others}}
	}
	c := numbered(path, "/category/", categories)
	if c < 0 || !only(q, "page", "colour", "size") {
		return logInPage(path)
	}
	colour, size, page := q.Get("colour"), q.Get("size"), number(q, "page", 1, 100)
	var list []int
	for g := c; g < goods; g += categories {
		if (colour == "" || colours[g/categories%3] == colour) && (size == "" || sizes[g/categories/3%3] == size) {
			list = append(list, g)
		}
	}
	if q.Has("colour") && !slices.Contains(colours, colour) || q.Has("size") && !slices.Contains(sizes, size) ||
		page < 1 || (page-1)*8 >= len(list) {
		return nil
	}
	s := &shown{identity: fmt.Sprint("category ", c, " ", colour, " ", size, " ", page), title: named("Category", c),
		text: fmt.Sprint("category ", c)}
	s.body = append(s.body, fmt.Sprint("Shown: ", colour, " ", size, " ", page))
	for i := (page - 1) * 8; i < min(len(list), page*8); i++ {
		s.body = append(s.body, link{fmt.Sprint("/item/", list[i]), fmt.Sprint("from=", c), named("Item", list[i])})
	}
	with := func(pair string) string { // added at the end, in the order in which a reader clicks
		all := slices.DeleteFunc(strings.Split(q.Encode(), "&"), func(p string) bool { return p == "" || strings.HasPrefix(p, "page=") })
		return strings.Join(append(all, pair), "&")
	}
	for _, v := range colours {
		if colour == "" {
			s.body = append(s.body, link{path, with("colour=" + v), v})
		}
	}
	for _, v := range sizes {
		if size == "" {
			s.body = append(s.body, link{path, with("size=" + v), v})
		}
	}
	if page == 1 {
		s.body = append(s.body, link{path, with("page=1"), "first"})
		if len(list) > 8 {
			s.body = append(s.body, link{path, with("page=2"), "more"})
		}
	}
	return s
}

// portal has articles with views for printers and in another language.
func portal(a *application, path string, q url.Values) *shown {
	const articles, perList = 150, 15
	if path == "/" || path == "/list" {
		page := number(q, "page", 0, articles/perList)
		if page < 0 || !only(q, "page") {
			return nil
		}
		s := &shown{identity: fmt.Sprint("list ", page), title: "News", text: fmt.Sprint("list ", page)}
		for n := page * perList; n < (page+1)*perList; n++ {
			s.body = append(s.body, link{fmt.Sprint("/article/", n), "", named("Article", n)})
		}
		for i := range articles / perList {
			s.body = append(s.body, link{"/list", fmt.Sprint("page=", i), strconv.Itoa(i)})
		}
		return s
	}
	n := numbered(path, "/article/", articles)
	if n < 0 || !only(q, "print", "lang", "ref") || q.Has("print") && q.Get("print") != "1" {
		return logInPage(path)
	}
	lang := q.Get("lang")
	if lang == "en" {
		lang = ""
	}
	s := &shown{identity: fmt.Sprint("article ", n, " ", q.Get("print"), " ", lang), title: named("Article", n),
		text: fmt.Sprint("article ", n, lang), bare: q.Has("print")}
	next := (n*7 + 3) % articles
	s.body = append(s.body, link{fmt.Sprint("/article/", next), "ref=related", named("Article", next)},
		link{fmt.Sprint("/article/", (n+1)%articles), "ref=next", named("Article", (n+1)%articles)})
	if !s.bare {
		s.body = append(s.body, link{path, "print=1", "Print"}, link{path, "lang=de", "Deutsch"}, link{path, "lang=en", "English"},
			box(func(now *rand.Rand) []any {
				g := now.IntN(50)
				return []any{"Advertisement", link{"/article/" + strconv.Itoa(now.IntN(articles)), "ref=ad", sentence(now, 3)},
					sentence(now, 4+g%3), "End of advertisement"}
			}))
	}
	return s
}

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
	if n < 0 || !only(q, "cpage", "replyto") {
		return logInPage(path)
	}
	c := number(q, "cpage", pages(n), pages(n)+1)
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
	if path == "/show" && only(q, "id") {
		n = number(q, "id", -1, tickets)
	}
	if n >= 0 && only(q, "id") {
		return &shown{identity: fmt.Sprint("ticket ", n), title: named("Ticket", n), text: fmt.Sprint("ticket ", n), body: []any{
			fmt.Sprint("Ticket number ", n), link{"/", "order=id", "All tickets"},
			link{"/show", fmt.Sprint("id=", (n+1)%tickets), "Next"}, link{fmt.Sprint("/ticket/", (n*3+1)%tickets), "", "Related"},
			box(func(now *rand.Rand) []any { return []any{link{"/watch", "once=" + token(now), "Watch"}} })}}
	}
	if path != "/" {
		return logInPage(path)
	}
	from, order, dir := number(q, "from", 0, tickets), q.Get("order"), q.Get("desc")
	if order == "" {
		order = "id"
	}
	if dir == "" {
		dir = "0"
	}
	if from < 0 || from%perList != 0 || !slices.Contains([]string{"id", "title", "owner"}, order) ||
		dir != "0" && dir != "1" || !only(q, "from", "order", "desc") {
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
		s.body = append(s.body, link{"/", "order=" + name + "&desc=0", name}, link{"/", "order=" + name + "&desc=1", name + " down"})
	}
	for i := 0; i < tickets; i += perList {
		s.body = append(s.body, link{"/", fmt.Sprint("order=", order, "&desc=", dir, "&from=", i), fmt.Sprint("from ", i)})
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
		return &shown{identity: "summary", title: "Repository", text: "summary", body: append(frame, views(0), views(1))}
	case (path == "/commit/" || path == "/diff/") && only(q, "id"):
		return &shown{identity: fmt.Sprint(path, at), title: named("Commit", at), text: fmt.Sprint(path, at), body: append(frame,
			"commit "+id(at), views(at), "parent", views(min(at+1, commits-1)))}
	case path == "/log/" && only(q, "id", "ofs"):
		ofs := number(q, "ofs", 0, commits)
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
	case path == "/tree/" && only(q, "id"):
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
	case file >= 0 && only(q, "id"):
		v := version(file, at)
		return &shown{identity: fmt.Sprint("file ", file, " ", v), title: named("File", file), text: fmt.Sprint("file ", file, " ", v),
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
		!only(q, "title", "action", "oldid", "printable", "uselang", "redirected") {
		return logInPage(path)
	}
	versions := 1 + a.own("versions", n).IntN(4)
	old, action, lang := number(q, "oldid", versions-1, versions), q.Get("action"), q.Get("uselang")
	if old < 0 || !slices.Contains([]string{"", "view", "history"}, action) || !slices.Contains([]string{"", "en", "de"}, lang) ||
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
	s := &shown{identity: fmt.Sprint("page ", of, " ", old, q.Has("oldid"), q.Has("printable")), title: named("Page", n),
		text: fmt.Sprint("page ", of, old), bare: q.Has("printable")}
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
