// Package linked checks URLs that pages link to or use and that are no pages of the site: images, scripts, style
// sheets, documents, links to other sites. It sends HEAD, and GET if HEAD may lie; it reads no bodies. A host gets one
// request at a time, with a delay, and only for URLs that its robots.txt allows.
//
//	check.go  the queues of the hosts, which one goroutine owns; one request, and what its answer means
package linked

import (
	"context"

	"sitegraph/site"
)

// Downloader answers requests; it keeps the delay between them.
type Downloader interface {
	Download(ctx context.Context, r site.Request) site.Response
}

// Rules are a robots.txt.
type Rules interface {
	// Allowed reports whether path[?query] may be fetched.
	Allowed(target string) bool
}

// Host is a host as it is asked.
type Host struct {
	Downloader
	// Robots requests robots.txt. Rules are nil if nothing may be requested now.
	Robots func(ctx context.Context) (Rules, site.RobotsSeen)
}

// Options set up Check.
type Options struct {
	// Open returns a host by its origin.
	Open func(origin site.URL) Host
	// Hosts bounds the hosts that get requests at the same time.
	Hosts int
	// MaxRedirects bounds the redirects of one URL.
	MaxRedirects int
	// Stop reports whether no more is to be requested.
	Stop func() bool
	// Keep takes a result to the journal.
	Keep func(key string, c site.LinkCheck) error
}
