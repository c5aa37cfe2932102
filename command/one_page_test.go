package command

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestOnePage: of one thing, no word is in the plural, whatever tells of a site of one page that links to itself and
// away.
func TestOnePage(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<title>one</title><a href=/>here</a><a href=http://other.example/>away</a>"+
			"<a href=/gone>x</a>")
	}))
	defer server.Close()
	out := t.TempDir()
	everything := ""
	for _, args := range [][]string{{server.URL, "--export", "gexf,stats,report,ledger", "-v"},
		{server.URL, "--budget", "1", "--fresh", "--export", "stats,report"},
		{"export", "--export", "gexf", server.URL},
		{"stats", server.URL}, {"status"}, {"why", server.URL + "/gone"}, {"why", server.URL + "/"}} {
		o := crawl(append(args, "-O", out)...)
		everything += o.Out + o.Err
	}
	reports, err := filepath.Glob(filepath.Join(out, "result", "*", "*.report.html"))
	if err != nil || len(reports) != 1 {
		t.Fatal(reports, err)
	}
	html, err := os.ReadFile(reports[0])
	must(t, err)
	markup := regexp.MustCompile(`(?s)<(script|style).*?</(script|style)>|<[^>]*>`)
	everything += markup.ReplaceAllString(string(html), "|")
	plural := regexp.MustCompile(`.{0,60}(^|[^0-9.,:/–-])1 (pages|URLs|sites|hosts|links|arcs|files|folders|kinds|` +
		`places|` +
		`requests|times|rows|folders|problems|visits|clicks|levels|templates|groups|communities|components)\b.*`)
	for _, found := range plural.FindAllString(everything, -1) {
		t.Errorf("%q", found)
	}
}
