// Package served crawls sites whose every page is known, over HTTP and with the
// whole program, to see what a budget finds. It consists of tests alone.
//
// Each site is a port of the loopback interface. It is a finished crawl, read
// from its result folder, or a synthetic site of internal/lab/sitelab. Without
// flags the tests take seconds; the flags repeat the experiments that
// docs/design/policies.md reports.
//
//	served_test.go     sites on ports
//	synthetic_test.go  a site given by the links of its pages
//	finished_test.go   a finished crawl as a site, and its PageRank
//	program_test.go    the program's run, and its table of decisions
//	table_test.go      means over sites or seeds
//	whole_test.go      without a budget, every order reads everything
//	later_test.go      a budget set, raised or taken back later
//	variety_test.go    a site with URLs of every kind
//	replay_test.go     replays of finished crawls are live crawls
//	paper_test.go      BeeBot's paper
//	links_test.go      external links of ten sites
//	mass_test.go       the importance of the pages of one site
package served

import (
	"flag"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Flags of the experiments.
var (
	pagesFlag     = flag.Int("pages", 0, "the budget of TestPaper and TestLinks, 2000 with -seeds")
	seedsFlag     = flag.Int("seeds", 0, "repeat TestPaper and TestLinks with that many seeds")
	crawlsFlag    = flag.String("crawls", "", "result folders for TestLinks and TestMass, separated by spaces")
	lookaheadFlag = flag.Int("lookahead", 8, "the lookahead of TestLinks and TestMass")
)

// answer is what a site gives for a path.
type answer struct {
	status int
	links  []string
}

// answers gives the answer for a path with its query; ok is false for a path
// that the site does not have.
type answers interface {
	answer(path string) (a answer, ok bool)
}

// serve gives the site a port and returns its origin.
func serve(t *testing.T, site answers) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.RequestURI()
		a, ok := site.answer(path)
		if !ok {
			a.status = http.StatusNotFound
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(a.status)
		var b strings.Builder
		fmt.Fprintf(&b, "<!doctype html><title>%s</title>", html.EscapeString(path)) // no two pages are alike
		for _, link := range a.links {
			fmt.Fprintf(&b, "<a href=\"%s\"></a>\n", html.EscapeString(link))
		}
		_, _ = w.Write([]byte(b.String())) // a client that goes away is no concern of the site
	}))
	t.Cleanup(s.Close)
	return s.URL
}
