package extractor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// begin starts a site at a URL with a site record; robots.txt comes next. Without start pages that led there it is the
// one that was given, and a site that is known already is begun again.
func (w *walk) begin(start site.URL, passed, notes []string) error {
	started := w.known.Site.Started
	if started.IsZero() {
		started = w.parts.Now().UTC()
	}
	url := w.parts.Normaliser.Address(start)
	further := w.further(start, beganAt(start, passed))
	r := evidence.SiteRecord{Origin: start.Origin(), Start: url, Key: w.parts.Normaliser.KeyOf(start, url),
		Passed: passed, Notes: notes, Started: started, Settings: w.parts.Settings,
		Stable: w.parts.Stable, Texts: w.parts.Open != nil, PerURL: w.parts.PerURL, Watched: w.parts.Watch != nil,
		Search: w.parts.Search != "", Further: len(further), List: w.parts.List,
		Sections: w.sections(start, passed), Members: w.parts.Members.Names(),
		Longest: w.limits.MaxURLLength, Others: w.parts.otherOrigins(start), AtListed: w.parts.SitemapStarts}
	if r.Search {
		r.Origin, r.AtListed = w.parts.Search, false // the settings say it
	}
	fromHTTP := slices.ContainsFunc(passed, func(p string) bool { return strings.HasPrefix(p, "http://") })
	if fromHTTP && w.parts.Members == nil && w.limits.RewriteScheme && start.Scheme == "https" && start.Port == "" {
		r.Rewrite = "http://" + start.Host + "/"
	}
	if err := w.note(evidence.KindSite, r); err != nil {
		return err
	}
	return w.noteStarts(further)
}

// resume takes up a site that the journal knows, which need not be the one of
// the start page; robots.txt is requested again only if no run has had an
// answer.
func (w *walk) resume(ctx context.Context, start site.URL) error {
	if err := w.takeUp(start); err != nil {
		return err
	}
	if w.taken(start) || w.known.Site.Search { // whose hosts are asked for their robots.txt when it is due
		return nil
	}
	again := w.parts.Watch != nil && w.known.Ended() // for the next iteration
	if w.known.Robots().Fetched.IsZero() || again {
		if err := w.setStart(); err != nil {
			return err
		}
		if err := w.fetchRobots(ctx, w.origin); err != nil || !again || w.rules().Retry || w.stop != "" {
			return err
		}
		return w.retryFailed(false) // else an iteration checks them as other URLs
	}
	w.hosts.apply(w.known.Site.Origin)
	return w.retryFailed(w.parts.RetryFailed || w.known.End.Reason == site.EndedRefused && !w.known.CheckedAgain())
}

// takeUp holds the state against the settings of this run, and notes what is missing of it or changed since.
func (w *walk) takeUp(start site.URL) error {
	if err := w.fits(); err != nil {
		return err
	}
	if w.beginsOtherwise() && !w.checksFirst {
		return w.begin(start, nil, nil)
	}
	if err := w.completeStarts(); err != nil || w.checksFirst {
		return err
	}
	again := w.known.Site.Search && w.parts.RetryFailed && w.known.Retriable() > 0
	if !again && !w.decidesOtherwise() {
		return nil
	}
	if err := w.noteAnew(); err != nil || !again {
		return err
	}
	return w.note(evidence.KindAgain, evidence.AgainRecord{At: w.parts.Now().UTC()})
}

// taken reports whether the site that an earlier run was led to is that of
// another line of this run.
func (w *walk) taken(start site.URL) bool {
	origin := w.known.Site.Origin
	if origin == start.Origin() || w.parts.Claim == nil || w.parts.Claim(origin) {
		return false
	}
	w.endAsAnotherSite(start.Origin(), redirectsTo, origin)
	return true
}

// retryFailed voids the failures of earlier runs when all are wanted, and when
// there is nothing but failures: a home page that was down is no finished
// crawl.
func (w *walk) retryFailed(all bool) error {
	failures := w.known.Retriable()
	if failures == 0 || !all && failures < w.known.Fetched+w.known.Barred {
		return nil
	}
	return w.note(evidence.KindAgain, evidence.AgainRecord{At: w.parts.Now().UTC()})
}

