// Package download fetches: one request in, one answer out. A failure is an
// answer too, so there is no error to handle beside it. Redirects are never
// followed: each hop is a fact about the site.
//
//	http.go             the network: net/http with limits of its own
//	requesttarget.go    the URL is sent byte for byte
//	guard.go            public sites do not lead into private networks
//	body.go             which bodies are read, and how far
//	coding.go           gzip, br, zstd and deflate decoded
//	failure.go          errors sorted into the classes of the ledger
//	retry.go            decorator: ask again when that may help
//	retryafter.go       the header Retry-After
//	delay.go            decorator: time between the starts of requests to a site
//	limit.go            decorator: requests to a site at the same time
//	folder.go           a site on disk instead of the network
//	folder_lookup.go    which file answers a URL
//	folder_redirects.go the file _redirects of a folder
//	folder_mediatype.go content types by file extension
//	folder_serve.go     the same folder over HTTP
//
// The decorators belong to one site each and nest in this order:
//
//	Retry(Limit(Delay(HTTP)))
//
// so that a request that waits for its next try does not count against the
// limit, and every try keeps the delay.
package download

import (
	"context"

	"sitegraph/site"
)

// Downloader is what a decorator wraps: something that answers requests.
type Downloader interface {
	Download(ctx context.Context, r site.Request) site.Response
}
