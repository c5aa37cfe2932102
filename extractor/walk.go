package extractor

import (
	"fmt"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// walk is the crawl of one site: the known facts, the graph built from them, and the progress. An order chooses what to
// fetch. One goroutine owns it.
type walk struct {
	parts    Parts
	limits   scope.Limits
	known    *evidence.Known // as in memory
	memory   *memory
	build    *graph.Builder
	hosts    *hosts
	begins   *beginning
	visitor  *visitor        // fetches and reads URLs
	parse    chan struct{}   // limits the pages parsed at once
	atOnce   int             // limits the running requests
	origin   site.URL        // the site's origin, with the path of the start page
	maxLevel int             // from the settings; for a list, limits has 0
	sequence *graph.Sequence // assembles the crawl
	learning                 // for key stable
	status   status
	times    []uint8         // number of this run's requests for each key
	stop     site.Ending     // why fetching has stopped
	timing   evidence.Timing // for this run
}

// status describes the progress of the walk.
type status struct {
	begun   time.Time
	asked   int // number of URLs fetched by this run
	refused int // number of refused ones among them
	depth   int
	waiting int // number of known URLs neither forbidden nor requested yet
}

func newWalk(p Parts, l scope.Limits) *walk {
	w := &walk{parts: p, limits: l, maxLevel: l.MaxLevel, known: evidence.NewKnown(), status: status{begun: time.Now()}}
	w.learning.known = w.known
	w.memory = &memory{known: w.known, journal: p.Journal}
	w.begins = &beginning{parts: &w.parts, limits: &w.limits, known: w.known, memory: w.memory}
	w.build = graph.NewBuilder(w.known, &w.limits)
	w.hosts = &hosts{parts: &w.parts, known: w.known, memory: w.memory, judged: map[string]RobotsAnswer{},
		asking: map[string]bool{}}
	return w
}

func (w *walk) progress() site.Progress {
	n, s := w.known, &w.status
	return site.Progress{
		Site: n.Site.Origin, Level: s.depth, Pages: len(w.build.Pages), Arcs: w.build.Arcs, Links: w.build.Links,
		Fetched: n.Fetched, Asked: s.asked, Failed: n.Failed, Bytes: n.Bytes,
		Waiting: s.waiting, Elapsed: time.Since(s.begun),
	}
}

func (w *walk) finish() error {
	complete := w.complete() || w.known.Site.Search && w.stop == "" // only its order knows what is left
	if w.stop == "" || complete || w.stop == site.EndedWorkDone {
		w.stop = w.result()
	}
	was := w.known.End
	same := was.Reason == w.stop && was.Budget == w.limits.Budget
	if w.known.Site.Origin == "" || complete && was.Complete && same && !w.known.Site.Search {
		return nil
	}
	end := evidence.EndRecord{Reason: w.stop, Complete: complete, At: w.known.Watching.NoEarlier(w.parts.Now().UTC()),
		Budget: w.limits.Budget, Timing: w.timing}
	if w.stop == site.EndedRobotsUnavailable || w.stop == site.EndedUnreachable {
		end.Robots = w.known.Robots()
	}
	return w.memory.note(evidence.KindEnd, end)
}

// result returns the ending of a walk with nothing left to fetch.
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

// complete reports whether every key in reach has an answer.
func (w *walk) complete() bool {
	switch phase := w.known.Phase(); {
	case phase == evidence.Checking, (phase == evidence.Checked || phase == evidence.Deciding) && !w.begins.live:
		return false
	case w.known.LastIteration() > 1 && w.begins.live && w.stop != "" && !w.stop.Whole() && w.stop != w.result():
		return false
	}
	if !w.learntAll() {
		return false // some pages are requested again at the end
	}
	return !w.stop.NeverBegan() && w.stop != site.EndedRefused && w.build.Complete() && !w.build.Unchecked()
}

// records returns the records of an answer and adds its URLs to the table.
func (w *walk) records(a *evidence.Fetched) ([][]byte, error) {
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
	records = append(records, w.known.URLs.Encode(a))
	uses, err := usesOf(a)
	return append(records, uses...), err
}

type memory struct {
	known   *evidence.Known
	journal evidence.Journal
	unsaved [][]byte // known but not in the journal yet
}

func (m *memory) later(record []byte) error {
	m.unsaved = append(m.unsaved, record)
	return m.known.Take(record)
}

func (m *memory) save() error {
	if len(m.unsaved) == 0 {
		return nil
	}
	err := m.journal.Append(m.unsaved)
	m.unsaved = m.unsaved[:0]
	return err
}

func (m *memory) append(records ...[]byte) error {
	if err := m.save(); err != nil || len(records) == 0 {
		return err
	}
	if err := m.journal.Append(records); err != nil {
		return err
	}
	for _, r := range records {
		if err := m.known.Take(r); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) note(kind byte, v any) error {
	record, err := evidence.Event(kind, v)
	if err != nil {
		return err
	}
	return m.append(record)
}

// read returns a record, even one that is not in the journal yet.
func (m *memory) read(n uint32) ([]byte, error) {
	if first := m.known.Records - len(m.unsaved); int(n) >= first {
		return m.unsaved[int(n)-first], nil
	}
	return m.journal.Read(int(n))
}

// maxTimes limits how often one run may request a normalized URL in all its spellings. A crawl needs it once, a check
// once more, key stable a few more times. Without a limit, a crawl that keeps requesting a URL would never end.
const maxTimes = 10

// countTimes counts the requests for an answer's normalized URL. The error ends the crawl of the site.
func (w *walk) countTimes(a *evidence.Fetched) error {
	key := w.known.URLs.Find(a.Key)
	if more := int(key) + 1 - len(w.times); more > 0 {
		w.times = append(w.times, make([]uint8, more)...)
	}
	if w.times[key]++; w.times[key] < maxTimes {
		return nil
	}
	return &site.Fault{Cause: fmt.Sprintf("this run has requested %s %d times; the crawl of its site ends here",
		a.Key, maxTimes)}
}

func (w *walk) report(a *evidence.Fetched) error {
	if a.Outcome == evidence.OutForbidden || a.Failure.Class == site.FailRobots {
		return nil
	}
	w.status.asked++
	if a.Outcome == evidence.OutRefused {
		w.status.refused++
	}
	w.timing.Note(a)
	if w.parts.Observer != nil {
		f := a.Fetch(w.known.Site.Origin)
		if f.Level = w.status.depth; w.known.Site.Search {
			f.Site, f.Level = site.OriginIn(a.URL), w.sequence.DepthOf(w.known.URLs.Find(a.Key))
		}
		w.parts.Observer.Fetched(f)
	}
	return w.countTimes(a)
}
