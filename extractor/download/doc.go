// Package download fetches: one request in, one answer out. A failure is an
// answer too, so there is no error to handle beside it, and redirects are
// never followed: each hop is a fact about the site.
//
//	http.go       the network: net/http with limits of its own
//	target.go     the address goes out byte for byte
//	body.go       which bodies are read, and how far
//	coding.go     gzip, br, zstd and deflate undone
//	failure.go    errors sorted into the classes of the ledger
//	retry.go      decorator: ask again when that may help
//	retryafter.go the header Retry-After
//	delay.go      decorator: time between the starts of requests to a site
//	limit.go      decorator: requests to a site at the same time
//	folder.go     a site on disk instead of the network
//	lookup.go     which file answers an address
//	redirects.go  the file _redirects of a folder
//	mediatype.go  content types by file ending
//	serve.go      the same folder over HTTP
//
// The decorators belong to one site each and nest in this order:
//
//	Retry(Limit(Delay(HTTP)))
//
// so that a request that waits before it is repeated takes no place of the
// limit, and every repetition keeps the delay.
package download

import (
	"context"

	"sitegraph/site"
)

// Downloader is what a decorator wraps: something that answers requests.
type Downloader interface {
	Download(ctx context.Context, r site.Request) site.Response
}
