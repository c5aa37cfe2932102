package run

import (
	"context"
	"fmt"
	"slices"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/linked"
	"sitegraph/site"
	"sitegraph/wording"
)

// linkedKinds are what [linked] check names.
var linkedKinds = map[string]site.LinkedKind{"documents": site.LinkedDocument, "external": site.LinkedExternal,
	"images": site.LinkedImage, "scripts": site.LinkedScript, "styles": site.LinkedStyle}

// kindsToCheck are those of the settings.
func (c Config) kindsToCheck() (kinds []site.LinkedKind) {
	for _, name := range c.Linked.Check {
		kinds = append(kinds, linkedKinds[name])
	}
	return kinds
}

// keepsUses reports whether a crawl must keep what its pages use.
func (c Config) keepsUses() bool {
	return slices.ContainsFunc(c.kindsToCheck(), func(k site.LinkedKind) bool {
		return k != site.LinkedDocument && k != site.LinkedExternal
	})
}

// checkLinked checks what the pages of a site link to or use, unless its crawl was
// stopped. What earlier runs have checked is not checked again.
func (r *runner) checkLinked(ctx context.Context, h config.Host, c *site.Crawl) error {
	targets := c.Linked
	if most := r.Linked.MaxURLs; most > 0 && len(targets) > most {
		c.Notes = append(slices.Clip(c.Notes), fmt.Sprintf("[linked] max_urls: %d of %d URLs that pages link to or "+
			"use are not checked", len(targets)-most, len(targets)))
		targets = targets[:most]
	}
	before := map[*site.Linked]site.LinkCheck{} // stays if nothing else comes
	for _, t := range targets {
		if r.job.RetryFailed && t.Check.Retriable() || r.job.Watch && t.Outdated {
			before[t], t.Check = t.Check, site.LinkCheck{}
		}
	}
	defer func() {
		for t, check := range before {
			if t.Check.State == site.LinkUnchecked {
				t.Check = check
			}
		}
	}()
	unchecked := func(t *site.Linked) bool { return t.Check.State == site.LinkUnchecked }
	if !slices.ContainsFunc(targets, unchecked) {
		return nil
	}
	if !r.stopped(ctx) && !r.lineStopped(h.URL.Origin()) && !c.Ended.NeverBegan() {
		if err := r.check(ctx, h, c, targets); err != nil {
			return err
		}
	}
	targets = slices.DeleteFunc(slices.Clone(targets), func(t *site.Linked) bool { return !unchecked(t) })
	if c.Unchecked = len(targets); len(targets) > 0 {
		c.Notes = append(slices.Clip(c.Notes), fmt.Sprintf("%s that pages link to or use %s not checked yet: "+
			"run the same command again", wording.Count(len(targets), "URL", "URLs"),
			wording.Form(len(targets), "was", "were")))
	}
	return nil
}

// check asks for the targets.
func (r *runner) check(ctx context.Context, h config.Host, c *site.Crawl, targets []*site.Linked) error {
	journal, err := r.store.Journal(h.URL.Origin())
	if err != nil {
		return err
	}
	src, err := r.checkedFrom(ctx, h, c)
	if err != nil {
		return err
	}
	defer src.release()
	begun, done := r.job.Now(), 0
	return linked.Check(ctx, targets, linked.Options{Hosts: r.Linked.Hosts, MaxRedirects: r.Walk.MaxRedirects,
		Open: func(origin site.URL) linked.Host { return r.linkedHost(src, origin, h, c) },
		Stop: func() bool {
			late := r.Linked.MaxTime > 0 && r.job.Now().Sub(begun) > r.Linked.MaxTime
			return late || r.stopped(ctx) || r.lineStopped(h.URL.Origin())
		},
		Keep: func(key string, check site.LinkCheck) error {
			done++
			r.job.Observer.Computing(c.Site, "checks of linked URLs", float64(done)/float64(len(targets)))
			return extractor.KeepCheck(journal, key, check)
		}})
}

// checkedFrom is where pages of the site come from, too.
func (r *runner) checkedFrom(ctx context.Context, h config.Host, c *site.Crawl) (source, error) {
	if r.Download.Downloader != "http" {
		src, err := downloaders[r.Download.Downloader](r, h)
		if r.Download.Downloader == "folder" {
			src.Downloader = ofOneSite{src.Downloader, c}
		}
		return src, err
	}
	d := download.NewHTTP(r.httpOptions(h, h.URL.Origin()))
	d.Settle(ctx)
	return source{Downloader: d, release: d.Close}, nil
}

// ofOneSite is a folder, which has one site and would answer for others as well.
type ofOneSite struct {
	extractor.Downloader
	*site.Crawl
}

// Download answers for the site.
func (o ofOneSite) Download(ctx context.Context, r site.Request) site.Response {
	if r.URL.Origin() == o.Site {
		return o.Downloader.Download(ctx, r)
	}
	return site.Response{URL: r.URL, Attempts: 1,
		Failure: site.Failure{Class: site.FailNotArchived, Detail: "the folder has no answer to it"}}
}

// linkedHost is a host whose URLs are checked; the site's own keeps its delay.
func (r *runner) linkedHost(src source, origin site.URL, line config.Host, c *site.Crawl) linked.Host {
	h := r.HostOf(origin)
	h.Connections, h.Delay = 1, r.Linked.Delay
	if origin.Origin() == c.Site || c.Members.Has(origin) {
		h.Delay = line.Delay
	}
	polite, setDelay := r.polite(src, h)
	reader := robotsReader{class: r.Robots.Rules, maxDelay: r.Robots.MaxCrawlDelay}
	return linked.Host{Downloader: polite, Robots: func(ctx context.Context) (linked.Rules, site.RobotsSeen) {
		answer := reader.Fetch(ctx, polite, origin)
		if setDelay != nil {
			setDelay(answer.Delay)
		}
		if answer.Retry {
			return nil, answer.Seen
		}
		return answer.Rules, answer.Seen
	}}
}
