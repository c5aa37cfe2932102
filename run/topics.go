package run

import (
	"errors"

	"sitegraph/config"
	"sitegraph/schedule/market"
)

// CheckKeywords returns an error if the keywords of a topic say nothing, which
// names the line of its section in the file.
func CheckKeywords(t config.Topics, file string) error {
	var errs []error
	for _, a := range t.Agents {
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
