package extractor

import (
	"cmp"
	"context"
	"errors"
	"time"

	"sitegraph/site"
)

// Past says which crawl is built again from a journal.
type Past struct {
	// Settings are those that must fit the journal, as for a walk.
	Settings map[string]string
	// Moment is the point of its history that is wanted.
	Moment Moment
	// Believe is as in Parts.
	Believe func(*History) (*site.Belief, error)
}

// errNothing is the error of a journal without records.
var errNothing = errors.New("the state holds nothing of this site")

// Rebuild builds a crawl again from a journal alone.
func Rebuild(j Journal, l Limits, p Past) (*site.Crawl, error) {
	w := newWalk(Parts{Journal: j, Now: time.Now, Settings: p.Settings, Believe: p.Believe}, l)
	records, err := p.Moment.records(j)
	if err != nil {
		return nil, err
	}
	if err := w.known.load(j, func() bool { return w.known.records < records }); err != nil {
		return nil, err
	}
	if w.known.site.Origin == "" {
		return nil, errNothing
	}
	err = w.fits()
	w.known.anew = w.known.anew || err == nil && w.decidesOtherwise()
	if err := errors.Join(err, w.setStart()); err != nil {
		return nil, err
	}
	if w.known.site.Stable {
		w.limits.Budget = w.known.end.Budget
	}
	if w.known.site.Ordered {
		w.limits.Budget = cmp.Or(l.Budget, w.known.end.Budget)
		if err := w.replay(); err != nil {
			return nil, err
		}
	} else if err := w.rebuild(); err != nil {
		return nil, err
	}
	end := w.known.end
	if w.stop = end.Reason; !end.Robots.Fetched.IsZero() {
		w.known.ruled[w.known.site.Origin] = end.Robots
	}
	return w.crawl()
}

// replay builds a crawl in the order of decisions.
func (w *walk) replay() error {
	commits := w.known.within(w.limits.Budget)
	w.known.hold()
	if err := w.stabilise(); err != nil || w.same == nil {
		w.sequence = newSequence(w.build)
		w.sequence.replay(commits)
		return err
	}
	for _, c := range commits {
		w.known.commit(c)
	}
	last := 0
	if len(commits) > 0 {
		last = commits[len(commits)-1].number
	}
	return w.arrange(last)
}

// rebuild builds a crawl by depth.
func (w *walk) rebuild() error {
	if w.known.site.Stable {
		w.tellApart()
		if err := w.settle(); err != nil || !w.recallListed() {
			return err
		}
		w.whole = false
		return w.settle()
	}
	return w.depths(context.Background())
}

// recallListed recalls what was looked at beside the graph, since sitemaps list it: no portion has it.
func (w *walk) recallListed() (any bool) {
	for more := true; more; {
		more = false
		for _, key := range w.build.toFetch(w.build.unlinked()) {
			more = w.known.recallNow(key, w.build.found.fetchURL(key)) || more
		}
		any = any || more
	}
	return any
}

// SiteOf reads from a journal whose walk it keeps: that of the site it was
// begun for, or of the one that the home page led to, and under which settings;
// "" when it holds nothing. It reads no further than to the first page, after
// which the site stays.
func SiteOf(j Journal) (origin string, settings map[string]string, err error) {
	n := newKnown()
	err = n.load(j, func() bool {
		last := len(n.answers) - 1
		return last < 0 || n.answers[last].outcome != outPage
	})
	if err != nil {
		return "", nil, err
	}
	return n.site.Origin, n.site.Settings, nil
}
