package download

import (
	"context"

	"sitegraph/site"
)

// Limit bounds the requests to one site that are under way at the same time
// (RCCrawler's maxDownloadsAtTime). Make one with NewLimit.
type Limit struct {
	next   Downloader
	places chan struct{}
}

// NewLimit wraps next; n less than 1 means 1.
func NewLimit(next Downloader, n int) *Limit {
	return &Limit{next: next, places: make(chan struct{}, max(n, 1))}
}

// Download waits for a place and then asks. If ctx ends first, the answer is
// site.FailCancelled.
func (l *Limit) Download(ctx context.Context, r site.Request) site.Response {
	if ctx.Err() != nil {
		return cancelled(ctx, r)
	}
	select {
	case l.places <- struct{}{}:
	case <-ctx.Done():
		return cancelled(ctx, r)
	}
	defer func() { <-l.places }()
	return l.next.Download(ctx, r)
}
