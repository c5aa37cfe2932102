package extractor

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Limits for second requests.
const (
	maxTwins     = 20 // for a site on which nothing has varied
	maxAwake     = 60 // for other sites, so that each kind of URL gets some
	lateTwins    = 3  // reserved for the end of the crawl
	fewTwins     = 1  // per cent of the pages while nothing suggests that the site varies
	manyTwins    = 3  // per cent otherwise
	firstTwins   = 2  // the minimum in that case
	twinsFrom    = 16 // from this number of fetched URLs on
	generatedOne = 2  // if one page in this many comes without validators, the site may vary
	patience     = 3  // while nothing has varied, each round multiplies the total by this
)

// pause waits for d or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// clock remembers roughly when the latest answers of a site came. All answers in a tick count as coming at its end.
type clock []tick

type tick struct {
	records   int // the length of the journal at its end
	from, end time.Time
}

// The remembered ticks cover more than one pause.
const (
	maxTicks = 16
	tickOf   = 8 // number of ticks in a pause
)

func (c *clock) note(records int, now time.Time, pause time.Duration) {
	all := *c
	if n := len(all); n > 0 && now.Sub(all[n-1].from) < pause/tickOf {
		all[n-1].records, all[n-1].end = records, now
		return
	}
	*c = append(all[max(0, len(all)+1-maxTicks):], tick{records, now, now})
}

// after returns a time by which a record was written, or zero if that is unknown.
func (c clock) after(record uint32) time.Time {
	for _, t := range c {
		if int(record) < t.records {
			return t.end
		}
	}
	return time.Time{}
}

// twinsDue returns the pages to request again after a portion. It depends on the answers, but not on earlier second
// requests in this portion.
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
		allowed = 0 // the crawl has to wait for second requests, so it makes many at a time
	}
	allowed -= len(before)
	if home := l.same.Home(); allowed > 0 && !before[home] && isTwinnable(n.Answer(home)) {
		keys, before[home] = append(keys, home), true // its URL is unlikely to contain a session
		allowed--
	}
	var shapes []*shapePages
	if allowed > 0 {
		shapes = pagesByShape(n, before, l.same.Awake())
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

// twinsAllowed returns the number of second requests allowed up to now.
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

// shapePages holds the pages of a shape that were requested only once, in hash order.
type shapePages struct {
	shape        string
	pages, twins int
	keys         []evidence.URLID
}

// weight determines which shape is next: the one with the greatest weight. So second requests grow with the square root
// of a shape's pages. If they grew in proportion, a wall of login pages would take nearly all of them.
func (s *shapePages) weight() float64 {
	if len(s.keys) == 0 {
		return -1
	}
	return float64(s.pages) / float64((s.twins+1)*(s.twins+1))
}

// isTwinnable reports whether an answer is a page that can be requested a second time.
func isTwinnable(a *evidence.Answer) bool {
	return a != nil && a.Outcome == evidence.OutPage && a.Pieced != nil
}

// pagesByShape groups the pages by shape.
func pagesByShape(n *evidence.Known, before map[evidence.URLID]bool, awake bool) []*shapePages {
	byShape := map[string]*shapePages{}
	var all []*shapePages
	for i := range n.Answers {
		a := n.Answers[i]
		key := n.URLs.Key(a.URL)
		if !isTwinnable(a) || n.Answer(key) != a || awake && a.Pieced.Whole {
			continue // nothing is learnt from a second answer if the first one has no pieces
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
