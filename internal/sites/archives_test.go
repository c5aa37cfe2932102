package sites

import (
	"fmt"
	"net/url"
)

// archives are large sites without traps, some of whose pages say little: nothing on them may be put off.
func archives() map[string]func(a *application, path string, q url.Values) *shown {
	return map[string]func(a *application, path string, q url.Values) *shown{"lists": longList, "board": largeBoard,
		"numbered": numberedTexts}
}

// longList has pages of four things each, and things that say little more than their names.
func longList(a *application, path string, q url.Values) *shown {
	lists := realPages / 3
	if n := numbered(path, "/thing/", 4*lists); n >= 0 {
		return &shown{identity: fmt.Sprint("thing ", n), title: named("Thing", n), text: "things",
			body: []any{sentence(a.own("thing", n), 8)}}
	}
	page := parameter(q, "page", 0, lists)
	if path != "/" && path != "/list" || page < 0 {
		return nil
	}
	s := &shown{identity: fmt.Sprint("list ", page), title: fmt.Sprint("Things, page ", page), text: "list"}
	for n := page * 4; n < page*4+4; n++ {
		s.body = append(s.body, link{fmt.Sprint("/thing/", n), "", named("Thing", n)})
	}
	if page+1 < lists {
		s.body = append(s.body, link{"/list", fmt.Sprint("page=", page+1), "next"})
	}
	return s
}

// largeBoard has topics, on pages of lists, and profiles that have a name alone.
func largeBoard(a *application, path string, q url.Values) *shown {
	const perPage = 25
	topics, users := realPages, realPages/3
	switch page := parameter(q, "start", 0, topics); {
	case path == "/" || path == "/viewforum.php":
		if page < 0 || page%perPage > 0 {
			return nil
		}
		s := &shown{identity: fmt.Sprint("list ", page), title: "Topics", text: "topics"}
		for t := page; t < page+perPage; t++ {
			s.body = append(s.body, link{"/viewtopic.php", fmt.Sprint("t=", t), named("Topic", t)})
		}
		if page+perPage < topics {
			s.body = append(s.body, link{"/viewforum.php", fmt.Sprint("start=", page+perPage), "next"})
		}
		return s
	case path == "/viewtopic.php":
		t := parameter(q, "t", -1, topics)
		if t < 0 {
			return nil
		}
		s := &shown{identity: fmt.Sprint("topic ", t), title: named("Topic", t), text: fmt.Sprint("topic ", t)}
		for i := range 3 {
			u := a.own("user", t*3+i).IntN(users)
			s.body = append(s.body, link{"/memberlist.php", fmt.Sprint("u=", u), named("Member", u)},
				sentence(a.own("post", t*3+i), 12))
		}
		return s
	case path == "/memberlist.php":
		if u := parameter(q, "u", -1, users); u >= 0 {
			return &shown{identity: fmt.Sprint("profile ", u), title: named("Member", u), text: "profile",
				body: []any{sentence(a.own("profile", u), 2), fmt.Sprintf("Joined in %d", 2001+u%20)}}
		}
	}
	return nil
}

// numberedTexts are pages whose texts differ in a number.
func numberedTexts(a *application, path string, q url.Values) *shown {
	n := numbered(path, "/item/", 2000)
	if path == "/" {
		n = 0
	}
	if n < 0 {
		return nil
	}
	s := &shown{identity: fmt.Sprint("item ", n), title: fmt.Sprint("Item ", n), text: "item"}
	for i := range 4 {
		s.body = append(s.body, fmt.Sprintf("Line %d of item %d says something of this item.", i, n))
	}
	for i := 1; i <= 2 && n*2+i < 2000; i++ {
		s.body = append(s.body, link{fmt.Sprint("/item/", n*2+i), "", "on"})
	}
	return s
}
