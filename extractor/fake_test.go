package extractor_test

import (
	"context"
	"sync"
	"time"

	"sitegraph/site"
)

// fakePage is what a fake network answers; the zero status is 200 and HTML, or a redirect if there is a location.
type fakePage struct {
	status               int
	mime, location, body string
	failure              site.FailureClass
	etag                 string
}

// fake is a network in memory, for more than one host and any scheme. What it does not have is 404.
type fake struct {
	mu    sync.Mutex
	pages map[string]fakePage
	log   []string
	hook  func(ctx context.Context, address string) // called before an answer
}

func newFake(pages map[string]fakePage) *fake { return &fake{pages: pages} }

func (f *fake) set(address string, p fakePage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pages[address] = p
}

func (f *fake) asked() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	log := f.log
	f.log = nil
	return log
}

func (f *fake) count(address string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range f.log {
		if a == address {
			n++
		}
	}
	return n
}

func (f *fake) Download(ctx context.Context, r site.Request) site.Response {
	address := r.URL.String()
	f.mu.Lock()
	p, known := f.pages[address]
	f.log = append(f.log, address)
	hook := f.hook
	f.mu.Unlock()
	if hook != nil {
		hook(ctx, address)
	}
	answer := site.Response{URL: r.URL, Status: p.status, ContentType: p.mime, Location: p.location, Attempts: 1,
		Started: time.Now()}
	switch {
	case ctx.Err() != nil:
		return site.Response{URL: r.URL, Failure: site.Failure{Class: site.FailCancelled, Detail: "stopped"}}
	case p.failure != "":
		return site.Response{URL: r.URL, Attempts: 1, Failure: site.Failure{Class: p.failure, Detail: "as planned"}}
	case !known:
		answer.Status = 404
	case p.status == 0 && p.location != "":
		answer.Status = 302
	case p.etag != "" && r.Unless.ETag == p.etag:
		answer.Status = 304
	case p.status == 0:
		answer.Status = 200
	}
	if answer.Status == 200 && answer.ContentType == "" {
		answer.ContentType = "text/html"
	}
	if answer.Status == 200 {
		answer.Body, answer.Validators.ETag = []byte(p.body), p.etag
	}
	return answer
}
