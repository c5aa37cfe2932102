package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sitegraph/agents"
	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// SearchPlan is the user's request for a search by agents. The state keeps it for later readers.
type SearchPlan struct {
	File     string            `json:"file"`            // path of the file of topics
	Text     string            `json:"text"`            // its text
	Seeds    []string          `json:"seeds,omitempty"` // seeds of the command line
	List     bool              `json:"list,omitempty"`  // as in AgentsJob
	Settings map[string]string `json:"settings"`        // other settings that decide the search, by name
}

// planned lists the settings that a plan keeps.
var planned = []string{"order.lookahead", "limits.refused", "sites.crawl_delay", "robots.max_crawl_delay",
	"sites.scope", "sites.max_depth", "sites.sitemaps", "walk.include", "walk.exclude"}

func newSearchPlan(j AgentsJob) *SearchPlan {
	p := &SearchPlan{File: j.TopicsFile, Text: j.TopicsText, List: j.List, Settings: settingsOf(j.Settings)}
	maps.DeleteFunc(p.Settings, func(name, _ string) bool { return !slices.Contains(planned, name) })
	p.Seeds = site.Each(j.Seeds, site.URL.String)
	return p
}

// Name returns the name of the search, which is the topics file's name without extension.
func (p *SearchPlan) Name() string {
	base := filepath.Base(p.File)
	return cmp.Or(strings.TrimSuffix(base, filepath.Ext(base)), topicsFolder)
}

const settingPlan = "[order] plan" // name of the plan among a journal's settings

// setting encodes the plan for a journal. It does not depend on the topics file's folder.
func (p SearchPlan) setting() string {
	p.File = filepath.Base(p.File)
	text, _ := json.Marshal(p) // cannot fail
	return string(text)
}

// planIn returns the plan in a journal, or nil if the search never began.
func planIn(j evidence.Journal) (*SearchPlan, error) {
	_, settings, err := extractor.SiteOf(j)
	if err != nil || settings[settingPlan] == "" {
		return nil, err
	}
	p := &SearchPlan{}
	if err := json.Unmarshal([]byte(settings[settingPlan]), p); err != nil {
		return nil, fmt.Errorf("plan of the search in the state: %w", err)
	}
	return p, nil
}

func (p *SearchPlan) job(c Config) (job AgentsJob, err error) {
	if err = c.Take(p.Settings); err != nil {
		return job, fmt.Errorf("settings of the search in the state: %w", err)
	}
	job = AgentsJob{Job: Job{Config: c}, TopicsFile: p.File, TopicsText: p.Text, List: p.List}
	if job.Topics, err = config.ReadTopics(strings.NewReader(p.Text), p.File); err != nil {
		return job, err
	}
	for _, text := range p.Seeds {
		u, err := site.Parse(text)
		if err != nil {
			return job, fmt.Errorf("seed of the search: %w", err)
		}
		job.Seeds = append(job.Seeds, u)
	}
	return job, nil
}

// FindSearch returns the plan of the search in the state, nil if there is none.
func (c Config) FindSearch() (*SearchPlan, error) {
	if _, err := os.Stat(c.SearchStateDir()); err != nil || c.Store.Store == "memory" {
		return nil, nil
	}
	status, err := searchStatus(c)
	return status.Plan, err
}

func searchStatus(c Config) (Status, error) {
	all, err := ReadStatus(c.SearchStateDir(), SearchName)
	return all[SearchName], err
}

// Recalled names a search to recall.
type Recalled struct {
	Plan     *SearchPlan      // the user's request
	Moment   extractor.Moment // moment in its history
	Details  Details          // details that the state must have
	Copy     bool             // always reads a copy of the state
	NoBelief bool             // leaves out the policy's belief about pages
}

// RecallSearch returns a search by agents from the state, even a running one. It requests and writes nothing.
func (c Config) RecallSearch(ctx context.Context, of Recalled) (in SearchFiles, err error) {
	status := Status{}
	if of.Moment == (extractor.Moment{}) {
		if status, err = searchStatus(c); err != nil {
			return in, err
		}
	}
	read := func(use func(evidence.Journal) error) error { return readSearch(c, of, use) }
	err = read(func(j evidence.Journal) (err error) {
		in, err = c.recallIn(ctx, j, of, status.Ended)
		return err
	})
	if err != nil {
		return in, err
	}
	return c.withMoments(ctx, in, of.Plan, read), nil
}

