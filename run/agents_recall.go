package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sitegraph/agents"
	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// SearchPlan is what a search by agents was asked for: whoever reads the search later finds the topics here.
type SearchPlan struct {
	// File is the path of the file of topics, Text what it said, Seeds are those of the command line.
	File  string   `json:"file"`
	Text  string   `json:"text"`
	Seeds []string `json:"seeds,omitempty"`
	List  bool     `json:"list,omitempty"`
	// Settings are those that decide, beside the topics, by name.
	Settings map[string]string `json:"settings"`
}

// planned are the names of the settings of plans.
var planned = []string{"order.lookahead", "limits.refused", "sites.crawl_delay", "robots.max_crawl_delay",
	"sites.scope", "sites.max_depth", "sites.sitemaps", "walk.include", "walk.exclude"}

func newSearchPlan(j AgentsJob) *SearchPlan {
	p := &SearchPlan{File: j.TopicsFile, Text: j.TopicsText, List: j.List, Settings: settingsOf(j.Settings)}
	maps.DeleteFunc(p.Settings, func(name, _ string) bool { return !slices.Contains(planned, name) })
	for _, u := range j.Seeds {
		p.Seeds = append(p.Seeds, u.String())
	}
	return p
}

// Name is that of the search: of the file of topics, without its ending.
func (p *SearchPlan) Name() string {
	base := filepath.Base(p.File)
	return cmp.Or(strings.TrimSuffix(base, filepath.Ext(base)), topicsFolder)
}

// settingPlan is the setting of a journal that has the plan of a search.
const settingPlan = "[order] plan"

// setting is the plan as a journal has it, the same wherever the file of topics is.
func (p SearchPlan) setting() string {
	p.File = filepath.Base(p.File)
	text, _ := json.Marshal(p) // all of it can be written
	return string(text)
}

// planIn is the plan by which the search of a journal was decided last; nil if it never began.
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

// FindSearch returns the plan of the search by agents whose state there is, nil if there is none.
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

// Recalled names the search to give an account of.
type Recalled struct {
	// Plan is that of the search, Moment the point in its history.
	Plan   *SearchPlan
	Moment extractor.Moment
	// Details are those that the state must have.
	Details Details
	// Copy reads a copy of the state in any case, NoBelief leaves out what a policy believes of the search.
	Copy, NoBelief bool
}

// RecallSearch returns what the state has of a search by agents, also while it goes on. Nothing is requested, and
// nothing is written.
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

// readSearch has use read the journal of the search as it was at the moment.
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

// recallIn is RecallSearch for a journal, by the plan that held at the moment. Ended is how the last run ended.
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
