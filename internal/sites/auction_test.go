package sites

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/agents"
	"sitegraph/site"
)

// worth is what URLs are worth to the agents, by path: no text gives any number at will.
type worth map[string][]float64

func (w worth) Page(p agents.PageText) []float64 { return w[path(p.URL)] }
func (w worth) Link(l agents.LinkText) []float64 { return w[path(l.URL)] }

// TestGoldenAuctions: two markets worked out by hand, on a served web. The seller reads a list of three URLs with its
// only energy; three buyers read a page each. Then four pages are processed and a market is due: values of the
// document in tenths, those of the book (Easley and Kleinberg, chapter 10) in twentieths. Prices are (3,1,0) in both.
// Then each buyer reads what it bought, in turn.
func TestGoldenAuctions(t *testing.T) {
	for _, c := range []struct {
		name, step string
		values     [3][3]float64 // of buyer and URL
		market     []string      // URL, buyer, its value, price
		visits     []string      // URL, and who reads it
	}{
		{"document", "0.1", [3][3]float64{{0.9, 0.5, 0.1}, {0.7, 0.5, 0.2}, {0.4, 0.3, 0.2}},
			[]string{"s1 B1 0.9 0.3", "s2 B2 0.5 0.1", "s3 B3 0.2 0"},
			[]string{"/s1 B1", "/s2 B2", "/s3 B3"}},
		{"book", "0.05", [3][3]float64{{0.6, 0.2, 0.1}, {0.4, 0.35, 0.3}, {0.35, 0.25, 0.1}},
			[]string{"s1 B1 0.6 0.15", "s3 B2 0.3 0", "s2 B3 0.25 0.05"},
			[]string{"/s1 B1", "/s3 B2", "/s2 B3"}},
	} {
		for _, matching := range []string{"exact", "auction"} {
			t.Run(c.name+" "+matching, func(t *testing.T) {
				h := serveHost(t, market3x3())
				values := worth{"/list": {0.5, 0, 0, 0}}
				for q := range 3 {
					values[fmt.Sprint("/b", q+1)] = []float64{0.5, 0.5, 0.5, 0.5}
					values[fmt.Sprint("/s", q+1)] = []float64{0.5, c.values[0][q], c.values[1][q], c.values[2][q]}
				}
				job := newJob(t, t.TempDir(), sellerAndBuyers(h, matching, c.step),
					map[string]string{"order.lookahead": "1"})
				job.Values = values
				s := search(t, t.Context(), job)

				root := filepath.Join(job.OutputDir, "topics", "topics.")
				var sales []string
				for _, sale := range c.market {
					name, rest, _ := strings.Cut(sale, " ")
					sales = append(sales, fmt.Sprintf("1 4 %s/%s seller %s", h.URL, name, rest))
				}
				mustBe(t, "market.csv", table(t, root+"market.csv", "market", "time", "normalized_url", "seller",
					"buyer", "value", "price"), sales...)
				visits := []string{"/list seller seller", "/b1 B1 B1", "/b2 B2 B2", "/b3 B3 B3"}
				for _, v := range c.visits {
					visits = append(visits, v+" seller")
				}
				var got []string
				for _, row := range table(t, root+"visits.csv", "url", "agent", "found_by") {
					got = append(got, strings.TrimPrefix(row, h.URL))
				}
				mustBe(t, "visits.csv", got, visits...)
				mustBe(t, "energy", energies(s), "0 of 0.5", "0.5 of 1.5", "0.5 of 1.5", "0.5 of 1.5")
				if m := s.Markets[0]; m.Value != m.Optimum || m.Offered != 3 || m.Buyers != 3 || len(s.Markets) != 1 {
					t.Errorf("%+v", s.Markets)
				}
			})
		}
	}
}

// market3x3 is a web for one market: a list of three pages, and a page for each buyer.
func market3x3() map[string]hostAnswer {
	web := map[string]hostAnswer{"/list": {text: `list <a href="/s1">1</a> <a href="/s2">2</a> <a href="/s3">3</a>`}}
	for _, name := range []string{"/b1", "/b2", "/b3", "/s1", "/s2", "/s3"} {
		web[name] = hostAnswer{text: "this is " + name}
	}
	return web
}

// sellerAndBuyers are a seller with energy for one page and three buyers with energy for three.
func sellerAndBuyers(h *host, matching, step string) string {
	text := fmt.Sprintf("matching = %s\nstep = %s\nclock = pages\nrun = 0\ninterval = 4\nunderstanding = 0.1\n"+
		"target = 1\nenergy = 1.5\n[seller]\nkeywords = list\nenergy = 0.5\nseeds = %s/list\n", matching, step, h.URL)
	for i := range 3 {
		text += fmt.Sprintf("[B%d]\nkeywords = page\nseeds = %s/b%d\n", i+1, h.URL, i+1)
	}
	return text
}

// energies are what the agents have left.
func energies(s *site.Search) (all []string) {
	for _, a := range s.Agents {
		all = append(all, fmt.Sprint(a.Energy, " of ", a.FirstEnergy))
	}
	return all
}

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
