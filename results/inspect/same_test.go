package inspect_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/museum"
	"sitegraph/results"
	"sitegraph/results/inspect"
	"sitegraph/run"
	"sitegraph/site"
)

const sample = "../../testdata/sites/museum"

// crawled crawls the sample site and calls compare with the site as the state has it and as its result folder has it.
func crawled(t *testing.T, limits map[string]string, compare func(state, folder *inspect.Site)) {
	t.Helper()
	c, folder := crawl(t, limits)
	in := results.Inputs{Config: c}
	for c, err := range in.FromState(nil) {
		must(t, err)
		compare(asked(t, c), folder)
	}
}

// crawl crawls the sample site and returns its result folder.
func crawl(t *testing.T, settings map[string]string) (run.Config, *inspect.Site) {
	t.Helper()
	c, err := museum.Config(t.TempDir(), sample, settings)
	must(t, err)
	dir, err := museum.Crawl(c)
	must(t, err)
	read, err := results.ReadFolder(dir)
	must(t, err)
	return c, asked(t, read)
}

func asked(t *testing.T, c results.Crawl) *inspect.Site {
	t.Helper()
	s, err := inspect.New(c.Crawl, site.ProfileDefault)
	must(t, err)
	return s
}

// State and result folder say the same about every URL, if both have the single links.
func TestStateAndFolder(t *testing.T) {
	for _, limit := range []map[string]string{nil, {"walk.max_pages": "5"}, {"sites.max_depth": "1"}} {
		n := 0
		crawled(t, limit, func(state, folder *inspect.Site) {
			for e, err := range state.Ledger {
				must(t, err)
				n++
				console.Equal(t, written(t, folder, e.URL), written(t, state, e.URL), limit, e.URL, "folder")
			}
		})
		if n < 10 {
			t.Errorf("%v: only %d URLs", limit, n)
		}
	}
}

func written(t *testing.T, s *inspect.Site, url string) string {
	t.Helper()
	e, err := s.One(url)
	must(t, err)
	p, err := s.Page(e, inspect.Limits{Items: 100})
	must(t, err)
	text, err := json.MarshalIndent(p, "", " ")
	must(t, err)
	return string(text)
}

// A folder without single links says what it does not know.
func TestWithoutLinks(t *testing.T) {
	_, s := crawl(t, map[string]string{"export.exporters": "csv,ledger", "walk.max_pages": "5"})
	for url, want := range map[string][]string{
		"http://museum.example/team.html": {`"note": "the files name only the first page that links`,
			`"incomplete": "the crawl is incomplete (max-pages)`, `"unkept": "the texts of links were not kept`,
			`"total": 1,`},
		"http://museum.example": {`"note": "links to other sites were not kept`,
			`"note": "URLs that were not requested are here only if`},
	} {
		text := written(t, s, url)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %s in\n%s", url, part, text)
			}
		}
	}
}

// A folder without a ledger knows only pages.
func TestWithoutLedger(t *testing.T) {
	_, s := crawl(t, map[string]string{"export.exporters": "csv"})
	if text := written(t, s, "http://museum.example/team.html"); !strings.Contains(text, `"state": "page"`) {
		t.Error(text)
	}
	if _, err := s.One("http://museum.example/lost.html"); !errors.Is(err, inspect.ErrUnknown) {
		t.Error(err)
	}
}

var must = console.Must
