package extractor

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/scope"
	"sitegraph/site"
	"sitegraph/wording"
)

// Past selects the crawl to rebuild from a journal.
type Past struct {
	Settings map[string]string                    // must fit the journal, as in a crawl
	Moment   Moment                               // a moment of the site's history
	Believe  func(*evidence.History) *site.Belief // as in Parts
	// Ordering makes the decisions anew after a change of the settings for them. Its argument is Ordered.Links.
	Ordering func(links func(site int, page uint32) []uint32) Ordering
	// Forecast says that the journal describes a site with imagined changes. Answers to other spellings of a URL are
	// used, and notes report unknown ones.
	Forecast bool
	Told     evidence.Told // which URLs are one page on such a site
}

var errNothing = errors.New("the state holds nothing of this site")

// Rebuild builds a crawl again from a journal alone. If settings that affect decisions have changed, it decides the
// crawl again and recalls answers instead of sending requests.
func Rebuild(j evidence.Journal, l scope.Limits, p Past) (*site.Crawl, error) {
	w, err := loaded(j, l, p)
	if err != nil {
		return nil, err
	}
	end := w.known.End
	var r recalled
	if p.Forecast || w.begins.decidesOtherwise() {
		r, err = redecided(w, p)
		w = r.walk
	} else {
		err = w.replayAll()
	}
	if err != nil {
		return nil, err
	}
	if w.stop = end.Reason; !end.Robots.Fetched.IsZero() {
		w.known.Ruled[w.known.Site.Origin] = end.Robots
	}
	c, err := w.crawl()
	if err == nil && p.Forecast {
		c.Notes = append(c.Notes, r.notes()...)
	}
	return c, err
}

// recalled is a crawl decided again without requests.
type recalled struct {
	*walk
	unfetched []evidence.URLID // keys whose answers it needs but does not know
	respelled int              // number of keys fetched in another spelling
}

func redecided(w *walk, p Past) (r recalled, err error) {
	var o *Ordered
	ordering := p.Ordering(func(site int, page uint32) []uint32 { return o.Links(site, page) })
	w.limits.Budget = cmp.Or(w.limits.Budget, w.known.End.Budget)
	if ordering.Budget = w.limits.Budget; p.Forecast {
		ordering.Budget = 0
	}
	parts, limits := w.parts, w.limits
	parts.Journal = &overlay{Journal: w.parts.Journal, first: w.known.Records}
	limits.MaxLevel = w.maxLevel
	o = NewOrdered([]OrderedSite{{Kept: true, Close: func() {},
		Open: func() (Parts, scope.Limits, error) { return parts, limits, nil }}}, ordering)
	o.recalling, o.offline, o.forecast, o.told = true, true, p.Forecast, p.Told
	if err := (&resumption{o}).resume(); err != nil {
		return r, err
	}
	s, err := o.site(0)
	if err != nil {
		return r, err
	}
	if _, err := o.Next(); err != nil {
		return r, err
	}
	r = recalled{s.walk, slices.Collect(maps.Keys(s.unfetched)), s.respelled}
	return r, s.arrange(o.number)
}

// overlay is a journal that keeps new records in memory.
type overlay struct {
	evidence.Journal
	first int // number of records in the underlying journal
	added [][]byte
}

// Append stores records in memory.
func (o *overlay) Append(records [][]byte) error {
	o.added = append(o.added, records...)
	return nil
}

// Read returns a record from the journal or from memory.
func (o *overlay) Read(n int) ([]byte, error) {
	if n >= o.first {
		return o.added[n-o.first], nil
	}
	return o.Journal.Read(n)
}

// Replay yields all records, the ones in memory last.
func (o *overlay) Replay() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		n := 0
		for record, err := range o.Journal.Replay() {
			if n == o.first {
				break
			}
			if n++; !yield(record, err) {
				return
			}
		}
		for _, record := range o.added {
			if !yield(record, nil) {
				return
			}
		}
	}
}

