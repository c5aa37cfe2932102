package run

import (
	"errors"

	"sitegraph/config"
	"sitegraph/schedule/market"
	"sitegraph/site"
)

// CheckTopics returns an error if agents have nowhere to begin, neither at seeds of their own nor at common ones, or
// if the keywords of a topic say nothing. It names the lines of their sections in the file.
func CheckTopics(t config.Topics, common []site.URL, file string) error {
	var errs []error
	for _, a := range t.Agents {
		if len(a.Seeds)+len(common) == 0 {
			errs = append(errs, Usage("%s:%d: [%s]: no seeds; write below it where to begin, seeds = "+
				"https://example.org/, or name seeds for all agents behind the command", file, a.Line, a.Name))
		}
		if _, err := market.NewScorer(topicOf(a)); err != nil {
			errs = append(errs, Usage("%s:%d: %w", file, a.Line, err))
		}
	}
	return errors.Join(errs...)
}

// topicOf is what an agent searches for.
func topicOf(a config.Agent) market.Topic {
	return market.Topic{Name: a.Name, Keywords: a.Keywords, Language: a.Language}
}
