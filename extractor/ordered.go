package extractor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"sitegraph/extractor/engine"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Ordered is a crawl of sites in the order of decisions. One goroutine owns it.
//
// A decision is one URL. It is open until its answer is committed: only then it
// counts as known and is reported to the order. At most Lookahead decisions are
// open, and commits follow a virtual clock of declared delays, so the sequence
// of decisions depends on the answers and the settings, never on when an answer
// came.
type Ordered struct {
	Ordering
	input []OrderedSite
	sites []*orderedSite // nil until the first request, and when they are put away
	// standings are those of the sites.
	standings []standing
	// resident are the sites that are not nil.
	resident []int
	resuming bool
	// checked are the walks of the sites whose checks are not done; nil when the order decides.
	checked []*walk
	// recalling says that nothing is requested; offline, that decisions whose answers are unknown are dropped.
	recalling, offline bool
	forecast           bool          // as in Past
	told               evidence.Told // as in Past
	fault              error         // of reading a site back for the order

	open    []*decision   // in the order in which they will be committed
	beside  []*decision   // about what sitemaps list, to be made
	decided int           // decisions so far
	number  int           // commits so far
	spent   int           // pages processed
	found   int           // external links found
	late    []int         // what the pages processed last brought
	clock   time.Duration // the virtual time of the last commit
	begun   time.Time
	waited  time.Duration // see Waited
	since   time.Time     // when Next had no request
	stalled bool          // no decision could be made then, though less was under way than may be

	requests
	parse chan struct{} // bounds the pages that are parsed at once
	stop  site.Ending   // why no more is requested
}

// NewOrdered returns a crawl of sites that has not begun.
func NewOrdered(sites []OrderedSite, o Ordering) *Ordered {
	w := &Ordered{Ordering: o, input: sites, sites: make([]*orderedSite, len(sites)), begun: o.Now()}
	w.parse = make(chan struct{}, cmp.Or(o.Parsers, runtime.NumCPU()))
	for _, s := range sites {
		w.standings = append(w.standings, standing{pace: pace{delay: s.Delay}})
	}
	return w
}

// Walk crawls until nothing is left, the budget is used up, a stop condition is
// met, or ctx ends (its cause is the reason). It resumes from what the journals
// hold. Sites that are to be watched are checked first, in an iteration. The error is
// about a journal or its fit to the settings, never about a site.
func (o *Ordered) Walk(ctx context.Context) error {
	if o.ChecksAtOnce > 0 {
		if done, err := o.iterate(ctx); err != nil || !done {
			return err
		}
	}
	o.engine = engine.New(engine.Hooks{Tick: o.tick, Stopped: o.end})
	defer o.engine.End()
	if err := errors.Join(o.resume(), o.readLate()); err != nil {
		return err
	}
	if err := o.engine.Run(ctx, o); err != nil {
		return err
	}
	o.observe()
	if ctx.Err() != nil && o.stop == "" {
		o.stop = site.EndingOf(context.Cause(ctx))
	}
	if err := o.flush(); err != nil {
		return err
	}
	for i := range o.sites {
		if !o.standings[i].opened {
			continue
		}
		s, err := o.site(i)
		if err != nil {
			return err
		}
		if err := errors.Join(o.finish(i, s), o.putAway()); err != nil {
			return err
		}
	}
	return nil
}

// Crawl returns the crawl of a site after Walk; nil if the site never had a
// turn. It may be called for several sites at once.
func (o *Ordered) Crawl(i int) (*site.Crawl, error) {
	if o.checked != nil && o.checked[i] != nil {
		return o.checked[i].crawl()
	}
	if !o.standings[i].opened {
		return nil, nil
	}
	if o.sites[i] != nil {
		return o.sites[i].crawl()
	}
	s, err := o.load(i)
	if err != nil {
		return nil, err
	}
	defer o.input[i].Close()
	if err := s.arrange(o.number); err != nil {
		return nil, err
	}
	s.stop = s.known.End.Reason
	return s.crawl()
}

