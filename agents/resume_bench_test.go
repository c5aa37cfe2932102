package agents

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sitegraph/agents/market"
	"sitegraph/site"
)

// scored values texts as the program does.
type scored struct{ *market.Scorer }

func (s scored) Page(p PageText) []float64 { return s.Scorer.Page(p.Title+"\n"+p.Text, p.Language) }
func (s scored) Link(l LinkText) []float64 { return s.Scorer.Link(l.Anchor, l.Around) }

// wordy is a web of pages of about 3 KB and 30 links.
func wordy(pages int) world {
	rng := rand.New(rand.NewPCG(1, 2))
	vocabulary := strings.Fields("coin penny mint silver stamp postage letter album train steam railway engine")
	for range 4000 {
		word := ""
		for range 2 + rng.IntN(3) {
			word += string("bcdfglmnprst"[rng.IntN(12)]) + string("aeiou"[rng.IntN(5)])
		}
		vocabulary = append(vocabulary, word)
	}
	words := func(n int) (text string) {
		for range n {
			text += vocabulary[int(float64(len(vocabulary))*rng.Float64()*rng.Float64()*rng.Float64())] + " "
		}
		return text
	}
	w := world{}
	for i := range pages {
		text := fmt.Sprintf("page %d ", i)
		for range 30 {
			text += fmt.Sprintf(`%s<a href="/%d">%s</a> %s. `, words(9), rng.IntN(pages), words(2), words(1))
		}
		w[fmt.Sprintf("/%d", i)] = text
	}
	return w
}

// BenchmarkResume repeats a search of a thousand pages from its journal, with the values computed from the texts.
func BenchmarkResume(b *testing.B) {
	const pages = 1000
	topics := defaults("coin penny mint silver", "stamp postage letter album", "train steam railway engine")
	var searched []market.Topic
	for q := range topics.Agents {
		topics.Agents[q].Energy = pages
		searched = append(searched, market.Topic{Keywords: topics.Agents[q].Keywords, Language: "en"})
	}
	topics.Run, topics.Lifetime = 0, 2*pages
	o := options(b, nil, topics)
	o.Seeds = []site.URL{mustParse(b, "http://h.example/0")}
	offline(&o, web{wordy(pages)})
	scorer := func() Values {
		s, err := market.NewScorer(searched...)
		must(b, err)
		return scored{s}
	}
	o.Values = scorer()
	if s, _, err := Run(b.Context(), o); err != nil || len(s.Visits) != pages {
		b.Fatal(len(s.Visits), err)
	}
	size := 0
	for _, r := range o.Parts.Journal.(*memory).records {
		size += len(r)
	}
	for b.Loop() {
		o.Values = scorer()
		if _, _, err := Recall(o, ""); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size)/pages, "journal-bytes/page")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/page")
}
