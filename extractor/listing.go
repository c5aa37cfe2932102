package extractor

import (
	"context"
	"errors"
	"math"
	"slices"

	"sitegraph/extractor/engine"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// The sitemaps of a site are read after its home page has answered and before that answer counts, because entries may
// be start pages. If the crawl is compared with sitemaps, entries without a link are decided about once the order has
// nothing left, in the same sequence and for the same budget. The order does not learn about them.

// noPage is the number of URLs unknown to the order.
const noPage = math.MaxUint32

func (s *orderedSite) sitemapsFirst(d *decision) bool {
	if d.page != 0 || s.silent || !s.wantsSitemaps() {
		return false
	}
	held := s.known.Held.Get(d.key)
	return held != 0 && (s.known.Site.Search || s.settles(s.known.Answers[held-1]))
}

func (s *orderedSite) wantsSitemaps() bool { return s.parts.Sitemaps != nil && !s.known.Listed.Known }

// waitsToList reports whether a decision needs sitemaps next but must wait for their robots.txt, which is being
// requested.
func (s *orderedSite) waitsToList(d *decision) bool {
	return s.sitemapsFirst(d) && slices.ContainsFunc(s.known.Site.Hosts(), func(origin string) bool {
		return s.hosts.asking[origin]
	})
}

// settles reports whether an answer from the home page ends its redirects.
func (s *orderedSite) settles(a *evidence.Answer) bool {
	switch {
	case a.Outcome != evidence.OutRedirect || a.Location == evidence.NoURL:
		return true
	case a.Inside:
		return s.build.Scope.Excludes(a.Location) || s.known.Answer(s.known.URLs.Key(a.Location)) != nil
	}
	u, err := site.Parse(s.known.URLs.String(a.Location))
	return err != nil || !s.movesTo(u)
}

// listing reads the sitemaps of sites and makes decisions about their entries.
type listing struct{ crawl *Ordered }

func (l listing) request(s *orderedSite, d *decision) engine.Request {
	parts, missing := s.parts, s.sitemapsSince(-1)
	for _, m := range missing { // URLs of this origin wait for its robots.txt
		if m.asked {
			s.hosts.asking[m.origin.Origin()] = true
		}
	}
	return func(ctx context.Context) func() error {
		lists := parts.listAll(ctx, missing)
		return func() error {
			for _, m := range missing {
				if m.asked {
					delete(s.hosts.asking, m.origin.Origin())
				}
			}
			return l.crawl.take(reply{decision: d, sitemaps: lists})
		}
	}
}

// hasList reports whether the crawl of a site is compared with sitemaps.
func hasList(is *standing) bool { return is.listed }

func (o *Ordered) eachSite(wanted func(*standing) bool, f func(i int, s *orderedSite) error) error {
	for i := range o.sites {
		if is := &o.standings[i]; !is.opened || !wanted(is) {
			continue
		}
		if err := o.at(i, f); err != nil {
			return err
		}
	}
	return nil
}

// at calls f for a site and then puts sites away.
func (o *Ordered) at(i int, f func(i int, s *orderedSite) error) error {
	s, err := o.site(i)
	if err != nil {
		return err
	}
	return errors.Join(f(i, s), o.putAway())
}

// readLate requests the sitemaps of sites whose home pages were read without them in an earlier run.
func (l listing) readLate() error {
	return l.crawl.eachSite(hasList, func(i int, s *orderedSite) error {
		if s.wantsSitemaps() && s.stop == "" && len(s.sequence.History) > 0 {
			s.underway++
			l.crawl.first = append(l.crawl.first, l.request(s, &decision{site: i}))
		}
		return nil
	})
}

// take records the entries of sitemaps and, if the settings say so, makes them start pages.
func (l listing) take(s *orderedSite, d *decision, lists []sitemapsRead) error {
	if err := s.noteListing(lists); err != nil {
		return err
	}
	if !s.known.Listed.Known {
		d.started = false // cut off
		return nil
	}
	s.build.StartAtListed()
	return nil
}

// unlisted makes decisions about sitemap entries without a link once nothing else is left. The targets of their
// redirects follow in the next call.
func (l listing) unlisted() error {
	return l.crawl.eachSite(hasList, func(i int, s *orderedSite) error {
		if s.stop != "" || s.full() {
			return nil
		}
		for _, key := range s.build.ToFetch(s.build.Unlinked()) {
			l.decide(i, s, key)
		}
		return nil
	})
}

func (l listing) decide(i int, s *orderedSite, key evidence.URLID) {
	d := &decision{site: i, page: noPage, key: key, url: s.build.Found.FetchURL(key)}
	if s.unfetched[key] {
		return
	}
	if s.known.RecallHeld(key, d.url, l.crawl.forecast) {
		s.respelled++
	}
	l.crawl.beside = append(l.crawl.beside, d)
}

// chosenOrMore returns the next decision of the order. If there is none, it creates some from, in turn: URLs put off,
// the links of a depth, traps, sitemap entries, and the sites' last lessons.
func (o *Ordered) chosenOrMore() (*decision, error) {
	if d, err := o.deferral.next(); d != nil || err != nil {
		return d, err
	}
	of := func(traps bool) func() error { return func() error { return o.deferral.release(traps) } }
	for n, more := range []func() error{of(false), o.closeDepth, of(true), listing{o}.unlisted, o.learner.last} {
		if o.window() > 0 || n > 1 && len(o.open)+len(o.beside) > 0 {
			break
		}
		if err := more(); err != nil {
			return nil, err
		}
		if d, err := o.deferral.next(); d != nil || err != nil {
			return d, err
		}
	}
	return nil, nil
}

// closeDepth counts the links of a depth once all of it is done.
func (o *Ordered) closeDepth() error {
	if o.Found == nil || o.sites[0] == nil || len(o.sites[0].sequence.History) == 0 || o.sites[0].full() {
		return nil
	}
	s := o.sites[0]
	if !o.resuming {
		o.askConditions()
	}
	if s.epochs.countDepth() {
		if later, err := o.learner.endEpoch(0, s, o.number); later || err != nil {
			return err
		}
	}
	fresh := s.sequence.CloseDepth()
	if !s.known.Closes(o.number) { // even if nothing became known, which later lessons may change
		c := evidence.Commit{Number: o.number, Spent: o.spent, Kind: evidence.OfDepth}
		if err := o.saveLater(s, evidence.EncodeCommit(c)); err != nil {
			return err
		}
	}
	o.Found(0, s.newlyKnown(fresh))
	return nil
}

func (s *orderedSite) newlyKnown(fresh []evidence.URLID) (known []site.Known) {
	for _, k := range s.tell(fresh) {
		if s.number(k) {
			known = append(known, site.Known{Key: s.known.URLs.String(k), Depth: s.sequence.DepthOf(k)})
		}
	}
	return known
}

// next returns the next decision, or nil if there is none or the order waits.
func (o *Ordered) next() (*decision, error) {
	if !o.learner.due() && (len(o.beside) == 0 || o.beside[0].kind != evidence.OfTwin) {
		if d, err := o.chosenOrMore(); d != nil || err != nil {
			return d, err
		}
	}
	if len(o.beside) == 0 {
		return nil, nil
	}
	d := o.beside[0]
	o.beside = o.beside[1:]
	return d, nil
}
