package sites

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

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
