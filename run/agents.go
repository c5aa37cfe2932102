package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sitegraph/agents"
	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/export"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// AgentsJob is a crawl by topical agents.
type AgentsJob struct {
	Job                      // its hosts are the seeds' hosts
	Topics     config.Topics // the agents
	TopicsFile string        // path of the file of topics
	TopicsText string        // its text, for the manifest
	Seeds      []site.URL    // seeds of the command line, which belong to no agent
	List       bool          // visits only the seeds of the command line
	Values     agents.Values // values pages and links for the agents; nil means by their texts
}

// AgentsOutcome is the result of a crawl by agents.
type AgentsOutcome struct {
	Search    *site.Search  // nil if it never began or failed
	Dir       *export.Dir   // files about all topics; nil if none were written
	TopicDirs []*export.Dir // files of each topic, in the order of the agents
	Over      bool          // the watched archive has no day left
}

func (j AgentsJob) use() pairs.Use {
	u := pairs.Use{
		Settings: j.Settings, Command: pairs.OfAgents, List: j.List, RetryFailed: j.RetryFailed,
	}
	if j.Watch {
		u.Command = pairs.OfWatchedAgents
	}
	return u
}

// SearchDir returns the folder of a search by agents and the prefix of its files about all topics.
func (c Config) SearchDir() (dir, name string) { return c.Path(topicsFolder), topicsFolder }

// SearchStateDir returns the state folder of a search by agents.
func (c Config) SearchStateDir() string { return c.Path(filepath.Join(topicsFolder, "state")) }

// Agents crawls with topical agents and writes the files. When ctx ends, the search stops and writes its files.
func Agents(ctx context.Context, job AgentsJob) (out AgentsOutcome, err error) {
	s := newSearcher(job)
	if err := job.use().Check(); err != nil {
		return out, Usage("%w", err)
	}
	options, err := s.options(ctx)
	if err != nil {
		return out, err
	}
	err = s.within(ctx, func(ctx context.Context) (err error) {
		out, err = s.search(s.openArchive(ctx, s.plan.Name()), options)
		return err
	})
	return out, err
}

// search runs the search and writes the files, once everything is open.
func (s *searcher) search(ctx context.Context, options agents.Options) (out AgentsOutcome, err error) {
	if options.Parts.Journal, err = s.journal(); err != nil {
		return out, err
	}
	// The search keeps what pages use if that is to be checked, or if its state has it already.
	if p := options.Parts; (Details{Uses: keepsUses(s.Linked)}).Kept(p.Journal).Uses {
		options.Parts.Uses, p.Settings[detailUses] = parse.Uses, detailKept
	}
	if err := s.watchSearch(&options.Parts); err != nil {
		return out, err
	}
	out.Over = s.days.over()
	observer, err := s.observe(SearchName, "")
	if err != nil {
		return out, err
	}
	options.Parts.Observer, options.Progress = searchObserver{observer}, observer.Searched
	var search *site.Search
	var links agents.Links
	err = site.Safely(func() (err error) {
		search, links, err = agents.Run(ctx, options)
		return err
	})
	if err != nil {
		return out, errors.Join(fmt.Errorf("search %s: %w", options.Name, err), observer.failed())
	}
	if err := observer.searched(search); err != nil {
		return out, err
	}
	out.Search = search
	err = site.Safely(func() (err error) {
		if err := s.checkSearch(ctx, search); err != nil {
			return err
		}
		read := func(use func(evidence.Journal) error) error { return use(options.Parts.Journal) }
		in := s.job.withMoments(context.WithoutCancel(ctx), s.files(search, links), s.plan, read)
		in.Computing = s.job.Observer.Computing
		if out.Dir, out.TopicDirs, err = s.WriteSearch(in); err != nil {
			return err
		}
		return s.records.wrote(SearchName, iterationOfSearch(search))
	})
	return out, err
}

type searcher struct {
	*runner
	job AgentsJob
}

func newSearcher(job AgentsJob) *searcher {
	if job.Now == nil {
		job.Now = time.Now
	}
	s := &searcher{job: job, runner: &runner{Config: job.Config, dial: map[string]string{},
		stateDir: job.SearchStateDir(), job: job.Job}}
	s.plan = newSearchPlan(job)
	s.runner.job.Hosts = append(s.runner.job.Hosts, job.SeedHosts(job.Topics, job.Seeds)...)
	return s
}

