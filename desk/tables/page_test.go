package tables

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

var must = console.Must

// cellsOf returns the cells of each row of a page as one text.
func cellsOf(p Page) (rows []string) {
	for _, r := range p.Rows {
		var cells []string
		for _, c := range r.Cells {
			if c == nil {
				c = "-"
			}
			cells = append(cells, fmt.Sprint(c))
		}
		rows = append(rows, strings.Join(cells, "|"))
	}
	return rows
}

// TestTables checks that every table has the rows of the crawl, in the order of its files.
func TestTables(t *testing.T) {
	x := built(t, museum())
	const m = "http://museum.example/"
	for table, want := range map[string][]string{
		Pages: {m + "|Museum|0|1|1|3|200|text/html|900|en|7|Welcome|Of art",
			m + "room|the Room|1|1|1|0|200|text/html|1200||-||"},
		Links: {m + "room|" + m + "|page|0|200|" + m + "|footer", m + "|" + m + "lost|status|1|404||",
			m + "|" + m + "plan.pdf|not-html|1|200||", m + "|" + m + "room|page|1|200|" + m + "room|main"},
		Sitemap: {m + "lost|" + m + "sitemap.xml|dead|404||status 404"},
		Linked: {"http://art.example/x|external image|broken|410|status 410||2|" + m,
			"http://art.example/y|external|not-checked|-|||1|" + m + "room"},
		External: {m + "|http://art.example/%C3%96l|Öl, <b>||1", m + "|http://www.art.example:81/|=1+1|nofollow|2"},
		Hosts:    {"www.art.example:81|2|1|1|" + m, "art.example|1|1|1|" + m},
		Bad:      {m + "room|http:///|no host|Write|1"},
		Ledger: {m + "|" + m + "|page|0|200||" + m + "|" + m + "room",
			m + "lost|" + m + "lost|status|1|404|status 404||" + m,
			m + "plan.pdf|" + m + "plan.pdf|not-html|1|200|application/pdf||" + m,
			m + "room|" + m + "room|page|1|200||" + m + "room|" + m,
			"http://art.example/%C3%96l|http://art.example/%C3%96l|external|-|-|||" + m,
			"http://www.art.example:81/|http://www.art.example:81/|external|-|-|||" + m},
	} {
		p := x.page(t, table, Query{}, nil)
		if got := cellsOf(p); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", table, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if p.Total != len(want) || p.Matching != len(want) || p.Struck != 0 {
			t.Errorf("%s: %d rows, %d match, %d are struck out; want %d of them", table, p.Total, p.Matching, p.Struck,
				len(want))
		}
	}
	broken := x.page(t, Problems, Query{Filter: Filter{Class: "broken-link"}}, nil)
	want := []string{"error|broken-link|" + m + "lost|status 404|1"}
	console.Equal(t, cellsOf(broken), want, "problems")
}

// The rows of each class are counted regardless of the filter; a table without classes has none.
func TestClasses(t *testing.T) {
	x := built(t, museum())
	want := []Class{{"external", 2}, {"page", 2}, {"not-html", 1}, {"status", 1}}
	got := x.page(t, Ledger, Query{Filter: Filter{Class: "status"}, Rows: 1}, nil).Classes
	console.Equal(t, got, want, "the ledger")
	console.Equal(t, len(x.page(t, Hosts, Query{}, nil).Classes), 0, "classes of hosts")
}

// TestFilters checks which rows of the ledger each filter leaves, by the last part of the URL.
func TestFilters(t *testing.T) {
	x := built(t, museum())
	for _, c := range []struct {
		f    Filter
		want string
	}{
		{Filter{Text: "ROOM"}, "/ /room"}, // the room links to the home page
		{Filter{Text: "  application/pdf "}, "/plan.pdf"},
		{Filter{Text: "no such text"}, ""},
		{Filter{Pattern: `/[rp]\w+$`}, "/ /plan.pdf /room"}, // one reason contains application/pdf
		{Filter{Host: "ART.example"}, "/%C3%96l /"},
		{Filter{Host: "www.art.example"}, "/"},
		{Filter{Host: "t.example"}, ""},
		{Filter{Class: "status"}, "/lost"},
		{Filter{Class: "stat"}, ""},
		{Filter{Status: "404"}, "/lost"},
		{Filter{Status: "2xx"}, "/ /plan.pdf /room"},
		{Filter{Status: "300-"}, "/lost"},
		{Filter{Level: "0"}, "/"},
		{Filter{Level: "-1"}, "/ /lost /plan.pdf /room"},
		{Filter{Level: "1", Status: "200", Text: "room"}, "/room"},
	} {
		var got []string
		for _, r := range x.page(t, Ledger, Query{Filter: c.f}, nil).Rows {
			u, err := url.Parse(r.Cells[0].(string))
			must(t, err)
			got = append(got, u.EscapedPath())
		}
		console.Equal(t, strings.Join(got, " "), c.want, c.f, got)
	}
}

