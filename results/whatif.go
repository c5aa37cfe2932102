package results

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/results/whatif"
	"sitegraph/run"
	"sitegraph/schedule/order"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
)

// Forecast is a crawl of the state now and after changes.
type Forecast struct {
	Now, Then Crawl        // before and after the changes
	Plan      *whatif.Plan // makes Then from Now
	// Backlinks has links from other sites with their fates, nil if the user gave none.
	Backlinks []compare.Backlink
}

// Difference compares both crawls and their problems. It treats a moved page as the same page.
func (f *Forecast) Difference() (*compare.Difference, error) {
	d := compare.New(f.Now.Crawl, f.Then.Crawl, compare.Options{Moved: f.Plan.Moved, Forecast: true})
	return d, run.CompareProblems(d, f.Now.Crawl, f.Then.Crawl)
}

// Effects returns the effects of the changes besides the difference between both crawls.
func (f *Forecast) Effects(d *compare.Difference) (*compare.Effects, error) {
	e := &compare.Effects{Texts: map[int]string{}, Backlinks: f.Backlinks}
	var err error
	if e.Losses, err = d.Losses(f.Then.Ledger, f.Plan.Took); err != nil {
		return nil, err
	}
	_, e.RankA = stats.PageRank(f.Now.Graph)
	_, e.RankB = stats.PageRank(f.Then.Graph)
	e.Ranks = d.Ranks(e.RankA, e.RankB)
	for i := range f.Plan.Changes {
		c := &f.Plan.Changes[i]
		e.Texts[c.Line] = c.Text
	}
	return e, nil
}

// Changing says what to forecast.
type Changing struct {
	Files []*whatif.File // files of changes, one forecast for each
	Site  string         // site of the state to change; "" if it has only one
	// AllowEmpty allows changes that touch nothing. Explain builds no graph.
	AllowEmpty, Explain bool
	// Effort limits the work; nil means no limit.
	Effort *whatif.Effort
	// Backlinks are links from other sites to judge. Elsewhere adds links from the state's other sites.
	Backlinks []compare.Backlink
	Elsewhere bool
}

