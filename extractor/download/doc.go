// Package download fetches: one request in, one answer out. A failure is an answer too, so there is no error
// to handle beside it. Redirects are never followed: each hop is a fact about the site.
//
//	http.go             the network: net/http with limits of its own
//	request.go          URLs sent byte for byte; secrets, also those that answers repeat; conditional requests
//	lenient.go          answers whose HTTP breaks the standard
//	guard.go            public sites do not lead into private networks
//	body.go             which bodies are read, and how far; the header Link
//	coding.go           gzip, br, zstd and deflate decoded
//	record.go           what is sent and received, for web archives
//	archive.go          a web archive instead of the network, read as HTTP by a lenient reader
//	failure.go          errors sorted into the classes of the ledger
//	shortage.go         what this machine lacks: requests wait for it
//	retry.go            decorators: ask again when that may help, the header Retry-After; time between the starts of
//	                    requests to a site, and how many at the same time
//	folder.go           a site on disk instead of the network, with its file _redirects, and the same over HTTP
//	folder_lookup.go    which file answers a URL, and its content type
//
// The decorators belong to one site each and nest in this order:
//
//	Retry(Limit(Delay(HTTP)))
//
// so that a request that waits for its next try does not count against the limit, and every try keeps the delay.
package download

import (
	"context"

	"sitegraph/site"
)

// Downloader is what a decorator wraps: something that answers requests.
type Downloader interface {
	Download(ctx context.Context, r site.Request) site.Response
}
