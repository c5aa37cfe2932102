package run

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
)

// AgentsJob is a crawl by topical agents.
type AgentsJob struct {
	Config
	// Topics are the agents, TopicsFile is the path of the file that names them.
	Topics     config.Topics
	TopicsFile string
	// Seeds are those of the command line, which belong to no agent.
	Seeds []site.URL
	// FromScratch discards what the state has of this search.
	FromScratch bool
	// RetryFailed requests again what failed in earlier runs.
	RetryFailed bool
	// Now is the clock; nil is that of the machine.
	Now func() time.Time
	// Observer follows the search.
	Observer Observer
	// Log gets the details that --verbose shows.
	Log *slog.Logger
	// Screen gets the lines of the logs that [logs] wants to be seen.
	Screen io.Writer
}

// AgentsOutcome is what a crawl by agents gave.
type AgentsOutcome struct {
	// Search is its account; nil when it never began or met an error.
	Search *site.Search
	// Dir has the files about all topics; nil when none were written.
	Dir *export.Dir
	// TopicDirs have the files of each topic, in the order of the agents.
	TopicDirs []*export.Dir
}

// Agents crawls by topical agents and writes the files. When ctx ends, the
// search stops and its files are written.
func Agents(_ context.Context, _ AgentsJob) (AgentsOutcome, error) {
	return AgentsOutcome{}, errors.New("crawling by agents is not built yet")
}
