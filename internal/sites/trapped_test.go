package sites

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/command"
)

// realPages is the number of pages on a trapped site, without its traps. Many rounds make it larger.
var realPages = map[bool]int{true: 750, false: 2000}[os.Getenv("SITEGRAPH_ROUNDS") == ""]

// trap is an endless part of a site.
type trap struct {
	into  link // link into the trap
	route func(a *application, path string, q url.Values) *shown
}

// trapped makes a site whose real pages, with identities that begin with "page", all link to traps from some depth on.
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

// pageBody describes the real pages of a site: their addresses, and the pages that each one links to.
type pageBody struct {
	number func(path string, q url.Values) int
	link   func(n int) link
	next   func(a *application, n int) (next []int, depth int)
}

// bodies returns numbered pages, a magazine, documentation and a forum. Half of their pages are at depth 5 or deeper.
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

// tree makes each page link to some below it and to the one above.
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

// listing makes a home page of lists, whose pages link to things and the next page. Things link to each other.
func listing(width int) func(a *application, n int) ([]int, int) {
	const count = 10 // number of lists; a list's pages have numbers n*width
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
			if group <= width-1 { // a thing of group 0, the home page's
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

// archives returns large sites without traps. Some of their pages say little, but none may be deferred.
func archives() map[string]func(a *application, path string, q url.Values) *shown {
	return map[string]func(a *application, path string, q url.Values) *shown{"lists": longList, "board": largeBoard,
		"numbered": numberedTexts}
}

// longList has list pages of four things each, and things with little more than a name.
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

// largeBoard has lists of topics, topics, and profiles with only a name.
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

// numberedTexts serves pages whose texts differ in a number.
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

// magazineBudget is the number of requests in a crawl of the magazine, enough to defer some shapes.
var magazineBudget = realPages * 6 / 5

func magazine() *application {
	return mix{"magazine", []string{"calendar", "orders"}, 1, 5}.application()
}

const killedCrawler = "SITEGRAPH_KILLED_CRAWLER"

// TestKilledCrawler is the process that killedCrawl starts and kills.
func TestKilledCrawler(t *testing.T) {
	if folder, address, ok := strings.Cut(os.Getenv(killedCrawler), "\t"); ok {
		crawlInto(t, folder, address, magazineBudget, "SITEGRAPH_SITES_CONNECTIONS_PER_HOST=8")
	}
}

// killedCrawl kills a crawl several times, during requests for traps and others, and lets it finish.
func killedCrawl(t *testing.T, a *application, folder, address string) string {
	t.Helper()
	for _, after := range []int{1, 233, 114, 5} {
		c := exec.Command(os.Args[0], "-test.run=^TestKilledCrawler$")
		c.Env = append(os.Environ(), killedCrawler+"="+folder+"\t"+address)
		reached := a.tellAfter(after)
		must(t, c.Start())
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case <-reached:
			must(t, c.Process.Kill())
			<-ended
		case err := <-ended:
			t.Fatalf("ended before %d requests: %v", after, err)
		}
	}
	a.tellAfter(-1)
	return crawlInto(t, folder, address, magazineBudget)
}

// watchedTraps checks that watching an unchanged site changes nothing, even if some pages were deferred.
func watchedTraps(t *testing.T, a *application, folder, address string) {
	before := t.TempDir()
	must(t, os.CopyFS(before, os.DirFS(resultOf(t, folder))))
	clear(a.asks)
	p := stable(t, folder, address, fmt.Sprint("SITEGRAPH_ORDER_BUDGET=", magazineBudget),
		"SITEGRAPH_REVISIT_CHECKS=200")
	p.job.Watch = true
	p.iterate(t)
	sameTables(t, before, resultOf(t, folder))
}

// sameTables compares the tables of two results, without the times and chances that watching adds.
func sameTables(t *testing.T, want, got string) {
	t.Helper()
	for _, kind := range []string{"nodes", "arcs", "ledger", "rules", "aliases"} {
		name := "." + kind + ".csv"
		rows := tableOf(t, got, name)
		for i, row := range tableOf(t, want, name) {
			for column, cell := range row {
				if i >= len(rows) || rows[i][column] != cell {
					t.Fatalf("%s: row %d has another %s than %q", name, i, column, cell)
				}
			}
		}
		if more := len(rows) - len(tableOf(t, want, name)); more > 0 {
			t.Errorf("%s has %d rows more", name, more)
		}
	}
}

// forecastTraps checks that a change that touches nothing has no effect.
func forecastTraps(t *testing.T, folder, address string) {
	before := resultOf(t, folder)
	changes := filepath.Join(folder, "nothing.txt")
	must(t, os.WriteFile(changes, []byte("delete /no-such-page\n"), 0o600))
	var said bytes.Buffer
	args := []string{"what-if", "--output-dir", folder, "--allow-empty", changes, address}
	if code := command.Main(strings.NewReader(""), &said, &said, args, stableCrawl()); code != 0 {
		t.Fatalf("what-if ended with %d\n%s", code, said.String())
	}
	found, err := filepath.Glob(filepath.Join(folder, "what-if", "nothing", "127.0.0.1*"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	for table, names := range map[string][]string{".nodes.csv": {"normalized_url", "level", "in_degree", "out_degree"},
		".arcs.csv": {"Source", "Target"}, ".ledger.csv": {"normalized_url", "state", "level", "limit", "page"}} {
		want, got := columns(t, before, table, names...), columns(t, found[0], table, names...)
		if !slices.Equal(want, got) {
			t.Errorf("%s has %d rows, %d before, or others", table, len(got), len(want))
		}
	}
	for _, row := range tableOf(t, found[0], ".ledger.csv") {
		if said := fmt.Sprintf("budget: %d pages on all sites", magazineBudget); row["limit"] == "budget" &&
			row["reason"] != said {
			t.Fatal(row["reason"])
		}
	}
}
