package extractor

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// How many pages are requested twice: one in a hundred while nothing says that the site varies, three in a hundred
// otherwise. A site that was not seen to vary gets at most maxTwins second requests, one that was up to maxAwake, so
// that each kind of URL has some of its own. The last lateTwins are kept for the end of the crawl.
const (
	maxTwins     = 20
	maxAwake     = 60
	lateTwins    = 3
	fewTwins     = 1 // in a hundred
	manyTwins    = 3
	firstTwins   = 2 // of a small site that varies
	twinsFrom    = 16
	generatedOne = 2 // one page in that many came without validators
	patience     = 3 // times the pages asked for so far, while none has varied
)

// pause waits, unless ctx ends before.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// clock tells roughly when the latest answers of a site came: all that came within a tick count as coming at its end.
type clock []tick

type tick struct {
	records   int // the length of the journal at its end
	from, end time.Time
}

// The ticks that are kept cover more than one pause.
const (
	maxTicks = 16
	tickOf   = 8 // a pause has that many ticks
)

func (c *clock) note(records int, now time.Time, pause time.Duration) {
	all := *c
	if n := len(all); n > 0 && now.Sub(all[n-1].from) < pause/tickOf {
		all[n-1].records, all[n-1].end = records, now
		return
	}
	*c = append(all[max(0, len(all)+1-maxTicks):], tick{records, now, now})
}

// after returns a time by which a record had been written; zero if that is not known.
func (c clock) after(record uint32) time.Time {
	for _, t := range c {
		if int(record) < t.records {
			return t.end
		}
	}
	return time.Time{}
}

// twinsDue returns the pages to be requested for the second time after a portion. It is a function of the answers,
// not of earlier second requests of this portion.
func (l *learning) twinsDue(late bool) []evidence.URLID {
	n := l.known
	before := map[evidence.URLID]bool{}
	for _, t := range n.Twins {
		before[t.Key] = true
	}
	var keys []evidence.URLID
	if home, due := l.homeDue(); due {
		keys, before[home] = append(keys, home), true
	}
	allowed := l.twinsAllowed(late)
	if !late && !l.same.Awake() && allowed < min(patience*len(before), maxTwins-lateTwins) {
		allowed = 0 // the crawl waits each time that it asks, so it asks for many at a time
	}
	allowed -= len(before)
	if home := l.same.Home(); allowed > 0 && !before[home] && isTwinnable(n.Answer(home)) {
		keys, before[home] = append(keys, home), true // no other URL is as sure to have no session
		allowed--
	}
	var shapes []*shapePages
	if allowed > 0 {
		shapes = pagesByShape(n, before)
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
	n.URLs.Sort(keys)
	return keys
}

// twinsAllowed is how many second requests there may be by now.
func (l *learning) twinsAllowed(late bool) int {
	n := l.known
	pages, generated, fetched := 0, 0, 0
	for i := range n.Answers {
		a := n.Answers[i]
		if n.Answer(n.URLs.Key(a.URL)) != a {
			continue
		}
		if a.Outcome != evidence.OutForbidden {
			fetched++
		}
		if a.Outcome == evidence.OutPage && a.Pieced != nil {
			pages++
			if a.Pieced.Generated {
				generated++
			}
		}
	}
	allowed := fetched * fewTwins / 100
	if l.same.Awake() || generatedOne*generated >= max(pages, 1) {
		allowed = fetched * manyTwins / 100
		if fetched >= twinsFrom {
			allowed = max(allowed, firstTwins)
		}
	}
	most := maxTwins
	if l.same.Awake() {
		most = maxAwake
	}
	if !late {
		most -= lateTwins
	}
	return min(allowed, most)
}

// shapePages are the pages of a shape of URL that were not requested twice, in the order of their hashes.
type shapePages struct {
	shape        string
	pages, twins int
	keys         []evidence.URLID
}

// weight says which shape is next: the one with the greatest weight. Second requests grow with the square root of a
// shape's pages; in proportion to them, a wall of log-in pages would take nearly all.
func (s *shapePages) weight() float64 {
	if len(s.keys) == 0 {
		return -1
	}
	return float64(s.pages) / float64((s.twins+1)*(s.twins+1))
}

// isTwinnable reports whether an answer is a page that can be requested twice.
func isTwinnable(a *evidence.Answer) bool {
	return a != nil && a.Outcome == evidence.OutPage && a.Pieced != nil
}

// pagesByShape returns the pages of each shape, less those that were requested twice before.
func pagesByShape(n *evidence.Known, before map[evidence.URLID]bool) []*shapePages {
	byShape := map[string]*shapePages{}
	var all []*shapePages
	for i := range n.Answers {
		a := n.Answers[i]
		key := n.URLs.Key(a.URL)
		if !isTwinnable(a) || n.Answer(key) != a {
			continue
		}
		shape := site.ShapeOf(n.URLs.String(key))
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
		n.URLs.SortByHash(s.keys)
	}
	return all
}
