package run

import (
	"context"

	"sitegraph/agents"
	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// options returns the search's options without the journal.
func (s *searcher) options(ctx context.Context) (o agents.Options, err error) {
	values := s.job.Values
	if values == nil {
		if values, err = newTextValues(s.job.Topics); err != nil {
			return o, Usage("%s: %w", s.job.TopicsFile, err)
		}
	}
	first := s.runner.job.Hosts[0].URL
	o = agents.Options{Topics: s.job.Topics, Name: s.plan.Name(), Seeds: s.job.Seeds, Budget: s.Order.Budget,
		Lookahead: s.Order.Lookahead, Delay: s.Sites.CrawlDelay, Values: values,
		Limits: s.LimitsOf(s.HostOf(first), Details{}), Open: s.host, Section: s.Sites.Scope == site.ScopeSection,
		Members: s.membersOf}
	if o.Limits.Downloads *= s.Sites.AtOnce; s.job.List { // there are several hosts
		o.Limits.MaxLevel = 0
	}
	if s.Download.Downloader == "folder" {
		o.Only = first.Origin()
	}
	// The search limits pages itself, in its order.
	o.Parts, err = s.withoutMaxPages().anyParts(ctx, s.job.Job, s.HostOf(first),
		parse.Options{AnchorText: true, Text: true, Around: true})
	o.Parts.Settings = s.Identity(Details{})
	o.Parts.Settings[settingPlan] = s.plan.setting() // another plan makes the search decide again
	return o, err
}

func (s *searcher) membersOf(seed site.URL) (*site.Members, error) {
	h, _, err := config.ParseHost(seed.Origin(), s.Settings)
	if err != nil {
		return nil, Usage("seed %s: %w", seed, err)
	}
	return site.NewMembers(h.Members), nil
}

// keepUses makes the search keep what pages use, if that is to be checked or its state has it already.
func (s *searcher) keepUses(p *extractor.Parts) {
	if d := (Details{Uses: keepsUses(s.Linked)}).Kept(p.Journal); d.Uses {
		p.Uses, p.Settings[detailUses] = parse.Uses, detailKept
	}
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

// source returns where agents read a host's pages, which is the web, an archive or a saved site.
func (s *searcher) source(h config.Host, named bool) (source, error) {
	o := s.httpOptions(h, SearchName)
	o.Public = !named
	return downloaders[s.Download.Downloader](s.runner, o, s.searchDay)
}
