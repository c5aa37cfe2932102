package desk

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"sitegraph/config"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
)

// Effect is what an exclude rule would remove from a site, as far as it is known now.
type Effect struct {
	Pages     int `json:"pages"`      // pages known now
	PagesLeft int `json:"pages_left"` // pages left without those that only excluded pages lead to
	URLs      int `json:"urls"`
	URLsLeft  int `json:"urls_left"`
	// AtLeast means that only URLs matching the rule are counted, since only a run shows how it changes the order.
	AtLeast bool `json:"at_least"`
}

const longestRule = 1000 // bytes of a rule

// parseRule refuses an expression that settings.ini cannot hold.
func parseRule(rule string) (*regexp.Regexp, error) {
	if rule != strings.TrimSpace(rule) || rule == "" || len(rule) > longestRule ||
		strings.ContainsAny(rule, "\r\n\x00") {
		return nil, input("rule: write one regular expression on one line, %d bytes at most", longestRule)
	}
	expression, err := regexp.Compile(rule)
	if err != nil {
		return nil, input("rule: %w", err)
	}
	return expression, nil
}

func excluding(before *regexp.Regexp, rule string) string {
	if before == nil || before.String() == "" {
		return rule
	}
	return before.String() + "|" + rule
}

// Effect returns what an exclude rule would remove from a site. It builds the crawl from a copy of the state, with and
// without the rule. The error is an *InputError, ErrNotFound, or why the effect cannot be known.
func (p *Project) Effect(ctx context.Context, line, rule string) (e Effect, err error) {
	expression, err := parseRule(rule)
	if err != nil {
		return e, err
	}
	_, s, err := p.asked(line)
	if err != nil {
		return e, err
	}
	done, err := enter(ctx, p.desk.views.one)
	if err != nil {
		return e, err
	}
	defer done()
	if e.AtLeast = !s.config.Order.ByDepth(); e.AtLeast {
		err := s.named(line, expression, &e)
		return e, err
	}
	if e.Pages, e.URLs, err = s.size(line); err != nil {
		return e, err
	}
	if s.config.Walk.Exclude, err = regexp.Compile(excluding(s.config.Walk.Exclude, rule)); err != nil {
		return e, input("rule: %w", err)
	}
	e.PagesLeft, e.URLsLeft, err = s.size(line)
	return e, err
}

// read lets use read a site's crawl in a copy of the state. The error is use's, ErrNothingYet, or the state's.
func (s *setup) read(line string, use func(*site.Crawl) error) error {
	in := results.Inputs{Config: s.config, Lines: s.lines(), Copy: true, NoBelief: true}
	for c, err := range in.FromState([]string{line}) {
		if _, missing := errors.AsType[*run.UsageError](err); missing {
			break
		}
		if err == nil {
			err = use(c.Crawl)
		}
		return err
	}
	return fmt.Errorf("%s: %w", line, ErrNothingYet)
}

// isOwn reports whether a URL in this state belongs to the site and is not left out by the settings.
func isOwn(state site.State) bool { return state != site.StateExternal && state != site.StateExcluded }

// size counts the pages and URLs of a site in its state.
func (s *setup) size(line string) (pages, urls int, err error) {
	err = s.read(line, func(c *site.Crawl) error {
		for state, n := range c.Counts.States {
			if isOwn(state) {
				urls += n
			}
		}
		pages = c.Counts.Pages
		return nil
	})
	return pages, urls, err
}

// named counts the URLs of a site that a rule matches. Start pages always stay.
func (s *setup) named(line string, rule *regexp.Regexp, e *Effect) error {
	return s.read(line, func(c *site.Crawl) error {
		for entry, err := range c.Ledger {
			if err != nil {
				return err
			}
			if !isOwn(entry.State) {
				continue
			}
			left, page := 1, 0
			if entry.Level > 0 && rule.MatchString(entry.URL) {
				left = 0
			}
			if entry.State == site.StatePage {
				page = 1
			}
			e.URLs, e.URLsLeft = e.URLs+1, e.URLsLeft+left
			e.Pages, e.PagesLeft = e.Pages+page, e.PagesLeft+page*left
		}
		return nil
	})
}

// Exclude adds a rule to [walk] exclude in settings.ini. A crawl under way stops and continues with the rule. Finished
// sites follow it in their next run. The error is an *InputError, a *StateError, or the system's.
func (p *Project) Exclude(rule string) error {
	if _, err := parseRule(rule); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.now()
	if s.trouble != nil {
		return s.trouble
	}
	if state := p.state(); state == Elsewhere || state == Stopping {
		return &StateError{Project: p.Name, Action: "exclude", State: state}
	}
	text, err := p.Settings()
	if err != nil {
		return err
	}
	want := excluding(s.config.Walk.Exclude, rule)
	edited, err := Edited(text, map[string]string{"walk.exclude": want})
	if err != nil {
		return err
	}
	after, err := p.desk.load(edited)
	if err != nil || after.Walk.Exclude == nil || after.Walk.Exclude.String() != want {
		return input("rule: it cannot be added to settings.ini: edit [walk] exclude by hand")
	}
	defer p.desk.change()
	if err := config.ReplaceFile(filepath.Join(p.dir, settingsName), edited); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	p.goOn()
	return nil
}

// goOn stops a crawl of this desk that is under way, and continues it with the new settings. p.mu is held.
func (p *Project) goOn() {
	c := p.crawl
	if c == nil || c.now.Searching || c.now.Job != nil || c.over() || !c.stopAll() {
		return
	}
	go func() {
		<-c.done
		if err := p.desk.safely(p.Name, func() error { return p.again(c) }); err != nil {
			c.Notice(err.Error())
		}
	}()
}

// again continues a stopped crawl, unless another one began.
func (p *Project) again(c *crawl) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.now()
	if p.crawl != c || s.trouble != nil {
		return nil
	}
	action := Continue
	if c.now.Watch {
		action = Watch
	}
	return p.begin(s, c.left(s), action)
}
