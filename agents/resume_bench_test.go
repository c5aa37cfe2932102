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

// noted keeps values in the order in which they are asked for, known gives them again.
type noted struct {
	Values
	pages, links *[][]float64
}

func (n noted) Page(p PageText) []float64 {
	*n.pages = append(*n.pages, n.Values.Page(p))
	return (*n.pages)[len(*n.pages)-1]
}

func (n noted) Link(l LinkText) []float64 {
	*n.links = append(*n.links, n.Values.Link(l))
	return (*n.links)[len(*n.links)-1]
}

type known struct{ pages, links [][]float64 }

func (k *known) Page(PageText) (values []float64) {
	values, k.pages = k.pages[0], k.pages[1:]
	return values
}

func (k *known) Link(LinkText) (values []float64) {
	values, k.links = k.links[0], k.links[1:]
	return values
}

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

// BenchmarkResume repeats a search of a thousand pages from its journal: with the values computed from the texts, as it
// is done, and with values that are known, as if the journal had them.
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
	var k known
	o.Values = noted{scorer(), &k.pages, &k.links}
	if s, _, err := Run(b.Context(), o); err != nil || len(s.Visits) != pages {
		b.Fatal(len(s.Visits), err)
	}
	size := 0
	for _, r := range o.Parts.Journal.(*memory).records {
		size += len(r)
	}
	again := func() Values {
		all := k
		return &all
	}
	for _, c := range []struct {
		name   string
		values func() Values
	}{{"computed", scorer}, {"known", again}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				o.Values = c.values()
				if _, _, err := Recall(o, ""); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size)/pages, "journal-bytes/page")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/page")
		})
	}
}
