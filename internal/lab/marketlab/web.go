package marketlab

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"sitegraph/site"
)

// model describes a topical web.
type model struct {
	// Pages is the number of pages for each keyword of each topic, Others the number of pages on no topic.
	Pages, Others int
	// Topics is the number of topics, at most twelve. Each has five keywords.
	Topics int
	// Words is the median length of a page in words.
	Words float64
	// Faint and Strong bound the share of a topical page's content words that come from its topic.
	Faint, Strong float64
	// Passing is the share of other pages that mention a topic in passing, in at most 2*Faint of their words. Stray
	// is the share of any page's content words that come from random topics.
	Passing, Stray float64
	// Links is the median number of links per page.
	Links float64
	// Topical is the share of a topical page's links that stay in its topic. Of these, the share Near stays in its
	// keyword.
	Topical, Near float64
	// Vague is the share of anchors without information ("click here").
	Vague float64
	// Mirrored is the share of pages with a second URL, Second the share of links to them that use it.
	Mirrored, Second float64
	// Seconds is the median time of a fetch, Spread the standard deviation of its logarithm over pages. An agent
	// takes between 1/Slower and Slower times as long.
	Seconds, Spread, Slower float64
	// Seeds is the number of pages that each agent starts from. The share Noise comes from anywhere, the others from
	// the topic.
	Seeds int
	Noise float64
}

// standard returns the web of the tables. 12 topics with 5 keywords have 60 pages per keyword among 2400 others. Texts
// and links are tuned, on the seeds from 1000, to bring agents with separate visited sets near the document's averages
// without a market, CR 76 % and RCR 72 %.
func standard(topical float64) model {
	return model{
		Pages: 60, Others: 2400, Topics: len(topics),
		Words: 120, Faint: 0.35, Strong: 0.9, Passing: 0.5, Stray: 0.05,
		Links: 10, Topical: topical, Near: 0.5, Vague: 0.25,
		Mirrored: 0.05, Second: 0.3,
		Seconds: 12, Spread: 0.6, Slower: 2,
		Seeds: 4, Noise: 0.25,
	}
}

// models has the read-only webs by name. On the web local, half of a topical page's links stay within its topic, on
// standard 15 %.
var models = map[string]model{"standard": standard(0.15), "local": standard(0.5)}

// Webs returns the names of the webs, sorted.
func Webs() []string { return site.Names(models) }

type page struct {
	// label is the page's true topic, -1 for none. A page on no topic may still have a theme with one.
	theme
	label int
	// mirrored pages have a second URL.
	mirrored bool
	// seconds is the time that an agent of average speed takes to fetch it.
	seconds float64
	links   []link
}

// link leads to a page by its first or second URL.
type link struct {
	to     int
	second bool
}

// web is an entire web. Its texts are generated on demand, always the same.
type web struct {
	model model
	seed  uint64
	lang  languages
	pages []page
	// lexicon learns from a sample of the pages.
	lexicon *tfidf
}

// Streams of random numbers. A page's text depends on the page alone, a link's words on the page and the link alone.
const (
	streamWeb = iota
	streamText
	streamLink
	streamTask
)

func (w *web) rng(stream, n uint64) *rand.Rand {
	return rand.New(rand.NewPCG(w.seed, stream<<56|n))
}

func newWeb(m model, seed uint64) *web {
	w := &web{model: m, seed: seed}
	rng := w.rng(streamWeb, 0)
	w.lang = newLanguages(rng, m.Topics, m.Stray)
	for t := range m.Topics {
		for k := range keywords {
			for range m.Pages {
				share := m.Faint + float64(rng.Float64()*(m.Strong-m.Faint))
				w.add(rng, theme{t, k, share}, t)
			}
		}
	}
	for range m.Others {
		t := theme{topic: -1}
		if rng.Float64() < m.Passing {
			t = theme{rng.IntN(m.Topics), rng.IntN(keywords), rng.Float64() * 2 * m.Faint}
		}
		w.add(rng, t, -1)
	}
	for i := range w.pages {
		w.connect(rng, i)
	}
	w.learn(rng)
	return w
}

func (w *web) add(rng *rand.Rand, t theme, label int) {
	w.pages = append(w.pages, page{theme: t, label: label,
		mirrored: rng.Float64() < w.model.Mirrored, seconds: logNormal(rng, w.model.Seconds, w.model.Spread)})
}

func (w *web) connect(rng *rand.Rand, i int) {
	p := &w.pages[i]
	n := min(max(1, int(logNormal(rng, w.model.Links, 0.7))), 100)
	for range n {
		to := w.target(rng, p)
		second := w.pages[to].mirrored && rng.Float64() < w.model.Second
		p.links = append(p.links, link{to, second})
	}
}

// target chooses a page for a link to lead to, within its page's keyword, within its topic, or anywhere. Within a
// topic, popular pages get more links.
func (w *web) target(rng *rand.Rand, p *page) int {
	popular := rng.Float64()
	popular *= popular
	topical, near := rng.Float64() < w.model.Topical, rng.Float64() < w.model.Near
	all := w.model.Pages * keywords
	switch {
	case p.label >= 0 && topical && near:
		return p.label*all + p.keyword*w.model.Pages + int(popular*float64(w.model.Pages))
	case p.label >= 0 && topical:
		// All keywords are equally likely, and so are their popular pages.
		return p.label*all + rng.IntN(keywords)*w.model.Pages + int(popular*float64(w.model.Pages))
	default:
		return rng.IntN(len(w.pages))
	}
}

// sample is the number of pages from which the lexicon learns the frequencies of terms. Agents do not get them.
const sample = 400

func (w *web) learn(rng *rand.Rand) {
	w.lexicon = newTFIDF()
	for range sample {
		w.lexicon.learn(w.bag(rng.IntN(len(w.pages))))
	}
}

func (w *web) bag(i int) termCounts {
	rng := w.rng(streamText, uint64(i))
	n := max(10, int(logNormal(rng, w.model.Words, 0.5)))
	return w.lexicon.terms(w.lang.text(rng, n, w.pages[i].theme), "en")
}

// around is the number of words in the text around a link.
const around = 12

// describe returns the anchor text of a page's link and the text around it. Half of that is about the page linked to,
// half about the page itself.
func (w *web) describe(i, at int) (anchor, context termCounts) {
	p := &w.pages[i]
	rng := w.rng(streamLink, uint64(i)<<8|uint64(at))
	to := w.pages[p.links[at].to].theme
	text := vague[rng.IntN(len(vague))]
	if rng.Float64() >= w.model.Vague {
		words := make([]string, 1+rng.IntN(4))
		about := to
		about.share = (1 + to.share) / 2 // titles are more topical than texts
		for j := range words {
			words[j] = w.lang.word(rng, about)
		}
		text = strings.Join(words, " ")
	}
	near := w.lang.text(rng, around/2, to) + w.lang.text(rng, around/2, p.theme)
	return w.lexicon.terms(text, "en"), w.lexicon.terms(near, "en")
}

func (l link) url() string {
	if l.second {
		return fmt.Sprintf("http://web.example/%d?copy", l.to)
	}
	return fmt.Sprintf("http://web.example/%d", l.to)
}