// fits compares the settings of the journal with those of this run; an empty
// one of this run does not matter.
func (w *walk) fits() error {
	s := &w.known.Site
	was, is := s.Settings[evidence.SettingKey], w.parts.Settings[evidence.SettingKey]
	watched := s.Watched || w.known.Watching != nil
	switch {
	case is == "" || was == is:
	case !w.live, w.parts.Watch != nil && !watched:
		return fmt.Errorf("the state was crawled with %s = %q, now it is %q: crawl with that first, or restore it",
			evidence.SettingKey, was, is)
	case watched:
		return fmt.Errorf("the site was watched with %s = %q, now it is %q, which would compare other versions: "+
			"restore it, or begin from scratch with --fresh", evidence.SettingKey, was, is)
	}
	return Fits(w.known.Site.Settings, w.wanted())
}

// Fits compares the settings of a state with those of this run. An empty one of
// this run does not matter.
func Fits(before, now map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(now)) {
		was, is := before[key], now[key]
		switch {
		case was == is || is == "":
		case was == "":
			return fmt.Errorf("the state was made without %s: remove that setting, or crawl from scratch with "+
				"--fresh", key)
		default:
			return fmt.Errorf("the state was made with %s = %q, now it is %q, which would give another graph: "+
				"restore it, or crawl from scratch with --fresh", key, was, is)
		}
	}
	return nil
}

// setStart takes the site's start page from the journal.
func (w *walk) setStart() (err error) {
	if w.origin, err = site.Parse(w.known.Site.Start); err != nil {
		return fmt.Errorf("start page in the state: %w", err)
	}
	if w.limits.MaxLevel = w.maxLevel; w.known.Site.List {
		w.limits.MaxLevel = 0
	}
	w.build.Seeds = w.seeds()
	w.build.SetStart()
	return nil
}

// seeds are the URLs at which a search begins in this run, of those that the journal has; nil for a site.
func (w *walk) seeds() (all []evidence.URLID) {
	if !w.known.Site.Search {
		return nil
	}
	for _, u := range w.further(site.URL{}, site.URL{}) {
		if url := w.known.URLs.Find(w.parts.Normaliser.Address(u)); url != evidence.NoURL {
			all = append(all, url)
		}
	}
	return all
}

// newVisitor returns what a worker needs of the site; parse bounds the pages
// that are parsed at once.
func (w *walk) newVisitor(parse chan struct{}) *visitor {
	v := &visitor{parts: &w.parts, limits: &w.limits, parse: parse, keepTexts: w.known.Site.Search}
	v.resolver = resolver{normaliser: w.parts.Normaliser, origin: w.origin, maxLength: w.limits.MaxURLLength}
	if w.known.Site.Rewrite != "" {
		v.rewrite, _ = site.Parse(w.known.Site.Rewrite)
	}
	return v
}

// How a site led to another one.
const (
	redirectsTo = "redirects to"
	yieldsTo    = "has no server, so it is"
)

// moveTo makes another origin the site, if no other walk of this run has it
// and the home pages do not lead in a circle.
func (w *walk) moveTo(u site.URL, how string) (moved bool, err error) {
	s := &w.known.Site
	passed := append(slices.Clip(s.Passed), s.Start)
	if len(passed) > w.limits.MaxRedirects || slices.Contains(passed, w.parts.Normaliser.Address(u)) {
		w.remark(fmt.Sprintf("%s %s %s: a circle, or more than %d sites", s.Origin, how, u, w.limits.MaxRedirects))
		return false, nil
	}
	ours := slices.ContainsFunc(passed, func(p string) bool { return strings.HasPrefix(p, u.Origin()+"/") })
	if !ours && w.parts.Claim != nil && !w.parts.Claim(u.Origin()) {
		w.endAsAnotherSite(s.Origin, how, u.Origin())
		return false, nil
	}
	notes := append(slices.Clip(s.Notes), fmt.Sprintf("%s %s %s, which became the site", s.Origin, how, u))
	return true, w.begin(u, passed, notes)
}

// endAsAnotherSite ends the walk because another one has its site.
func (w *walk) endAsAnotherSite(from, how, to string) {
	w.remark(fmt.Sprintf("%s %s %s, which is a site of this run already", from, how, to))
	w.stop = site.EndedAnotherSite
}

// remark adds a note that this run alone shows.
func (w *walk) remark(note string) {
	w.known.Site.Notes = append(slices.Clip(w.known.Site.Notes), note)
}
