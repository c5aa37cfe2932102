package run

import (
	"context"

	"sitegraph/agents"
	"sitegraph/config"
	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/refusal"
	"sitegraph/site"
)

// options are what the search is made of, but for the journal.
func (s *searcher) options(ctx context.Context) (o agents.Options, err error) {
	values := s.job.Values
	if values == nil {
		if values, err = newTextValues(s.job.Topics); err != nil {
			return o, Usage("%s: %w", s.job.TopicsFile, err)
		}
	}
	first := s.allSeeds()[0]
	o = agents.Options{Topics: s.job.Topics, Name: s.plan.Name(), Seeds: s.job.Seeds, Budget: s.Order.Budget,
		Lookahead: s.Order.Lookahead, Delay: s.Sites.CrawlDelay, Values: values,
		Limits: s.LimitsOf(s.HostOf(first), Details{}), Open: s.host, Section: s.Sites.Scope == site.ScopeSection,
		Members: s.membersOf}
	if o.Limits.Downloads *= s.Sites.AtOnce; s.job.List { // of several hosts
		o.Limits.MaxLevel = 0
	}
	if s.Download.Downloader == "folder" {
		o.Only = first.Origin()
	}
	o.Parts, err = s.visiting(ctx, first)
	return o, err
}

func (s *searcher) membersOf(seed site.URL) (*site.Members, error) {
	h, _, err := config.ParseHost(seed.Origin(), s.Settings)
	if err != nil {
		return nil, Usage("seed %s: %w", seed, err)
	}
	return site.NewMembers(h.Members), nil
}

// keepUses has the search keep what pages use, if that is to be checked, or its state does so already.
func (s *searcher) keepUses(p *extractor.Parts) {
	if d := (Details{Uses: keepsUses(s.Linked)}).Kept(p.Journal); d.Uses {
		p.Uses, p.Settings[detailUses] = parse.Uses, detailKept
	}
}

func (s *searcher) visiting(ctx context.Context, first site.URL) (p extractor.Parts, err error) {
	reader := robotsReader(s.runner.Robots)
	p = extractor.Parts{Digest: dedup.Digest, Encoder: parse.QueryEncoder, Refused: refusal.Of, Now: s.job.Now,
		Robots: reader, RetryFailed: s.job.RetryFailed, Settings: s.decided(),
		Believe: func(h *evidence.History) (*site.Belief, error) { return s.Believe(h, s.HostOf(first)) }}
	if p.Key, err = dedup.New(s.Duplicates.Key); err != nil {
		return p, Usage("%w", err)
	}
	p.Parser, err = parse.New(s.Parse.Parser, parse.Options{Elements: s.Walk.Elements, AnchorText: true, Text: true,
		Around: true, Pieces: p.Stable})
	if err != nil {
		return p, Usage("%w", err)
	}
	// The search counts pages in its order.
	if p.StopConditions, err = s.withoutMaxPages().stopConditions(); err != nil {
		return p, err
	}
	p.Sitemaps, p.SitemapStarts = reader.sitemaps(s.Sites.Sitemaps)
	p.Normaliser, err = newNormaliser(ctx, s.Walk.URLProfile, first)
	return p, err
}

func (s *searcher) host(origin site.URL, named bool) (agents.Host, error) {
	h := s.HostOf(origin)
	src, err := s.source(h, named)
	if err != nil {
		return agents.Host{}, err
	}
	d, set := polite(s.Download, src, h)
	return agents.Host{Downloader: d, SetDelay: set, Close: src.release}, nil
}

// source is where agents read the pages of a host: the web, an archive of it, or a saved site.
func (s *searcher) source(h config.Host, named bool) (source, error) {
	o := s.httpOptions(h, SearchName)
	o.Public = !named
	return downloaders[s.Download.Downloader](s.runner, o, s.searchDay)
}
