package sites

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// parameter returns a parameter's value: absent if it is missing, or -1 if it is not a number below limit.
func parameter(q url.Values, name string, absent, limit int) int {
	if !q.Has(name) {
		return absent
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < 0 || n >= limit {
		return -1
	}
	return n
}

// numbered returns the number at the end of a path, or -1 if the prefix differs or it is not a number below limit.
func numbered(path, prefix string, limit int) int {
	rest, found := strings.CutPrefix(path, prefix)
	n, err := strconv.Atoi(rest)
	if !found || err != nil || n < 0 || n >= limit {
		return -1
	}
	return n
}

func onlyHas(q url.Values, names ...string) bool {
	for name := range q {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

func (a *application) own(what string, n int) *rand.Rand {
	return rand.New(rand.NewPCG(hashOf(what, n), a.seed))
}

// forum has topics of several pages, sort orders, and links to single posts, which show the page with the post.
func forum(a *application, path string, q url.Values) *shown {
	const forums, perPage = 6, 10
	perForum := 25
	if a.few {
		perForum = 15
	}
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
		f, start, sort := parameter(q, "f", -1, forums), parameter(q, "start", 0, perForum), parameter(q, "sort", 0, 3)
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
		t, start := parameter(q, "t", -1, topics), parameter(q, "start", 0, 1000)
		if p := parameter(q, "p", -1, topics*100); p >= 0 {
			if t, start = p/100, p%100/perPage*perPage; p%100 >= posts(t) {
				return nil
			}
		}
		if t < 0 || start < 0 || start%perPage != 0 || start >= posts(t) || q.Has("f") &&
			q.Get("f") != strconv.Itoa(t/perForum) {
			return nil
		}
		s := &shown{identity: fmt.Sprint("topic ", t, " ", start), title: named("Topic", t),
			text: fmt.Sprint("topic ", t, " ", start)}
		for i := start; i < min(posts(t), start+perPage); i++ {
			r := a.own("post", t*100+i)
			u := r.IntN(40)
			s.body = append(s.body, link{"/profile", fmt.Sprint("u=", u), named("Member", u)}, sentence(r, 20),
				link{"/viewtopic", fmt.Sprint("p=", t*100+i), fmt.Sprint("#", i+1)})
		}
		for i := 0; i < posts(t); i += perPage {
			s.body = append(s.body, link{"/viewtopic", fmt.Sprint("t=", t, "&start=", i), fmt.Sprint("page ",
				i/perPage+1)})
		}
		return s
	case "/profile":
		if u := parameter(q, "u", -1, 40); u >= 0 {
			return &shown{identity: fmt.Sprint("profile ", u), title: named("Member", u), text: fmt.Sprint("member", u)}
		}
	}
	return logInPage(path)
}

// shop sells goods under several paths, with filters in any order and boxes of other goods.
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
	if g := numbered(path, "/item/", goods); g >= 0 && onlyHas(q, "from") {
		return &shown{identity: fmt.Sprint("item ", g), title: named("Item", g), text: fmt.Sprint("item ", g),
			body: []any{link{fmt.Sprint("/category/", g%categories), "", named("Category", g%categories)},
				fmt.Sprintf("Price: %d.%02d", 5+g%90, g%100), others}}
	}
	c := numbered(path, "/category/", categories)
	if c < 0 || !onlyHas(q, "page", "colour", "size") {
		return logInPage(path)
	}
	colour, size, page := q.Get("colour"), q.Get("size"), parameter(q, "page", 1, 100)
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
	with := func(pair string) string { // appended in the order of clicks
		all := slices.DeleteFunc(strings.Split(q.Encode(), "&"), func(p string) bool {
			return p == "" || strings.HasPrefix(p, "page=")
		})
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

// portal has articles, each also for printers and in another language.
func portal(a *application, path string, q url.Values) *shown {
	articles, perList := 150, 15
	if a.few {
		articles = 45
	}
	if path == "/" || path == "/list" {
		page := parameter(q, "page", 0, articles/perList)
		if page < 0 || !onlyHas(q, "page") {
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
	if n < 0 || !onlyHas(q, "print", "lang", "ref") || q.Has("print") && q.Get("print") != "1" {
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
		s.body = append(s.body, link{path, "print=1", "Print"}, link{path, "lang=de", "Deutsch"}, link{path,
			"lang=en", "English"},
			box(func(now *rand.Rand) []any {
				g := now.IntN(50)
				return []any{"Advertisement", link{"/article/" + strconv.Itoa(now.IntN(articles)), "ref=ad",
					sentence(now, 3)},
					sentence(now, 4+g%3), "End of advertisement"}
			}))
	}
	return s
}
