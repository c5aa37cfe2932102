package topics

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/agents"
	"sitegraph/site"
)

// worth is what URLs are worth to the agents, by path: no text gives any
// number at will.
type worth map[string][]float64

func (w worth) Page(p agents.PageText) ([]float64, []string) { return w[path(p.URL)], nil }
func (w worth) Link(l agents.LinkText) []float64             { return w[path(l.URL)] }
func (worth) Learn([]string)                                 {}

// TestGoldenAuctions: the two markets of the specification, 5.2, on a served web.
// The seller reads a list of three URLs with its only energy; three buyers read a
// page each. Then four pages are processed and a market is due: values of the
// document in tenths, those of the book (Easley and Kleinberg, chapter 10) in
// twentieths. Prices are (3,1,0) in both. Then each buyer reads what it bought, in
// turn.
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
				h := serve(t, market3x3())
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

// market3x3 is a web for one market: a list of three pages, and a page for each
// buyer.
func market3x3() map[string]answer {
	web := map[string]answer{"/list": {text: `list <a href="/s1">1</a> <a href="/s2">2</a> <a href="/s3">3</a>`}}
	for _, name := range []string{"/b1", "/b2", "/b3", "/s1", "/s2", "/s3"} {
		web[name] = answer{text: "this is " + name}
	}
	return web
}

// sellerAndBuyers are a seller with energy for one page and three buyers with
// energy for three.
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
