package extractor

import (
	"fmt"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/identity"
	"sitegraph/site"
)

func (w *walk) crawl() (*site.Crawl, error) {
	b, n := w.build, w.known
	b.Scope.Freeze()
	l := graph.NewLedger(b, w.stop)
	t := &graph.Tables{Builder: b, Journal: w.parts.Journal}
	g, truncated := b.Graph()
	long, err := t.Describe(g)
	if err != nil {
		return nil, err
	}
	l.FindWalls(g)
	robots := n.MemberRobots(b.Origins())
	c := &site.Crawl{
		Scope: evidence.ScopeOf(n.Site.Settings), Members: n.Members, MemberRobots: robots,
		Site: n.Site.Origin, Former: strings.TrimSuffix(n.Site.Rewrite, "/"), Graph: g,
		Ended: w.stop, Complete: w.complete(), Asked: w.status.asked, Notes: slices.Clip(n.Site.Notes),
		Robots: n.Robots(), Started: n.Site.Started, Finished: n.End.At,
		Ledger: l.Entries, External: t.External, Bad: t.Bad, Mentions: (&graph.Inlinks{Builder: b}).Of,
		Blocks: t.Blocks,
	}
	if w.limits.KeepLinks {
		c.Links, c.LinksOf = t.Occurrences, t.LinksOf
	} else if w.limits.KeepTexts {
		c.TextsOf = t.TextsOf
	}
	if s := w.sequence; s != nil && (n.HasOrder() || w.limits.Budget > 0) {
		c.Decisions, c.Ordered = s.Decisions(l), n.HasOrder()
		s.Rank(c)
	}
	if c.Sameness = sameness(w.same); c.Sameness != nil {
		w.describeSameness(c, l)
	}
	if c.Watched, err = t.Watched(g, w.parts.Believe); err != nil {
		return nil, err
	}
	if c.Watched != nil {
		c.Watched.Moments = w.moments
	}
	c.Notes = append(c.Notes, n.WatchNotes()...)
	if note := n.BeginningNote(); note != "" {
		c.Notes = append(c.Notes, note)
	}
	c.Notes = append(c.Notes, evidence.MemberNotes(robots)...)
	c.Counts = b.Count(g)
	c.Counts.TruncatedArcs = truncated
	if long > 0 {
		c.Counts.Limits[site.LimitURLLength] = long
	}
	l.Summarize(c)
	if b.TellDifferences(c.Aliases); w.same.Err() != nil {
		return nil, w.same.Err()
	}
	if c.Sitemaps, err = l.Sitemaps(t, g); err != nil {
		return nil, err
	}
	if c.Sitemaps != nil {
		if c.Sitemaps.Start {
			b.MarkEntries(g)
		}
		c.Notes = append(c.Notes, graph.SitemapsNote(c.Sitemaps))
	}
	c.Declared = g.Declared(b.PageOf)
	c.Linked, err = t.Linked(c)
	return c, err
}

func sameness(s *identity.Identity) *site.Sameness {
	if s == nil {
		return nil
	}
	return &site.Sameness{Masks: graph.Lasting(s.Masks.List()), Rules: s.Rules.List, Twins: s.Masks.Twins()}
}

func (w *walk) describeSameness(c *site.Crawl, l *graph.Ledger) {
	for e := range c.Ledger {
		if e.Reason.Rule != nil {
			e.Reason.Rule.URLs++
		}
	}
	if note := c.Sameness.Twins.Note(); note != "" {
		c.Notes = append(c.Notes, note)
	}
	w.build.MarkVolatile(c.Graph)
	c.Sameness.Shapes = w.yields.Report(w.waiting())
	l.PutOff = w.yields.PutOff()
}

func (w *walk) waiting() (keys []evidence.URLID) {
	for key := range evidence.URLID(w.known.URLs.Len()) {
		if w.build.Taken(key) && w.build.Follow(key).Missing {
			keys = append(keys, key)
		}
	}
	return keys
}

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
