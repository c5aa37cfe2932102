package extractor

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/site"
)

// Moment is a point in the history of a site: the end of the last run that had
// ended by At, or the end of an iteration. The zero value means now.
type Moment struct {
	At        time.Time // used if Iteration is 0
	Iteration int       // from 1, which is the crawl itself
}

// ErrNothingYet is wrapped by errors about moments before the end of the first run.
var ErrNothingYet = errors.New("nothing was known")

// timed is a record with a time: the end of a run, or the beginning of an iteration with its number.
type timed struct {
	place, begins int
	at            time.Time
}

func events(j evidence.Journal) (all []timed, err error) {
	place := 0
	for record, err := range j.Replay() {
		if err != nil {
			return nil, err
		}
		e := timed{place: place}
		switch {
		case len(record) > 0 && record[0] == evidence.KindEnd:
			var end evidence.EndRecord
			err = evidence.ReadEvent(record, &end)
			e.at = end.At
			all = append(all, e)
		case len(record) > 0 && record[0] == evidence.KindIteration:
			c := &evidence.Codec{Buf: record[1:]}
			evidence.Number(c, &e.begins)
			err = c.Err
			all = append(all, e)
		}
		if err != nil {
			return nil, fmt.Errorf("record %d of the state: %w", place, err)
		}
		place++
	}
	return all, nil
}

// records returns the number of records that a journal had at the moment.
func (m Moment) records(j evidence.Journal) (int, error) {
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
func (m Moment) Cut(j evidence.Journal) (evidence.Journal, error) {
	records, err := m.records(j)
	return cutJournal{j, records}, err
}

// cutJournal is the beginning of a journal.
type cutJournal struct {
	evidence.Journal
	records int
}

// Replay yields the first records.
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

// Reached describes the progress of a site's runs.
type Reached struct {
	Begun, Done bool      // the crawl began; it or the last iteration was finished
	Watched     bool      // the site is being watched
	At          time.Time // the beginning of the last iteration, or of the crawl itself
	Origin      string    // the site's origin
}

// ReachedBy returns the progress of the runs in a journal.
func ReachedBy(j evidence.Journal) (r Reached, err error) {
	n := evidence.NewKnown()
	if err := n.Load(j, nil); err != nil || n.Site.Origin == "" {
		return r, err
	}
	r = Reached{Begun: true, Done: n.Phase() == evidence.Done, Watched: n.Watching != nil, At: n.Site.Started,
		Origin: n.Site.Origin}
	if r.Watched {
		r.At = n.Watching.Last().At
	}
	return r, nil
}

// moments yields the graphs of all iterations in one pass over the journal.
func (w *walk) moments(yield func(*site.Crawl, error) bool) {
	again := newWalk(Parts{Journal: w.parts.Journal, Now: time.Now}, w.limits)
	n := again.known
	n.Titles = map[evidence.URLID]string{}
	shown, wanted := 0, true
	var failure error
	show := func(iterations int) {
		var c *site.Crawl
		if c, failure = again.graphNow(iterations); failure == nil {
			shown, wanted = iterations, yield(c, nil)
		}
	}
	err := n.Load(w.parts.Journal, func() bool {
		if n.LastIteration() > shown+1 {
			show(shown + 1) // the record that begins an iteration does not change the graph
		}
		return failure == nil && wanted && n.Records < w.known.Records
	})
	if err == nil && failure == nil && wanted {
		n.Watch()
		show(shown + 1)
	}
	if err = cmp.Or(err, failure); err != nil {
		yield(nil, err)
	}
}

// graphNow builds the graph of everything known, with titles, as it was after the first iterations.
func (w *walk) graphNow(iterations int) (*site.Crawl, error) {
	w.stop = ""
	if err := w.buildNow(); err != nil {
		return nil, err
	}
	g, _ := w.build.Graph()
	for i, p := range w.build.Pages {
		g.Pages[i].Title = w.known.Titles[p.Key]
	}
	summary := w.known.Watching.Summary(graph.ArrivalsOf(w.known, w.build))
	return &site.Crawl{Site: w.known.Site.Origin, Graph: g,
		Watched: &site.Watched{Iterations: summary[:iterations]}}, nil
}

func (w *walk) buildNow() error {
	w.build, w.sequence = graph.NewBuilder(w.known, &w.limits), nil
	if err := w.setStart(); err != nil {
		return err
	}
	return w.replayAll()
}
