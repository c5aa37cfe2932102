package run

import (
	"context"
	"errors"
	"net/url"

	"sitegraph/agents"
	"sitegraph/agents/market"
	"sitegraph/config"
	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// options returns the search's options without the journal.
func (s *searcher) options(ctx context.Context) (o agents.Options, err error) {
	values := s.job.Values
	if values == nil {
		scorer, err := market.NewScorer(site.Each(s.job.Topics.Agents, topicOf)...)
		if err != nil {
			return o, Usage("%s: %w", s.job.TopicsFile, err)
		}
		values = textValues{scorer}
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
	o.Parts, err = withoutMaxPages(s.Config).anyParts(ctx, s.job.Job, s.HostOf(first),
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

// CheckTopics refuses topics without seeds and keywords without meaning. Errors name the lines in the file.
func CheckTopics(t config.Topics, common []site.URL, file string) error {
	var errs []error
	for _, a := range t.Agents {
		if len(a.Seeds)+len(common) == 0 {
			errs = append(errs, Usage("%s:%d: [%s]: no seeds; add a line seeds = https://example.org/, or name "+
				"seeds for all agents on the command line", file, a.Line, a.Name))
		}
		if _, err := market.NewScorer(topicOf(a)); err != nil {
			errs = append(errs, Usage("%s:%d: %w", file, a.Line, err))
		}
	}
	return errors.Join(errs...)
}

func topicOf(a config.Agent) market.Topic {
	return market.Topic{Name: a.Name, Keywords: a.Keywords, Language: a.Language}
}

type textValues struct{ *market.Scorer }

// Page learns and values a page.
func (v textValues) Page(p agents.PageText) []float64 {
	return v.Scorer.Page(p.Title+"\n"+p.Text, p.Language)
}

// Link values a link on the last page by its texts, and a URL from a sitemap by the words in its path and query.
func (v textValues) Link(l agents.LinkText) []float64 {
	if !l.Listed {
		return v.Scorer.Link(l.Anchor, l.Around)
	}
	u, err := site.Parse(l.URL)
	if err != nil {
		return nil
	}
	words := u.Target()
	if plain, err := url.PathUnescape(words); err == nil {
		words = plain
	}
	return v.Scorer.Words(words)
}
