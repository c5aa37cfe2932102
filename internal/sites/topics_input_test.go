package sites

import (
	"fmt"
	"path/filepath"
	"testing"

	"sitegraph/site"
)

// TestTextAuction: a market on real text. A page that has a topic's only keyword among n different words, each once,
// has the similarity 2/sqrt(n+3), since a keyword weighs twice as much: 1, 0.894427, 0.755929 for n of 1, 2, 4. With
// one of two keywords, which weigh the same at first, it is sqrt(2)/sqrt(n+3):
// 0.707107, 0.632456 for n of 1, 2; with both 2 sqrt(2)/sqrt(n+6): 0.894427 for 4.
// A link is worth half the page, a quarter its anchor, a quarter the text around, here that of the page:
//
//	             coin              stamp                     map stamp
//	"stamp"      0.75 * 0.755929   0.75 * 0.755929 + 0.25    0.75 * 0.894427 + 0.25 * 0.707107
//	             = 0.566947        = 0.816947                = 0.847597
//	"map sea"    0.566947          0.566947                  0.75 * 0.894427 + 0.25 * 0.632456
//	                                                         = 0.828934
//
// So maps, who bids most for the first, gets the second: 0.816947 + 0.828934 is
// more than 0.566947 + 0.847597. It would give 0.847597 - 0.828934 for the first.
func TestTextAuction(t *testing.T) {
	h := serveHost(t, map[string]hostAnswer{"/list": {text: `coin <a href="/s1">stamp</a> <a href="/s2">map sea</a>`},
		"/b1": {text: "stamp"}, "/b2": {text: "map stamp"}, "/s1": {text: "stamp album"}, "/s2": {text: "sea map"}})
	topics := fmt.Sprintf("clock = pages\nrun = 0\ninterval = 3\ntarget = 1\n"+
		"[coins]\nkeywords = coin\nenergy = 0.5\nseeds = %[1]s/list\n"+
		"[stamps]\nkeywords = stamp\nseeds = %[1]s/b1\n[maps]\nkeywords = map stamp\nseeds = %[1]s/b2\n", h.URL)
	job := newJob(t, t.TempDir(), topics, map[string]string{"order.lookahead": "1"})
	s := search(t, t.Context(), job)

	mustBe(t, "market.csv", table(t, filepath.Join(job.OutputDir, "topics", "topics.market.csv"), "time",
		"normalized_url", "seller", "buyer", "seller_value", "value", "price"),
		"3 "+h.URL+"/s1 coins stamps 0.566947 0.816947 0.018663",
		"3 "+h.URL+"/s2 coins maps 0.566947 0.828934 0")
	var got []string
	for _, v := range s.Visits {
		got = append(got, fmt.Sprint(path(v.URL), " ", s.Agents[v.Agent].Name, " ", v.Relevance[:2]))
	}
	mustBe(t, "visits", got, "/list coins [0.755929 0.755929]", "/b1 stamps [0 1]", "/b2 maps [0 0.894427]",
		"/s1 stamps [0 0.894427]", "/s2 maps [0 0]")
}

// TestDealt: agents of one topic get the links of a common page in turn.
func TestDealt(t *testing.T) {
	h := serveHost(t, map[string]hostAnswer{"/": {text: `coin <a href="/1">coin</a> <a href="/2">coin</a>`},
		"/1": {text: "coin one"}, "/2": {text: "coin two"}})
	job := newJob(t, t.TempDir(), "[a]\nkeywords = coin\n[b]\nkeywords = coin\n",
		map[string]string{"order.lookahead": "1"})
	job.Seeds = []site.URL{mustParse(t, h.URL+"/")}
	s := search(t, t.Context(), job)
	var got []string
	for _, v := range s.Visits {
		got = append(got, path(v.URL)+" "+s.Agents[v.Agent].Name)
	}
	mustBe(t, "visits", got, "/ a", "/1 a", "/2 b")
}
