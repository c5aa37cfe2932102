// Package linked checks URLs that pages link to or use and that are no pages of the site: images, scripts, style
// sheets, documents, links to other sites. It sends HEAD, and GET if the answer to HEAD may lie. It reads no bodies. A
// host gets one request at a time, with a delay, and only for URLs that its robots.txt allows.
//
//	check.go  the queues of the hosts, which one goroutine owns; one request, and the meaning of its answer
package linked

import (
	"context"

	"sitegraph/site"
)

// Downloader answers requests, and keeps the delay between them.
type Downloader interface {
	Download(ctx context.Context, r site.Request) site.Response
}

// Rules decide by a robots.txt.
type Rules interface {
	// Allowed reports whether path[?query] may be fetched.
	Allowed(target string) bool
}

// Host sends requests to one host.
type Host struct {
	Downloader
	// Robots requests robots.txt. Rules are nil if we may not request anything now.
	Robots func(ctx context.Context) (Rules, site.RobotsSeen)
}

// Options set up Check.
type Options struct {
	// Open returns the host with this origin.
	Open func(origin site.URL) Host
	// Hosts limits the hosts with simultaneous requests.
	Hosts int
	// MaxRedirects limits the redirects of one URL.
	MaxRedirects int
	// Stop reports whether to send no more requests.
	Stop func() bool
	// Keep writes a result to the journal.
	Keep func(key string, c site.LinkCheck) error
}
