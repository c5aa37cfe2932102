package extractor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"sitegraph/site"
)

// grace is how long running transfers may go on after a stop; with the second
// that closing them takes, a stop is over within five seconds.
const grace = 3 * time.Second

// tickEvery is how often finishers are asked while transfers run.
const tickEvery = 100 * time.Millisecond

// walk is the state of one site's walk; one goroutine owns it.
type walk struct {
	parts  Parts
	limits Limits
	begun  time.Time

	mem   *memory
	robot RobotsAnswer
	site  site.URL
	start addressID // key of the start page
	crew  *crew

	// What closing computes from the answers.
	pages    []page
	byDigest map[site.Digest]int32
	pageAt   column // page+1 by key
	copyOf   column // page+1 of the page with the same content, by key
	found    column // level+1 at which links led to the key, or outOfScope
	via      column // address+1 to be fetched for the key
	hops     column // level+1 at which a redirect led to the key
	passes   column // what include and exclude say of an address: 1 yes, -1 no
	arcs     int    // for the progress: links to distinct addresses in scope
	links    int
	last     int                // the last level that is taken
	behind   map[addressID]bool // keys of that level behind the page limit

	directories map[string]int // addresses taken, when they are limited
	mentioned   mentionIndex   // once the walk is over

	asked   int // addresses fetched by this run
	level   int
	waiting int
	next    int
	asking  bool        // robots.txt is being asked for: the walk cannot be done
	limited bool        // the page limit cut a level
	stop    site.Ending // why no more is fetched
}

// Walk walks the site that begins at start until nothing is left, a finisher
// says stop, or ctx ends (its cause is the reason). It goes on from what the
// journal holds. The error is about the journal or its fit to the settings,
// never about the site.
func Walk(ctx context.Context, start site.URL, p Parts, l Limits) (*site.Crawl, error) {
	w := newWalk(p, l)
	if err := w.load(); err != nil {
		return nil, err
	}
	w.crew = newCrew(w)
	defer w.crew.dismiss()
	defer context.AfterFunc(ctx, w.crew.hurry)()
	if err := w.open(ctx, start); err != nil {
		return nil, err
	}
	if err := w.levels(ctx); err != nil {
		return nil, err
	}
	if err := w.finish(); err != nil {
		return nil, err
	}
	return w.crawl()
}

// Recall builds the crawl from a journal alone. The settings are those that
// must fit it, as for a walk.
func Recall(j Journal, l Limits, settings map[string]string) (*site.Crawl, error) {
	w := newWalk(Parts{Journal: j, Now: time.Now, Settings: settings}, l)
	if err := w.load(); err != nil {
		return nil, err
	}
	if w.mem.site.Origin == "" {
		return nil, fmt.Errorf("the state holds nothing of this site")
	}
	if err := errors.Join(w.fits(), w.settle()); err != nil {
		return nil, err
	}
	if err := w.levels(context.Background()); err != nil {
		return nil, err
	}
	if w.stop = w.mem.end.Reason; !w.mem.end.Robots.Fetched.IsZero() {
		w.mem.robots = w.mem.end.Robots
	}
	return w.crawl()
}

// SiteOf reads from a journal whose walk it keeps: that of the site it was
// begun for, or of the one that the home page led to, and under which settings;
// "" when it holds nothing. It reads no further than to the first page, behind which the site stays.
func SiteOf(j Journal) (origin string, settings map[string]string, err error) {
	m := newMemory()
	for record, err := range j.Replay() {
		if err == nil {
			err = m.take(record)
		}
		if err != nil {
			return "", nil, fmt.Errorf("record %d of the state: %w", m.records, err)
		}
		if n := len(m.answers); n > 0 && m.answers[n-1].outcome == outPage {
			break
		}
	}
	return m.site.Origin, m.site.Settings, nil
}

func newWalk(p Parts, l Limits) *walk {
	w := &walk{parts: p, limits: l, begun: p.Now(), mem: newMemory(), byDigest: map[site.Digest]int32{}, directories: map[string]int{}, last: math.MaxInt}
	if l.MaxLevel >= 0 {
		w.last = l.MaxLevel
	}
	return w
}

