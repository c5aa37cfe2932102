package extractor

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sitegraph/extractor/evidence"
)

type resumption struct{ crawl *Ordered }

func (r *resumption) resume() error {
	type ofSite struct {
		evidence.Commit
		site int
	}
	r.crawl.resuming = true
	var all []ofSite
	for i := range r.crawl.input {
		if !r.crawl.input[i].Kept {
			continue
		}
		s, err := r.crawl.site(i)
		if err != nil {
			return err
		}
		for _, c := range s.known.Within(r.crawl.Budget) {
			all = append(all, ofSite{c, i})
		}
		if err := r.crawl.putAway(); err != nil {
			return err
		}
	}
	last := func(p ofSite) int { // forgotten failures have the number of the commit before them
		if p.Key == evidence.NoURL {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b ofSite) int { return cmp.Or(a.Number-b.Number, last(a)-last(b)) })
	var left []ofSite
	for n, c := range all {
		if s := r.crawl.sites[c.site]; s != nil && s.hasAll() { // the page limit is lower now
			break
		}
		if done, err := r.crawl.beyondTime(); done || err != nil {
			if err != nil {
				return err
			}
			break
		}
		if c.Number > r.crawl.number+1 { // a crash left the sites' journals at different points
			left = all[n:]
			break
		}
		if err := errors.Join(r.repeat(c.site, c.Commit), r.crawl.putAway()); err != nil {
			return err
		}
	}
	r.crawl.resuming = false
	for _, c := range left {
		s, err := r.crawl.site(c.site)
		if err == nil && s.known.Number > r.crawl.number {
			again := evidence.AgainRecord{At: s.parts.Now().UTC(), After: r.crawl.number, Void: true}
			err = s.memory.note(evidence.KindAgain, again)
		}
		if err := errors.Join(err, r.crawl.putAway()); err != nil {
			return err
		}
	}
	return r.retry()
}

// repeat makes a decision of an earlier run again and commits it.
func (r *resumption) repeat(i int, c evidence.Commit) error {
	if c.Number == 0 || c.Kind == evidence.OfDepth {
		return nil // repeated with the decisions they belong to
	}
	s, err := r.crawl.site(i)
	switch {
	case err != nil:
		return err
	case c.Key == evidence.NoURL:
		r.crawl.standings[i].retried = c.Number
		r.again(i, s.forgetFailures())
		return nil
	}
	if err := r.crawl.decide(); err != nil {
		return err
	}
	if s, err = r.crawl.site(i); err != nil { // it may have been put away
		return err
	}
	at, err := r.find(i, c)
	if err != nil {
		return err
	}
	if at < 0 {
		return fmt.Errorf("%s: the state does not fit: %s was not decided about as commit %d; it may be of another "+
			"version: crawl from scratch with --fresh", s.known.Site.Origin, s.known.URLs.String(c.Key), c.Number)
	}
	return commitment{r.crawl, false}.of(r.crawl.close(at), c)
}

// find returns the index of the open decision for a commit, or -1 if there is none. It first follows redirects of the
// home page.
func (r *resumption) find(i int, c evidence.Commit) (at int, err error) {
	is := func(d *decision) bool {
		return d.key == c.Key && (d.kind == evidence.OfTwin) == (c.Kind == evidence.OfTwin)
	}
	for {
		at = slices.IndexFunc(r.crawl.open, func(d *decision) bool {
			return d.site == i && (is(d) || r.crawl.sites[i].isHome(d))
		})
		if at < 0 || is(r.crawl.open[at]) || !r.crawl.answered(r.crawl.open[at]) {
			break
		}
		d := r.crawl.close(at)
		if err := (commitment{r.crawl, false}).of(d, r.crawl.commitOf(d)); err != nil {
			return -1, err
		}
	}
	if at >= 0 && !is(r.crawl.open[at]) {
		return -1, nil
	}
	return at, nil
}

