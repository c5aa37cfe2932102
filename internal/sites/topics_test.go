package sites

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/run"
)

func mustBe(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTextAuction runs a market on real text. If a page has a topic's only keyword among n different words, each once,
// their similarity is 2/sqrt(n+3), since a keyword weighs twice as much: 1, 0.894427, 0.755929 for n = 1, 2, 4. With
// one of two keywords, whose weights are equal at first, it is sqrt(2)/sqrt(n+3): 0.707107, 0.632456 for n = 1, 2. With
// both it is 2 sqrt(2)/sqrt(n+6): 0.894427 for n = 4. Half of a link's value comes from the page, a quarter from its
// anchor, and a quarter from the text around it, here the page's own:
//
//	             coin              stamp                     map stamp
//	"stamp"      0.75 * 0.755929   0.75 * 0.755929 + 0.25    0.75 * 0.894427 + 0.25 * 0.707107
//	             = 0.566947        = 0.816947                = 0.847597
//	"map sea"    0.566947          0.566947                  0.75 * 0.894427 + 0.25 * 0.632456
//	                                                         = 0.828934
//
// So maps, which bids most for the first link, gets the second: 0.816947 + 0.828934 is more than 0.566947 + 0.847597.
// It would give 0.847597 - 0.828934 for the first.
func TestTextAuction(t *testing.T) {
	pages := map[string]string{"/list": `coin <a href="/s1">stamp</a> <a href="/s2">map sea</a>`, "/b1": "stamp",
		"/b2": "map stamp", "/s1": "stamp album", "/s2": "sea map"}
	origin := serving(t, func(w http.ResponseWriter, r *http.Request) {
		if pages[r.URL.Path] == "" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, pages[r.URL.Path])
	})
	topics := fmt.Sprintf("clock = pages\nrun = 0\ninterval = 3\ntarget = 1\n"+
		"[coins]\nkeywords = coin\nenergy = 0.5\nseeds = %[1]s/list\n"+
		"[stamps]\nkeywords = stamp\nseeds = %[1]s/b1\n[maps]\nkeywords = map stamp\nseeds = %[1]s/b2\n", origin)
	agents, err := config.ReadTopics(strings.NewReader(topics), "topics.ini")
	must(t, err)
	folder := t.TempDir()
	out, err := run.Agents(t.Context(), run.AgentsJob{Topics: agents, TopicsFile: "topics.ini", TopicsText: topics,
		Job: run.Job{Config: run.NewConfig(loaded(t, map[string]string{"order.lookahead": "1"}), folder),
			Observer: quiet{new([]string)}, Log: slog.New(slog.DiscardHandler), Screen: io.Discard}})
	must(t, err)

	mustBe(t, "market.csv", columns(t, filepath.Join(folder, "topics"), ".market.csv", "time", "normalized_url",
		"seller", "buyer", "seller_value", "value", "price"),
		"3 "+origin+"/s1 coins stamps 0.566947 0.816947 0.018663 ",
		"3 "+origin+"/s2 coins maps 0.566947 0.828934 0 ")
	var got []string
	for _, v := range out.Search.Visits {
		path := strings.TrimPrefix(v.URL, origin)
		got = append(got, fmt.Sprint(path, " ", out.Search.Agents[v.Agent].Name, " ", v.Relevance[:2]))
	}
	mustBe(t, "visits", got, "/list coins [0.755929 0.755929]", "/b1 stamps [0 1]", "/b2 maps [0 0.894427]",
		"/s1 stamps [0 0.894427]", "/s2 maps [0 0]")
}
