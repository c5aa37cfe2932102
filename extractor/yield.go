package extractor

import (
	"bytes"
	"cmp"
	"iter"
	"maps"
	"slices"

	"sitegraph/site"
)

// The bounds of a shape that gives too little: fewer than one new page in
// yieldLeast requests, over yieldRequests requests or more.
const (
	yieldLeast    = 50
	yieldRequests = 200
)

// shapeShare is the part of a portion that one shape may take while others
// wait: one in shapeShare.
const shapeShare = 4

// yields counts what the requests for each shape of URL (site.ShapeOf) gave,
// portion by portion, and chooses the portions. All it says follows from the
// portions that were closed, each a set.
type yields struct {
	urls   *urlTable
	of     column // shape+1 of a normalized URL
	ids    map[string]int32
	shapes []shapeYield
	open   map[int32]gain // of the portion that is not closed
}

// shapeYield is what the requests for one shape gave.
type shapeYield struct {
	name  string
	total gain
	// recent are the last closed portions that have yieldRequests together, all of
	// them while there are fewer; lately is their sum.
	recent []gain
	lately gain
}

// gain is a number of requests, and of the pages with a content of their own
// that they gave.
type gain struct{ requests, fresh int }

func (g gain) plus(o gain) gain  { return gain{g.requests + o.requests, g.fresh + o.fresh} }
func (g gain) minus(o gain) gain { return gain{g.requests - o.requests, g.fresh - o.fresh} }

func newYields(urls *urlTable) *yields {
	return &yields{urls: urls, ids: map[string]int32{}, open: map[int32]gain{}}
}

// reset forgets what was counted: the portions are counted anew.
func (y *yields) reset() {
	clear(y.open)
	for i := range y.shapes {
		y.shapes[i] = shapeYield{name: y.shapes[i].name}
	}
}

// count counts a request of the open portion; fresh says that it gave a page
// whose content no closed portion had, each content counted once.
func (y *yields) count(key urlID, fresh bool) {
	g := gain{requests: 1}
	if fresh {
		g.fresh = 1
	}
	s := y.shape(key)
	y.open[s] = y.open[s].plus(g)
}

// close closes the open portion.
func (y *yields) close() {
	for i, g := range y.open {
		s := &y.shapes[i]
		s.total, s.lately = s.total.plus(g), s.lately.plus(g)
		s.recent = append(s.recent, g)
		for s.lately.requests-s.recent[0].requests >= yieldRequests {
			s.lately = s.lately.minus(s.recent[0])
			s.recent = s.recent[1:]
		}
	}
	clear(y.open)
}

// deferred reports whether URLs of the shape of a key come after all others:
// the last requests for them gave too little.
func (y *yields) deferred(key urlID) bool { return y.shapes[y.shape(key)].deferred() }

func (s *shapeYield) deferred() bool {
	return s.lately.requests >= yieldRequests && s.lately.fresh*yieldLeast < s.lately.requests
}

// choose returns the next portion of the keys that wait, in their order: size of
// them, or fewer. No shape takes more than its share while others wait, and
// deferred shapes come when nothing else waits.
func (y *yields) choose(waiting []urlID, size int) []urlID {
	first := slices.DeleteFunc(slices.Clone(waiting), y.deferred)
	if len(first) == 0 {
		first = waiting
	}
	if len(first) <= size {
		return slices.Clone(first)
	}
	counts := map[int32]int{}
	for _, k := range first {
		counts[y.shape(k)]++
	}
	most := max(size/shapeShare, 1, fairShare(slices.Sorted(maps.Values(counts)), size))
	clear(counts)
	var chosen []urlID
	for _, k := range first {
		if s := y.shape(k); counts[s] < most && len(chosen) < size {
			counts[s]++
			chosen = append(chosen, k)
		}
	}
	return chosen
}

// fairShare returns the least share with which groups of these sizes, ascending,
// fill a portion when none may take more than it.
func fairShare(groups []int, size int) int {
	for i, n := range groups {
		left := len(groups) - i
		if n*left > size {
			return (size + left - 1) / left
		}
		size -= n
	}
	return 0
}

// shape returns the number of the shape of a key.
func (y *yields) shape(key urlID) int32 {
	if s := y.of.get(key); s > 0 {
		return s - 1
	}
	name := site.ShapeOf(y.urls.String(key))
	s, known := y.ids[name]
	if !known {
		s = int32(len(y.shapes))
		y.ids[name] = s
		y.shapes = append(y.shapes, shapeYield{name: name})
	}
	y.of.set(key, s+1, y.urls.Len())
	return s
}

// excludesSuggested is the number of deferred shapes that get a rule: each costs
// a pass over all URLs.
const excludesSuggested = 20

// report returns the shapes that are deferred, those first that most keys wait
// for. The keys that wait were not fetched.
func (y *yields) report(waiting []urlID) []site.Shape {
	waits := map[int32]int{}
	for _, k := range waiting {
		waits[y.shape(k)]++
	}
	var out []site.Shape
	examples := y.examples()
	for i := range y.shapes {
		if s := &y.shapes[i]; s.deferred() {
			out = append(out, site.Shape{Shape: s.name, Requests: s.total.requests, New: s.total.fresh,
				Waiting: waits[int32(i)], Deferred: true, Example: y.urls.String(examples[i])})
		}
	}
	slices.SortFunc(out, func(a, b site.Shape) int {
		return cmp.Or(b.Waiting-a.Waiting, b.Requests-a.Requests, cmp.Compare(a.Shape, b.Shape))
	})
	for i := range out[:min(len(out), excludesSuggested)] {
		s := y.ids[out[i].Shape]
		others := y.written(func(shape int32) bool { return shape != s })
		out[i].Exclude = excludeRule(y.written(func(shape int32) bool { return shape == s }), others)
	}
	return out
}

// examples returns the first key of each shape.
func (y *yields) examples() []urlID {
	first := make([]urlID, len(y.shapes))
	for i := range first {
		first[i] = noURL
	}
	for i, s := range y.of {
		key := urlID(i)
		if s > 0 && (first[s-1] == noURL || bytes.Compare(y.urls.bytes(key), y.urls.bytes(first[s-1])) < 0) {
			first[s-1] = key
		}
	}
	return first
}

// written yields the URLs, as pages write them, of the site's shapes that are
// wanted.
func (y *yields) written(wanted func(shape int32) bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for id, key := range y.urls.keys {
			if s := y.of.get(key); s > 0 && wanted(s-1) && !yield(y.urls.bytes(urlID(id))) {
				return
			}
		}
	}
}
