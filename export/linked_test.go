package export_test

import (
	"context"
	"path/filepath"
	"testing"

	"sitegraph/export"
	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats"
)

// checked returns a crawl of two pages with rows of all kinds.
func checked() *site.Crawl {
	c := &site.Crawl{Site: "http://a.example", Name: "a.example", Graph: &site.Graph{
		Pages: []site.Page{{URL: "http://a.example/", Key: "http://a.example/"},
			{URL: "http://a.example/b", Key: "http://a.example/b", Level: 1}},
		Offsets: []int{0, 1, 1}, Targets: []uint32{1}, Weights: site.NumbersOf(1)}}
	c.Counts.Pages, c.Counts.Arcs, c.Counts.Links = 2, 1, 1
	c.Linked = []*site.Linked{
		{Key: "http://a.example/%C3%A9.png", URL: "http://a.example/é.png", Pages: []int32{1, 2},
			Kinds: []site.LinkedKind{site.LinkedDocument, site.LinkedImage},
			Check: site.LinkCheck{State: site.LinkBroken, Status: 404, Get: true}},
		{Key: "http://b.example/", URL: "http://b.example/", Kinds: []site.LinkedKind{site.LinkedExternal},
			Pages: []int32{2}, Check: site.LinkCheck{State: site.LinkOK, Status: 200, URL: "http://b.example/2",
				Hops: []site.LinkHop{{URL: "http://b.example/", Status: 301},
					{URL: "http://c.example/", Status: 302}}}},
		{Key: "http://c.example/", URL: "http://c.example/", Kinds: []site.LinkedKind{site.LinkedScript},
			Pages: []int32{1}, Check: site.LinkCheck{State: site.LinkRobots}},
		{Key: "http://d.example/", URL: "http://d.example/", Kinds: []site.LinkedKind{site.LinkedStyle},
			Pages: []int32{1}},
	}
	return c
}

const linkedFile = `url,normalized_url,kinds,state,status,method,reason,redirects,chain,final_url,pages,` +
	`first_page_id,first_page
http://a.example/é.png,http://a.example/%C3%A9.png,document image,broken,404,GET,status 404,0,,,2,1,http://a.example/
http://b.example/,http://b.example/,external,ok,200,HEAD,,2,` +
	`301 http://b.example/ > 302 http://c.example/,http://b.example/2,1,2,http://a.example/b
http://c.example/,http://c.example/,script,robots,,,forbidden by robots.txt of the host,0,,,1,1,http://a.example/
http://d.example/,http://d.example/,style,not-checked,,,,0,,,1,1,http://a.example/
`

// linked.csv is written, read back and written again; damage is reported.
func TestLinked(t *testing.T) {
	dir := write(t, checked(), true, "csv")
	_, got := reopen(t, dir)
	for _, of := range []string{dir, write(t, got, true, "csv")} {
		console.Equal(t, string(readTable(t, of, "linked.csv")), linkedFile)
	}
	refused(t, dir, true, []damage{
		{"linked.csv", ",script,", ",scrapt,", "line 4"},
		{"linked.csv", ",ok,", ",ko,", "line 3"},
		{"linked.csv", ",2,http://a.example/b", ",9,http://a.example/b", "line 3"},
		{"linked.csv", "http://d.example/,http://d", "http://d.example/,http://b", "line 5"},
	}, "a.example.linked.csv")
}

// problems.csv tells which pages link to the URLs of some kinds of problems, by normalized URL, and completes the pages
// of linked.csv. Each page counts once.
func TestLinkers(t *testing.T) {
	dir := t.TempDir()
	d, err := export.NewDir(dir, "a.example")
	must(t, err)
	c := checked()
	var ledger []site.Entry
	for i, p := range c.Graph.Pages {
		ledger = append(ledger, site.Entry{Key: p.Key, URL: p.URL, State: site.StatePage, Level: i, Page: p.Key})
	}
	c.Ledger = good(append(ledger, site.Entry{Key: "http://a.example/x", URL: "http://a.example/X",
		State: site.StateStatus, Status: 404})...)
	c.Counts.States = map[site.State]int{site.StatePage: 2, site.StateStatus: 1}
	var problems []stats.Place
	for _, row := range []struct {
		kind, url string
		source    int
	}{{"dead", "http://a.example/X", 2}, {"dead", "http://a.example/X", 1}, {"dead", "http://a.example/X", 1},
		{"other", "http://a.example/b", 1}, {"dead", "http://a.example/b", 0},
		{"dead", "http://a.example/é.png", 1}, {"dead", "http://a.example/é.png", 2}} {
		problems = append(problems, stats.Place{Occurrence: stats.Occurrence{Kind: row.kind, URL: row.url},
			Severity: "error", Source: row.source})
	}
	ctx := context.Background()
	for _, name := range []string{"csv", "ledger"} {
		must(t, export.Write(ctx, d, name, c, export.Options{}))
	}
	must(t, export.Problems(c.Graph, site.WithoutErrors(problems)).Write(ctx, d))
	must(t, export.WriteManifest(d, export.NewManifest("1", map[string]string{"linked.check": "x"}, c)))
	read := func() (*site.Crawl, func(string) []int, error) {
		f, err := export.Open(dir)
		must(t, err)
		c, err := f.Crawl()
		must(t, err)
		linkers, err := f.Linkers(c, func(kind string) bool { return kind == "dead" })
		return c, linkers, err
	}
	c, linkers, err := read()
	must(t, err)
	for key, want := range map[string][]int{"http://a.example/x": {1, 2}, "http://a.example/b": nil} {
		console.Equal(t, linkers(key), want, "pages", key)
	}
	console.Equal(t, c.Linked[0].Pages, []int32{1, 2}, "pages")

	path := filepath.Join(dir, "a.example.problems.csv")
	table := []byte("kind,severity,url,source\ndead,error,http://a.example/X,3\n")
	put(t, path, table)
	if _, _, err := read(); err == nil {
		t.Error("a changed problems.csv is believed")
	}
}
