package extractor

import (
	"fmt"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

func (o *Ordered) site(i int) (*orderedSite, error) {
	if o.sites[i] != nil {
		return o.sites[i], nil
	}
	s, err := o.load(i)
	if err != nil {
		return nil, err
	}
	o.sites[i], o.standings[i].opened = s, true
	o.resident = append(o.resident, i)
	o.show(s)
	return s, nil
}

func (o *Ordered) load(i int) (*orderedSite, error) {
	in := &o.input[i]
	parts, limits, err := in.Open()
	if err != nil {
		return nil, err
	}
	s := &orderedSite{walk: newWalk(parts, limits), wanted: in.Delay}
	s.parse, s.atOnce = o.parse, limits.Downloads+max(limits.Parsers, 1)
	s.begins.live, s.status.asked, s.known.KeepWords = !o.recalling, o.standings[i].asked, parts.Watch != nil
	s.unfetched, s.asksAgain, s.build.Told.Pages = map[evidence.URLID]bool{}, map[evidence.URLID]bool{}, o.told
	if err := s.known.Load(parts.Journal, nil); err != nil {
		return nil, fmt.Errorf("%w; it may be of another version: begin from scratch with --fresh", err)
	}
	if s.known.Site.Origin == "" && o.recalling {
		return nil, errNothing
	}
	if phase := s.known.Phase(); phase == evidence.Checking || phase == evidence.Checked {
		with := map[bool]string{true: "sitegraph watch --topics", false: "sitegraph watch"}[s.known.Site.Search]
		return nil, fmt.Errorf("an iteration that checks %s again is not finished: finish it with %s first",
			s.known.Site.Origin, with)
	}
	if s.known.Site.Origin == "" {
		err = s.begins.begin(in.Start, nil, nil)
	} else if err = s.takeUp(in.Start); err == nil && !s.taken(in.Start) && !s.known.Robots().Fetched.IsZero() {
		s.hosts.apply(s.known.Site.Origin)
	}
	if err == nil {
		err = s.setStart()
	}
	if err != nil {
		return nil, err
	}
	if o.resuming {
		o.standings[i].paused = s.known.End.Reason == site.EndedRefused
	}
	o.standings[i].listed = o.standings[i].listed || s.wantsSitemaps() || s.known.Listed.Known
	o.standings[i].stable = s.known.Site.Stable
	if err := s.reset(); err != nil {
		return nil, err
	}
	return s, s.catchUp(o.number, o.standings[i].retried)
}

// reset makes the first start page the only URL known to the order.
func (s *orderedSite) reset() error {
	s.told, s.sequence, s.epochs = false, s.newSequence(), epochs{next: s.firstEpoch()}
	s.visitor = s.newVisitor(s.parse)
	s.numbers, s.keys, s.silent = nil, nil, s.stop != ""
	s.expected, s.status.waiting = nil, 0
	clear(s.hosts.asking)
	if !s.known.Site.Search {
		s.number(s.build.Scope.Start)
	}
	return s.stabilise()
}

// catchUp reapplies the commits of the site up to a number.
func (s *orderedSite) catchUp(number, retried int) error {
	var hops []evidence.Commit
	for _, c := range s.known.Commits {
		switch {
		case c.Number > number:
			return s.same.Err()
		case c.Kind == evidence.OfDepth:
			s.newlyKnown(s.sequence.CloseDepth())
		case c.Number == 0:
			hops = append(hops, c)
		case c.Key == evidence.NoURL && (c.Number < number || c.Number <= retried):
			s.forgetFailures()
		case c.Place == 0 && c.Key != evidence.NoURL:
			s.silence()
		case c.Key != evidence.NoURL:
			for _, hop := range hops {
				s.sequence.Apply(hop)
				s.passHome()
			}
			hops = nil
			if err := s.applyAgain(c); err != nil {
				return err
			}
		}
	}
	return s.same.Err()
}

func (s *orderedSite) applyAgain(c evidence.Commit) error {
	told := c.Kind != evidence.OfTwin && s.numbers.Get(c.Key) != 0
	fresh := s.sequence.Apply(c).Fresh
	if s.endsEpoch(c) {
		if err := s.learnNow(c.Number, false); err != nil {
			return err
		}
	}
	if !told {
		s.untold = append(s.untold, fresh...)
		return nil
	}
	for _, k := range s.tell(fresh) {
		s.number(k)
	}
	return nil
}

// putAway unloads the sites that have been idle longest, once twice the wanted number are in memory.
func (o *Ordered) putAway() error {
	if o.Resident == 0 || len(o.resident) <= 2*o.Resident {
		return nil
	}
	if err := o.flush(); err != nil {
		return err
	}
	o.observeSites()
	busy := map[int]bool{}
	for _, d := range o.open {
		busy[d.site] = true
	}
	slices.SortFunc(o.resident, func(a, b int) int { return o.sites[a].used - o.sites[b].used })
	excess := len(o.resident) - o.Resident
	o.resident = slices.DeleteFunc(o.resident, func(i int) bool {
		s := o.sites[i]
		if excess <= 0 || busy[i] || s.underway > 0 || !s.ended && s.stop != "" && !s.silent {
			return false
		}
		excess--
		o.standings[i].asked = s.status.asked
		o.sites[i] = nil
		o.input[i].Close()
		return true
	})
	return nil
}
