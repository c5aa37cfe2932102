package extractor

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// begin starts a site at a URL with a site record; robots.txt comes next. passed lists the start pages that led there.
// If it is empty, start is the given page, and a known site begins again.
func (b *beginning) begin(start site.URL, passed, notes []string) error {
	started := b.known.Site.Started
	if started.IsZero() {
		started = b.parts.Now().UTC()
	}
	url := b.parts.Normaliser.Address(start)
	further := b.further(start, beganAt(start, passed))
	r := evidence.SiteRecord{Origin: start.Origin(), Start: url, Key: b.parts.Normaliser.KeyOf(start, url),
		Passed: passed, Notes: notes, Started: started, Settings: b.settings(),
		PageKey: b.parts.pageKey(), Watched: b.parts.Watch != nil,
		Search: b.parts.Search != "", Further: len(further), List: b.parts.List,
		Sections: b.sections(start, passed), Members: b.parts.Members.Names(),
		Longest: b.limits.MaxURLLength, Others: b.parts.otherOrigins(start), AtListed: b.parts.SitemapStarts}
	if r.Search {
		r.Origin, r.AtListed = b.parts.Search, false // the settings specify it
	}
	fromHTTP := slices.ContainsFunc(passed, func(p string) bool { return strings.HasPrefix(p, "http://") })
	if fromHTTP && b.parts.Members == nil && b.limits.RewriteScheme && start.Scheme == "https" && start.Port == "" {
		r.Rewrite = "http://" + start.Host + "/"
	}
	if err := b.memory.note(evidence.KindSite, r); err != nil {
		return err
	}
	return b.noteStarts(further)
}

// takeUp compares the state with the settings of this run, and records missing or changed parts.
func (w *walk) takeUp(start site.URL) error {
	if err := w.begins.fits(); err != nil {
		return err
	}
	// This run may begin elsewhere than the last one, or have another site or another key.
	last := &w.known.Site
	if w.begins.live && (!last.BeginsAs(w.parts.Settings) || last.PageKey != w.parts.pageKey()) {
		return w.begins.begin(start, nil, nil)
	}
	if err := w.begins.completeStarts(); err != nil {
		return err
	}
	again := w.known.Site.Search && w.parts.RetryFailed && w.known.Retriable() > 0
	if !again && !w.begins.decidesOtherwise() {
		return nil
	}
	if err := w.begins.noteAnew(); err != nil || !again {
		return err
	}
	return w.memory.note(evidence.KindAgain, evidence.AgainRecord{At: w.parts.Now().UTC()})
}

// taken reports whether the site that an earlier run ended up with belongs to another line of this run.
func (w *walk) taken(start site.URL) bool {
	origin := w.known.Site.Origin
	if origin == start.Origin() || w.parts.Claim == nil || w.parts.Claim(origin) {
		return false
	}
	w.endAsAnotherSite(start.Origin(), redirectsTo, origin)
	return true
}

// fits compares the journal's settings with this run's and ignores empty ones of this run.
func (b *beginning) fits() error {
	s := &b.known.Site
	was, is := s.Settings[evidence.SettingKey], b.parts.Settings[evidence.SettingKey]
	watched := s.Watched || b.known.LastIteration() > 1
	switch {
	case is == "" || was == is:
	case !b.live, b.parts.Watch != nil && !watched:
		return fmt.Errorf("the state was crawled with %s = %q, now it is %q: crawl with that first, or restore it",
			evidence.SettingKey, was, is)
	case watched:
		return fmt.Errorf("the site was watched with %s = %q, now it is %q, which would compare other versions: "+
			"restore it, or begin from scratch with --fresh", evidence.SettingKey, was, is)
	}
	return Fits(b.known.Site.Settings, b.wanted())
}

// Fits compares a state's settings with this run's and ignores empty ones of this run.
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

func (w *walk) setStart() (err error) {
	if w.origin, err = site.Parse(w.known.Site.Start); err != nil {
		return fmt.Errorf("start page in the state: %w", err)
	}
	if w.limits.MaxLevel = w.maxLevel; w.known.Site.List {
		w.limits.MaxLevel = 0
	}
	w.build.Seeds = w.begins.seeds()
	w.build.SetStart()
	return nil
}

// seeds returns the URLs of the journal at which this run of a search begins, or nil for a site.
func (b *beginning) seeds() (all []evidence.URLID) {
	if !b.known.Site.Search {
		return nil
	}
	for _, u := range b.further(site.URL{}, site.URL{}) {
		if url := b.known.URLs.Find(b.parts.Normaliser.Address(u)); url != evidence.NoURL {
			all = append(all, url)
		}
	}
	return all
}

// newVisitor returns the visitor for the workers. parse limits the pages parsed at once.
func (w *walk) newVisitor(parse chan struct{}) *visitor {
	v := &visitor{parts: &w.parts, limits: &w.limits, parse: parse, keepTexts: w.known.Site.Search}
	v.resolver = resolver{normaliser: w.parts.Normaliser, origin: w.origin, maxLength: w.limits.MaxURLLength}
	if w.known.Site.Rewrite != "" {
		v.rewrite, _ = site.Parse(w.known.Site.Rewrite)
	}
	return v
}

// The ways in which a site leads to another one.
const (
	redirectsTo = "redirects to"
	yieldsTo    = "has no server, so it is"
)

// moveTo makes another origin the site, unless another walk of this run has it or the home pages form a loop.
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
	return true, w.begins.begin(u, passed, notes)
}

func (w *walk) endAsAnotherSite(from, how, to string) {
	w.remark(fmt.Sprintf("%s %s %s, which is a site of this run already", from, how, to))
	w.stop = site.EndedAnotherSite
}

func (w *walk) remark(note string) {
	w.known.Site.Notes = append(slices.Clip(w.known.Site.Notes), note)
}
