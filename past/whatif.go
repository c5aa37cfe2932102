package past

import (
	"fmt"
	"strings"

	"sitegraph/extractor"
	"sitegraph/extractor/scope"
	"sitegraph/extractor/store"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/whatif"
)

// Forecast is a crawl of the state as it is, and as it will be after changes.
type Forecast struct {
	Now, Then Crawl
	Plan      *whatif.Plan
}

// Changing says what is wanted of a forecast.
type Changing struct {
	File *whatif.File
	// Site is the one of the state that is changed; "" if it has one.
	Site string
	// AllowEmpty allows changes that touch nothing. Explain builds no graph.
	AllowEmpty, Explain bool
}

// WhatIf calls use with a site of the state as it is and as it will be.
func (in Inputs) WhatIf(c Changing, use func(Forecast) error) error {
	in.NoBelief = true
	s, err := in.openState()
	if err != nil {
		return err
	}
	err = s.whatIf(c, use)
	if closing := s.store.Close(); err == nil {
		err = closing
	}
	return err
}

func (s *state) whatIf(c Changing, use func(Forecast) error) error {
	var args []string
	if c.Site != "" {
		args = []string{c.Site}
	}
	origins, err := s.sites(args)
	if err != nil {
		return err
	}
	if len(origins) != 1 {
		return run.Usage("the state has %d sites: name the one that changes (%s)", len(origins),
			strings.Join(origins[:min(len(origins), 5)], ", "))
	}
	f, err := s.forecaster(origins[0])
	if err != nil {
		return fmt.Errorf("%s: %w", origins[0], err)
	}
	plan, then, err := f.build(c.File, c)
	if err != nil {
		return usageOf(err)
	}
	out := Forecast{Plan: plan, Then: then}
	if !c.Explain {
		nothing := &whatif.File{Name: c.File.Name}
		if _, out.Now, err = f.build(nothing, Changing{AllowEmpty: true}); err != nil {
			return err
		}
	}
	return use(out)
}

// usageOf is an error of changes as one of the user's.
func usageOf(err error) error { return run.Usage("%w", err) }

// forecaster builds graphs of a site of the state.
type forecaster struct {
	*state
	origin  string
	site    whatif.Site
	limits  scope.Limits
	wanted  extractor.Past
	details run.Details
	notes   []string
}

// forecaster reads what is known of a site.
func (s *state) forecaster(origin string) (*forecaster, error) {
	journal, err := s.store.Journal(origin)
	if err != nil {
		return nil, err
	}
	line, err := s.line(origin)
	if err != nil {
		return nil, err
	}
	f := &forecaster{state: s, origin: origin, details: s.in.Details.Kept(journal)}
	f.limits = s.in.LimitsOf(line, f.details)
	f.wanted = extractor.Past{Settings: s.in.Identity(s.in.Details)}
	return f, f.recollect(journal)
}

// recollect reads the journal.
func (f *forecaster) recollect(journal *store.Journal) error {
	f.wanted.Moment = f.in.Moment
	known, err := extractor.Recollect(journal, f.limits, f.wanted)
	if err != nil {
		return err
	}
	if known.Site.Stable {
		return run.Usage("with [duplicates] key = stable it is learnt from pages as they are fetched what makes them " +
			"one, so what they will be after changes is not known: crawl with another key, into another folder")
	}
	if known.Site.Ordered {
		f.notes = append(f.notes, "the crawl was one in an order of decisions; these graphs are by depth")
	}
	if known.Watching != nil {
		f.notes = append(f.notes, "the site was watched: these graphs are of the newest answers, without a history")
	}
	n, err := site.NewNormaliser(f.in.Walk.URLProfile, nil) // asks no DNS, whatever the profile
	if err != nil {
		return err
	}
	f.site = whatif.Site{Known: known, Journal: journal, Normaliser: n, Texts: f.details.Texts || f.details.Links,
		Links: f.details.Links, Judge: func(seen site.RobotsSeen) whatif.Rules { return f.in.Judge(seen).Rules }}
	f.wanted.Moment, f.wanted.Beyond = extractor.Moment{}, true
	return nil
}

// build builds the graph after changes, unless it is to be explained alone what they touch.
func (f *forecaster) build(file *whatif.File, c Changing) (*whatif.Plan, Crawl, error) {
	plan, err := whatif.NewPlan(file, f.site)
	if err != nil {
		return nil, Crawl{}, err
	}
	journal, err := plan.Write()
	if err == nil && !c.AllowEmpty && !c.Explain {
		err = plan.Idle()
	}
	if err != nil || c.Explain {
		return plan, Crawl{}, err
	}
	built, err := extractor.Rebuild(journal, f.limits, f.wanted)
	if err != nil {
		return nil, Crawl{}, err
	}
	built.Notes = append(built.Notes[:len(built.Notes):len(built.Notes)], f.notes...)
	line, err := f.line(f.origin)
	settings := f.in.SettingsOf(line)
	settings["sites.scope"] = built.Scope
	return plan, Crawl{Crawl: built, Origin: f.origin, Line: line, Settings: settings}, err
}