// load replays the journal.
func (w *walk) load() error {
	n := 0
	for record, err := range w.parts.Journal.Replay() {
		if err == nil {
			err = w.mem.take(record)
		}
		if err != nil {
			return fmt.Errorf("record %d of the state: %w", n, err)
		}
		n++
	}
	return nil
}

// levels fetches and closes level after level. After a stop it goes on as far
// as answers of earlier runs reach: the graph is that of all that is known.
func (w *walk) levels(ctx context.Context) error {
	frontier := []addressID{w.start}
	for w.level = 0; len(frontier) > 0 && w.level <= w.last; w.level++ {
		keys, err := w.fetchLevel(ctx, frontier)
		if err != nil {
			return err
		}
		short := w.short(keys)
		frontier = w.close(w.level, keys)
		if w.limited && w.stop == "" {
			w.stop = site.EndedMaxPages
		}
		w.next = len(frontier)
		w.consult()
		if short || w.limited {
			break
		}
	}
	return nil
}

// short tells whether an answer to one of the keys is missing.
func (w *walk) short(keys []addressID) bool {
	return slices.ContainsFunc(keys, func(k addressID) bool { return w.follow(k).missing })
}

// consult shows the progress and asks the finishers.
func (w *walk) consult() {
	p := w.progress()
	if w.parts.Observer != nil {
		w.parts.Observer.Progress(p)
	}
	if w.stop != "" {
		return
	}
	for _, f := range w.parts.Finishers {
		if ending, done := f.Finished(p); done {
			w.stop = ending
			return
		}
	}
}

func (w *walk) progress() site.Progress {
	return site.Progress{
		Site: w.mem.site.Origin, Level: w.level, Pages: len(w.pages), Arcs: w.arcs, Links: w.links,
		Fetched: w.mem.fetched, Asked: w.asked, Failed: w.mem.failed, Bytes: w.mem.bytes,
		Waiting: w.waiting, Next: w.next, InFlight: w.crew.inFlight(),
		Elapsed: w.parts.Now().Sub(w.begun), Done: w.done(),
	}
}

// done tells whether nothing is left to fetch.
func (w *walk) done() bool {
	beyond := w.limits.MaxLevel >= 0 && w.level >= w.limits.MaxLevel
	return w.stop == "" && !w.asking && !w.limited && w.waiting == 0 && w.crew.inFlight() == 0 && (w.next == 0 || beyond) && len(w.found) > 0
}

// finish notes in the journal how the walk ended.
func (w *walk) finish() error {
	complete := w.complete()
	if w.stop == "" || complete {
		w.stop = w.result()
	}
	if w.mem.site.Origin == "" || w.mem.end.Complete == complete && w.mem.end.Reason == w.stop && complete {
		return nil
	}
	end := endRecord{Reason: w.stop, Complete: complete, At: w.parts.Now().UTC()}
	if w.stop == site.EndedRobotsUnavailable || w.stop == site.EndedUnreachable {
		end.Robots = w.mem.robots
	}
	return w.note(kindEnd, end)
}

// result is the ending of a walk that has nothing left to fetch.
func (w *walk) result() site.Ending {
	home := w.mem.answer(w.follow(w.start).key)
	switch {
	case len(w.pages) > 0 || home == nil:
		return site.EndedWorkDone
	case home.outcome == outForbidden:
		return site.EndedRobotsForbid
	}
	return site.EndedNoPages
}

// complete tells whether every key in reach has its answer.
func (w *walk) complete() bool {
	if w.stop.NeverBegan() || w.limited || len(w.found) == 0 {
		return false
	}
	for k, level := range w.found {
		if level <= 0 || w.limits.MaxLevel >= 0 && int(level)-1 > w.limits.MaxLevel {
			continue
		}
		if w.follow(addressID(k)).missing {
			return false
		}
	}
	return true
}

// note appends an event to the journal and takes it to memory.
func (w *walk) note(kind byte, v any) error {
	record, err := event(kind, v)
	if err != nil {
		return err
	}
	if err := w.parts.Journal.Append([][]byte{record}); err != nil {
		return err
	}
	return w.mem.take(record)
}
