// Package download fetches: one request in, one answer out. A failure is an answer, too, so callers need no error
// handling. It never follows redirects, since each hop is a fact about the site.
//
// Each site has its own decorators. They nest in this order:
//
//	Retry(Limit(Delay(HTTP)))
//
// So a request between two tries does not count against the limit, and every try keeps the delay.
package download

import (
	"context"

	"sitegraph/site"
)

// Downloader answers requests. Decorators wrap one.
type Downloader interface {
	Download(ctx context.Context, r site.Request) site.Response
}