// readSearch lets use read the journal of the search as it was at the moment.
func readSearch(c Config, of Recalled, use func(evidence.Journal) error) (err error) {
	open := store.OpenForReading
	if of.Copy {
		open = store.OpenCopy
	}
	st, err := open(c.SearchStateDir())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	j, err := st.Journal(SearchName)
	if err != nil {
		return err
	}
	then, err := of.Moment.Cut(j)
	if err != nil {
		return err
	}
	return use(then)
}

// recallIn recalls the search in a journal by the plan at the moment. ended says how the last run ended.
func (c Config) recallIn(ctx context.Context, j evidence.Journal, of Recalled, ended site.Ending) (in SearchFiles,
	err error) {

	if j, err = of.Moment.Cut(j); err != nil {
		return in, err
	}
	plan, err := planIn(j)
	if err != nil {
		return in, err
	}
	job, err := cmp.Or(plan, of.Plan).job(c)
	if err != nil {
		return in, err
	}
	s := newSearcher(job)
	options, err := s.options(ctx)
	if err != nil {
		return in, err
	}
	options.Name, options.Parts.Journal = of.Plan.Name(), j
	if of.NoBelief {
		options.Parts.Believe = nil
	}
	if of.Details.Uses {
		options.Parts.Settings[detailUses] = detailKept
	}
	search, links, err := agents.Recall(options, ended)
	if err != nil {
		return in, fmt.Errorf("search %s: %w", options.Name, err)
	}
	return s.files(search, links), nil
}

// withMoments gives the graphs of a watched search their earlier iterations. When somebody asks, read opens the
// journal, and each iteration is recalled once for all graphs by the plan of that time.
func (c Config) withMoments(ctx context.Context, in SearchFiles, plan *SearchPlan,
	read func(use func(evidence.Journal) error) error) SearchFiles {

	if in.All.Watched == nil {
		return in
	}
	its := in.All.Watched.Iterations
	before := sync.OnceValues(func() (all []SearchFiles, err error) {
		err = read(func(j evidence.Journal) error {
			for number := 1; number < len(its) && err == nil; number++ {
				var then SearchFiles
				then, err = c.recallIn(ctx, j, Recalled{Plan: plan, NoBelief: true,
					Moment: extractor.Moment{Iteration: number}}, "")
				all = append(all, then.graphs())
			}
			return err
		})
		return all, err
	})
	give := func(crawl *site.Crawl, of func(SearchFiles) *site.Crawl) {
		crawl.Watched.Moments = moments(crawl, its, before, of)
	}
	give(in.All, func(then SearchFiles) *site.Crawl { return then.All })
	for _, topic := range in.Topics {
		give(topic, func(then SearchFiles) *site.Crawl { return then.topic(topic.Site) })
	}
	return in
}

func moments(crawl *site.Crawl, its []site.Iteration, before func() ([]SearchFiles, error),
	of func(SearchFiles) *site.Crawl) iter.Seq2[*site.Crawl, error] {

	now := crawl.Graph
	return func(yield func(*site.Crawl, error) bool) {
		all, err := before()
		if err != nil {
			yield(nil, err)
			return
		}
		moment := func(i int, g *site.Graph) *site.Crawl {
			return &site.Crawl{Site: crawl.Site, Graph: g, Watched: &site.Watched{Iterations: its[:i+1]}}
		}
		for i, then := range all {
			if !yield(moment(i, of(then).Graph), nil) {
				return
			}
		}
		yield(moment(len(all), now), nil)
	}
}

func (in SearchFiles) graphs() SearchFiles {
	out := SearchFiles{All: &site.Crawl{Graph: in.All.Graph}}
	for _, t := range in.Topics {
		out.Topics = append(out.Topics, &site.Crawl{Site: t.Site, Graph: t.Graph})
	}
	return out
}

// topic returns a topic's graph. It has no pages if there was no topic with that name.
func (in SearchFiles) topic(name string) *site.Crawl {
	for _, t := range in.Topics {
		if t.Site == name {
			return t
		}
	}
	return &site.Crawl{Graph: &site.Graph{Offsets: []int{0}}}
}