// An impossible query is refused, and the error names the field at fault.
func TestWrongQueries(t *testing.T) {
	x := built(t, museum())
	for _, c := range []struct {
		table, field string
		q            Query
	}{
		{"nodes", "table", Query{}},
		{Pages, "sort", Query{Sort: "href"}},
		{Pages, "rows", Query{Rows: MaxRows + 1}},
		{Pages, "rows", Query{From: -1}},
		{Pages, "pattern", Query{Filter: Filter{Pattern: "("}}},
		{Pages, "pattern", Query{Filter: Filter{Pattern: strings.Repeat("a", patternLength+1)}}},
		{Pages, "status", Query{Filter: Filter{Status: "ok"}}},
		{Pages, "status", Query{Filter: Filter{Status: "-"}}},
		{Pages, "level", Query{Filter: Filter{Level: "99999999999"}}},
		{External, "level", Query{Filter: Filter{Level: "1"}}},
		{External, "class", Query{Filter: Filter{Class: "page"}}},
		{Pages, "struck", Query{Filter: Filter{Struck: "yes"}}},
	} {
		_, err := x.Page(t.Context(), c.table, c.q, nil)
		if wrong, ok := errors.AsType[*FilterError](err); !ok || wrong.Field != c.field {
			t.Errorf("%s %+v: %v, want an error of %s", c.table, c.q, err, c.field)
		}
	}
}

// An expression that takes too long is an error, and a query ends with its context.
func TestSlowPattern(t *testing.T) {
	x := built(t, museum())
	_, err := x.tables[Ledger].pattern(t.Context(), "a", 0)
	if wrong, ok := errors.AsType[*FilterError](err); !ok || !strings.Contains(wrong.Text, "longer than 0s") {
		t.Errorf("too slow: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Page(gone, Ledger, Query{Filter: Filter{Pattern: "a"}}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits: %v", err)
	}
}

// A download is in the CSV dialect of the result files, quoted, guarded and sorted.
func TestCSV(t *testing.T) {
	x := built(t, museum())
	var got bytes.Buffer
	must(t, x.CSV(t.Context(), &got, External, Query{Sort: "count", Descending: true}, nil))
	const want = `source,url,anchor,rel,count
http://museum.example/,http://www.art.example:81/,'=1+1,nofollow,2
http://museum.example/,http://art.example/%C3%96l,"Öl, <b>",,1
`
	console.Equal(t, got.String(), want)
}

// A closed index says so and leaves no folder; an index that is being read closes afterwards.
func TestClosed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	x, err := Build(t.Context(), dir, museum())
	must(t, err)
	done, err := x.use()
	must(t, err)
	x.Close()
	if _, err := os.Stat(dir); err != nil {
		t.Errorf("while it is used: %v", err)
	}
	if _, err := x.Page(t.Context(), Pages, Query{}, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	done()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
}

// If the crawl has an error or the context ends, Build leaves no folder.
func TestBuildFails(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	broken, failure := museum(), errors.New("the disk is broken")
	broken.Bad = func(yield func(site.BadLink, error) bool) { yield(site.BadLink{}, failure) }
	for want, c := range map[error]struct {
		ctx   context.Context
		crawl *site.Crawl
	}{context.Canceled: {ended, museum()}, failure: {t.Context(), broken}} {
		dir := filepath.Join(t.TempDir(), "index")
		if _, err := Build(c.ctx, dir, c.crawl); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%v: the folder is still there: %v", want, err)
		}
	}
	if _, err := Build(t.Context(), filepath.Join(t.TempDir(), "no", "folder"), museum()); err == nil {
		t.Error("built into no folder")
	}
}

// A crawl without pages has tables without rows.
func TestEmpty(t *testing.T) {
	x := built(t, &site.Crawl{Graph: &site.Graph{Offsets: []int{0}}, Ledger: all[site.Entry](),
		External: all[site.ExternalLink](), Bad: all[site.BadLink](), Mentions: func(string) []int { return nil }})
	for _, table := range Names() {
		q := Query{Sort: x.tables[table].schema.columns[0].Name, Filter: Filter{Text: "a"}}
		if p := x.page(t, table, q, nil); p.Matching != 0 || p.Rows == nil {
			t.Errorf("%s: %+v", table, p)
		}
	}
}

