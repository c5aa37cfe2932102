package agents

import (
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/fleet"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Options are the settings and parts of a search.
type Options struct {
	config.Topics
	Name  string     // name of the search
	Seeds []site.URL // seeds that belong to no agent
	// Budget is the maximum number of pages to process; 0 means no limit. Lookahead is
	// the maximum number of decisions that may wait for their answers, at least 1.
	Budget, Lookahead int
	// Delay is the minimum time between two requests to a host, from the settings.
	Delay time.Duration
	// Parts and Limits configure the crawl. The parser must return all texts; the downloader comes from Open.
	Parts  extractor.Parts
	Limits scope.Limits
	// Open opens a host. A host that the user did not name must be public.
	Open func(origin site.URL, named bool) (Host, error)
	// Only is the only origin, for a saved site; "" means all.
	Only string
	// Section keeps agents below the directories of their seeds, on the seeds' origins. Members returns the hosts that
	// belong together with a seed's host. An agent without given hosts may visit them.
	Section bool
	Members func(seed site.URL) (*site.Members, error)
	// Values computes the worth of pages and links to the agents.
	Values Values
	// Progress is called several times a second.
	Progress func(site.SearchProgress)
}

// Host is the interface to a host that agents visit.
type Host = fleet.Host

// Values computes the worth of pages and links for the topics of all agents, from 0 to 1.
type Values interface {
	// Page learns a page and values it.
	Page(p PageText) []float64
	// Link values a link of the latest page.
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
	// Listed means that a sitemap lists the URL and nothing else is known about it.
	Listed bool
}
