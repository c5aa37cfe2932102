package extractor

import (
	"context"
	"strings"
	"time"

	"sitegraph/extractor/engine"
	"sitegraph/site"
)

// walk drives the crawl of one site: it decides what is fetched next, keeps
// the answers, and stops. One goroutine owns it.
type walk struct {
	parts   Parts
	limits  Limits
	known   *known
	build   *builder
	engine  *engine.Engine // nil when a finished walk is built again
	hosts   *hosts
	visitor *visitor      // fetches and reads a URL
	parse   chan struct{} // bounds the pages that are parsed at once
	atOnce  int           // the most URLs under way
	origin  site.URL      // of the site; its path is that of the start page
	ordered bool          // the crawl is one in the order of decisions
	live    bool          // it can ask for what is missing
	// checksFirst says that the walk makes checks alone, and decides nothing.
	checksFirst bool
	// sequence builds the crawl in the order of decisions; nil for one by depth.
	sequence *sequence
	// same tells pages apart by key stable; nil for other keys. twinning says that
	// requests are second ones.
	same     *sameness
	twinning bool
	yields   *yields     // what shapes of URL gave; of key stable
	counted  yieldsSoFar // for that
	whole    bool        // the last plan had all that is known; of key stable
	fetched  []fetchedBy // of key stable: when the portions of this run were there
	opened   *openDepth  // of key stable: where the graph can go on, nil if nowhere
	refusals *refusals   // of the depth under way; nil while nothing is to be paused
	status   status
	stop     site.Ending // why no more is fetched
	timing   timing      // of this run
}

// status is how far the walk has come, for its progress.
type status struct {
	begun   time.Time
	asked   int // URLs fetched by this run
	refused int // those of them that were refused
	depth   int
	waiting int  // keys of this round that no worker has taken
	next    int  // keys that are to be requested after this round, as far as they are known
	open    int  // keys of the next depth, answered ones too: the walk is not done
	barred  int  // keys of this depth that robots.txt will be found to forbid
	asking  bool // robots.txt is being requested: the walk cannot be done
	// checking says that pages are checked again: that all is known, or that there
	// are as many pages as wanted, is no reason to stop.
	checking bool
	again    bool // what waits is known, and requested again
}

// Walk walks the site that begins at start until nothing is left, a stop
// condition is met, or ctx ends (its cause is the reason). It resumes from what
// the journal holds. A site that is to be watched (p.Watch) is walked once more, in
// an iteration. The error is about the journal or its fit to the settings, never
// about the site.
func Walk(ctx context.Context, start site.URL, p Parts, l Limits) (*site.Crawl, error) {
	w := newWalk(p, l)
	w.live = true
	w.known.keepWords = p.Watch != nil
	fetch := w.depths
	switch {
	case p.Stable:
		fetch = w.portions
	case p.Watch != nil:
		fetch = w.iterate
	}
	if err := w.known.load(p.Journal, always); err != nil {
		return nil, err
	}
	w.startEngine()
	defer w.engine.End()
	if err := w.open(ctx, start); err != nil {
		return nil, err
	}
	if err := fetch(ctx); err != nil {
		return nil, err
	}
	if err := w.checkListed(ctx); err != nil {
		return nil, err
	}
	if err := w.finish(); err != nil {
		return nil, err
	}
	return w.crawl()
}

func always() bool { return true }

func newWalk(p Parts, l Limits) *walk {
	w := &walk{parts: p, limits: l, known: newKnown(), status: status{begun: time.Now()}}
	w.build, w.hosts = newBuilder(w.known, &w.limits), newHosts(&w.parts, w.known)
	return w
}