// WhatIf calls use with a forecast for each file of changes.
func (in Inputs) WhatIf(c Changing, use func(Forecast) error) error {
	return in.forecasting(c.Site, c.Effort, func(f *forecaster) error {
		var now Crawl
		for i, file := range c.Files {
			plan, then, err := f.build(file, c)
			if err != nil {
				return run.Usage("%w", err)
			}
			if i == 0 && !c.Explain {
				if _, now, err = f.build(&whatif.File{Name: file.Name}, Changing{AllowEmpty: true}); err != nil {
					return err
				}
				if now.Crawl, err = f.in.Visited(now.Crawl, f.host); err != nil {
					return err
				}
			}
			out := Forecast{Plan: plan, Now: now, Then: then}
			if !c.Explain {
				if out.Backlinks, err = f.backlinks(c, &out); err != nil {
					return err
				}
			}
			if err := use(out); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f *forecaster) backlinks(c Changing, out *Forecast) (all []compare.Backlink, err error) {
	if all = slices.Clone(c.Backlinks); c.Elsewhere {
		if all, err = f.elsewhere(all); err != nil {
			return nil, err
		}
	}
	return all, out.Plan.JudgeBacklinks(all, out.Now.Crawl, out.Then.Crawl)
}

// elsewhere adds links from the state's other sites to this one. A site that did not keep its links is an error.
func (f *forecaster) elsewhere(all []compare.Backlink) ([]compare.Backlink, error) {
	own := map[string]bool{f.site.Known.Site.Origin: true}
	for origin := range f.site.Known.Ruled {
		own[origin] = true
	}
	all = append([]compare.Backlink{}, all...)
	var unread error
	_, err := f.each(nil, func(c Crawl, _ error) bool {
		if c.Origin == f.origin || c.External == nil {
			return true
		}
		kept := false
		for l, err := range c.External {
			if err != nil {
				unread = err
				return false
			}
			kept = true
			if own[site.OriginIn(l.URL)] {
				all = append(all, compare.Backlink{Source: c.Graph.Pages[l.Source-1].URL, Target: l.URL})
			}
		}
		if linking := func(p site.Page) bool { return p.ExternalLinks > 0 }; !kept &&
			slices.ContainsFunc(c.Graph.Pages, linking) {
			unread = fmt.Errorf("links from other sites: which links of %s lead to other sites was not kept: "+
				"crawl it with the exporter external", c.Origin)
		}
		return unread == nil
	})
	return all, cmp.Or(err, unread)
}

// Blocks returns the blocks of links of a site of the state. "" names the only site.
func (in Inputs) Blocks(name string) (all []site.Block, err error) {
	err = in.forecasting(name, nil, func(f *forecaster) error {
		all, err = whatif.Blocks(f.site)
		return err
	})
	return all, err
}

func (in Inputs) forecasting(name string, effort *whatif.Effort, use func(*forecaster) error) error {
	in.NoBelief = true
	return in.withState(func(s *state) error {
		f, err := s.forecaster(name, effort)
		if err != nil {
			return err
		}
		return use(f)
	})
}

type forecaster struct {
	*state
	origin  string
	host    config.Host // the site's line of hosts.txt
	site    whatif.Site
	limits  scope.Limits
	wanted  extractor.Past
	details run.Details
	notes   []string
}

// forecaster reads what the state knows of a site. "" names the only site.
func (s *state) forecaster(name string, effort *whatif.Effort) (*forecaster, error) {
	var args []string
	if name != "" {
		args = []string{name}
	}
	origins, err := s.sites(args)
	if err != nil {
		return nil, err
	}
	if len(origins) != 1 {
		return nil, run.Usage("the state has %d sites: name the one that changes", len(origins))
	}
	journal, err := s.store.Journal(origins[0])
	if err != nil {
		return nil, err
	}
	s, line, err := s.asLastRun(origins[0])
	if err != nil {
		return nil, err
	}
	f := &forecaster{state: s, origin: origins[0], host: line, details: s.in.Details.Kept(journal)}
	f.site.Effort = effort
	f.limits = s.in.LimitsOf(line, f.details)
	f.wanted = extractor.Past{Settings: s.in.Identity(s.in.Details), Moment: s.in.Moment}
	if err := f.recollect(f.stoppable(journal)); err != nil {
		return nil, fmt.Errorf("%s: %w", f.origin, err)
	}
	return f, nil
}

// stoppable wraps a journal so that reading it ends with the error of the effort's Stop.
func (f *forecaster) stoppable(journal evidence.Journal) evidence.Journal {
	if f.site.Effort == nil {
		return journal
	}
	return stoppable{journal, f.site.Effort.Stop}
}

type stoppable struct {
	evidence.Journal
	stop func() error
}

func (s stoppable) Replay() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for record, err := range s.Journal.Replay() {
			if !yield(record, cmp.Or(err, s.stop())) {
				return
			}
		}
	}
}

func (f *forecaster) recollect(journal evidence.Journal) error {
	r, err := extractor.Recollect(journal, f.limits, f.wanted)
	if err != nil {
		return err
	}
	known := r.Known
	if known.HasOrder() {
		f.notes = append(f.notes, "the crawl had an order ([order]); these graphs are by depth")
	}
	if known.Watching != nil {
		f.notes = append(f.notes, "the site was watched: these graphs use the newest answers, without a history")
	}
	if r.Told != nil {
		f.notes = append(f.notes, "which URLs are one page is what the crawl has learnt ([duplicates] key = stable)")
	}
	n, err := site.NewNormaliser(f.in.Walk.URLProfile, nil) // no profile asks DNS here
	if err != nil {
		return err
	}
	f.site = whatif.Site{Effort: f.site.Effort, Known: known, Places: r.Places, Told: r.Told, Journal: journal,
		Normaliser: n, Texts: f.details.Texts || f.details.Links, Links: f.details.Links,
		Judge: func(seen site.RobotsSeen, robot string) whatif.Rules { return f.in.JudgeAs(seen, robot) }}
	f.wanted.Moment, f.wanted.Forecast = extractor.Moment{}, true
	f.in.Order = config.Order{Pages: order.Levels, Sites: order.All}
	f.wanted.Ordering = f.in.alone
	return nil
}

// build builds the graph after changes, or with c.Explain only finds out what they touch.
func (f *forecaster) build(file *whatif.File, c Changing) (*whatif.Plan, Crawl, error) {
	plan, err := whatif.NewPlan(file, f.site)
	if err != nil {
		return nil, Crawl{}, err
	}
	journal, told, err := plan.Write()
	if err == nil && !c.AllowEmpty && !c.Explain {
		err = plan.Idle()
	}
	if err != nil || c.Explain {
		return plan, Crawl{}, err
	}
	wanted := f.wanted
	wanted.Told = told
	built, err := extractor.Rebuild(f.stoppable(journal), f.limits, wanted)
	if err != nil {
		return nil, Crawl{}, err
	}
	leaving, err := plan.Leaving(built.Ledger)
	if err != nil {
		return nil, Crawl{}, err
	}
	built.Notes = append(slices.Clip(built.Notes), f.notes...)
	if leaving != "" {
		built.Notes = append(built.Notes, leaving)
	}
	settings := f.in.SettingsOf(f.host)
	settings["sites.scope"] = built.Scope
	return plan, Crawl{Crawl: built, Origin: f.origin, Line: f.host, Settings: settings}, nil
}
