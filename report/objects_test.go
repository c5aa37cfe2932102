package report

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
	"sitegraph/stats"
)

// opened has links / → /a → /b, / → /c and /b → /, a redirect from /old to /b, and a broken link /gone on /a and /c.
func opened() Site {
	g := graph([]int{0, 1, 1, 2}, [][]uint32{{1, 2}, {3}, {}, {0}})
	for i, path := range []string{"/", "/a", "/c", "/b"} {
		g.Pages[i].URL, g.Pages[i].Key = "http://a.test"+path, "http://a.test"+path
	}
	g.Pages[1].Facts = &site.Facts{H1: "Head <b>", Words: 7}
	mentions := map[string][]int{"http://a.test/gone": {2, 3}, "http://a.test/old": {1}}
	entries := []site.Entry{
		{Key: "http://a.test/", URL: "http://a.test/", State: site.StatePage, Page: "http://a.test/"},
		{Key: "http://a.test/gone", URL: "http://a.test/gone", State: site.StateStatus, Status: 404, Level: 2,
			From: "http://a.test/a"},
		{Key: "http://a.test/old", URL: "http://a.test/old", State: site.StateRedirect, Level: 1,
			Page: "http://a.test/b", From: "http://a.test/"},
		{Key: "http://b.test/", URL: "http://b.test/", State: site.StateExternal}}
	c := &site.Crawl{Site: "http://a.test", Graph: g, Complete: true, Ended: "work-done"}
	c.Mentions = func(key string) []int { return mentions[key] }
	c.Ledger = site.WithoutErrors(entries)
	c.Links = site.WithoutErrors([]site.Occurrence{
		{Source: 1, Target: 2, Text: "to A"}, {Source: 1, Target: 2, Text: "again"},
		{Source: 1, Target: 2, Text: "to A"},
		{Source: 2, Target: 4, Text: "to B"}, {Source: 2, Key: "http://a.test/gone", Text: "lost </script>"}})
	c.External, c.Bad = site.WithoutErrors[site.ExternalLink](nil), site.WithoutErrors[site.BadLink](nil)
	a, err := stats.Analyse(c, nil)
	if err != nil {
		panic(err) // nothing here can fail
	}
	g.Places = []site.LinkPlace{site.PlaceMain, site.PlaceNavigation, site.PlaceMain, site.PlaceFooter}
	return Site{Crawl: c, Analysis: *a}
}

// objectsOf returns a report's objects by URL, and the links of each as "place links URL texts".
func objectsOf(t *testing.T, in Site) (all map[string]any, links map[string][]string) {
	t.Helper()
	text, err := New(in).page.objects()
	must(t, err)
	if strings.Contains(string(text), "<") {
		t.Error("the data could end their element")
	}
	must(t, json.Unmarshal(text, &all))
	links = map[string][]string{}
	urls := all["urls"].([]any)
	for _, u := range urls {
		o := u.(map[string]any)
		for _, name := range []string{"l", "k"} {
			list, _ := o[name].([]any)
			for _, l := range list {
				n := l.([]any)
				text := []string{name, all["places"].([]any)[int(n[2].(float64))].(string),
					urls[int(n[0].(float64))].(map[string]any)["u"].(string)}
				for _, i := range n[3:] {
					text = append(text, all["texts"].([]any)[int(i.(float64))].(string))
				}
				links[o["u"].(string)] = append(links[o["u"].(string)], strings.Join(text, " "))
			}
		}
	}
	return all, links
}

// The objects have the links, texts, paths and problems that were worked out by hand.
func TestObjects(t *testing.T) {
	all, links := objectsOf(t, opened())
	for _, l := range links {
		slices.Sort(l)
	}
	want := map[string][]string{
		"http://a.test/":     {"l main http://a.test/a to A again", "l navigation http://a.test/c"},
		"http://a.test/a":    {"l main http://a.test/b to B"},
		"http://a.test/b":    {"l footer http://a.test/"},
		"http://a.test/gone": {"k  http://a.test/a lost </script>", "k  http://a.test/c"},
		"http://a.test/old":  {"k  http://a.test/"},
	}
	if !reflect.DeepEqual(links, want) {
		t.Errorf("links %q\nwant %q", links, want)
	}
	way := map[string]string{}
	urls := all["urls"].([]any)
	for _, u := range urls {
		o := u.(map[string]any)
		text := fmt.Sprintf("%v %v %v", o["d"], o["s"], o["c"])
		problems, _ := o["e"].([]any)
		for _, p := range problems {
			if said := fmt.Sprint(p); strings.HasPrefix(said, "[error") {
				text += " " + said
			}
		}
		for _, name := range []string{"b", "g"} {
			if at := int(o[name].(float64)); at >= 0 {
				text += " " + name + " " + urls[at].(map[string]any)["u"].(string)
			}
		}
		way[o["u"].(string)] = text
	}
	if want := (map[string]string{
		"http://a.test/":     "0 <nil> <nil>",
		"http://a.test/a":    "1 <nil> <nil> b http://a.test/",
		"http://a.test/b":    "2 <nil> <nil> b http://a.test/a",
		"http://a.test/c":    "1 <nil> <nil> b http://a.test/",
		"http://a.test/gone": "2 status 404 [error Broken link status 404] b http://a.test/a",
		"http://a.test/old":  "1 alias-redirect <nil> b http://a.test/ g http://a.test/b",
	}); !reflect.DeepEqual(way, want) {
		t.Errorf("got %q\nwant %q", way, want)
	}
}

// The data of a large site are bounded, say what is missing, and have complete paths.
func TestObjectsBounded(t *testing.T) {
	const pages = 6000
	levels, arcs := make([]int, pages), make([][]uint32, pages)
	for i := range pages {
		levels[i] = i / 500
		if i+500 < pages {
			arcs[i] = append(arcs[i], uint32(i+500))
		}
		for k := range 20 {
			arcs[i] = append(arcs[i], uint32((i*7+k*911)%500))
		}
		slices.Sort(arcs[i])
		arcs[i] = slices.Compact(arcs[i])
	}
	for i := 1; i < 500; i++ {
		levels[i] = 1
		arcs[0] = append(arcs[0], uint32(i))
	}
	slices.Sort(arcs[0])
	arcs[0] = slices.Compact(arcs[0])
	g := graph(levels, arcs)
	rank := make([]float64, pages)
	for i := range rank {
		rank[i] = float64(i%97) / pages
	}
	in := Site{Crawl: &site.Crawl{Site: "http://a.test", Graph: g, Complete: true, Ended: "work-done"}}
	in.Analysis.Values.PageRank = rank
	in.Analysis.Summary.Complete = true
	text, err := New(in).page.objects()
	if err != nil || len(text) > objectsBudget+problemsBudget+textsBudget {
		t.Fatalf("%d bytes: %v", len(text), err)
	}
	var all map[string]any
	must(t, json.Unmarshal(text, &all))
	urls := all["urls"].([]any)
	if len(urls) < 1000 || len(urls) == pages || !strings.Contains(all["note"].(string), "of 6,000 pages") {
		t.Fatalf("%d objects: %s", len(urls), all["note"])
	}
	for _, u := range urls {
		o := u.(map[string]any)
		if o["b"].(float64) < 0 && o["id"].(float64) != 1 {
			t.Fatalf("no way to %s", o["u"])
		}
	}
}
