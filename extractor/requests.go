package extractor

import (
	"cmp"
	"context"
	"errors"
	"time"

	"sitegraph/extractor/engine"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

type requests struct {
	engine  *engine.Engine
	first   []engine.Request // sent before all others
	unsaved []*orderedSite   // sites with records for their journals
	records int              // number of unsaved records
	changed []*orderedSite   // sites whose progress must be shown
}

// reply is the result of a decision's request.
type reply struct {
	decision *decision
	answer   *evidence.Fetched // nil if it was cut off or robots.txt is not available
	robots   *RobotsAnswer     // nil if it was not requested
	member   string            // the origin of robots.txt if it is not the start page's
	sitemaps []sitemapsRead
	yields   *site.URL // the origin with a server, if robots.txt came from there
}

// request returns the next request for open decisions that the budget and the page limits allow to commit.
func (o *Ordered) request() (engine.Request, error) {
	if len(o.first) > 0 {
		r := o.first[0]
		o.first = o.first[1:]
		return r, nil
	}
	for rank, d := range o.open {
		if o.offline || o.stop != "" || !o.affordable(rank) {
			break
		}
		if d.started {
			continue
		}
		if err := o.choose(d); err != nil {
			return nil, err
		}
		s := o.sites[d.site]
		if s.underway >= s.atOnce || s.waitsForRules(d) || o.waitsForAnother(rank, s) || s.waitsToList(d) {
			continue
		}
		if d.started = true; !o.answered(d) {
			s.underway++
			s.status.depth = max(s.sequence.DepthOf(d.key), 0)
			s.comes(d.key)
			if s.sitemapsFirst(d) {
				return listing{o}.request(s, d), nil
			}
			return o.requestOf(s, d), nil
		}
	}
	return nil, nil
}

// affordable reports whether the limits allow committing the open decision of a rank even if all earlier ones are
// committed.
func (o *Ordered) affordable(rank int) bool {
	if o.Budget > 0 && o.spent+rank >= o.Budget {
		return false
	}
	d := o.open[rank]
	if !o.agents.Within(rank, d.due) {
		return false
	}
	s := o.sites[d.site]
	if s == nil || s.limits.MaxPages == 0 {
		return true
	}
	pages := len(s.build.Pages)
	for _, other := range o.open[:rank] {
		if other.site == d.site {
			pages++
		}
	}
	return pages < s.limits.MaxPages
}

// requestOf returns the request for a decision's URL. It fetches robots.txt first if that is due.
func (o *Ordered) requestOf(s *orderedSite, d *decision) engine.Request {
	of := s.originOf(d.url)
	member := of != s.known.Site.Origin
	t := task{url: s.known.URLs.String(d.url), key: s.known.URLs.String(d.key), rules: s.hosts.of(of).Rules,
		barred: member && s.hosts.of(of).Retry, twin: d.kind == evidence.OfTwin, whole: d.settled}
	visitor, origin, now, came := s.visitor, s.origin, s.parts.Now, time.Time{}
	if first := s.known.Answer(d.key); t.twin && first != nil {
		came = s.answered.after(first.Record)
	}
	ask := s.hosts.due(of)
	open, first := !member && s.hosts.schemeOpen(), s.hosts.unruled(of)
	if ask {
		s.hosts.asking[of] = true
	}
	return func(ctx context.Context) func() error {
		r := reply{decision: d}
		if t.twin {
			pause(ctx, s.limits.TwinPause-now().Sub(came))
		}
		if ask {
			if member {
				r.member = of
				origin, _ = site.Parse(of)
			}
			robots, at := s.parts.firstRobots(ctx, origin, open)
			if r.robots = &robots; at != origin {
				r.yields = &at
			}
			if !robots.Retry {
				t.rules = robots.Rules
			}
			t.barred = member && first && robots.Retry
		}
		if r.yields == nil && (!ask || member || !first || !r.robots.Retry) {
			r.answer = visitor.safely(ctx, t)
		}
		return func() error { return o.take(r) }
	}
}

// waitsForRules reports whether a decision waits for the robots.txt of its host, which is being requested.
func (s *orderedSite) waitsForRules(d *decision) bool {
	of := s.originOf(d.url)
	return s.hosts.asking[of] && s.hosts.unruled(of)
}

func (o *Ordered) take(r reply) error {
	s := o.sites[r.decision.site]
	s.underway--
	if r.sitemaps != nil {
		return listing{o}.take(s, r.decision, r.sitemaps)
	}
	cut := r.answer == nil && o.engine.Over()
	yielded := r.yields != nil && !cut
	if yielded {
		if _, err := s.becomes(*r.yields, yieldsTo); err != nil {
			return err
		}
	}
	if r.robots != nil && !cut {
		if err := s.takeRobots(r.member, *r.robots, len(o.sites) > 1); err != nil {
			return err
		}
	}
	o.show(s)
	switch {
	case r.answer != nil:
		err := errors.Join(o.saveAnswer(s, r.decision, r.answer), s.report(r.answer))
		r.decision.started = !s.sitemapsFirst(r.decision)
		return err
	case yielded && !s.hosts.unruled(s.known.Site.Origin):
		r.decision.key, r.decision.started = evidence.NoURL, false
	case !cut:
		s.silent = true
	default:
		r.decision.started = false
	}
	return nil
}

// becomes replaces the site by the one it leads to, unless another walk has that one.
func (s *orderedSite) becomes(to site.URL, how string) (moved bool, err error) {
	if moved, err = s.moveTo(to, how); err != nil || !moved {
		return false, err
	}
	if err := s.setStart(); err != nil {
		return true, err
	}
	return true, s.reset()
}

func (o *Ordered) saveAnswer(s *orderedSite, d *decision, a *evidence.Fetched) error {
	records, err := s.walk.records(a)
	if urls := s.known.URLs; d.url != urls.Find(a.URL) && err == nil { // it redirected to another spelling of itself
		var record []byte
		record, err = evidence.Event(evidence.KindAsked, &evidence.AskedRecord{Asked: urls.String(d.url), URL: a.URL})
		records = append(records, record)
	}
	for _, r := range records {
		if err == nil {
			err = o.saveLater(s, r)
		}
	}
	if d.kind != evidence.OfTwin {
		s.answered.note(s.known.Records, s.parts.Now(), s.limits.TwinPause)
	}
	s.same.Note(a)
	a.Pieces.Drop()
	return err
}

func (r *requests) saveLater(s *orderedSite, record []byte) error {
	if len(s.memory.unsaved) == 0 {
		r.unsaved = append(r.unsaved, s)
	}
	r.records++
	return s.memory.later(record)
}

// show marks a site so that its progress is shown next time.
func (r *requests) show(s *orderedSite) {
	if !s.changed {
		s.changed = true
		r.changed = append(r.changed, s)
	}
}

// takeRobots obeys a requested robots.txt. If the site's own is not available, that is recorded only in a crawl of
// several sites, because it affects decisions about the others.
func (s *orderedSite) takeRobots(member string, r RobotsAnswer, others bool) error {
	own := s.known.Site.Origin
	delete(s.hosts.asking, cmp.Or(member, own))
	if member == "" && r.Retry && s.hosts.unruled(own) && !others {
		s.hosts.stayUnruled(r)
		return nil
	}
	return s.hosts.keepRobots(cmp.Or(member, own), r)
}
