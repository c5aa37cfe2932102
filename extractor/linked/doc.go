// Package linked checks what pages link to or use and what is not a page of the site:
// images, scripts, style sheets, documents, links to other sites. It asks with HEAD,
// and with GET where HEAD may lie; bodies are not read. A host is asked by one request
// at a time, with a delay, and only what its robots.txt allows.
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
	// Robots asks for robots.txt. Rules are nil if nothing may be asked for now.
	Robots func(ctx context.Context) (Rules, site.RobotsSeen)
}

// Options set up Check.
type Options struct {
	// Open returns a host by its origin.
	Open func(origin site.URL) Host
	// Hosts is how many are asked at the same time.
	Hosts int
	// MaxRedirects bounds those of one URL.
	MaxRedirects int
	// Stop reports that nothing more is to be asked.
	Stop func() bool
	// Keep takes a result to the journal.
	Keep func(key string, c site.LinkCheck) error
}