// depths fetches and closes depth after depth. After a stop it continues as far
// as answers of earlier runs reach: the graph is that of all that is known.
func (w *walk) depths(ctx context.Context) error {
	frontier := w.build.starts
	for depth := 0; len(frontier) > 0 && depth <= w.build.lastDepth; depth++ {
		w.status.depth = depth
		keys, err := w.fetchDepth(ctx, frontier)
		if err != nil {
			return err
		}
		// A watched site is known beyond what is missing.
		missing := w.build.missing(keys) && !w.known.checkedAgain()
		frontier = w.build.closeDepth(depth, keys)
		if w.build.limited() && w.stop == "" {
			w.stop = map[bool]site.Ending{false: site.EndedMaxPages, true: site.EndedRefused}[w.build.paused]
		}
		if depth < w.build.lastDepth {
			w.expect(frontier)
		} else {
			w.expect(nil)
		}
		w.status.open = len(frontier)
		w.checkStop()
		if missing || w.build.limited() {
			break
		}
	}
	return nil
}

// expect counts what is to be requested of a depth: keys without an answer that robots.txt does not forbid.
func (w *walk) expect(frontier []urlID) {
	s := &w.status
	s.waiting, s.next, s.barred, s.open = 0, 0, 0, len(frontier)
	for _, key := range frontier {
		switch {
		case !w.build.unanswered(key):
		case w.forbids(key):
			s.barred++
		default:
			s.next++
		}
	}
}

// enter counts keys as those of this round, no longer as those that come after it.
func (w *walk) enter(keys []urlID) {
	for _, key := range keys {
		if w.status.next > 0 && w.build.unanswered(key) {
			w.status.next--
		}
	}
}

// unanswered reports whether a key is still to be requested, not counting what its redirects lead to.
func (b *builder) unanswered(key urlID) bool {
	e := b.follow(key)
	return e.missing && e.hops == 0
}

// forbids reports whether robots.txt is known to forbid a key.
func (w *walk) forbids(key urlID) bool {
	target, ours := strings.CutPrefix(w.known.urls.String(key), w.known.site.Origin)
	if !ours || w.known.members != nil {
		return false
	}
	rules := w.rules().Rules
	return rules != nil && !rules.Allowed(target)
}

// stopped reports whether the walk was stopped before it had done all.
func (w *walk) stopped() bool { return w.stop != "" && !w.stop.Whole() }

// checkStop shows the progress and asks the stop conditions.
func (w *walk) checkStop() {
	p := w.progress()
	if w.parts.Observer != nil {
		w.parts.Observer.Progress(p)
	}
	if w.stop != "" {
		return
	}
	for _, condition := range w.parts.StopConditions {
		ending, done := condition(p)
		if done && !(w.status.checking && ending.Whole()) {
			w.stop = ending
			return
		}
	}
}

func (w *walk) progress() site.Progress {
	n, s := w.known, &w.status
	p := site.Progress{
		Site: n.site.Origin, Level: s.depth, Pages: len(w.build.pages), Arcs: w.build.arcs, Links: w.build.links,
		Fetched: n.fetched, Asked: s.asked, Failed: n.failed, Bytes: n.bytes,
		Waiting: max(0, s.waiting-s.barred), Next: s.next, InFlight: w.engine.Underway(),
		Elapsed: time.Since(s.begun), Done: w.done(),
	}
	if s.again {
		p.Again, p.Waiting = s.waiting+p.InFlight, 0
	}
	return p
}

// done reports whether nothing is left to fetch.
func (w *walk) done() bool {
	s := &w.status
	deepest := w.limits.MaxLevel >= 0 && s.depth >= w.limits.MaxLevel
	idle := !s.asking && s.waiting == 0 && w.engine.Underway() == 0 && (!w.known.site.Stable || w.known.late)
	return w.stop == "" && idle && !w.build.limited() && (s.open == 0 || deepest) && !w.build.found.empty()
}