// notes reports how many answers are unknown and how many are only known for another spelling of the URL.
func (r *recalled) notes() (notes []string) {
	if n := r.respelled; n > 0 {
		notes = append(notes, fmt.Sprintf("another spelling of %s was fetched; its answer is used",
			wording.Count(n, "URL", "URLs")))
	}
	keys := r.unfetched
	if len(keys) == 0 {
		return notes
	}
	r.known.URLs.Sort(keys)
	more := ""
	if len(keys) > 1 {
		more = ", ..."
	}
	const text = "%s %s never fetched (%s%s): %s content and links are unknown and missing here"
	what := wording.Count(len(keys), "URL that the crawl would come to", "URLs that the crawl would come to")
	return append(notes, fmt.Sprintf(text, what, wording.Form(len(keys), "was", "were"), r.known.URLs.String(keys[0]),
		more, wording.Form(len(keys), "its", "their")))
}

// Recollection holds the knowledge in a journal about a site.
type Recollection struct {
	// Known includes the spellings in which URLs were requested.
	Known *evidence.Known
	// Places returns the places of a page's links in source order, or nothing if they are unknown.
	Places func(*evidence.Fetched) ([]evidence.Placed, error)
	// Told holds the lessons of key stable; nil for other keys. Known is as if the crawl used another key.
	Told evidence.Told
}

// Recollect reads a journal.
func Recollect(j evidence.Journal, l scope.Limits, p Past) (*Recollection, error) {
	w, err := loaded(j, l, p)
	if err != nil {
		return nil, err
	}
	if err := w.replayAll(); err != nil {
		return nil, err
	}
	told := w.same.Tell()
	w.known.Site.Stable, w.same = false, nil // makes it the walk of another key
	t := &graph.Tables{Builder: w.build, Journal: j}
	learn := sync.OnceValue(t.LearnPlaces) // lazily, because it reads pages again and is rarely needed
	places := func(a *evidence.Fetched) ([]evidence.Placed, error) {
		if err := learn(); err != nil {
			return nil, err
		}
		return t.PlacesOf(a)
	}
	return &Recollection{Known: w.known, Places: places, Told: told}, nil
}

func loaded(j evidence.Journal, l scope.Limits, p Past) (*walk, error) {
	w := newWalk(Parts{Journal: j, Now: time.Now, Settings: p.Settings, Believe: p.Believe}, l)
	records, err := p.Moment.records(j)
	if err != nil {
		return w, err
	}
	if err := w.known.Load(j, func() bool { return w.known.Records < records }); err != nil {
		return w, err
	}
	if w.known.Site.Origin == "" {
		return w, errNothing
	}
	return w, errors.Join(w.begins.fits(), w.setStart())
}

// replayAll builds the graph of everything in a journal, with the decisions as they were made.
func (w *walk) replayAll() error {
	w.limits.Budget = w.known.End.Budget
	return w.replay()
}

func (w *walk) replay() error {
	commits := w.known.Within(w.limits.Budget)
	w.known.Hold()
	if err := w.stabilise(); err != nil || w.same == nil {
		w.sequence = w.newSequence()
		w.sequence.Replay(commits)
		return err
	}
	for _, c := range commits {
		w.known.Commit(c)
	}
	last := 0
	if len(commits) > 0 {
		last = commits[len(commits)-1].Number
	}
	return w.arrange(last)
}

// SiteOf returns the origin of a journal's site, according to its last beginning or the target of its home page, and
// the settings last used for decisions. The origin is "" if the journal is empty.
func SiteOf(j evidence.Journal) (origin string, settings map[string]string, err error) {
	var last evidence.SiteRecord
	for record, err := range j.Replay() {
		switch {
		case err != nil || len(record) == 0:
		case record[0] == evidence.KindSite:
			last = evidence.SiteRecord{}
			err = evidence.ReadEvent(record, &last)
		case record[0] == evidence.KindAnew && last.Settings != nil:
			var r evidence.AnewRecord
			err = evidence.ReadEvent(record, &r)
			last.Settings = r.Over(last.Settings)
		}
		if err != nil {
			return "", nil, err
		}
	}
	return last.Origin, last.Settings, nil
}
