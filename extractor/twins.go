package extractor

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sitegraph/site"
)

// twin is the answer to a second request for a page.
type twin struct {
	key    urlID
	answer answer
	first  *answer // the one to the first request, which a later version may have replaced; nil if there is none
}

// How many pages are requested twice: one in a hundred while nothing says that
// the site varies, three in a hundred otherwise, and no more than mostTwins, of
// which some are left for the end of the crawl.
const (
	mostTwins    = 20
	lateTwins    = 3
	fewTwins     = 1 // in a hundred
	manyTwins    = 3
	firstTwins   = 2 // of a small site that varies
	twinsFrom    = 16
	generatedOne = 2 // one page in so many came without validators
)

// askTwins requests pages for the second time, as many as are due.
func (w *walk) askTwins(ctx context.Context, late bool) error {
	keys := w.twinsDue(late)
	asked := map[urlID]bool{}
	for _, t := range w.known.twins {
		asked[t.key] = asked[t.key] || int(t.answer.record) >= w.known.closed
	}
	keys = slices.DeleteFunc(keys, func(k urlID) bool { return asked[k] }) // before an interruption
	if len(keys) == 0 {
		return nil
	}
	pause(ctx, w.pauseBefore(keys))
	w.twinning = true
	defer func() { w.twinning = false }()
	return w.round(ctx, keys)
}

// recallTwin has a second request that is known from before the crawl was decided anew count; it is false if there
// is none.
func (n *known) recallTwin(key urlID) bool {
	known := n.heldTwin(key) >= 0
	if known {
		n.commitTwin(key)
		n.recalled.Twins = append(n.recalled.Twins, key)
	}
	return known
}

// fetchedBy is a time by which the answers up to a number of records had come.
type fetchedBy struct {
	records int
	at      time.Time
}

// pauseBefore is how long to wait until the first answers of all keys are TwinPause old.
func (w *walk) pauseBefore(keys []urlID) (wait time.Duration) {
	for _, key := range keys {
		a := w.known.answer(key)
		if a == nil || w.known.heldTwin(key) >= 0 {
			continue // nothing is asked for
		}
		if i := slices.IndexFunc(w.fetched, func(f fetchedBy) bool { return f.records > int(a.record) }); i >= 0 {
			wait = max(wait, w.limits.TwinPause-w.parts.Now().Sub(w.fetched[i].at))
		}
	}
	return wait
}

// pause waits, unless ctx ends before.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// twinsDue returns the pages to be requested for the second time after a
// portion. It is a function of the answers, not of earlier second requests of
// this portion.
func (w *walk) twinsDue(late bool) []urlID {
	n := w.known
	before := map[urlID]bool{}
	for _, t := range n.twins {
		if int(t.answer.record) < n.closed {
			before[t.key] = true
		}
	}
	var keys []urlID
	if home, due := w.homeDue(); due {
		keys, before[home] = append(keys, home), true
	}
	allowed := w.twinsAllowed(late) - len(before)
	var shapes []*shapePages
	if allowed > 0 {
		shapes = n.pagesByShape(before)
	}
	for range allowed {
		s := slices.MaxFunc(append(shapes, &shapePages{}), func(a, b *shapePages) int {
			return cmp.Or(cmp.Compare(a.weight(), b.weight()), cmp.Compare(b.shape, a.shape))
		})
		if len(s.keys) == 0 {
			break
		}
		keys = append(keys, s.keys[0])
		s.keys = s.keys[1:]
		s.twins++
	}
	n.urls.sort(keys)
	return keys
}

// twinsAllowed is how many second requests there may be by now.
func (w *walk) twinsAllowed(late bool) int {
	n := w.known
	pages, generated, fetched := 0, 0, 0
	for i := range n.answers {
		a := &n.answers[i]
		if n.answer(n.urls.key(a.url)) != a {
			continue
		}
		if a.outcome != outForbidden {
			fetched++
		}
		if a.outcome == outPage && a.pieced != nil {
			pages++
			if a.pieced.generated {
				generated++
			}
		}
	}
	allowed := fetched * fewTwins / 100
	if w.same.varies || generatedOne*generated >= max(pages, 1) {
		allowed = fetched * manyTwins / 100
		if fetched >= twinsFrom {
			allowed = max(allowed, firstTwins)
		}
	}
	if late {
		return min(allowed, mostTwins)
	}
	return min(allowed, mostTwins-lateTwins)
}

// shapePages are the pages of a shape of URL that were not requested twice, in
// the order of their hashes.
type shapePages struct {
	shape        string
	pages, twins int
	keys         []urlID
}

// weight says which shape has the next turn: that which has most pages for each
// second request.
func (s *shapePages) weight() float64 {
	if len(s.keys) == 0 {
		return -1
	}
	return float64(s.pages) / float64(s.twins+1)
}

// pagesByShape returns the pages of each shape, less those that were requested
// twice before.
func (n *known) pagesByShape(before map[urlID]bool) []*shapePages {
	byShape := map[string]*shapePages{}
	var all []*shapePages
	for i := range n.answers {
		a := &n.answers[i]
		key := n.urls.key(a.url)
		if a.outcome != outPage || a.pieced == nil || n.answer(key) != a {
			continue
		}
		shape := site.ShapeOf(n.urls.String(key))
		s := byShape[shape]
		if s == nil {
			s = &shapePages{shape: shape}
			byShape[shape] = s
			all = append(all, s)
		}
		s.pages++
		if before[key] {
			s.twins++
		} else {
			s.keys = append(s.keys, key)
		}
	}
	for _, s := range all {
		n.urls.sortByHash(s.keys)
	}
	return all
}
