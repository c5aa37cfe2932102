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

// Past says which crawl is built again from a journal.
type Past struct {
	Settings map[string]string                    // must fit the journal, as for a crawl
	Moment   Moment                               // the moment of its history
	Believe  func(*evidence.History) *site.Belief // as in Parts
	// Ordering decides again if the settings that decide have changed. It gets Ordered.Links.
	Ordering func(links func(site int, page uint32) []uint32) Ordering
	// Forecast says that the journal is of a site with imagined changes: the answer to another spelling of a URL is
	// used, and notes name what is unknown.
	Forecast bool
	Told     evidence.Told // which URLs are one page on such a site
}

var errNothing = errors.New("the state holds nothing of this site")

// Rebuild builds a crawl again from a journal alone. If the settings that decide have changed, the crawl is decided
// again, and recalls answers instead of sending requests.
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

// recalled is a crawl that was decided again without requests.
type recalled struct {
	*walk
	unfetched []evidence.URLID // keys that it came to and whose answers are unknown
	respelled int              // keys that were fetched in another spelling
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

// overlay is a journal whose new records stay in memory.
type overlay struct {
	evidence.Journal
	first int // the number of records below
	added [][]byte
}

// Append keeps records.
func (o *overlay) Append(records [][]byte) error {
	o.added = append(o.added, records...)
	return nil
}

// Read returns a record.
func (o *overlay) Read(n int) ([]byte, error) {
	if n >= o.first {
		return o.added[n-o.first], nil
	}
	return o.Journal.Read(n)
}

// Replay yields all records.
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

// notes says how many answers are unknown, and how many are known only for another spelling of the URL.
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

// Recollection is what a journal knows about a site.
type Recollection struct {
	// Known includes the spellings of URLs by which answers were requested.
	Known *evidence.Known
	// Places returns the places of a page's links, in the order of the source; nothing if they are unknown.
	Places func(*evidence.Fetched) ([]evidence.Placed, error)
	// Told is what key stable has learnt; nil for other keys. Known is as if the crawl had another key.
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
	w.known.Site.Stable, w.same = false, nil // the same walk with another key
	t := &graph.Tables{Builder: w.build, Journal: j}
	learn := sync.OnceValue(t.LearnPlaces) // it reads pages again, and few ask for it
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

// replayAll builds the graph of all that a journal knows, as it was decided.
func (w *walk) replayAll() error {
	w.limits.Budget = cmp.Or(w.limits.Budget, w.known.End.Budget)
	if w.known.Site.Stable {
		w.limits.Budget = w.known.End.Budget
	}
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

// SiteOf returns the origin of a journal's site, as it began last or where its home page led, and the settings that
// decided last; "" if the journal is empty.
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
			maps.Copy(last.Settings, r.Settings)
		}
		if err != nil {
			return "", nil, err
		}
	}
	return last.Origin, last.Settings, nil
}