// Waited is the time in which answers waited for their turn while no decision
// could be made: the price of the order.
func (o *Ordered) Waited() time.Duration { return o.waited }

// Links returns the numbers of the URLs that a page read links to, as far as
// they are known. The slice is valid until the next call.
func (o *Ordered) Links(i int, page uint32) []uint32 {
	s, err := o.site(i)
	if err != nil {
		o.fault = err
		return nil
	}
	return s.links(s.keys[page])
}

// Next commits the answers whose turn it is, makes decisions, and returns the next request that they want.
func (o *Ordered) Next() (engine.Request, error) {
	for {
		if err := o.decide(); err != nil {
			return nil, err
		}
		if r, err := o.request(); err != nil {
			return nil, err
		} else if r != nil {
			if o.engine.Underway() > 0 {
				return r, nil
			}
			return r, o.tick() // who looks meanwhile sees all that is known
		}
		if len(o.open) == 0 || !o.affordable(0) {
			break
		}
		if !o.answered(o.open[0]) {
			if !o.offline {
				break
			}
			if err := o.drop(); err != nil {
				return nil, err
			}
			continue
		}
		d := o.close(0)
		if err := o.commit(d, o.commitOf(d), true); err != nil {
			return nil, err
		}
	}
	if o.records > 0 {
		if err := o.flush(); err != nil {
			return nil, err
		}
	}
	o.since, o.stalled = o.Now(), o.engine.Underway() < o.Lookahead && o.window() == o.Lookahead
	return nil, o.putAway()
}

// drop leaves out the first open decision, whose answer is not known.
func (o *Ordered) drop() error {
	d := o.close(0)
	if err := o.choose(d); err != nil {
		return err
	}
	if o.answered(d) {
		o.open = slices.Insert(o.open, 0, d)
		return nil
	}
	if s := o.sites[d.site]; d.kind == evidence.OfAnswer {
		s.unfetched[d.key] = true
	}
	if d.page == noPage {
		return nil
	}
	return o.Order.Done(d.site, d.page, site.Outcome{Kind: site.OutcomeLeft, Free: true})
}

// Settle counts the time in which answers waited for their turn.
func (o *Ordered) Settle() error {
	if o.stalled {
		o.waited += o.Now().Sub(o.since)
	}
	return nil
}

// tick saves, and shows the progress.
func (o *Ordered) tick() error {
	err := o.flush()
	o.observe()
	return err
}

// flush brings to the journals what the sites have for them: what a kill loses is requested again.
func (o *Ordered) flush() error {
	for _, s := range o.unsaved {
		if err := s.memory.save(); err != nil {
			return err
		}
	}
	o.unsaved, o.records = o.unsaved[:0], 0
	return nil
}

// resume repeats the commits of earlier runs.
func (o *Ordered) resume() error {
	type ofSite struct {
		evidence.Commit
		site int
	}
	o.resuming = true
	var all []ofSite
	for i := range o.input {
		if !o.input[i].Kept {
			continue
		}
		s, err := o.site(i)
		if err != nil {
			return err
		}
		for _, c := range s.known.Within(o.Budget) {
			all = append(all, ofSite{c, i})
		}
		if err := o.putAway(); err != nil {
			return err
		}
	}
	last := func(p ofSite) int { // what follows a commit has its number
		if p.Key == evidence.NoURL {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b ofSite) int { return cmp.Or(a.Number-b.Number, last(a)-last(b)) })
	var left []ofSite
	for n, c := range all {
		if s := o.sites[c.site]; s != nil && s.hasAll() { // the page limit is lower than it was
			break
		}
		if done, err := o.beyondTime(); done || err != nil {
			if err != nil {
				return err
			}
			break
		}
		if c.Number > o.number+1 { // a kill left the journals of the sites at different points
			left = all[n:]
			break
		}
		if err := errors.Join(o.repeat(c.site, c.Commit), o.putAway()); err != nil {
			return err
		}
	}
	o.resuming = false
	for _, c := range left {
		s, err := o.site(c.site)
		if err == nil && s.known.Number > o.number {
			err = s.memory.note(evidence.KindAgain, evidence.AgainRecord{At: s.parts.Now().UTC(), After: o.number, Void: true})
		}
		if err := errors.Join(err, o.putAway()); err != nil {
			return err
		}
	}
	return o.retry()
}

