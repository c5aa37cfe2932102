package desk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/run"
	"sitegraph/site"
)

// Search is the search of a project by topical agents.
type Search struct {
	State    State                `json:"state"`              // at present
	Actions  Actions              `json:"actions"`            // what can be done with it
	Trouble  string               `json:"trouble,omitempty"`  // what is wrong with topics.ini, "" if nothing is
	Ended    site.Ending          `json:"ended,omitempty"`    // how its last run ended
	Complete bool                 `json:"complete"`           // no agent can do more
	Started  time.Time            `json:"started,omitzero"`   // when its first run began
	Updated  time.Time            `json:"updated,omitzero"`   // when the numbers were taken
	Stored   int                  `json:"stored"`             // pages
	Waiting  int                  `json:"waiting"`            // URLs that are known but not visited
	Progress *site.SearchProgress `json:"progress,omitempty"` // nil if it never started
}

type topics struct {
	config.Topics
	text    string
	trouble error
}

const topicsName = "topics.ini" // optional

func readTopics(dir string) *topics {
	text, err := config.ReadRegular(filepath.Join(dir, topicsName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	t := &topics{text: string(text), trouble: err}
	if err == nil {
		t.Topics, t.trouble = parseTopics(t.text)
	}
	return t
}

// parseTopics reads topics and checks that the agents can begin. The error is an *InputError.
func parseTopics(text string) (config.Topics, error) {
	t, err := config.ReadTopics(strings.NewReader(text), topicsName)
	if err == nil {
		err = run.CheckTopics(t, nil, topicsName)
	}
	if err != nil {
		return t, &InputError{err}
	}
	return t, nil
}

// Topics returns the text of topics.ini, "" if there is none.
func (p *Project) Topics() (string, error) { return readText(p.dir, topicsName) }

// SetTopics replaces topics.ini for the next search, or removes it if text is blank. Errors are as for SetSettings.
func (p *Project) SetTopics(text string) error {
	none := strings.TrimSpace(text) == ""
	if !none {
		if _, err := parseTopics(text); err != nil {
			return err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.desk.change()
	path := filepath.Join(p.dir, topicsName)
	if !none {
		return config.ReplaceFile(path, text)
	}
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Search returns the search of the project. The error is ErrNotFound if it has no agents, or the system's.
func (p *Project) Search() (Search, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.searched(p.now())
}

// searched does what Search does, while p.mu is held.
func (p *Project) searched(s *setup) (Search, error) {
	if s.topics == nil {
		return Search{}, fmt.Errorf("project %q has no agents, write %s: %w", p.Name, topicsName, ErrNotFound)
	}
	all, err := run.ReadStatus(s.config.SearchStateDir(), run.SearchName)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return Search{}, err
	}
	status, known := all[run.SearchName]
	found := searchOf(status, known, s.watchable(pairs.OfWatchedAgents))
	if p.crawl != nil && p.crawl.now.Searching && !p.crawl.over() {
		found = p.crawl.searching(found)
	} else if p.state() != Idle {
		found.Actions = nil
	}
	if s.topics.trouble != nil {
		found.Trouble, found.Actions = s.topics.trouble.Error(), onlyStop(found.Actions)
	}
	if s.trouble != nil {
		found.Actions = onlyStop(found.Actions)
	}
	return found, nil
}

// onlyStop keeps the action that needs no files.
func onlyStop(actions []Action) []Action {
	if slices.Contains(actions, Stop) {
		return []Action{Stop}
	}
	return nil
}

// searchOf returns a search that this desk does not run. watchable is as for actionsOf.
func searchOf(status run.Status, known, watchable bool) Search {
	s := Search{State: stateOf(status, known)}
	s.Actions = slices.Clone(actionsOf(s.State, status, watchable))
	s.Actions = slices.DeleteFunc(s.Actions, func(a Action) bool { return a == Remove })
	if known {
		s.Ended, s.Complete, s.Started, s.Updated = status.Ended, status.Complete, status.Started, status.Updated
		s.Stored, s.Waiting, s.Progress = status.Pages, status.ToGo, status.Search
	}
	return s
}

func (c *crawl) searching(before Search) Search {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fresh {
		before = Search{}
	}
	s := before
	s.State, s.Actions, s.Ended, s.Complete = Searching, []Action{Stop}, "", false
	if c.stopping {
		s.State, s.Actions = Stopping, nil
	}
	if p := c.now.Search; p != nil {
		s.Progress, s.Stored, s.Waiting = p, 0, 0
		for _, a := range p.Agents {
			s.Stored += a.Stored
			s.Waiting += a.Waiting
		}
	}
	return s
}

// DoSearch does an action with the search, if its state offers it. Errors are as for Do.
func (p *Project) DoSearch(action Action) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.now()
	now, err := p.searched(s)
	switch {
	case err != nil:
		return err
	case action != Stop && s.trouble != nil:
		return s.trouble
	case action != Stop && s.topics.trouble != nil:
		return s.topics.trouble
	case !slices.Contains(now.Actions, action):
		wrong := &StateError{Project: p.Name, Action: action, State: now.State, Actions: now.Actions}
		if state := p.state(); state != Idle { // which is why
			wrong.State = state
		}
		return wrong
	}
	defer p.desk.change()
	switch action {
	case Stop:
		p.crawl.stopAll()
		return nil
	case Discard:
		p.desk.views.drop(p.Name, searchLine)
		return s.forget(p.Name, s.config.SearchStateDir(), run.SearchName)
	}
	return p.beginSearch(s, action)
}

func (p *Project) beginSearch(s *setup, action Action) error {
	release, err := p.desk.claim(p.Name, s.config.SeedHosts(s.topics.Topics, nil))
	if err != nil {
		return err
	}
	if action == Fresh {
		p.desk.views.drop(p.Name, searchLine)
	}
	c := newCrawl(s.config, nil, action, p.desk.change)
	c.now.Searching = true
	settings, of := s.config, s.topics
	p.launch(c, release, func(ctx context.Context) error {
		_, err := run.Agents(ctx, run.AgentsJob{Job: c.job(settings, nil), Topics: of.Topics,
			TopicsFile: topicsName, TopicsText: of.text})
		return err
	})
	return nil
}