// SeedHosts returns the sites of all seeds of a search.
func (c Config) SeedHosts(t config.Topics, common []site.URL) (hosts []config.Host) {
	for _, a := range append([]config.Agent{{Seeds: common}}, t.Agents...) {
		hosts = append(hosts, site.Each(a.Seeds, c.HostOf)...)
	}
	return hosts
}

func (s *searcher) journal() (evidence.Journal, error) {
	if s.job.FromScratch {
		if err := s.store.Forget(SearchName); err != nil {
			return nil, err
		}
	}
	return s.store.Journal(SearchName)
}

func (s *searcher) checkSearch(ctx context.Context, search *site.Search) error {
	visited := map[string]bool{}
	for _, v := range search.Visits {
		visited[site.OriginIn(v.URL)] = true
	}
	h := s.runner.job.Hosts[0]
	for _, other := range s.runner.job.Hosts[1:] {
		h.Further = append(h.Further, other.URL)
	}
	left, notes, err := s.checkLinked(ctx, linking{name: search.Name, journal: SearchName, host: h,
		targets: search.Linked, only: h.URL.Origin(), never: search.Ended.NeverBegan(),
		own:   func(u site.URL) bool { return visited[u.Origin()] },
		saved: func() (source, error) { return s.source(h, true) }})
	search.Unchecked, search.Notes = left, slices.Concat(search.Notes, archiveNotes(s.captures), notes)
	return err
}

func (s *searcher) identity() map[string]string {
	id := s.Identity(Details{})
	maps.Copy(id, s.deciding())
	if s.Sites.Scope != site.ScopeHost {
		id["[sites] scope"] = s.Sites.Scope
	}
	if s.Sites.Sitemaps != "off" {
		id["[sites] sitemaps"] = s.Sites.Sitemaps
	}
	return id
}

// deciding returns the settings that decide what agents visit, by the names in reports.
func (s *searcher) deciding() map[string]string {
	id, t := map[string]string{}, s.job.Topics
	id["[order] lookahead"] = fmt.Sprint(s.Order.Lookahead)
	id["[limits] refused"] = fmt.Sprint(s.Limits.Refused)
	id["[sites] crawl_delay"] = fmt.Sprint(s.Sites.CrawlDelay)
	id["[robots] max_crawl_delay"] = fmt.Sprint(s.runner.Robots.MaxCrawlDelay)
	id["seeds of the command line"] = cmp.Or(urls(s.job.Seeds), none)
	for name, value := range map[string]any{
		"scheme": t.Scheme, "matching": t.Matching, "clock": t.Clock, "lifetime": t.Lifetime, "interval": t.Interval,
		"understanding": understanding(t), "page_energy": t.PageEnergy, "step": t.Step, "won_time": t.WonTime,
		"won_space": t.WonSpace, "space": t.Space, "lots": t.Lots, "whole": t.Whole, "foreign": t.Foreign,
	} { // without [finish], since more time continues the same search
		id["topics: "+name] = fmt.Sprint(value)
	}
	var names []string
	for _, a := range t.Agents {
		names = append(names, a.Name)
		id[fmt.Sprintf("topic %q", a.Name)] = fmt.Sprintf("keywords %q, language %q, seeds %s, hosts %s, energy %v, "+
			"target %d", a.Keywords, a.Language, urls(a.Seeds), strings.Join(a.Hosts, " "), a.Energy, a.Target)
	}
	id["topics"] = strings.Join(names, ", ")
	return id
}

// understanding formats the setting as in states of earlier versions, unless agents are not strict.
func understanding(t config.Topics) string {
	if t.Strict {
		return fmt.Sprint(t.Understanding)
	}
	return fmt.Sprint(t.Understanding, ", strict = false")
}

func urls(all []site.URL) string {
	return strings.Join(site.Each(all, site.URL.String), " ")
}

func (s *searcher) files(search *site.Search, links agents.Links) SearchFiles {
	in := SearchFiles{Search: search, All: agents.Graph(search, site.Nobody, links), TopicsText: s.job.TopicsText,
		Settings: s.identity()}
	for q := range search.Agents {
		in.Topics = append(in.Topics, agents.Graph(search, q, links))
	}
	return in
}
