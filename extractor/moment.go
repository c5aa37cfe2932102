package extractor

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"sitegraph/site"
)

// Moment is a point in the history of a site: the end of the last run that had
// ended by At, or the end of an iteration. The zero value is now.
type Moment struct {
	At        time.Time // counts if Iteration is 0
	Iteration int       // from 1, the crawl itself
}

// ErrNothingYet is the root of the errors of moments before the first run ended.
var ErrNothingYet = errors.New("nothing was known")

// timed is a record of a journal that has a time: the end of a run, or the
// beginning of an iteration, whose number it has.
type timed struct {
	place, begins int
	at            time.Time
}

// events returns those of a journal.
func events(j Journal) (all []timed, err error) {
	place := 0
	for record, err := range j.Replay() {
		if err != nil {
			return nil, err
		}
		e := timed{place: place}
		switch {
		case len(record) > 0 && record[0] == kindEnd:
			var end endRecord
			err = readEvent(record, &end)
			e.at = end.At
			all = append(all, e)
		case len(record) > 0 && record[0] == kindIteration:
			c := &codec{buf: record[1:]}
			number(c, &e.begins)
			err = c.err
			all = append(all, e)
		}
		if err != nil {
			return nil, fmt.Errorf("record %d of the state: %w", place, err)
		}
		place++
	}
	return all, nil
}

// records returns the number of records of a journal that were there at the
// moment.
func (m Moment) records(j Journal) (int, error) {
	if m == (Moment{}) {
		return math.MaxInt, nil
	}
	all, err := events(j)
	switch {
	case err != nil:
		return 0, err
	case m.Iteration > 0:
		return endOf(m.Iteration, all)
	}
	records, first := 0, time.Time{}
	for _, e := range all {
		if e.begins > 0 {
			continue
		}
		if first.IsZero() {
			first = e.at
		}
		if !e.at.After(m.At) {
			records = e.place + 1
		}
	}
	switch {
	case records > 0:
		return records, nil
	case first.IsZero():
		return 0, fmt.Errorf("%w: no run has ended yet", ErrNothingYet)
	}
	return 0, fmt.Errorf("%w at %s: the first run ended at %s", ErrNothingYet,
		m.At.UTC().Format(time.RFC3339), first.UTC().Format(time.RFC3339))
}

// Cut returns a journal as it was at the moment.
func (m Moment) Cut(j Journal) (Journal, error) {
	records, err := m.records(j)
	return cutJournal{j, records}, err
}

// cutJournal has the first records of a journal.
type cutJournal struct {
	Journal
	records int
}

// Replay yields them.
func (c cutJournal) Replay() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		n := 0
		for record, err := range c.Journal.Replay() {
			if n == c.records || !yield(record, err) {
				return
			}
			n++
		}
	}
}

// endOf returns the number of records by the end of an iteration.
func endOf(iteration int, all []timed) (int, error) {
	now, records := 1, math.MaxInt
	for _, e := range all {
		switch {
		case e.begins > iteration && records < math.MaxInt:
			return records, nil
		case e.begins > iteration:
			return e.place, nil
		case e.begins > 0:
			now, records = e.begins, math.MaxInt
		default:
			records = e.place + 1
		}
	}
	if iteration > now {
		return 0, fmt.Errorf("there is no iteration %d: the last one is %d", iteration, now)
	}
	return math.MaxInt, nil
}

// Reached is how far the runs of a site came.
type Reached struct {
	// Begun says that there is one, Done that it, or the last iteration, came to its end.
	Begun, Done bool
	// Watched says that the site is checked again. At is the time of the last iteration, 1 the crawl itself.
	Watched bool
	At      time.Time
	// Origin is that of the site.
	Origin string
}

// ReachedBy says how far the runs of a journal came.
func ReachedBy(j Journal) (r Reached, err error) {
	n := newKnown()
	if err := n.load(j, always); err != nil || n.site.Origin == "" {
		return r, err
	}
	r = Reached{Begun: true, Done: n.ended(), Watched: n.watching != nil, At: n.site.Started, Origin: n.site.Origin}
	if r.Watched {
		r.At = n.watching.last().at
	}
	return r, nil
}

// moments yields the graphs of all iterations, in one pass over the journal.
func (w *walk) moments(yield func(*site.Crawl, error) bool) {
	again := newWalk(Parts{Journal: w.parts.Journal, Now: time.Now}, w.limits)
	n := again.known
	n.titles = map[urlID]string{}
	shown, wanted := 0, true
	var failure error
	show := func(iterations int) {
		var c *site.Crawl
		if c, failure = again.graphNow(iterations); failure == nil {
			shown, wanted = iterations, yield(c, nil)
		}
	}
	err := n.load(w.parts.Journal, func() bool {
		if n.watching != nil && len(n.watching.iterations) > shown+1 {
			show(shown + 1) // the record of an iteration changes no graph
		}
		return failure == nil && wanted && n.records < w.known.records
	})
	if err == nil && failure == nil && wanted {
		n.watch()
		show(shown + 1)
	}
	if err = cmp.Or(err, failure); err != nil {
		yield(nil, err)
	}
}

// graphNow builds the graph of what is known, with titles, as that of the first
// iterations.
func (w *walk) graphNow(iterations int) (*site.Crawl, error) {
	w.stop = ""
	if err := w.buildNow(); err != nil {
		return nil, err
	}
	g, _ := w.build.graph()
	for i, p := range w.build.pages {
		g.Pages[i].Title = w.known.titles[p.key]
	}
	summary := w.known.watching.summary(w.known.arrivals(w.build))
	return &site.Crawl{Site: w.known.site.Origin, Graph: g,
		Watched: &site.Watched{Iterations: summary[:iterations]}}, nil
}

// buildNow builds the graph of what is known.
func (w *walk) buildNow() error {
	w.build = newBuilder(w.known, &w.limits)
	if err := w.setStart(); err != nil {
		return err
	}
	if w.known.site.Ordered {
		return w.replay()
	}
	return w.rebuild()
}

// entitle keeps the title of a page that was read, where titles are needed.
func (n *known) entitle(a *answer, cold []byte) error {
	if n.titles == nil || a.outcome != outPage {
		return nil
	}
	c := &codec{buf: cold, urls: n.urls}
	var h head
	c.head(&h)
	n.titles[n.urls.key(a.url)] = h.Title
	return c.err
}