// retry retries the failures of earlier runs if wanted. A crawl of one site with nothing but failures is never
// finished.
func (r *resumption) retry() error {
	o := r.crawl
	if o.Agents != nil || o.Budget > 0 && o.spent >= o.Budget {
		return nil // a search was decided again, if that was wanted
	}
	alone := len(o.sites) == 1
	for i := range o.sites {
		if !o.standings[i].opened || !o.RetryFailed && !alone && !o.standings[i].paused {
			continue
		}
		s, err := o.site(i)
		if err != nil {
			return err
		}
		keys := s.failed()
		wanted := o.RetryFailed || alone && len(keys) >= s.known.Fetched+s.known.Barred || o.standings[i].paused
		if len(keys) == 0 || s.hasAll() || s.stop.NeverBegan() && !s.silent || !wanted {
			continue
		}
		if err := s.memory.note(evidence.KindAgain, evidence.AgainRecord{At: s.parts.Now().UTC(),
			After: o.number}); err != nil {
			return err
		}
		s.build.Refusals.Forgive()
		s.speak()
		o.standings[i].retried = o.number
		r.again(i, keys)
		if err := o.putAway(); err != nil {
			return err
		}
	}
	return nil
}

// again puts URLs back into the order that must be requested once more.
func (r *resumption) again(i int, keys []evidence.URLID) {
	for _, k := range keys {
		if n := r.crawl.sites[i].numbers.Get(k); n != 0 { // otherwise it is from a sitemap
			r.crawl.Again(i, uint32(n-1))
		}
	}
	for _, page := range r.crawl.standings[i].left {
		r.crawl.Again(i, page)
	}
	r.crawl.standings[i].left, r.crawl.standings[i].paused = nil, false
}

// Some settings may change at any time: which URLs belong to the site, which are one page, where a crawl begins, what
// it leaves out, and its order. The journal then serves as a store of answers. The crawl is decided again from nothing,
// and recalls answers from it instead of fetching them. The result is the crawl that would have had these settings from
// the beginning.

// fixed reports whether a crawl cannot be decided again, because an order over several sites needs more than the
// journal of one site.
func (b *beginning) fixed() bool { return !b.live && b.known.HasOrder() }

// wanted returns the settings that must fit the journal. The others may change, because the crawl is rebuilt from the
// answers and missing answers are fetched.
func (b *beginning) wanted() map[string]string {
	fixed := b.fixed()
	wanted := maps.Clone(b.parts.Settings)
	maps.DeleteFunc(wanted, func(key, _ string) bool {
		return evidence.Begins(key) || !fixed && evidence.Decides(key)
	})
	return wanted
}

func (p *Parts) pageKey() evidence.PageKey {
	return evidence.PageKey{Stable: p.Stable, Texts: p.Open != nil, PerURL: p.PerURL}
}

// settings returns the settings of this run as the journal keeps them.
func (b *beginning) settings() map[string]string {
	all := map[string]string{}
	maps.Copy(all, b.parts.Settings)
	if b.live && b.parts.Stable && b.limits.Budget > 0 {
		all[evidence.SettingBudget] = "some"
	}
	return all
}

// decidedBy returns the settings that affect the decisions of this run. Empty ones keep their old values.
func (b *beginning) decidedBy() map[string]string {
	all := b.settings()
	for _, key := range []string{evidence.SettingInclude, evidence.SettingExclude} {
		all[key] = cmp.Or(all[key], b.known.Site.Settings[key])
	}
	maps.DeleteFunc(all, func(key, value string) bool { return value == "" || !evidence.Decides(key) })
	return all
}

func (b *beginning) decidesOtherwise() bool {
	now, s := b.decidedBy(), &b.known.Site
	for key, value := range now {
		if s.Settings[key] != value {
			return true
		}
	}
	ordered := now["[order] pages"] != "" || s.Search
	budget := now[evidence.SettingBudget] != s.Settings[evidence.SettingBudget]
	return b.live && (budget || ordered != b.known.HasOrder())
}

func (b *beginning) noteAnew() error {
	return b.memory.note(evidence.KindAnew, evidence.AnewRecord{Settings: b.decidedBy()})
}
