package extractor

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"sitegraph/extractor/engine"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Ordered is a crawl of sites in the order of decisions. One goroutine owns it.
//
// A decision is about one URL and is open until its answer is committed. Only then the answer counts and is reported to
// the order. At most Lookahead decisions are open, and commits follow a virtual clock of declared delays. So the
// sequence of decisions depends on the answers and the settings, never on when an answer came.
type Ordered struct {
	Ordering
	agents Agents // never nil
	input  []OrderedSite
	sites  []*orderedSite // nil before the first request and after being put away

	standings []standing // of the sites
	resident  []int      // indices of the sites in memory
	resuming  bool
	checked   []*walk       // the sites whose checks are not done; nil when the order decides
	recalling bool          // no requests are sent
	offline   bool          // decisions with unknown answers are dropped
	forecast  bool          // as in Past
	told      evidence.Told // as in Past
	fault     error         // from reading a site back for the order

	pending
	number  int   // number of commits so far
	spent   int   // number of pages processed
	found   int   // number of external links found
	late    []int // number of external links found on each of the latest pages
	begun   time.Time
	waited  time.Duration // see Waited
	since   time.Time     // when Next had no request
	stalled bool          // no further decision was possible then, although more requests were allowed

	requests
	learner  *learner
	deferral *deferral
	parse    chan struct{} // limits the pages parsed at once
	stop     site.Ending   // why requests have stopped
}

// NewOrdered returns a crawl of sites that has not begun.
func NewOrdered(sites []OrderedSite, o Ordering) *Ordered {
	w := &Ordered{Ordering: o, input: sites, sites: make([]*orderedSite, len(sites)), begun: o.Now()}
	if w.agents = o.Agents; o.Agents == nil {
		w.agents = noAgents{}
	}
	w.learner, w.deferral = &learner{w}, &deferral{w, map[int]*putOff{}}
	w.parse = make(chan struct{}, cmp.Or(o.Parsers, runtime.NumCPU()))
	for _, s := range sites {
		w.standings = append(w.standings, standing{pace: pace{delay: s.Delay}})
	}
	return w
}

// Walk crawls until nothing is left, the budget is spent, a stop condition holds, or ctx ends with the reason as its
// cause. It resumes from the journals. It first checks watched sites again, in an iteration. Errors concern a journal
// or how it fits the settings, never a site.
func (o *Ordered) Walk(ctx context.Context) error {
	if o.ChecksAtOnce > 0 {
		var err error
		if o.checked, err = iterate(ctx, o.input, o.ChecksAtOnce); err != nil || o.checked != nil {
			return err
		}
	}
	o.engine = engine.New(engine.Hooks{Tick: o.tick, Stopped: o.end})
	defer o.engine.End()
	if err := errors.Join((&resumption{o}).resume(), listing{o}.readLate()); err != nil {
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

// Crawl returns the crawl of a site after Walk, or nil if the site never had a
// turn. It may be called for several sites concurrently.
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

// Waited returns how long answers waited for their turn while no decision was possible. This is the price of the order.
func (o *Ordered) Waited() time.Duration { return o.waited }

// Links returns the numbers of the known URLs that a page links to. The slice is valid until the next call.
func (o *Ordered) Links(i int, page uint32) []uint32 {
	s, err := o.site(i)
	if err != nil {
		o.fault = err
		return nil
	}
	return s.links(s.keys[page])
}

// Next commits the answers whose turn it is, makes decisions, and returns the next request for them.
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
			return r, o.tick() // makes the progress show everything known
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
		if err := (commitment{o, true}).of(d, o.commitOf(d)); err != nil {
			return nil, err
		}
	}
	if o.records > 0 {
		if err := o.flush(); err != nil {
			return nil, err
		}
	}
	o.since, o.stalled = o.Now(), o.engine.Underway() < o.Lookahead && o.reaches(o.Lookahead)
	return nil, o.putAway()
}

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
	if d.page == noPage { // do not wait for a second request that was never sent
		return o.learner.afterTwins(d.site, o.sites[d.site], o.number)
	}
	return o.Order.Done(d.site, d.page, site.Outcome{Kind: site.OutcomeLeft, Free: true})
}

// Settle measures the time in which answers waited for their turn.
func (o *Ordered) Settle() error {
	if o.stalled {
		o.waited += o.Now().Sub(o.since)
	}
	return nil
}

func (o *Ordered) tick() error {
	err := o.flush()
	o.observe()
	return err
}

// flush writes the sites' unsaved records to the journals. Answers lost in a crash are requested again.
func (r *requests) flush() error {
	for _, s := range r.unsaved {
		if err := s.memory.save(); err != nil {
			return err
		}
	}
	r.unsaved, r.records = r.unsaved[:0], 0
	return nil
}

func (p *pending) close(at int) *decision {
	d := p.open[at]
	p.open = slices.Delete(p.open, at, at+1)
	p.clock = max(p.clock, d.due)
	return d
}

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

// askConditions asks the stop conditions, which are the site's own if there is only one site.
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

func (r *requests) observeSites() {
	for _, s := range r.changed {
		s.changed = false
		s.observe()
	}
	r.changed = r.changed[:0]
}

// end stops sending requests. Running ones may finish within the grace period.
func (o *Ordered) end(why site.Ending) {
	if o.stop == "" {
		o.stop = why
		o.engine.Hurry()
	}
}