// finish notes in the journal how the walk ended.
func (w *walk) finish() error {
	complete := w.complete()
	if w.stop == "" || complete || w.stop == site.EndedWorkDone {
		w.stop = w.result()
	}
	was := w.known.end
	same := was.Reason == w.stop && was.Budget == w.limits.Budget
	if w.known.site.Origin == "" || complete && was.Complete && same {
		return nil
	}
	end := endRecord{Reason: w.stop, Complete: complete, At: w.parts.Now().UTC(), Budget: w.limits.Budget,
		Timing: w.timing}
	if n := w.known; n.watching != nil {
		end.At = later(end.At, n.watching.clock)
	}
	if w.stop == site.EndedRobotsUnavailable || w.stop == site.EndedUnreachable {
		end.Robots = w.known.robots()
	}
	return w.note(kindEnd, end)
}

// result is the ending of a walk that has nothing left to fetch.
func (w *walk) result() site.Ending {
	home := w.known.answer(w.build.follow(w.build.scope.start).key)
	switch {
	case len(w.build.pages) > 0 || home == nil:
		return site.EndedWorkDone
	case home.outcome == outForbidden:
		return site.EndedRobotsForbid
	case home.outcome == outRefused:
		return site.EndedRefused
	}
	return site.EndedNoPages
}

// complete reports whether every key in reach has its answer.
func (w *walk) complete() bool {
	if n := w.known; n.checkedAgain() {
		it := n.watching.last()
		if !it.judged || !w.live && !it.complete || w.live && w.stopped() && w.stop != w.result() {
			return false
		}
	}
	if w.known.site.Stable && !w.learntAll() {
		return false // some pages are asked for once more at the end
	}
	return !w.stop.NeverBegan() && w.stop != site.EndedRefused && w.build.complete() && !w.build.unchecked()
}

// note appends an event to the journal and takes it to memory.
func (w *walk) note(kind byte, v any) error {
	record, err := event(kind, v)
	if err != nil {
		return err
	}
	return w.append(record)
}

// append appends records to the journal, then takes them to memory.
func (w *walk) append(records ...[]byte) error {
	if len(records) == 0 {
		return nil
	}
	if err := w.parts.Journal.Append(records); err != nil {
		return err
	}
	for _, r := range records {
		if err := w.known.take(r); err != nil {
			return err
		}
	}
	return nil
}

// keep appends answers to the journal, then takes them to memory.
func (w *walk) keep(answers []*Answer) error {
	records := make([][]byte, 0, len(answers))
	var same []unchanged
	for _, a := range answers {
		if a == nil {
			continue
		}
		w.report(a)
		if u, ok := w.known.asBefore(a); ok {
			same = append(same, u)
			continue
		}
		its, err := w.records(a)
		if err != nil {
			return err
		}
		records = append(records, its...)
	}
	if len(same) > 0 {
		records = append(records, encodeUnchanged(same, w.known.urls))
	}
	if err := w.append(records...); err != nil {
		return err
	}
	for _, a := range answers {
		if a != nil {
			w.same.note(a)
			a.pieces.drop()
		}
	}
	return nil
}

// records returns the records of an answer, and adds its URLs to the table.
func (w *walk) records(a *Answer) ([][]byte, error) {
	if a.seen != nil && !a.twin && w.known.watching != nil {
		before := w.known.newest(w.known.urls.find(a.Key))
		a.version = w.known.newVersion(a.seen, before)
		a.version.alike = before != nil && a.version.sameHead(before.version) && w.same.alike(a)
	}
	a.packed = w.known.frame.pack(a.pieces)
	return recordsOf(a, w.known.urls)
}

// report counts and logs a fetch.
func (w *walk) report(a *Answer) {
	if a.Outcome == outForbidden || a.Failure.Class == site.FailRobots {
		return
	}
	w.status.asked++
	if a.Outcome == outRefused {
		w.status.refused++
	}
	w.timing.note(a)
	if w.parts.Observer == nil {
		return
	}
	f := a.fetch(w.known.site.Origin)
	f.Level = w.status.depth
	w.parts.Observer.Fetched(f)
}
