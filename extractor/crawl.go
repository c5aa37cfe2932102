package extractor

import (
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
