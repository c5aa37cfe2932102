package extractor

import (
	"cmp"
	"slices"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// decision is an open decision: a URL that the order has chosen.
type decision struct {
	site    int
	page    uint32         // the number that the order gave the URL
	key     evidence.URLID // NoURL until the site is opened
	url     evidence.URLID // the spelling to fetch, which was the best one when deciding
	decided int            // its position among the decisions
	due     time.Duration
	started bool // whether its request was sent or none is needed
	kind    evidence.CommitKind
	settled bool  // whether the site was settled when deciding
	stands  int32 // for OfRule and OfNothing: 1 + the place of the commit's answer
}

// pending holds the virtual clock and the decisions that are not committed yet.
type pending struct {
	open    []*decision   // in the order of their commits
	beside  []*decision   // waiting decisions that the order does not know about
	decided int           // number of decisions so far
	clock   time.Duration // the virtual time of the last commit
}

func (o *Ordered) decide() error {
	for !o.reaches(o.Lookahead) {
		d, err := o.next()
		if err != nil {
			return err
		}
		if d == nil {
			break
		}
		if err := o.enter(d); err != nil {
			return err
		}
	}
	return o.fault
}

// window counts the open decisions except second requests. So a site on which nothing varies gets the same decisions
// as with another key.
func (p *pending) window() (n int) {
	for _, d := range p.open {
		if d.kind != evidence.OfTwin {
			n++
		}
	}
	return n
}

func (p *pending) reaches(n int) bool { return len(p.open) >= n && p.window() >= n }

// enter gives a decision its place among the open ones. On the virtual clock its request begins once the site's delay
// since the previous one has passed, and takes no time. A second request is due at once.
func (o *Ordered) enter(d *decision) error {
	o.decided++
	if d.decided = o.decided; d.kind == evidence.OfTwin {
		_, err := o.site(d.site) // it may have been put away in the meantime
		d.due = o.clock
		o.place(d)
		return err
	}
	if o.standings[d.site].opened {
		if err := o.choose(d); err != nil {
			return err
		}
		d.settled = o.sites[d.site].same.Settled()
	}
	if o.Found == nil {
		pace := o.paceOf(d)
		d.due = max(o.clock, pace.free, o.agents.From())
		pace.free = d.due + pace.delay
	}
	o.place(d)
	return nil
}

// paceOf returns the pace of a decision's site, or of its host if the site has several. The decision about the home
// page comes before the site is opened, when its hosts are still unknown.
func (o *Ordered) paceOf(d *decision) *pace {
	is, s := &o.standings[d.site], o.sites[d.site]
	if s == nil || s.isHome(d) || s.known.Members == nil {
		return &is.pace
	}
	if is.byHost == nil {
		is.byHost = map[string]*pace{}
	}
	host := site.HostIn(s.known.URLs.String(d.url))
	if is.byHost[host] == nil {
		is.byHost[host] = &pace{delay: s.wanted}
	}
	return is.byHost[host]
}

func (p *pending) place(d *decision) {
	at, _ := slices.BinarySearchFunc(p.open, d, func(a, b *decision) int {
		return cmp.Or(cmp.Compare(a.due, b.due), a.decided-b.decided)
	})
	p.open = slices.Insert(p.open, at, d)
}

func (o *Ordered) choose(d *decision) error {
	s, err := o.site(d.site)
	if err != nil {
		return err
	}
	s.used = o.decided
	if d.key == evidence.NoURL {
		d.key = s.keys[d.page]
		d.url = s.build.Found.FetchURL(d.key)
		if address := o.agents.Address(d.page); address != "" {
			d.url = s.known.URLs.Find(address)
		}
		if s.known.RecallHeld(d.key, d.url, o.forecast) {
			s.respelled++
		}
		if page := s.build.Ruled(d.key, s.known.Answer(d.key)); page != evidence.NoURL &&
			o.agents.Has(d.page, uint32(s.numbers.Get(page)-1)) {
			d.kind, d.stands = evidence.OfRule, s.known.Of.Get(page)
		} else if d.url == evidence.NoURL {
			d.kind, d.stands = evidence.OfNothing, 1
		}
	}
	return nil
}

type pace struct {
	delay time.Duration // the known minimum time between two requests
	free  time.Duration // when the next request may begin
}

// standing is the part of a site's state that stays in memory after the site is put away.
type standing struct {
	pace                    // for a site with one host, and for the first page
	byHost map[string]*pace // for a site with several hosts

	opened  bool     // the site has had a turn
	left    []uint32 // URLs whose decisions were dropped when the site was full
	paused  bool     // it refused too much in an earlier run
	listed  bool     // its crawl is compared with sitemaps
	stable  bool     // it identifies pages by the key stable
	last    int      // the last commit of the site
	learnt  int      // 1 + the commit after which it had learnt from all pages
	retried int      // the commit after which failures were last retried
	asked   int      // number of URLs requested before it was put away
}

func (o *Ordered) answered(d *decision) bool {
	s := o.sites[d.site]
	if s != nil && d.kind == evidence.OfTwin {
		return s.silent || s.known.HeldTwin(d.key) >= 0
	}
	return s != nil && d.key != evidence.NoURL && !s.sitemapsFirst(d) && !s.known.Stale(d.key) &&
		(s.silent || d.stands != 0 || s.known.Held.Get(d.key) != 0 ||
			s.sequence.Beside.Get(d.key) != 0 && s.known.Of.Get(d.key) != 0)
}

func (o *Ordered) commitOf(d *decision) evidence.Commit {
	s := o.sites[d.site]
	c := evidence.Commit{Number: o.number + 1, Spent: o.spent, Key: d.key, Place: s.known.Held.Get(d.key), Kind: d.kind}
	switch {
	case s.silent:
		c.Place, c.Kind = 0, evidence.OfAnswer
	case d.kind == evidence.OfTwin:
		c.Place = s.known.Of.Get(d.key)
		c.Spent++
		return c
	case d.stands != 0:
		if c.Place = d.stands; !s.known.Free(c) {
			c.Spent++
		}
		return c
	case c.Place == 0: // it was requested for a sitemap and counted then
		c.Place = s.known.Of.Get(d.key)
		return c
	}
	if !s.known.Free(c) {
		c.Spent++
	}
	return c
}