// repeat makes the decision of an earlier run again and commits it.
func (o *Ordered) repeat(i int, c evidence.Commit) error {
	if c.Number == 0 || c.Kind == evidence.OfDepth {
		return nil // repeated with the decisions that it belongs to
	}
	s, err := o.site(i)
	switch {
	case err != nil:
		return err
	case c.Key == evidence.NoURL:
		o.standings[i].retried = c.Number
		o.again(i, s.forgetFailures())
		return nil
	}
	if err := o.decide(); err != nil {
		return err
	}
	if s, err = o.site(i); err != nil { // it may have been put away
		return err
	}
	at, err := o.find(i, c)
	if err != nil {
		return err
	}
	if at < 0 {
		return fmt.Errorf("%s: the state does not fit: %s was not decided about as commit %d; it may be of another "+
			"version: crawl from scratch with --fresh", s.known.Site.Origin, s.known.URLs.String(c.Key), c.Number)
	}
	return o.commit(o.close(at), c, false)
}

// find returns the place of the open decision of a commit, -1 if there is none.
// Before it redirects of the home page are followed.
func (o *Ordered) find(i int, c evidence.Commit) (at int, err error) {
	is := func(d *decision) bool {
		return d.key == c.Key && (d.kind == evidence.OfTwin) == (c.Kind == evidence.OfTwin)
	}
	for {
		at = slices.IndexFunc(o.open, func(d *decision) bool {
			return d.site == i && (is(d) || o.sites[i].isHome(d))
		})
		if at < 0 || is(o.open[at]) || !o.answered(o.open[at]) {
			break
		}
		d := o.close(at)
		if err := o.commit(d, o.commitOf(d), false); err != nil {
			return -1, err
		}
	}
	if at >= 0 && !is(o.open[at]) {
		return -1, nil
	}
	return at, nil
}

// close takes a decision out of the open ones.
func (o *Ordered) close(at int) *decision {
	d := o.open[at]
	o.open = slices.Delete(o.open, at, at+1)
	o.clock = max(o.clock, d.due)
	return d
}

// observe shows the progress and asks the stop conditions.
func (o *Ordered) observe() {
	o.observeSites()
	if o.Observer != nil {
		b := site.BudgetProgress{Spent: o.spent, Budget: o.Budget, Found: o.found, Late: len(o.late)}
		for _, n := range o.late {
			b.LateFound += n
		}
		o.Observer(b)
	}
	o.askConditions()
}

// askConditions asks the stop conditions, of a site alone those of its own.
func (o *Ordered) askConditions() {
	p, conditions := site.Progress{Elapsed: o.Now().Sub(o.begun)}, o.StopConditions
	if s := o.sites[0]; len(o.sites) == 1 && s != nil {
		p, conditions = s.sofar(), s.parts.StopConditions
	}
	for _, condition := range conditions {
		if ending, done := condition(p); done && o.stop == "" {
			o.end(ending)
		}
	}
}

// observeSites shows the progress of the sites where something changed.
func (o *Ordered) observeSites() {
	for _, s := range o.changed {
		s.changed = false
		s.observe()
	}
	o.changed = o.changed[:0]
}

// end stops the requests; those under way may end within the grace.
func (o *Ordered) end(why site.Ending) {
	if o.stop == "" {
		o.stop = why
		o.engine.Hurry()
	}
}
