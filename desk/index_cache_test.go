package desk_test

import (
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/internal/console"
)

// urlsOf returns the first cells of a table's rows, which are URLs.
func urlsOf(t *testing.T, v desk.View, table string) (urls []string) {
	t.Helper()
	p, err := v.Index.Page(t.Context(), table, tables.Query{Rows: tables.MaxRows}, nil)
	must(t, err)
	for _, r := range p.Rows {
		urls = append(urls, r.Cells[0].(string))
	}
	return urls
}

// During a crawl the tables have what is known so far; afterwards they have the rows of the files.
func TestViewWhileItCrawls(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 60)
	d, p := deskWith(t, s.URL)
	if _, err := p.View(t.Context(), s.URL); !errors.Is(err, desk.ErrNothingYet) {
		t.Errorf("before: %v", err)
	}
	if _, err := p.View(t.Context(), "https://b.example"); !errors.Is(err, desk.ErrNotFound) {
		t.Errorf("a site that is not there: %v", err)
	}
	g := newGate(t, s)
	do(t, p, desk.Start)
	receive(t, g.held)
	v, err := p.View(t.Context(), s.URL)
	must(t, err)
	console.Equal(t, urlsOf(t, v, tables.Pages), []string{s.URL + "/"}, "while it crawls the pages are")
	console.Equal(t, len(urlsOf(t, v, tables.Links)), 4, "links of the home page")
	g.pass()
	await(t, d, p, desk.Idle)
	for v.Pages < 40 { // the first view after the crawl may still be an older one
		if v, err = p.View(t.Context(), s.URL); err != nil {
			t.Fatal(err)
		}
		if v.Stale && !v.Building {
			t.Fatal("the view is stale, and nobody builds a new one")
		}
	}
	same := map[string]string{tables.Pages: "nodes", tables.Ledger: "ledger", tables.External: "external"}
	for table, file := range same {
		if got, want := urlsOf(t, v, table), column(t, p, file); !slices.Equal(got, want) {
			t.Errorf("%s: %d URLs, want the %d of the file\n%q\n%q", table, len(got), len(want), got, want)
		}
	}
}

// column returns the first URL of each row of a result file.
func column(t *testing.T, p *desk.Project, file string) (urls []string) {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(p.Dir(), "result", "*", "*."+file+".csv"))
	if len(paths) != 1 {
		t.Fatalf("files %q", paths)
	}
	text, err := os.ReadFile(paths[0])
	must(t, err)
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	must(t, err)
	at := slices.IndexFunc(rows[0], func(name string) bool { return name == "url" || name == "normalized_url" })
	for _, row := range rows[1:] {
		if id, err := strconv.Atoi(row[0]); file == "external" && err == nil { // has ids of pages
			row[at] = column(t, p, "nodes")[id-1]
		}
		urls = append(urls, row[at])
	}
	return urls
}

// A known site that waits to be crawled keeps its numbers and tables, unless it is crawled from scratch.
func TestViewOfWaiting(t *testing.T) {
	t.Parallel()
	first, second := newWebsite(t, 30), newWebsite(t, 30)
	d := open(t, t.TempDir())
	p := project(t, d, "two", first.URL, second.URL)
	must(t, p.SetSettings(settings+"[sites]\nsites_at_once = 1\n"))
	finish(t, d, p, desk.Start, second.URL)
	pages := siteIn(t, p, second.URL).Pages
	for action, want := range map[desk.Action]int{desk.Start: pages, desk.Fresh: 0} {
		g := newGate(t, first)
		do(t, p, action)
		receive(t, g.held)
		s := siteIn(t, p, second.URL)
		if s.State != desk.Waiting || s.Pages != want {
			t.Errorf("%s: %+v, want %d pages", action, s, want)
		}
		v, err := p.View(t.Context(), second.URL)
		if want > 0 && (err != nil || v.Pages != want) || want == 0 && !errors.Is(err, desk.ErrNothingYet) {
			t.Errorf("%s: tables of %d pages, %v", action, v.Pages, err)
		}
		g.pass()
		await(t, d, p, desk.Idle)
		first.tell(func(int64) {})
		do(t, p, desk.Discard, first.URL)
	}
}

// A crawl from scratch shows no rows of the earlier one; tables that are still open are closed.
func TestViewIsDropped(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 30)
	d, p := deskWith(t, s.URL)
	finish(t, d, p, desk.Start)
	v, err := p.View(t.Context(), s.URL)
	must(t, err)
	do(t, p, desk.Discard, s.URL)
	if _, err := v.Index.Page(t.Context(), tables.Pages, tables.Query{}, nil); !errors.Is(err, tables.ErrClosed) {
		t.Errorf("after it was discarded: %v", err)
	}
	if _, err := p.View(t.Context(), s.URL); !errors.Is(err, desk.ErrNothingYet) {
		t.Errorf("after it was discarded: %v", err)
	}
}

// A caller that does not wait for the first tables gets ErrBuilding, and finds the tables later.
func TestImpatientView(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 30)
	d, p := deskWith(t, s.URL)
	finish(t, d, p, desk.Start)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.View(gone, s.URL); !errors.Is(err, desk.ErrBuilding) {
		t.Errorf("who does not wait: %v", err)
	}
	if v, err := p.View(t.Context(), s.URL); err != nil || v.Pages == 0 {
		t.Errorf("who waits: %+v, %v", v, err)
	}
}

// While a site is crawled, its map has at most MaxDrawn pages. After the crawl it has all of them.
func TestMapIsBounded(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 60)
	d := openWith(t, desk.Options{Folder: t.TempDir(), MaxDrawn: 15})
	p := project(t, d, "map", s.URL)
	drawn := func() (v desk.View, dots int) {
		t.Helper()
		text, err := []byte(nil), os.ErrNotExist
		for errors.Is(err, os.ErrNotExist) { // a newer view has removed this one's map: ask again
			v, err = p.View(t.Context(), s.URL)
			must(t, err)
			text, err = os.ReadFile(v.Map)
		}
		must(t, err)
		_, nodes, _ := strings.Cut(string(text), `<g class="nodes"`) // only in the first picture
		nodes, _, _ = strings.Cut(nodes, `<g class="labels"`)
		return v, strings.Count(nodes, "<circle ")
	}
	stopAt(t, s.tell, 60, func() { do(t, p, desk.Start) }, func() {
		if v, dots := drawn(); v.Drawn != 15 || dots != 15 || v.Pages < 16 {
			t.Errorf("%d of %d pages, %d dots", v.Drawn, v.Pages, dots)
		}
	})
	await(t, d, p, desk.Idle)
	v, _ := drawn()
	for ; v.Stale; v, _ = drawn() { // until it shows the end
	}
	if v.Drawn != v.Pages || v.Pages < 30 {
		t.Errorf("at the end: %d of %d pages", v.Drawn, v.Pages)
	}
}