// Random queries give the rows that a search through every row gives.
func TestAgainstPlainSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	x := built(t, random(r, 1500))
	for range 200 {
		table := Names()[r.IntN(len(Names()))]
		q := randomQuery(r, x.tables[table].schema)
		want, matching := x.plain(t, table, q)
		got := x.page(t, table, q, nil)
		if !reflect.DeepEqual(got.Rows, want) || got.Matching != matching {
			t.Fatalf("%s %+v: %d rows of %d, want %d of %d\n%v\nwant\n%v", table, q, len(got.Rows), got.Matching,
				len(want), matching, cellsOf(got), cellsOf(Page{Rows: want}))
		}
	}
}

// random returns a crawl with a number of external links, whose words use few letters.
func random(r *rand.Rand, links int) *site.Crawl {
	word := func() string {
		text := ""
		for range 1 + r.IntN(4) {
			text += []string{"a", "B", "b", "ä", "Ä", "/", "-", "日"}[r.IntN(8)]
		}
		return text
	}
	c := museum()
	var external []site.ExternalLink
	for range links {
		host := []string{"a.example", "www.a.example", "b.example"}[r.IntN(3)]
		external = append(external, site.ExternalLink{Source: 1 + r.IntN(2), URL: "http://" + host + "/" + word(),
			Text: word(), Rel: []string{"", "nofollow"}[r.IntN(2)], Count: r.IntN(5000)})
	}
	c.External = all(external...)
	return c
}

func randomQuery(r *rand.Rand, s *schema) (q Query) {
	one := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	q = Query{From: r.IntN(20), Rows: 1 + r.IntN(60), Descending: r.IntN(2) == 0}
	if r.IntN(3) > 0 {
		q.Sort = s.columns[r.IntN(len(s.columns))].Name
	}
	q.Text = one("", "", "b", "Ä", "aB", "日", "e/a", "nofollow")
	q.Pattern = one("", "", "", "a.b", "^[^/]*ä", "(?i)B$")
	if s.host != "" {
		q.Host = one("", "", "", "a.example", "b.example", "example")
	}
	if s.column("level") >= 0 {
		q.Level = one("", "0", "1-", "-0")
	}
	return q
}

func (x *Index) plain(t *testing.T, table string, q Query) (rows []Row, matching int) {
	t.Helper()
	var all []Row
	for from := 0; ; from += MaxRows {
		p := x.page(t, table, Query{From: from}, nil)
		if len(p.Rows) == 0 {
			break
		}
		all = append(all, p.Rows...)
	}
	s := x.tables[table].schema
	all = slices.DeleteFunc(all, func(r Row) bool { return !wants(s, q.Filter, r.Cells) })
	if by := s.column(q.Sort); by >= 0 {
		slices.SortStableFunc(all, func(a, b Row) int { return compareCells(a.Cells[by], b.Cells[by]) })
	}
	if q.Descending {
		slices.Reverse(all)
	}
	from := min(q.From, len(all))
	return append([]Row{}, all[from:min(from+q.Rows, len(all))]...), len(all)
}

func wants(s *schema, f Filter, cells []any) bool {
	text, pattern := f.Text == "", f.Pattern == ""
	for _, c := range cells {
		if cell, ok := c.(string); ok {
			text = text || strings.Contains(strings.ToLower(cell), strings.ToLower(f.Text))
			pattern = pattern || regexp.MustCompile(f.Pattern).MatchString(cell)
		}
	}
	u := &url.URL{}
	if s.host != "" {
		u, _ = url.Parse(cells[s.column(s.host)].(string))
	}
	host := f.Host == "" || u.Hostname() == f.Host || strings.HasSuffix(u.Hostname(), "."+f.Host)
	level := f.Level == ""
	if at := s.column("level"); at >= 0 && !level {
		n, known := cells[at].(int)
		level = known && map[string]bool{"0": n == 0, "1-": n >= 1, "-0": n <= 0}[f.Level]
	}
	return text && pattern && host && level
}

// compareCells sorts unknown cells first, and letters by the alphabet.
func compareCells(a, b any) int {
	switch a := a.(type) {
	case nil:
		if b == nil {
			return 0
		}
		return -1
	case int:
		if b == nil {
			return 1
		}
		return cmp.Compare(a, b.(int))
	}
	ascii := func(text any) string {
		return strings.Map(func(c rune) rune {
			if 'A' <= c && c <= 'Z' {
				return c + 'a' - 'A'
			}
			return c
		}, text.(string))
	}
	return cmp.Or(cmp.Compare(ascii(a), ascii(b)), cmp.Compare(a.(string), b.(string)))
}
