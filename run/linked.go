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

// linkedKinds has the names in [linked] check.
var linkedKinds = map[string]site.LinkedKind{"documents": site.LinkedDocument, "external": site.LinkedExternal,
	"fonts": site.LinkedFont, "images": site.LinkedImage, "scripts": site.LinkedScript, "styles": site.LinkedStyle}

func kindsToCheck(l config.Linked) []site.LinkedKind {
	return site.Each(l.Check, func(name string) site.LinkedKind { return linkedKinds[name] })
}

func keepsUses(l config.Linked) bool {
	return slices.ContainsFunc(kindsToCheck(l), func(k site.LinkedKind) bool {
		return k != site.LinkedDocument && k != site.LinkedExternal
	})
}

// linking has the URLs to check, found on a site or in a search by agents.
type linking struct {
	name    string      // name for the observer
	journal string      // its name in the state
	host    config.Host // host of the site, or of the seeds
	targets []*site.Linked
	own     func(origin site.URL) bool // reports whether a host keeps the delay for pages
	saved   func() (source, error)     // opens the pages' source, if not the web
	only    string                     // the only origin in a folder
	never   bool                       // the crawl never began
}

func (r *runner) linkingOf(h config.Host, c *site.Crawl) linking {
	return linking{name: c.Site, journal: h.URL.Origin(), host: h, targets: c.Linked, only: c.Site,
		never: c.Ended.NeverBegan(),
		own:   func(u site.URL) bool { return u.Origin() == c.Site || c.Members.Has(u) },
		saved: func() (source, error) { return r.source(h) }}
}

// checkLinked checks linked and used URLs if the crawl is complete. It returns the number left for another run.
func (r *runner) checkLinked(ctx context.Context, l linking) (left int, notes []string, err error) {
	if most := r.Linked.MaxURLs; most > 0 && len(l.targets) > most {
		notes = append(notes, fmt.Sprintf("[linked] max_urls: %d of %d URLs that pages link to or "+
			"use are not checked", len(l.targets)-most, len(l.targets)))
		l.targets = l.targets[:most]
	}
	before := map[*site.Linked]site.LinkCheck{} // restored if there is no new check
	for _, t := range l.targets {
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
	if !slices.ContainsFunc(l.targets, unchecked) {
		return 0, notes, nil
	}
	if !r.stopped(ctx) && !r.job.lineStopped(l.journal) && !l.never {
		if err := r.check(ctx, l); err != nil {
			return 0, notes, err
		}
	}
	for _, t := range l.targets {
		if unchecked(t) {
			left++
		}
	}
	if left > 0 {
		notes = append(notes, fmt.Sprintf("%s that pages link to or use %s not checked yet: run the same command again",
			wording.Count(left, "URL", "URLs"), wording.Form(left, "was", "were")))
	}
	return left, notes, nil
}

func (r *runner) check(ctx context.Context, l linking) error {
	journal, err := r.store.Journal(l.journal)
	if err != nil {
		return err
	}
	src, err := r.checkedFrom(ctx, l)
	if err != nil {
		return err
	}
	defer src.release()
	begun, done := r.job.Now(), 0
	return linked.Check(ctx, l.targets, linked.Options{Hosts: r.Linked.Hosts, MaxRedirects: r.Walk.MaxRedirects,
		Open: func(origin site.URL) linked.Host { return r.linkedHost(src, origin, l) },
		Stop: func() bool {
			late := r.Linked.MaxTime > 0 && r.job.Now().Sub(begun) > r.Linked.MaxTime
			return late || r.stopped(ctx) || r.job.lineStopped(l.journal)
		},
		Keep: func(key string, check site.LinkCheck) error {
			done++
			r.job.Observer.Computing(l.name, "checks of linked URLs", float64(done)/float64(len(l.targets)))
			return extractor.KeepCheck(journal, key, check)
		}})
}

// checkedFrom opens the source of the checked URLs, which is the pages' source or the web.
func (r *runner) checkedFrom(ctx context.Context, l linking) (source, error) {
	if r.Download.Downloader != "http" {
		src, err := l.saved()
		if r.Download.Downloader == "folder" {
			src.Downloader = ofOneSite{src.Downloader, l.only}
		}
		return src, err
	}
	d := download.NewHTTP(r.httpOptions(l.host, l.journal))
	d.Settle(ctx)
	return source{Downloader: d, release: d.Close}, nil
}

// ofOneSite restricts a folder, which would answer for any site, to one site.
type ofOneSite struct {
	extractor.Downloader
	origin string
}

// Download answers for the one site only.
func (o ofOneSite) Download(ctx context.Context, r site.Request) site.Response {
	if r.URL.Origin() == o.origin {
		return o.Downloader.Download(ctx, r)
	}
	return site.Response{URL: r.URL, Attempts: 1,
		Failure: site.Failure{Class: site.FailNotArchived, Detail: "the folder has no answer to it"}}
}

// linkedHost returns a host to check URLs on. A host of pages keeps its delay.
func (r *runner) linkedHost(src source, origin site.URL, l linking) linked.Host {
	h := r.HostOf(origin)
	h.Connections, h.Delay = 1, r.Linked.Delay
	if l.own(origin) {
		h.Delay = l.host.Delay
	}
	from, setDelay := polite(r.Download, src, h)
	reader := robotsReader(r.Robots)
	return linked.Host{Downloader: from, Robots: func(ctx context.Context) (linked.Rules, site.RobotsSeen) {
		answer := reader.Fetch(ctx, from, origin)
		if setDelay != nil {
			setDelay(answer.Delay)
		}
		if answer.Retry {
			return nil, answer.Seen
		}
		return answer.Rules, answer.Seen
	}}
}
