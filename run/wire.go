package run

import (
	"context"
	"fmt"
	"maps"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"sitegraph/config"
	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/fleet"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/refusal"
	"sitegraph/extractor/robots"
	"sitegraph/extractor/scope"
	"sitegraph/extractor/stop"
	"sitegraph/site"
)

const agent = "sitegraph" // this program's name in robots.txt

// source is where pages come from. release frees its resources.
type source struct {
	extractor.Downloader
	release func()
}

// downloaders has the values of [download] downloader. An archive is read as at the end of day.
var downloaders = map[string]func(*runner, download.HTTPOptions, func() (archiveDay, error)) (source, error){
	"http": func(_ *runner, o download.HTTPOptions, _ func() (archiveDay, error)) (source, error) {
		d := download.NewHTTP(o)
		return source{Downloader: d, release: d.Close}, nil
	},
	"folder": func(r *runner, _ download.HTTPOptions, _ func() (archiveDay, error)) (source, error) {
		f, err := download.NewFolder(r.Download.Folder, r.Download.MaxBody, r.giveUp)
		if err != nil {
			return source{}, Usage("[download] folder: %w", err)
		}
		return source{Downloader: f, release: func() { f.Close() }}, nil
	},
	"warc": func(r *runner, o download.HTTPOptions, day func() (archiveDay, error)) (source, error) {
		at, err := day()
		a := download.NewArchive(r.captures.Until(at.until), o, func(err error) { // it can no longer be read
			r.giveUp(fmt.Errorf("[download] archive: %w", err))
		})
		return source{Downloader: a, release: func() {}}, err
	},
}

func (r *runner) source(h config.Host) (source, error) {
	return downloaders[r.Download.Downloader](r, r.httpOptions(h, h.URL.Origin()),
		func() (archiveDay, error) { return r.day(h) })
}

// httpOptions returns the options for a site. journal is its name in the state.
func (r *runner) httpOptions(h config.Host, journal string) download.HTTPOptions {
	d := r.Download
	options := download.HTTPOptions{
		UserAgent: userAgent(d), ConnectTimeout: d.ConnectTimeout, HeaderTimeout: d.HeaderTimeout, Timeout: d.Timeout,
		MaxBody: d.MaxBody, MaxHeader: d.MaxHeader, MaxConnsPerHost: h.Connections,
		Host: h.URL.Host, Public: h.Linked, Dial: r.dial, Credentials: r.credentials,
		Lookup: r.Lookup, Decisions: hostNotes{r.store, journal}, MayAsk: r.job.MayAsk, GiveUp: r.giveUp,
	}
	if r.Sites.Scope != site.ScopeEntity { // else the user did not name the members
		options.Named = site.NewMembers(h.Members).Named()
	}
	for _, u := range h.Further {
		if u.Host != h.URL.Host {
			options.Named = append(options.Named, u.Host)
		}
	}
	if r.archive != nil {
		options.Recorder = r.archive
	}
	return options
}

func userAgent(d config.Download) string {
	switch {
	case d.UserAgent != "":
		return d.UserAgent
	case d.Contact == "":
		return agent + "/" + Version
	}
	return fmt.Sprintf("%s/%s (+%s)", agent, Version, d.Contact)
}

func (c Config) stopConditions() []stop.Condition {
	o := stop.Options{Timeout: c.Finish.Timeout, StopFile: c.Path(c.Finish.StopFile), MaxPages: c.Walk.MaxPages}
	return site.Each(c.Finish.Finishers, func(name string) stop.Condition { return stop.New(name, o) })
}

// newNormaliser returns the URL profile's rules. Only rule III.3 needs the site's IP addresses and queries DNS.
func newNormaliser(ctx context.Context, profile string, u site.URL) (*site.Normaliser, error) {
	hosts := map[string]string{}
	if strings.Contains(profile, string(site.RuleIPToHost)) {
		ips, err := net.DefaultResolver.LookupHost(ctx, u.Host)
		if err := download.Shortage(err); err != nil { // the first fetch shows other errors
			return nil, fmt.Errorf("addresses of %s: %w: run again to resume", u.Host, err)
		}
		for _, ip := range ips {
			hosts[ip] = u.Host
		}
	}
	return site.NewNormaliser(profile, hosts)
}

type robotsReader config.Robots

// Fetch gets and judges robots.txt. The class none requests nothing.
func (r robotsReader) Fetch(ctx context.Context, d extractor.Downloader, origin site.URL) extractor.RobotsAnswer {
	if r.Rules == robots.ClassNone {
		return r.Judge(site.RobotsSeen{Access: site.RobotsAllow, Why: site.RobotsNotAsked, Fetched: time.Now()})
	}
	get := func(ctx context.Context, u site.URL) site.Response {
		return d.Download(ctx, site.Request{URL: u, Robots: true})
	}
	return r.Judge(robots.Fetch(ctx, get, origin))
}

// Judge judges a robots.txt that was fetched before.
func (r robotsReader) Judge(seen site.RobotsSeen) extractor.RobotsAnswer {
	ruling := robots.Rule(r.Rules, seen, agent, r.MaxCrawlDelay)
	return extractor.RobotsAnswer{Seen: seen, Rules: ruling.Rules, Delay: ruling.CrawlDelay, Retry: ruling.Retry}
}

// Judge judges a robots.txt that was fetched before, as a crawl with these settings would.
func (c Config) Judge(seen site.RobotsSeen) extractor.RobotsAnswer {
	return robotsReader(c.Robots).Judge(seen)
}

