package extractor

import (
	"errors"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/site"
)

// commitment commits decisions of a crawl. It saves them unless an earlier run did so.
type commitment struct {
	crawl *Ordered
	save  bool
}

// of counts the answer of a decision and reports it to the order.
func (cm commitment) of(d *decision, c evidence.Commit) error {
	s := cm.crawl.sites[d.site]
	if c.Place == 0 {
		return cm.silence(s, d, c)
	}
	s.comes(d.key)
	delete(s.asksAgain, d.key)
	home := s.isHome(d) && len(s.build.Pages) == 0
	out := s.sequence.Apply(c)
	if home {
		if followed, err := cm.followHome(s, d); followed || err != nil {
			return err
		}
	}
	cm.crawl.number, cm.crawl.spent, cm.crawl.standings[d.site].last = c.Number, c.Spent, c.Number
	pace, delay := cm.crawl.paceOf(d), s.delay(s.originOf(d.url))
	if s.known.Members != nil { // another origin on the host may want a longer delay
		delay = max(delay, pace.delay)
	}
	pace.delay = delay
	if err := errors.Join(s.same.Err(), cm.note(s, c)); err != nil {
		return err
	}
	if err := cm.crawl.learner.inTurn(d.site, s, c); err != nil {
		return err
	}
	if cm.crawl.Agents != nil {
		if cm.crawl.show(s); c.Kind == evidence.OfTwin {
			return nil
		}
		if c.Kind == evidence.OfRule {
			out.Kind = site.OutcomeRuled
		}
		return cm.crawl.Order.Done(d.site, d.page, site.Outcome{Kind: out.Kind, Free: s.known.Free(c)})
	}
	if d.page == noPage {
		s.untold = append(s.untold, out.Fresh...)
		cm.crawl.show(s)
		return nil
	}
	return cm.report(s, d, c, out)
}

func (cm commitment) note(s *orderedSite, c evidence.Commit) error {
	if !cm.save {
		return nil
	}
	return cm.crawl.saveLater(s, evidence.EncodeCommit(c))
}

// silence commits a decision about a site without robots.txt. If there is only one site, the next run asks again.
func (cm commitment) silence(s *orderedSite, d *decision, c evidence.Commit) error {
	s.silence()
	if len(cm.crawl.sites) == 1 {
		return nil
	}
	cm.crawl.number = c.Number
	if err := cm.note(s, c); err != nil {
		return err
	}
	return cm.crawl.Order.Done(d.site, d.page, site.Outcome{Kind: site.OutcomeGone, Free: true})
}

// followHome follows a redirect of the home page within the same decision.
func (cm commitment) followHome(s *orderedSite, d *decision) (followed bool, err error) {
	if away := s.build.HomeLeadsTo(); away != nil {
		if !s.movesTo(*away) {
			return false, nil
		}
		moved, err := s.becomes(*away, redirectsTo)
		if err != nil || !moved { // if it did not move, the redirect leads nowhere and is committed
			return moved, err
		}
	} else if !s.passHome() {
		return false, nil
	} else if err := cm.note(s, s.sequence.History[len(s.sequence.History)-1].Commit); err != nil {
		return true, err
	}
	d.key, d.started = evidence.NoURL, false
	cm.crawl.place(d)
	return true, cm.crawl.choose(d)
}

func (cm commitment) report(s *orderedSite, d *decision, c evidence.Commit, out graph.Committed) error {
	done := site.Outcome{Kind: out.Kind, Free: s.known.Free(c), Found: out.Found, Again: out.Again,
		Known: s.newlyKnown(out.Fresh)}
	switch out.Kind {
	case site.OutcomeRead:
		done.Links = s.links(d.key)
	case site.OutcomeMerged:
		into := s.numbers.Get(out.Into)
		if into == 0 { // left out because it is too many redirects away from any link
			done.Kind = site.OutcomeGone
			break
		}
		done.Into = uint32(into - 1)
	}
	if !done.Free {
		cm.crawl.found += done.Found
		cm.crawl.late = append(cm.crawl.late, done.Found)
		cm.crawl.late = cm.crawl.late[max(0, len(cm.crawl.late)-site.LatePages):]
	}
	done.Last = s.full()
	cm.crawl.show(s)
	if err := cm.crawl.Order.Done(d.site, d.page, done); err != nil || !done.Last {
		return err
	}
	return cm.crawl.leave(d.site)
}

func (o *Ordered) leave(i int) (err error) {
	for _, d := range slices.Clone(o.open) {
		if d.site == i && d.page != noPage && err == nil {
			err = o.Order.Done(i, d.page, site.Outcome{Kind: site.OutcomeLeft, Free: true})
			o.standings[i].left = append(o.standings[i].left, d.page)
		}
	}
	o.open = slices.DeleteFunc(o.open, func(d *decision) bool { return d.site == i })
	return err
}
