package extractor

import (
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
	live     bool          // it can ask for what is missing
	// checksFirst says that the walk makes checks alone, and decides nothing.
	checksFirst bool
	sequence    *graph.Sequence // builds the crawl
	learning                    // of key stable
	status      status
	times       []uint8         // how often this run has requested each key
	stop        site.Ending     // why no more is fetched
	timing      evidence.Timing // of this run
}

// status is how far the walk has come, for its progress.
type status struct {
	begun   time.Time
	asked   int // URLs fetched by this run
	refused int // those of them that were refused
	depth   int
	waiting int  // keys to be checked that no worker has taken
	asking  bool // robots.txt is being requested: a stop cuts it off
	// checking says that pages are checked again: that all is known, or that there
	// are as many pages as wanted, is no reason to stop.
	checking bool
	again    bool // what waits is known, and requested again
}

func always() bool { return true }

func newWalk(p Parts, l scope.Limits) *walk {
	w := &walk{parts: p, limits: l, maxLevel: l.MaxLevel, known: evidence.NewKnown(), status: status{begun: time.Now()}}
	w.build, w.hosts = graph.NewBuilder(w.known, &w.limits), newHosts(&w.parts, w.known)
	return w
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
		Waiting: s.waiting, InFlight: w.engine.Underway(), Elapsed: time.Since(s.begun),
	}
	if s.again {
		p.Again, p.Waiting = s.waiting+p.InFlight, 0
	}
	return p
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
