package run

import (
	"errors"
	"net/url"

	"sitegraph/agents"
	"sitegraph/agents/market"
	"sitegraph/config"
	"sitegraph/site"
)

// CheckTopics refuses topics without seeds and keywords without meaning. Errors name the lines in the file.
func CheckTopics(t config.Topics, common []site.URL, file string) error {
	var errs []error
	for _, a := range t.Agents {
		if len(a.Seeds)+len(common) == 0 {
			errs = append(errs, Usage("%s:%d: [%s]: no seeds; add a line seeds = https://example.org/, or name "+
				"seeds for all agents on the command line", file, a.Line, a.Name))
		}
		if _, err := market.NewScorer(topicOf(a)); err != nil {
			errs = append(errs, Usage("%s:%d: %w", file, a.Line, err))
		}
	}
	return errors.Join(errs...)
}

func topicOf(a config.Agent) market.Topic {
	return market.Topic{Name: a.Name, Keywords: a.Keywords, Language: a.Language}
}

type textValues struct{ *market.Scorer }

func newTextValues(t config.Topics) (agents.Values, error) {
	topics := site.Each(t.Agents, topicOf)
	scorer, err := market.NewScorer(topics...)
	return textValues{scorer}, err
}

// Page learns and values a page.
func (v textValues) Page(p agents.PageText) []float64 {
	return v.Scorer.Page(p.Title+"\n"+p.Text, p.Language)
}

// Link values a link on the last page by its texts, and a URL from a sitemap by the words in its path and query.
func (v textValues) Link(l agents.LinkText) []float64 {
	if !l.Listed {
		return v.Scorer.Link(l.Anchor, l.Around)
	}
	u, err := site.Parse(l.URL)
	if err != nil {
		return nil
	}
	words := u.Target()
	if plain, err := url.PathUnescape(words); err == nil {
		words = plain
	}
	return v.Scorer.Words(words)
}
