package run

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"sitegraph/config"
	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// crawl crawls one site and returns its graph.
func (r *runner) crawl(ctx context.Context, h config.Host) (*site.Crawl, error) {
	line := h.URL.Origin()
	journal, err := r.store.Journal(line)
	if err != nil {
		return nil, err
	}
	details := r.Details().or(r.kept[line])
	parts, release, err := r.parts(ctx, h, details)
	if err != nil {
		return nil, err
	}
	defer release()
	o, err := r.observe(line)
	if err != nil {
		return nil, err
	}
	parts.Journal, parts.Observer = journal, o
	c, err := extractor.Walk(ctx, h.URL, parts, r.LimitsOf(h, details))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", line, err), o.failed())
	}
	return c, r.endStatus(line, c)
}

// parts puts the parts of one site's crawl together.
func (r *runner) parts(ctx context.Context, h config.Host, d Details) (p extractor.Parts, release func(), err error) {
	src, err := downloaders[r.Download.Downloader](r, h)
	if err != nil {
		return p, nil, err
	}
	line := h.URL.Origin()
	p = extractor.Parts{
		Encoder: parse.QueryEncoder, Now: time.Now,
		Claim:    func(origin string) bool { return r.claims.claim(line, origin) },
		Robots:   robotsReader{class: r.Robots.Rules, maxDelay: r.Robots.MaxCrawlDelay},
		Settings: r.Identity(d), RetryFailed: r.job.RetryFailed,
	}
	p.Downloader, p.SetDelay = r.polite(src, h)
	if p.Parser, err = r.newParser(d.Texts); err != nil {
		return p, nil, &UsageError{Err: err}
	}
	if p.Digester, err = dedup.New(r.Duplicates.Key); err != nil {
		return p, nil, &UsageError{Err: err}
	}
	if p.Finishers, err = r.newFinishers(); err != nil {
		return p, nil, err
	}
	if p.Normaliser, err = r.newNormaliser(ctx, h.URL); err != nil {
		return p, nil, err
	}
	return p, src.release, nil
}

// polite wraps a source for one site:
//
//	retry → limit → delay → source
//
// The delay is the line's, or the Crawl-delay of robots.txt when that is
// longer. A folder on disk needs none.
func (c Config) polite(src source, h config.Host) (extractor.Downloader, func(time.Duration)) {
	if c.Download.Downloader == "folder" {
		return src, nil
	}
	var delay atomic.Int64
	delay.Store(int64(h.Delay))
	set := func(d time.Duration) { delay.Store(int64(max(d, h.Delay))) }
	spaced := download.NewDelay(src, func() time.Duration { return time.Duration(delay.Load()) })
	return &download.Retry{
		Next:  download.NewLimit(spaced, h.Connections),
		Tries: c.Download.Tries, Wait: c.Download.RetryWait, MaxRetryAfter: c.Download.MaxRetryAfter,
	}, set
}
