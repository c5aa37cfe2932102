package extractor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	// Settings are those that must fit the journal, as for a walk.
	Settings map[string]string
	// Moment is the point of its history that is wanted.
	Moment Moment
	// Believe is as in Parts.
	Believe func(*evidence.History) (*site.Belief, error)
	// Beyond goes on beyond what was never fetched: what else leads to pages is known.
	Beyond bool
	// Told is which URLs are one page, if the journal is one of a site whose changes are thought of.
	Told evidence.Told
}

// errNothing is the error of a journal without records.
var errNothing = errors.New("the state holds nothing of this site")

// Rebuild builds a crawl again from a journal alone.
func Rebuild(j evidence.Journal, l scope.Limits, p Past) (*site.Crawl, error) {
	w, err := rebuilt(j, l, p)
	if err != nil {
		return nil, err
	}
	end := w.known.End
	if w.stop = end.Reason; !end.Robots.Fetched.IsZero() {
		w.known.Ruled[w.known.Site.Origin] = end.Robots
	}
	c, err := w.crawl()
	if err == nil && p.Beyond {
		c.Notes = append(c.Notes[:len(c.Notes):len(c.Notes)], w.beyondNotes()...)
	}
	return c, err
}

// beyondNotes say of how many URLs nothing is known, and of how many not what the spelling gives that would be asked
// for.
func (w *walk) beyondNotes() (notes []string) {
	if n := w.respelled; n > 0 {
		notes = append(notes, fmt.Sprintf("another spelling of %s was fetched; its answer is used",
			wording.Count(n, "URL", "URLs")))
	}
	keys := slices.Collect(maps.Keys(w.unfetched))
	if len(keys) == 0 {
		return notes
	}
	w.known.URLs.Sort(keys)
	more := ""
	if len(keys) > 1 {
		more = ", ..."
	}
	const text = "%s %s never fetched (%s%s): their content and links are unknown and missing here"
	what := wording.Count(len(keys), "URL that the crawl would come to", "URLs that the crawl would come to")
	return append(notes, fmt.Sprintf(text, what, wording.Form(len(keys), "was", "were"), w.known.URLs.String(keys[0]),
		more))
}

// Recollection is what a journal knows of a site.
type Recollection struct {
	// Known has the spellings, too, by which answers were asked for.
	Known *evidence.Known
	// Places says where the links of a page stand, in the order of the source; nothing if that is unknown.
	Places func(*evidence.Fetched) ([]evidence.Placed, error)
	// Told is what key stable has learnt; nil for other keys. Known is then that of a crawl with another key.
	Told evidence.Told
}

// Recollect reads a journal. By which URLs its answers were asked for, that of a crawl that was never decided anew does
// not say, but it follows.
func Recollect(j evidence.Journal, l scope.Limits, p Past) (*Recollection, error) {
	w, err := loaded(j, l, p)
	if err != nil {
		return nil, err
	}
	told, err := w.tell()
	if err != nil {
		return nil, err
	}
	if n := w.known; !n.Anew && !n.Site.Ordered && n.Watching == nil {
		n.Anew, w.beyond, w.recollects = true, true, true
	}
	if told != nil {
		w.asTold(told)
	}
	if told == nil || !w.known.Site.Ordered { // the answers of an order are committed by now
		if err := w.buildAll(); err != nil {
			return nil, err
		}
	}
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

// loaded is a walk that has read a journal, and has built nothing yet.
func loaded(j evidence.Journal, l scope.Limits, p Past) (*walk, error) {
	w := newWalk(Parts{Journal: j, Now: time.Now, Settings: p.Settings, Believe: p.Believe}, l)
	w.beyond, w.unfetched = p.Beyond, map[evidence.URLID]bool{}
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
	err = w.fits()
	w.known.Anew = w.known.Anew || err == nil && w.decidesOtherwise()
	w.build.Told = p.Told
	return w, errors.Join(err, w.setStart())
}

// rebuilt is a walk that has built its graph from a journal alone.
func rebuilt(j evidence.Journal, l scope.Limits, p Past) (*walk, error) {
	w, err := loaded(j, l, p)
	if err != nil {
		return nil, err
	}
	return w, w.buildAll()
}

// buildAll builds the graph of what a journal knows.
func (w *walk) buildAll() error {
	if w.known.Site.Stable || w.known.End.Reason == site.EndedBudget && !w.known.Site.Ordered {
		w.limits.Budget = w.known.End.Budget // the second is a site after changes
	}
	if w.known.Site.Ordered {
		w.limits.Budget = cmp.Or(w.limits.Budget, w.known.End.Budget)
		return w.replay()
	}
	return w.rebuild()
}

// replay builds a crawl in the order of decisions.
func (w *walk) replay() error {
	commits := w.known.Within(w.limits.Budget)
	w.known.Hold()
	if err := w.stabilise(); err != nil || w.same == nil {
		w.sequence = graph.NewSequence(w.build)
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

// rebuild builds a crawl by depth.
func (w *walk) rebuild() error {
	if w.known.Site.Stable {
		w.known.RecallCut()
		w.tellApart()
		return w.settle()
	}
	if err := w.depths(context.Background()); err != nil || !w.build.Recalls() {
		return err
	}
	for more := true; more; { // what was looked at beside the graph, since sitemaps list it
		more = false
		for _, key := range w.build.ToFetch(w.build.Unlinked()) {
			more = w.recall(key, w.build.Found.FetchURL(key)) || more
		}
	}
	return nil
}

// SiteOf reads from a journal whose walk it keeps: that of the site it was
// begun for last, or of the one that the home page led to, and by which settings it was decided last;
// "" when it holds nothing.
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
