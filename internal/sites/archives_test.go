package sites

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// archives are large sites without traps, some of whose pages say little: nothing on them may be put off.
func archives() map[string]func(a *application, path string, q url.Values) *shown {
	return map[string]func(a *application, path string, q url.Values) *shown{"blog": datedBlog, "lists": longList,
		"board": largeBoard, "numbered": numberedTexts, "tags": tagged}
}

// datedBlog has posts by date, with pages of years, months and days that list their titles.
func datedBlog(a *application, path string, q url.Values) *shown {
	const posts, perPage = 600, 10
	first := time.Date(2012, 1, 3, 0, 0, 0, 0, time.UTC)
	date := func(n int) time.Time { return first.AddDate(0, 0, n*6) }
	post := func(n int) link {
		title := strings.TrimSuffix(sentence(a.own("title", n), 4), ".")
		return link{date(n).Format("/2006/01/02/") + strings.ReplaceAll(title, " ", "-"), "", title}
	}
	page := 1
	if path == "/" || strings.HasPrefix(path, "/page/") {
		if path != "/" {
			page = numbered(path, "/page/", posts/perPage+1)
		}
		if page < 1 {
			return nil
		}
		s := &shown{identity: fmt.Sprint("list ", page), title: fmt.Sprint("Blog, page ", page), text: "blog"}
		for n := (page - 1) * perPage; n < page*perPage; n++ {
			s.body = append(s.body, post(n), date(n).Format("2 January 2006"))
		}
		if page < posts/perPage {
			s.body = append(s.body, link{fmt.Sprint("/page/", page+1), "", "Older"})
		}
		for year := 2012; year < 2022; year++ {
			s.body = append(s.body, link{fmt.Sprintf("/%d/", year), "", strconv.Itoa(year)})
		}
		return s
	}
	for _, layout := range []string{"/2006/", "/2006/01/", "/2006/01/02/"} {
		at, err := time.Parse(layout, path)
		if err != nil {
			continue
		}
		s := &shown{identity: "archive " + path, title: "Archive " + at.Format("2006 January"), text: "archive"}
		for n := range posts {
			if d := date(n); d.Format(layout) == path {
				s.body = append(s.body, post(n))
				if below := strings.Replace("/2006/01/02/", layout, "", 1); layout != "/2006/01/02/" {
					below, _, _ = strings.Cut(below, "/")
					s.body = append(s.body, link{d.Format(layout + below + "/"), "", d.Format("2 January")})
				}
			}
		}
		if len(s.body) == 0 {
			return nil
		}
		return s
	}
	for n := range posts {
		if post(n).path == path {
			return &shown{identity: fmt.Sprint("post ", n), title: post(n).text, text: fmt.Sprint("post ", n),
				body: []any{link{date(n).Format("/2006/01/02/"), "", date(n).Format("2 January 2006")},
					link{date(n).Format("/2006/01/"), "", date(n).Format("January 2006")}}}
		}
	}
	return nil
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

// tagged is a magazine whose stories have tags, with a page for each tag.
func tagged(a *application, path string, q url.Values) *shown {
	const stories, tags, perPage = 1000, 300, 20
	tag := func(n int) string { return fmt.Sprint(word(n), "-", word(n/40+8)) }
	tagsOf := func(n int) (all []int) {
		for i := range 3 {
			all = append(all, a.own("tag", n*3+i).IntN(tags))
		}
		return all
	}
	page := parameter(q, "page", 0, stories/perPage)
	if path == "/" && page >= 0 {
		s := &shown{identity: fmt.Sprint("list ", page), title: "Stories", text: "stories"}
		for n := page * perPage; n < (page+1)*perPage; n++ {
			s.body = append(s.body, link{fmt.Sprint("/story/", n), "", named("Story", n)})
		}
		if page+1 < stories/perPage {
			s.body = append(s.body, link{"/", fmt.Sprint("page=", page+1), "next"})
		}
		return s
	}
	if n := numbered(path, "/story/", stories); n >= 0 {
		s := &shown{identity: fmt.Sprint("story ", n), title: named("Story", n), text: fmt.Sprint("story ", n)}
		for _, t := range tagsOf(n) {
			s.body = append(s.body, link{"/tag/" + tag(t), "", tag(t)})
		}
		return s
	}
	for t := range tags {
		if path == "/tag/"+tag(t) {
			s := &shown{identity: fmt.Sprint("tag ", t), title: "Tag " + tag(t), text: "tag"}
			for n := range stories {
				for _, of := range tagsOf(n) {
					if of == t {
						s.body = append(s.body, link{fmt.Sprint("/story/", n), "", named("Story", n)})
						break
					}
				}
			}
			return s
		}
	}
	return nil
}

func word(n int) string { return filler[n%len(filler)] }
