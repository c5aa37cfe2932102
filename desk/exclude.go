package desk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sitegraph/combine"
	"sitegraph/config"
	"sitegraph/past"
	"sitegraph/site"
)

// Effect is what an exclude rule takes away from a site, of what is known now.
type Effect struct {
	// Pages and URLs count those of the site as it is, PagesLeft and URLsLeft those
	// that remain: what only excluded pages lead to goes with them.
	Pages     int `json:"pages"`
	PagesLeft int `json:"pages_left"`
	URLs      int `json:"urls"`
	URLsLeft  int `json:"urls_left"`
}

// longestRule bounds a rule, in bytes.
const longestRule = 1000

// checkRule refuses anything but a rule: an expression that settings.ini can hold.
func checkRule(rule string) error {
	if rule != strings.TrimSpace(rule) || rule == "" || len(rule) > longestRule ||
		strings.ContainsAny(rule, "\r\n\x00") {
		return input("rule: write one regular expression on one line, %d bytes at most", longestRule)
	}
	if _, err := regexp.Compile(rule); err != nil {
		return input("rule: %w", err)
	}
	return nil
}

// excluding is what [walk] exclude becomes with one more rule.
func excluding(before *regexp.Regexp, rule string) string {
	if before == nil || before.String() == "" {
		return rule
	}
	return before.String() + "|" + rule
}

// Effect returns what an exclude rule would take away from a site, without doing
// so: the crawl is built twice from a copy of its state. The error is an
// *InputError, ErrNotFound, or why that cannot be told.
func (p *Project) Effect(ctx context.Context, line, rule string) (e Effect, err error) {
	if err := checkRule(rule); err != nil {
		return e, err
	}
	if _, err := p.Site(line); err != nil {
		return e, err
	}
	s := p.files()
	if err := mayExclude(&s); err != nil {
		return e, err
	}
	select {
	case p.desk.views.one <- struct{}{}: // one crawl in memory at a time
		defer func() { <-p.desk.views.one }()
	case <-ctx.Done():
		return e, ctx.Err()
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

// size counts the pages and URLs of a site as its state has them.
func (s *setup) size(line string) (pages, urls int, err error) {
	in := past.Inputs{Config: s.config, Lines: s.lines(), Copy: true, NoBelief: true}
	for c, err := range in.FromState([]string{line}) {
		if err != nil {
			return 0, 0, err
		}
		for state, n := range c.Counts.States {
			if state != site.StateExternal && state != site.StateExcluded {
				urls += n
			}
		}
		return c.Counts.Pages, urls, nil
	}
	return 0, 0, ErrNothingYet
}

// mayExclude reports why a rule cannot be added to the crawls of a project here.
func mayExclude(s *setup) error {
	if s.trouble != nil {
		return s.trouble
	}
	u := combine.Use{Settings: s.config.Settings, Hosts: s.hosts, Excluding: true, Desk: true}
	if err := u.CheckOf(combine.Exclude); err != nil {
		return input("rule: %w", err)
	}
	return nil
}

// Exclude adds a rule to [walk] exclude in settings.ini. A crawl under way stops and
// goes on with it; finished sites have other files after their next run. The error
// is an *InputError, a *StateError, or one of the system.
func (p *Project) Exclude(rule string) error {
	if err := checkRule(rule); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.now()
	if err := mayExclude(s); err != nil {
		return err
	}
	if state := p.state(); state == Elsewhere || state == Stopping {
		return &StateError{Project: p.Name, Action: "exclude", State: state}
	}
	text, err := config.ReadRegular(filepath.Join(p.dir, settingsName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	want := excluding(s.config.Walk.Exclude, rule)
	edited := withExclude(string(text), want)
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

// withExclude gives a settings file another line [walk] exclude.
func withExclude(text, value string) string {
	var edited []string
	section, written := "", false
	for line := range strings.SplitSeq(text, "\n") {
		trimmed := strings.ToLower(strings.TrimSpace(line))
		key, _, _ := strings.Cut(trimmed, "=")
		if strings.HasPrefix(trimmed, "[") {
			section = trimmed
		}
		if section == "[walk]" && strings.TrimSpace(key) == "exclude" {
			continue // replaced by the one below the heading
		}
		edited = append(edited, line)
		if trimmed == "[walk]" && !written {
			edited, written = append(edited, "exclude = "+value), true
		}
	}
	if !written {
		edited = append(edited, "[walk]", "exclude = "+value, "")
	}
	return strings.Join(edited, "\n")
}

// goOn stops the crawl under way, if there is one, and begins it again with the
// settings as they are then; p.mu is held.
func (p *Project) goOn() {
	c := p.crawl
	if c == nil || c.now.Searching || c.over() || !c.stopAll() {
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
