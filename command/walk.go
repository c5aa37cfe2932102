package command

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"sitegraph/config"
	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// observer passes on what a walk tells.
type observer struct {
	logs     *logs
	progress *progress
	log      *slog.Logger
}

// Fetched tells the logs.
func (o observer) Fetched(f site.Fetch) {
	o.logs.fetched(f)
	if o.log.Enabled(context.Background(), slog.LevelDebug) {
		o.log.Debug("fetched", "url", f.URL, "level", f.Level, "status", f.Status, "elapsed", f.Elapsed, "tries", f.Tries, "failure", string(f.Failure.Class))
	}
}

// Progress tells the screen. Now and then is also often enough for the logs to
// reach their files.
func (o observer) Progress(p site.Progress) {
	o.logs.flush()
	o.progress.show(p)
}

// site walks one site and writes its files.
func (r *run) site(ctx context.Context, h config.Host) result {
	res := result{host: h}
	r.log.Info("site begins", "site", h.URL.Origin(), "downloads", h.Downloads, "max_level", h.MaxLevel, "delay", h.Delay)
	res.crawl, res.err = r.walk(ctx, h)
	if res.err != nil {
		return res
	}
	r.log.Info("site ends", "site", res.crawl.Site, "pages", res.crawl.Counts.Pages, "ended", res.crawl.Ended)
	if res.crawl.Ended != site.EndedAnotherSite {
		res.dir, res.stats, res.err = r.export(res.crawl, h)
	}
	return res
}

func (r *run) walk(ctx context.Context, h config.Host) (*site.Crawl, error) {
	journal, err := r.store.Journal(h.URL.Origin())
	if err != nil {
		return nil, err
	}
	keep := r.shown().or(r.kept[h.URL.Origin()])
	parts, release, err := r.parts(ctx, h, keep)
	if err != nil {
		return nil, err
	}
	defer release()
	parts.Journal = journal
	c, err := extractor.Walk(ctx, h.URL, parts, r.limits(h, keep))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", h.URL.Origin(), err)
	}
	return c, nil
}

// parts puts the parts of one site's walk together.
func (r *run) parts(ctx context.Context, h config.Host, keep kept) (p extractor.Parts, release func(), err error) {
	src, err := downloaders[r.Download.Downloader](h, r.setup)
	if err != nil {
		return p, nil, err
	}
	p = extractor.Parts{Encoder: parse.QueryEncoder, Observer: observer{logs: r.logs, progress: r.progress, log: r.log}, Now: time.Now,
		Claim:  func(origin string) bool { return r.claim(h.URL.Origin(), origin) },
		Robots: robotsReader{class: r.Robots.Rules, maxDelay: r.Robots.MaxCrawlDelay}, Settings: r.decisive(keep), RetryFailed: r.flags.retryFailed}
	p.Downloader, p.SetDelay = r.polite(src, h)
	if p.Parser, err = r.newParser(keep.texts); err != nil {
		return p, nil, usage(err)
	}
	if p.Digester, err = dedup.New(r.Duplicates.Key); err != nil {
		return p, nil, usage(err)
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
func (r *run) polite(src source, h config.Host) (extractor.Downloader, func(time.Duration)) {
	if r.Download.Downloader == "folder" {
		return src, nil
	}
	var delay atomic.Int64
	delay.Store(int64(h.Delay))
	set := func(d time.Duration) { delay.Store(int64(max(d, h.Delay))) }
	spaced := download.NewDelay(src, func() time.Duration { return time.Duration(delay.Load()) })
	return &download.Retry{
		Next:  download.NewLimit(spaced, h.Downloads),
		Tries: r.Download.Tries, Wait: r.Download.RetryWait, MaxRetryAfter: r.Download.MaxRetryAfter,
	}, set
}

// newNormaliser returns the rules of the URL profile. Rule III.3 needs to know
// the addresses of the host that is being walked, and asks only for them.
func (s *setup) newNormaliser(ctx context.Context, u site.URL) (*site.Normaliser, error) {
	n, err := site.NewNormaliser(s.Walk.URLProfile, nil)
	if err != nil || !strings.Contains(s.Walk.URLProfile, string(site.RuleIPToHost)) {
		return n, err
	}
	ips, err := net.DefaultResolver.LookupHost(ctx, u.Host)
	if err != nil {
		return n, nil // the first fetch will tell
	}
	hosts := map[string]string{}
	for _, ip := range ips {
		hosts[ip] = u.Host
	}
	return site.NewNormaliser(s.Walk.URLProfile, hosts)
}
