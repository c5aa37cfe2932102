package desk

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"regexp"
	"strings"

	"sitegraph/config"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
)

// Effect is what an exclude rule takes away from a site, of what is known now.
type Effect struct {
	// Pages and URLs are there now, PagesLeft and URLsLeft without what is only behind excluded pages.
	Pages     int `json:"pages"`
	PagesLeft int `json:"pages_left"`
	URLs      int `json:"urls"`
	URLsLeft  int `json:"urls_left"`
	// AtLeast: an order decides, so only a run can tell the rest. Counted is what the rule itself names.
	AtLeast bool `json:"at_least"`
}

const longestRule = 1000 // bytes of a rule

// parseRule refuses anything but a rule: an expression that settings.ini can hold.
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

// excluding is what [walk] exclude becomes with one more rule.
func excluding(before *regexp.Regexp, rule string) string {
	if before == nil || before.String() == "" {
		return rule
	}
	return before.String() + "|" + rule
}

// Effect returns what an exclude rule would take away from a site: the crawl is built from a copy of its
// state, with the rule and without. The error is an *InputError, ErrNotFound, or why that cannot be told.
func (p *Project) Effect(ctx context.Context, line, rule string) (e Effect, err error) {
	expression, err := parseRule(rule)
	if err != nil {
		return e, err
	}
	if _, err := p.Site(line); err != nil {
		return e, err
	}
	s := p.setup()
	if s.trouble != nil {
		return e, s.trouble
	}
	done, err := p.desk.views.alone(ctx)
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

func (s *setup) crawled(line string) (*site.Crawl, error) {
	for c, err := range s.inState(line) {
		return c.Crawl, err
	}
	return nil, ErrNothingYet
}

// inState yields a site's crawl from a copy of the state, readable until yield returns, or ErrNothingYet.
func (s *setup) inState(line string) iter.Seq2[results.Crawl, error] {
	in := results.Inputs{Config: s.config, Lines: s.lines(), Copy: true, NoBelief: true}
	return func(yield func(results.Crawl, error) bool) {
		for c, err := range in.FromState([]string{line}) {
			if _, missing := errors.AsType[*run.UsageError](err); missing {
				err = fmt.Errorf("%s: %w", line, ErrNothingYet)
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// isOwn reports whether URLs of a state are the site's own, and not left out by the settings.
func isOwn(state site.State) bool { return state != site.StateExternal && state != site.StateExcluded }

// size counts the pages and URLs of a site as its state has them.
func (s *setup) size(line string) (pages, urls int, err error) {
	c, err := s.crawled(line)
	if err != nil {
		return 0, 0, err
	}
	for state, n := range c.Counts.States {
		if isOwn(state) {
			urls += n
		}
	}
	return c.Counts.Pages, urls, nil
}

// named counts what a rule names of a site; its start pages are always in.
func (s *setup) named(line string, rule *regexp.Regexp, e *Effect) error {
	c, err := s.crawled(line)
	if err != nil {
		return err
	}
	for entry, err := range c.Ledger {
		if err != nil {
			return err
		}
		if !isOwn(entry.State) {
			continue
		}
		goes := entry.Level > 0 && rule.MatchString(entry.URL)
		e.URLs++
		if !goes {
			e.URLsLeft++
		}
		if entry.State == site.StatePage {
			e.Pages++
			if !goes {
				e.PagesLeft++
			}
		}
	}
	return nil
}

// Exclude adds a rule to [walk] exclude in settings.ini. A crawl under way stops and goes on with it; finished sites
// have other files after their next run. The error is an *InputError, a *StateError, or one of the system.
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

// goOn stops a crawl of this desk under way, and begins it again with the settings of then; p.mu is held.
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

// again begins a crawl that is over again, unless another one was begun.
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
