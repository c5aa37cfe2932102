package sites

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

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
