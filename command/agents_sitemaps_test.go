package command

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sitegraph/internal/console"
)

// listingSite makes a site about coins with a sitemap, and counts its requests.
func listingSite(t *testing.T) (s *httptest.Server, asked func() map[string]int) {
	const coin = "<title>coin penny coin penny</title>coin penny "
	pages := map[string]string{
		"/": coin + links("", "/c1", "/gone"), "/c1": coin + links("", "/c2"), "/c2": coin + "two",
		"/coin/penny": coin + "three" + links("", "/c4"), "/c4": coin + "four",
		"/weather": "<title>weather</title>rain", "/robots.txt": "User-agent: *\nDisallow: /private\n",
	}
	var mu sync.Mutex
	counts := map[string]int{}
	s = serveBehind(t, pages, func(_ http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		counts[r.URL.Path]++
		return false
	})
	pages["/sitemap.xml"] = "<urlset><url><loc>http://elsewhere.example/coin</loc></url>"
	for _, path := range []string{"/weather", "/c2", "/coin/penny", "/gone", "/private/x", "/x.pdf"} {
		pages["/sitemap.xml"] += "<url><loc>" + s.URL + path + "</loc></url>"
	}
	pages["/sitemap.xml"] += "</urlset>"
	return s, func() map[string]int {
		mu.Lock()
		defer mu.Unlock()
		all := counts
		counts = map[string]int{}
		return all
	}
}

// listedRows summarizes the rows of sitemap.csv.
func listedRows(t *testing.T, out string) string {
	t.Helper()
	var all []string
	for _, r := range readTable(t, filepath.Join(out, "topics", "topics.sitemap.csv"), true) {
		_, rest, _ := strings.Cut(r["url"], "://")
		_, path, _ := strings.Cut(rest, "/")
		all = append(all, "/"+path+" "+r["finding"])
	}
	return strings.Join(all, ", ")
}

// TestAgentsSitemaps compares sitemaps with the agents' visits, or lets agents visit them if their words promise much.
func TestAgentsSitemaps(t *testing.T) {
	t.Parallel()
	s, asked := listingSite(t)
	file := func(more string) string {
		return write(t, filepath.Join(t.TempDir(), "hobby.ini"), more+"[coins]\nkeywords = coin penny\nlanguage = en\n"+
			"seeds = "+s.URL+"/\nenergy = 50\n")
	}
	topics := file("")
	search := func(out, topics string, args ...string) outcome {
		args = append([]string{"agents", "--topics", topics, "-O", out, "--export", "csv,stats,report"}, args...)
		env := append([]string{"SITEGRAPH_ORDER_LOOKAHEAD=1"}, quick...)
		return invocation{env: env}.run(args...).MustEnd(t, exitDone)
	}
	visits := func(out string) string {
		var all []string
		for _, r := range readTable(t, filepath.Join(out, "topics", "topics.visits.csv"), true) {
			all = append(all, strings.TrimSpace(strings.TrimPrefix(r["url"], s.URL)+" "+r["entry"]))
		}
		return strings.Join(all, ", ")
	}
	check, start := t.TempDir(), t.TempDir()
	search(check, topics, "--sitemaps", "check").MustSay(t, "7 URLs are listed in 1 sitemap")
	console.Equal(t, visits(check), "/, /c1, /c2, /gone", "visits")
	const found = "/c2 page, /coin/penny inconclusive, /gone dead, /private/x inconclusive, /weather inconclusive, " +
		"/x.pdf left-out"
	console.Equal(t, listedRows(t, check), found+", /coin outside", "held against the search")
	asked()
	search(check, topics, "--sitemaps", "check")
	console.Equal(t, asked(), nil, "a search that was done asked for")

	search(start, topics, "--sitemaps", "start", "--per-host", "8")
	const begun = "/ start, /c1, /c2, /gone, /coin/penny sitemap, /c4, /private/x sitemap, /weather sitemap"
	console.Equal(t, visits(start), begun, "visits")
	report := read(t, filepath.Join(start, "topics", "topics.report.html"))
	console.Has(t, report, "What sitemaps list", "sitemap.xml", "Agents visit such URLs, too")
	asked()
	search(check, topics, "--sitemaps", "start")
	mustEqualFiles(t, searchFiles(t, filepath.Join(check, "topics")), searchFiles(t, filepath.Join(start, "topics")))
	if all := asked(); all["/sitemap.xml"]+all["/"]+all["/c1"] > 0 || all["/weather"] != 1 {
		t.Errorf("decided anew, it asked for %v", all)
	}
	sitegraph("export", "-O", check, "--export", "csv,stats,report").MustEnd(t, exitDone)
	mustEqualFiles(t, searchFiles(t, filepath.Join(check, "topics")), searchFiles(t, filepath.Join(start, "topics")))
	sitegraph("why", "-O", check, s.URL+"/weather").MustEnd(t, exitDone).MustShow(t, "listed in a sitemap")

	strict := t.TempDir()
	search(strict, file("strict = true\n"), "--sitemaps", "start")
	console.Equal(t, visits(strict), "/ start, /c1, /c2, /gone, /coin/penny sitemap, /c4", "strict agents visit")
}
