// Package download fetches: one request in, one answer out. A failure is an answer, too, so callers need no error
// handling. It never follows redirects, since each hop is a fact about the site.
//
//	http.go           the network: net/http with limits of its own
//	request.go        URLs sent byte for byte; secrets, and their echoes in answers; conditional requests
//	lenient.go        answers whose HTTP breaks the standard
//	guard.go          keeps public sites from leading into private networks
//	body.go           which bodies to read, and how far; the header Link
//	coding.go         gzip, br, zstd and deflate decoded
//	record.go         requests and answers recorded for web archives
//	archive.go        a web archive instead of the network, read as HTTP by a lenient reader
//	failure.go        errors sorted into the classes of the ledger; resources that this machine lacks, and requests
//	                  that wait for them
//	retry.go          decorators: ask again when that may help, the header Retry-After; time between the starts of
//	                  requests to a site, and how many at the same time
//	folder.go         a site on disk instead of the network, with its file _redirects, and the same over HTTP
//	folder_lookup.go  which file answers a URL, and its content type
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