// JudgeAs judges a robots.txt for a robot. "" means a crawl with these settings.
func (c Config) JudgeAs(seen site.RobotsSeen, robot string) extractor.Rules {
	if robot == "" {
		return c.Judge(seen).Rules
	}
	return robots.Rule(robots.ClassRFC9309, seen, robot, 0).Rules
}

// begun is what a site's crawl needs. release frees it.
type begun struct {
	parts    extractor.Parts
	limits   scope.Limits
	observer *siteObserver
	release  func()
}

// begin assembles the parts of a site's crawl and records that it is running.
func (r *runner) begin(ctx context.Context, h config.Host) (*begun, error) {
	line := h.URL.Origin()
	journal, err := r.store.Journal(line)
	if err != nil {
		return nil, err
	}
	details := r.Details().and(r.kept[line])
	b := &begun{limits: r.LimitsOf(h, details)}
	if b.parts, b.release, err = r.parts(ctx, h, details); err != nil {
		return nil, err
	}
	if b.observer, err = r.observe(line, evidence.ScopeOf(b.parts.Settings)); err != nil {
		b.release()
		return nil, err
	}
	b.parts.Journal, b.parts.Observer = journal, b.observer
	return b, nil
}

// parts assembles the parts of one site's crawl.
func (r *runner) parts(ctx context.Context, h config.Host, d Details) (p extractor.Parts, release func(), err error) {
	src, err := r.source(h)
	if err != nil {
		return p, nil, err
	}
	defer func() {
		if err != nil {
			src.release()
		}
	}()
	if p, err = r.anyParts(ctx, r.job, h, parse.Options{AnchorText: d.Texts, Text: r.job.Watch,
		Prose: r.take != nil}); err != nil {
		return p, nil, err
	}
	line := h.URL.Origin()
	p.LogsIn = refusal.LogsIn
	p.Claim = func(origin string) bool { return r.claims.claim(line, origin) }
	p.Members, p.SchemeOpen = site.NewMembers(h.Members), h.SchemeOpen
	p.Further, p.List, p.Section = h.Further, h.List, r.Sites.Scope == site.ScopeSection
	p.Settings = r.Identity(d)
	maps.Copy(p.Settings, extractor.Beginning(h.URL, p))
	day, err := r.day(h)
	if !day.until.IsZero() {
		p.Now = func() time.Time { return day.until }
	}
	if err == nil && r.job.Watch && !day.over {
		p.Watch, err = r.watch(line, h)
	}
	if err != nil {
		return p, nil, err
	}
	p.Times = r.Report.Times
	if d.Uses {
		p.Uses = parse.Uses
	}
	p.Downloader, p.SetDelay = politeByHost(r.Download, src, h)
	if r.take != nil {
		p.Parser = telling{p.Parser, r.take}
	}
	p.StopConditions = append(p.StopConditions, func(site.Progress) (site.Ending, bool) {
		return site.EndedSignal, r.job.lineStopped(line)
	})
	return p, src.release, nil
}

// anyParts returns the parts that site crawls and searches share. A search begins at h.
func (c Config) anyParts(ctx context.Context, job Job, h config.Host, o parse.Options) (p extractor.Parts, err error) {
	reader := robotsReader(c.Robots)
	p = extractor.Parts{Digest: dedup.Digest, Encoder: parse.QueryEncoder, Refused: refusal.Of, Now: job.Now,
		Robots: reader, RetryFailed: job.RetryFailed,
		Believe: func(history *evidence.History) *site.Belief { return c.Believe(history, h) }}
	if c.Sites.Sitemaps != "off" {
		p.Sitemaps, p.SitemapStarts = reader.listed, c.Sites.Sitemaps == "start"
	}
	if p.Key, err = dedup.New(c.Duplicates.Key); err != nil {
		return p, Usage("%w", err)
	}
	o.Elements, o.Pieces = c.Walk.Elements, p.Stable
	o.Text = o.Text || p.Open != nil
	if p.Parser, err = parse.New(c.Parse.Parser, o); err != nil {
		return p, Usage("%w", err)
	}
	p.StopConditions = c.stopConditions()
	p.Normaliser, err = newNormaliser(ctx, c.Walk.URLProfile, h.URL)
	return p, err
}

// polite wraps a source for one site:
//
//	retry → limit → delay → source
//
// The delay is the line's, or the Crawl-delay of robots.txt if that is longer. Sources on disk need none.
func polite(set config.Download, src source, h config.Host) (extractor.Downloader, func(time.Duration)) {
	if set.Downloader != "http" {
		return src, nil
	}
	var delay atomic.Int64
	delay.Store(int64(h.Delay))
	setDelay := func(d time.Duration) { delay.Store(int64(max(d, h.Delay))) }
	spaced := download.NewDelay(src, func() time.Duration { return time.Duration(delay.Load()) })
	return &download.Retry{
		Next:  download.NewLimit(spaced, h.Connections),
		Tries: set.Tries, Wait: set.RetryWait, MaxRetryAfter: set.MaxRetryAfter,
	}, setDelay
}

// politeByHost wraps a source for one site, or for each host of an entity.
func politeByHost(by config.Download, src source, h config.Host) (extractor.Downloader, func(site.URL, time.Duration)) {
	f := fleet.New(fleet.Options{Now: time.Now, Open: func(site.URL) (fleet.Host, error) {
		d, set := polite(by, src, h)
		return fleet.Host{Downloader: d, SetDelay: set}, nil
	}, Of: func(u site.URL) string {
		if h.Members == nil {
			return ""
		}
		return u.Host
	}})
	return f, f.SetDelay
}
