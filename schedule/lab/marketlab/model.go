package marketlab

import (
	"sitegraph/schedule/lab"
	"sitegraph/site"
)

// model describes a topical web.
type model struct {
	// Pages is the number of pages of each keyword of each topic; Others the
	// number of pages of no topic.
	Pages, Others int
	// Topics is how many of the twelve topics there are, each with its five
	// keywords.
	Topics int
	// Words is the median length of a page in words.
	Words float64
	// Faint and Strong bound the share of a topical page's content words that
	// come from its topic.
	Faint, Strong float64
	// Passing is the share of the other pages that speak of a topic in passing,
	// with at most twice the share Faint of their words; Stray the share of the
	// content words of any page that come from any topic.
	Passing, Stray float64
	// Links is the median number of links of a page.
	Links float64
	// Topical is the share of a topical page's links that lead to its topic,
	// Near that of those which lead to its keyword.
	Topical, Near float64
	// Vague is the share of anchors that say nothing ("click here").
	Vague float64
	// Mirrored is the share of pages with a second URL, and Second the
	// share of the links to them that use it.
	Mirrored, Second float64
	// Seconds is the median time of a fetch; Spread the deviation of its
	// logarithm over pages. An agent takes between 1/Slower and Slower times
	// as long.
	Seconds, Spread, Slower float64
	// Seeds is the number of pages that each agent starts from, Noise the share
	// of them that come from the whole web.
	Seeds int
	Noise float64
}

// standard is the web of the tables: 12 topics of 5 keywords with 60 pages
// each among 2400 others. Texts and links are such that agents with separate
// visited sets come near the document's averages without a market, CR 76 % and
// RCR 72 % (on the seeds from 1000).
func standard() model {
	return model{
		Pages: 60, Others: 2400, Topics: len(topics),
		Words: 120, Faint: 0.35, Strong: 0.9, Passing: 0.5, Stray: 0.05,
		Links: 10, Topical: 0.15, Near: 0.5, Vague: 0.25,
		Mirrored: 0.05, Second: 0.3,
		Seconds: 12, Spread: 0.6, Slower: 2,
		Seeds: 4, Noise: 0.25,
	}
}

// models holds the webs by name; it is never written to.
var models = map[string]func() model{
	"standard": standard,
	"local": func() model {
		m := standard()
		m.Topical = 0.5
		return m
	},
}

// Webs returns the names of the webs, sorted.
func Webs() []string { return site.Names(models) }

// newModel returns the web of that name: "standard", or "local", where half of
// a topical page's links stay within its topic instead of 15 %.
func newModel(name string) (model, error) {
	build, err := site.Pick("web", name, models)
	if err != nil {
		return model{}, lab.Invalid("%w", err)
	}
	return build(), nil
}

// check returns an error if the model makes no sense.
func (m model) check() error {
	return lab.Check("topical web", lab.Ranges{
		{"pages", float64(m.Pages), 1, 1e5},
		{"other pages", float64(m.Others), 0, 1e6},
		{"topics", float64(m.Topics), 1, float64(len(topics))},
		{"words", m.Words, 1, 1e5},
		{"faint share", m.Faint, 0, min(m.Strong, 0.5)},
		{"strong share", m.Strong, m.Faint, 1},
		{"passing", m.Passing, 0, 1},
		{"stray", m.Stray, 0, 1},
		{"links", m.Links, 1, 1e3},
		{"topical share", m.Topical, 0, 1},
		{"near share", m.Near, 0, 1},
		{"vague share", m.Vague, 0, 1},
		{"mirrored share", m.Mirrored, 0, 1},
		{"second share", m.Second, 0, 1},
		{"seconds", m.Seconds, 0.001, 1e6},
		{"spread", m.Spread, 0, 3},
		{"slower", m.Slower, 1, 100},
		{"seeds", float64(m.Seeds), 1, 1e3},
		{"noise", m.Noise, 0, 1},
	})
}
