package sites

import (
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// realPages is how many pages a trapped site has, apart from its traps; with many rounds there are more.
var realPages = map[bool]int{true: 750, false: 2000}[os.Getenv("SITEGRAPH_ROUNDS") == ""]

// trap is a part of a site without end.
type trap struct {
	into  link // where it begins
	route func(a *application, path string, q url.Values) *shown
}

// trapped is a site of real pages, into which traps are mixed: their links stand on every real page from a depth on.
// Identities of real pages begin with "page".
func trapped(a *application, body pageBody, from int, traps ...trap) {
	a.route = func(a *application, path string, q url.Values) *shown {
		for _, t := range traps {
			if s := t.route(a, path, q); s != nil {
				s.body = append(s.body, link{"/", "", "Start"})
				return s
			}
		}
		n := body.number(path, q)
		if n < 0 || n >= realPages {
			return nil
		}
		s := &shown{identity: fmt.Sprint("page ", n), title: named("Page", n), text: fmt.Sprint("page ", n)}
		next, depth := body.next(a, n)
		for _, m := range next {
			s.body = append(s.body, body.link(m))
		}
		if depth >= from {
			for _, t := range traps {
				s.body = append(s.body, t.into)
			}
		}
		return s
	}
}

// pageBody is what the real pages of a site are like: their addresses, and the pages that a page links to.
type pageBody struct {
	number func(path string, q url.Values) int
	link   func(n int) link
	next   func(a *application, n int) (next []int, depth int)
}

// bodies are a site of numbered pages, a magazine, documentation in folders, and a forum. Half of their pages or more
// are at depth 5 or deeper.
func bodies() map[string]pageBody {
	plain := func(prefix string) pageBody {
		return pageBody{
			number: func(path string, q url.Values) int {
				if path == "/" {
					return 0
				}
				return numbered(path, prefix, realPages)
			},
			link: func(n int) link { return link{prefix + strconv.Itoa(n), "", named("Page", n)} },
			next: tree(3),
		}
	}
	forum := plain("")
	forum.number = func(path string, q url.Values) int {
		if path == "/" {
			return 0
		}
		if path != "/topic.php" || !onlyHas(q, "t") {
			return -1
		}
		return parameter(q, "t", -1, realPages)
	}
	forum.link = func(n int) link { return link{"/topic.php", fmt.Sprint("t=", n), named("Topic", n)} }
	forum.next = listing(12)
	docs := plain("")
	docs.number = func(path string, q url.Values) int {
		last := path[strings.LastIndexByte(path, '/')+1:]
		if path == "/" {
			return 0
		}
		n := numbered(last, "p", realPages)
		if n < 0 || docs.link(n).path != path {
			return -1
		}
		return n
	}
	docs.link = func(n int) link {
		path := fmt.Sprint("p", n)
		for up := (n - 1) / 4; up > 0; up = (up - 1) / 4 {
			path = fmt.Sprint("ch", up) + "/" + path
		}
		return link{"/docs/" + path, "", named("Chapter", n)}
	}
	docs.next = tree(4)
	magazine := plain("")
	magazine.number = func(path string, q url.Values) int {
		if path == "/" {
			return 0
		}
		parts := strings.Split(path, "/")
		n := numbered(parts[len(parts)-1], "story-", realPages)
		if n < 0 || magazine.link(n).path != path {
			return -1
		}
		return n
	}
	magazine.link = func(n int) link {
		return link{fmt.Sprintf("/%s/story-%d", filler[n%12], n), "", named("Story", n)}
	}
	magazine.next = listing(20)
	return map[string]pageBody{"numbers": plain("/item/"), "docs": docs, "magazine": magazine, "forum": forum}
}

// tree has each page link to some below it, and to the one above.
func tree(width int) func(a *application, n int) ([]int, int) {
	return func(_ *application, n int) (next []int, depth int) {
		for m := n*width + 1; m <= n*width+width && m < realPages; m++ {
			next = append(next, m)
		}
		for m := n; m > 0; m = (m - 1) / width {
			depth++
		}
		return append(next, max(0, (n-1)/width)), depth
	}
}

// listing has a home page of lists; each list page links to things, and to the next page of its list. Things link to
// each other.
func listing(width int) func(a *application, n int) ([]int, int) {
	const count = 10 // lists; page n of a list is n*width of all
	return func(a *application, n int) (next []int, depth int) {
		switch group := n / width; {
		case n == 0:
			for l := 1; l <= count; l++ {
				next = append(next, l*width)
			}
			return next, 0
		case n%width == 0: // a page of a list
			for m := n + 1; m < min(n+width, realPages); m++ {
				next = append(next, m)
			}
			if more := n + count*width; more < realPages {
				next = append(next, more)
			}
			if group <= width-1 { // what the home page's group has
				next = append(next, group)
			}
			return next, 1 + (group-1)/count
		default:
			group = max(group, 1)
			other := a.own("other", n).IntN(width-1) + 1
			return []int{group * width, min(group*width+other, realPages-1)}, 2 + (group-1)/count
		}
	}
}
