package extractor

import (
	"slices"
	"time"

	"sitegraph/site"
)

// decision is an open one: a URL that the order has chosen.
type decision struct {
	site    int
	page    uint32 // the order's number of the URL
	key     urlID  // noURL before the site is opened
	decided int    // its place among the decisions
	due     time.Duration
	started bool // its request was sent, or needs not be
}

// decide asks the order until the window is full.
func (o *Ordered) decide() {
	for len(o.open) < o.Lookahead {
		i, page, ok := o.Order.Next()
		if !ok {
			return
		}
		d := &decision{site: i, page: page, key: noURL}
		if s := o.sites[i]; s != nil {
			d.key = s.keys[page]
		}
		o.enter(d)
	}
}

// enter gives a decision its place among the open ones. On the virtual clock its
// request begins when the site's delay since the one before is over, and takes
// no time.
func (o *Ordered) enter(d *decision) {
	o.decided++
	d.decided = o.decided
	d.due = o.clock
	if s := o.sites[d.site]; s != nil {
		d.due = max(o.clock, s.free)
		s.free = d.due + s.delay()
	}
	at, _ := slices.BinarySearchFunc(o.open, d, func(a, b *decision) int {
		if a.due != b.due {
			return int(min(max(a.due-b.due, -1), 1))
		}
		return a.decided - b.decided
	})
	o.open = slices.Insert(o.open, at, d)
}

// answered reports whether the answer of a decision is there.
func (o *Ordered) answered(d *decision) bool {
	s := o.sites[d.site]
	return s != nil && d.key != noURL && (s.silent || s.known.held.get(d.key) != 0)
}

// commitOf is the commit of an answered decision.
func (o *Ordered) commitOf(d *decision) commit {
	s := o.sites[d.site]
	c := commit{number: o.number + 1, spent: o.spent, key: d.key, place: s.known.held.get(d.key)}
	if !s.known.free(c) {
		c.spent++
	}
	return c
}

// commit has the answer of a decision count and reports it to the order. It is
// saved unless an earlier run did that.
func (o *Ordered) commit(d *decision, c commit, save bool) error {
	s := o.sites[d.site]
	o.number, o.spent = c.number, c.spent
	s.status.asking = false
	if c.place == 0 && len(o.sites) == 1 {
		s.stop = s.endingOfSilence() // the next run asks again
		return nil
	}
	if save {
		if err := o.saveLater(s, encodeCommit(c)); err != nil {
			return err
		}
	}
	if c.place == 0 {
		s.silent, s.stop = true, s.endingOfSilence()
		return o.Order.Done(d.site, d.page, site.Outcome{Kind: site.OutcomeGone, Free: true})
	}
	out := s.sequence.apply(c)
	if d.page == 0 && len(s.build.pages) == 0 {
		if done, err := o.followHome(s, d); done || err != nil {
			return err
		}
	}
	return o.reportDone(s, d, c, out)
}

// followHome goes on where the home page redirects to, in the same decision;
// done is false if it does not redirect.
func (o *Ordered) followHome(s *orderedSite, d *decision) (done bool, err error) {
	if away := s.build.homeLeadsTo(); away != nil {
		if err := s.save(); err != nil {
			return true, err
		}
		moved, err := s.moveTo(*away)
		if err != nil {
			return true, err
		}
		if !moved {
			return true, o.Order.Done(d.site, 0, site.Outcome{Kind: site.OutcomeGone, Free: true})
		}
		if err := s.setStart(); err != nil {
			return true, err
		}
		s.reset()
	} else if e := s.build.follow(s.build.scope.start); e.missing && e.key != d.key {
		s.keys[0] = e.key
		s.numbers.set(e.key, 1, s.known.urls.Len())
	} else {
		return false, nil
	}
	o.enter(&decision{site: d.site, key: s.keys[0]})
	return true, nil
}

// reportDone reports what became of a decision to its order.
func (o *Ordered) reportDone(s *orderedSite, d *decision, c commit, out committed) error {
	done := site.Outcome{Kind: out.kind, Free: s.known.free(c), Found: out.found, Again: out.again}
	for _, k := range out.fresh {
		if s.number(k) {
			depth := s.sequence.depthOf(k)
			done.Known = append(done.Known, site.Known{Key: s.known.urls.String(k), Depth: depth})
		}
	}
	switch out.kind {
	case site.OutcomeRead:
		done.Links = s.links(d.key)
		s.status.depth = s.sequence.depthOf(d.key)
	case site.OutcomeMerged:
		done.Into = uint32(s.numbers.get(out.into) - 1)
	}
	if !done.Free {
		o.found += done.Found
		o.late = append(o.late, done.Found)
		o.late = o.late[max(0, len(o.late)-site.LatePages):]
	}
	done.Last = s.limits.MaxPages > 0 && len(s.build.pages) >= s.limits.MaxPages
	o.show(s)
	if err := o.Order.Done(d.site, d.page, done); err != nil || !done.Last {
		return err
	}
	return o.leave(d.site)
}

// leave drops the open decisions of a site that has all pages that are wanted.
func (o *Ordered) leave(i int) (err error) {
	for _, d := range slices.Clone(o.open) {
		if d.site == i && err == nil {
			err = o.Order.Done(i, d.page, site.Outcome{Kind: site.OutcomeLeft, Free: true})
		}
	}
	o.open = slices.DeleteFunc(o.open, func(d *decision) bool { return d.site == i })
	return err
}
