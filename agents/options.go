package agents

import (
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/fleet"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Options are what a search is made of.
type Options struct {
	config.Topics
	Name  string     // of the search
	Seeds []site.URL // which belong to no agent
	// Budget is the number of pages to process, 0 is no limit. Lookahead is the
	// number of decisions, 1 or more, that may wait for their answers.
	Budget, Lookahead int
	// Delay is the least time between two requests to a host that the settings want.
	Delay time.Duration
	// Parts and Limits are those of the crawl. Their parser is to give all texts; the downloader comes from Open.
	Parts  extractor.Parts
	Limits scope.Limits
	// Open opens a host. One that is not named must be public.
	Open func(origin site.URL, named bool) (Host, error)
	// Only is the one origin that there is, of a saved site; "": all.
	Only string
	// Section keeps agents below the directories of their seeds, on those hosts. Members returns the hosts that are one
	// with that of a seed: an agent that was given no hosts may visit them.
	Section bool
	Members func(seed site.URL) (*site.Members, error)
	// Values says what pages and links are worth to the agents.
	Values Values
	// Progress is called several times a second.
	Progress func(site.SearchProgress)
}

// Host is what a search needs of a host that agents visit.
type Host = fleet.Host

// Values says what pages and links are worth to the topics of all agents, 0 to 1.
type Values interface {
	// Page learns a page and values it.
	Page(p PageText) []float64
	// Link values a link of the page that was valued last.
	Link(l LinkText) []float64
}

// PageText is a page as agents read it.
type PageText struct {
	Title, Text string // the title, and the visible text
	Language    string // the attribute lang of <html>
}

// LinkText is a link as agents read it.
type LinkText struct {
	URL, Anchor, Around string // the URL, the anchor text, the visible text around it
	// Listed says that a sitemap lists the URL, and nothing else is known of it.
	Listed bool
}
