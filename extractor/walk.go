package extractor

import (
	"context"
	"slices"
	"strings"
	"time"

	"sitegraph/extractor/engine"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// walk drives the crawl of one site: it decides what is fetched next, keeps
// the answers, and stops. One goroutine owns it.
type walk struct {
	parts    Parts
	limits   scope.Limits
	known    *evidence.Known
	build    *graph.Builder
	engine   *engine.Engine // nil when a finished walk is built again
	hosts    *hosts
	visitor  *visitor      // fetches and reads a URL
	parse    chan struct{} // bounds the pages that are parsed at once
	atOnce   int           // the most URLs under way
	origin   site.URL      // of the site; its path is that of the start page
	maxLevel int           // that of the settings; a list has none
	ordered  bool          // the crawl is one in the order of decisions
	live     bool          // it can ask for what is missing
	beyond   bool          // it goes on beyond what is missing
	// unfetched are the keys that were met then and are still unknown; respelled counts those that were fetched in
	// another spelling.
	unfetched map[evidence.URLID]bool
	respelled int
	// recollects has it note those spellings: they were asked for, and led to the others.
	recollects bool
	// checksFirst says that the walk makes checks alone, and decides nothing.
	checksFirst bool
	// sequence builds the crawl in the order of decisions; nil for one by depth.
	sequence *graph.Sequence
	refusals *graph.Refusals // of the depth under way; nil while nothing is to be paused
	learning                 // of key stable
	status   status
	times    []uint8         // how often this run has requested each key
	stop     site.Ending     // why no more is fetched
	timing   evidence.Timing // of this run
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
func Walk(ctx context.Context, start site.URL, p Parts, l scope.Limits) (*site.Crawl, error) {
	if p.Stable && p.Watch != nil {
		if w, err := checkFirst(ctx, start, p, l); err != nil {
			return nil, err
		} else if w != nil {
			return w.crawl()
		}
	}
	w := newWalk(p, l)
	w.live = true
	w.known.KeepWords = p.Watch != nil
	fetch := w.depths
	switch {
	case p.Stable:
		fetch = w.portions
	case p.Watch != nil:
		fetch = w.iterate
	}
	if err := w.known.Load(p.Journal, always); err != nil {
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

func newWalk(p Parts, l scope.Limits) *walk {
	w := &walk{parts: p, limits: l, maxLevel: l.MaxLevel, known: evidence.NewKnown(), status: status{begun: time.Now()}}
	w.build, w.hosts = graph.NewBuilder(w.known, &w.limits), newHosts(&w.parts, w.known)
	return w
}

// depths fetches and closes depth after depth. After a stop it continues as far
// as answers of earlier runs reach: the graph is that of all that is known.
func (w *walk) depths(ctx context.Context) error {
	frontier := w.build.Starts
	for depth := 0; len(frontier) > 0 && depth <= w.build.LastDepth; depth++ {
		w.status.depth = depth
		keys, err := w.fetchDepth(ctx, frontier)
		if err != nil {
			return err
		}
		// A watched site is known beyond what is missing.
		missing := !w.beyond && w.build.Missing(keys) && !w.known.CheckedAgain()
		frontier = w.build.CloseDepth(depth, keys)
		if b := w.build; b.Told != nil && b.LimitReached() && len(b.ToFetch(keys))+len(frontier) > 0 {
			leaveOut(b, depth, slices.Clone(keys))
		}
		if w.build.Limited() && w.stop == "" {
			w.stop = map[bool]site.Ending{false: site.EndedMaxPages, true: site.EndedRefused}[w.build.Paused]
		}
		if depth < w.build.LastDepth {
			w.expect(frontier)
		} else {
			w.expect(nil)
		}
		w.status.open = len(frontier)
		w.checkStop()
		if missing || w.build.Limited() {
			break
		}
	}
	return nil
}

// expect counts what is to be requested of a depth: keys without an answer that robots.txt does not forbid.
func (w *walk) expect(frontier []evidence.URLID) {
	s := &w.status
	s.waiting, s.next, s.barred, s.open = 0, 0, 0, len(frontier)
	for _, key := range frontier {
		switch {
		case !w.build.Unanswered(key):
		case w.forbids(key):
			s.barred++
		default:
			s.next++
		}
	}
}

// enter counts keys as those of this round, no longer as those that come after it.
func (w *walk) enter(keys []evidence.URLID) {
	for _, key := range keys {
		if w.status.next > 0 && w.build.Unanswered(key) {
			w.status.next--
		}
	}
}

// forbids reports whether robots.txt is known to forbid a key.
func (w *walk) forbids(key evidence.URLID) bool {
	target, ours := strings.CutPrefix(w.known.URLs.String(key), w.known.Site.Origin)
	if !ours || w.known.Members != nil {
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
		Site: n.Site.Origin, Level: s.depth, Pages: len(w.build.Pages), Arcs: w.build.Arcs, Links: w.build.Links,
		Fetched: n.Fetched, Asked: s.asked, Failed: n.Failed, Bytes: n.Bytes,
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
	idle := !s.asking && s.waiting == 0 && w.engine.Underway() == 0 && (!w.known.Site.Stable || w.known.Late)
	return w.stop == "" && idle && !w.build.Limited() && (s.open == 0 || deepest) && !w.build.Found.Empty()
}

// finish notes in the journal how the walk ended.
func (w *walk) finish() error {
	complete := w.complete() || w.known.Site.Search && w.stop == "" // its order alone knows what is left
	if w.stop == "" || complete || w.stop == site.EndedWorkDone {
		w.stop = w.result()
	}
	was := w.known.End
	same := was.Reason == w.stop && was.Budget == w.limits.Budget
	if w.known.Site.Origin == "" || complete && was.Complete && same && !w.known.Site.Search {
		return nil
	}
	end := evidence.EndRecord{Reason: w.stop, Complete: complete, At: w.parts.Now().UTC(), Budget: w.limits.Budget,
		Timing: w.timing}
	if n := w.known; n.Watching != nil {
		end.At = evidence.Later(end.At, n.Watching.Clock)
	}
	if w.stop == site.EndedRobotsUnavailable || w.stop == site.EndedUnreachable {
		end.Robots = w.known.Robots()
	}
	return w.note(evidence.KindEnd, end)
}

// result is the ending of a walk that has nothing left to fetch.
func (w *walk) result() site.Ending {
	home := w.known.Answer(w.build.Follow(w.build.Scope.Start).Key)
	switch {
	case len(w.build.Pages) > 0 || home == nil:
		return site.EndedWorkDone
	case home.Outcome == evidence.OutForbidden:
		return site.EndedRobotsForbid
	case home.Outcome == evidence.OutRefused:
		return site.EndedRefused
	}
	return site.EndedNoPages
}

// complete reports whether every key in reach has its answer.
func (w *walk) complete() bool {
	if n := w.known; n.CheckedAgain() {
		it := n.Watching.Last()
		if !it.Judged || !w.live && !it.Complete || w.live && w.stopped() && w.stop != w.result() {
			return false
		}
	}
	if w.known.Site.Stable && !w.learntAll() {
		return false // some pages are asked for once more at the end
	}
	return !w.stop.NeverBegan() && w.stop != site.EndedRefused && w.build.Complete() && !w.build.Unchecked()
}

// note appends an event to the journal and takes it to memory.
func (w *walk) note(kind byte, v any) error {
	record, err := evidence.Event(kind, v)
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
		if err := w.known.Take(r); err != nil {
			return err
		}
	}
	return nil
}

// keep appends answers to the journal, then takes them to memory.
func (w *walk) keep(answers []*evidence.Fetched) error {
	records := make([][]byte, 0, len(answers))
	var same []evidence.Unchanged
	for _, a := range answers {
		if a == nil {
			continue
		}
		if err := w.report(a); err != nil {
			return err
		}
		if u, ok := w.known.AsBefore(a); ok {
			same = append(same, u)
			continue
		}
		its, err := w.records(a, w.known.Records+len(records))
		if err != nil {
			return err
		}
		records = append(records, its...)
	}
	if len(same) > 0 {
		records = append(records, evidence.EncodeUnchanged(same, w.known.URLs))
	}
	if err := w.append(records...); err != nil {
		return err
	}
	for _, a := range answers {
		if a != nil {
			w.same.Note(a)
			a.Pieces.Drop()
		}
	}
	return nil
}

// records returns the records of an answer; the first will have a number, and adds its URLs to the table.
func (w *walk) records(a *evidence.Fetched, number int) ([][]byte, error) {
	if a.Seen != nil && !a.Twin && w.known.Watching != nil {
		before := w.known.Newest(w.known.URLs.Find(a.Key))
		a.Version = w.known.NewVersion(a.Seen, before)
		a.Version.Alike = before != nil && a.Version.SameHead(before.Version) && w.same.Alike(a)
	}
	a.Packed = w.known.Frame.Pack(a.Pieces)
	var records [][]byte
	if a.Texts != nil {
		records = append(records, a.Texts)
	}
	records = append(records, w.known.Encode(a, number+len(records)))
	uses, err := usesOf(a)
	return append(records, uses...), err
}
