package identity

import (
	"bytes"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A shape yields too little if at least yieldRequests requests gave fewer than one new page per yieldLeast requests.
const (
	yieldLeast    = 50
	yieldRequests = 100
)

// deepestBranch is the number of directories of a URL that count.
const deepestBranch = 32

// Yields counts the yield of each shape of URL (site.ShapeOf), portion by portion. Its results depend only on the
// closed portions, each as a set.
type Yields struct {
	urls     *evidence.URLTable
	of       evidence.Column // shape+1 of a normalized URL
	ids      map[string]int32
	shapes   []shapeYield
	branches []branch
	branchOf map[string]int32
	open     map[int32]gain // in the open portion, by shape
	closed   []map[int32]gain
	fresh    [][]evidence.URLID // the new pages of each portion, the open one last
	barren   map[group]*kind    // kinds whose pages say nothing new and lead nowhere
	finders  evidence.Column    // by key: 1 + the key of the first page that linked to it
	linked   int                // number of portions whose links were followed
	crowding map[part]bool      // parts that have used up their share of a budget
}

// group is a unit of judgement: a shape, or the small shapes of a branch. The other number is -1.
type group = part

type shapeYield struct {
	record
	name   string
	under  []int32 // the branches containing it, from the root
	values valueYields
	by     string // the parameter whose values tell most about the yield
}

// branch is a directory with everything below it, or the URLs with parameters of a directory or program: "/a/?",
// "/a/list?". Its record covers the shapes with too few requests to be judged alone, such as combinations of facets or
// the folders of a growing path.
type branch struct {
	record
	name   string
	parent int32 // -1 for the root
	shapes int   // number of its shapes
	all    gain  // the gain of all its shapes
	small  int   // requests for its small shapes that no branch below accounts for
	judges bool  // whether these are enough to judge the branch
}

type record struct {
	total  gain
	recent []gain // the latest closed portions, with yieldRequests in total, or all portions
	lately gain   // the sum of recent
	since  []int  // the numbers of these portions
	judged span   // the portions whose pages decide whether the kind is barren
}

// span is a range of portions, with the new pages until its end.
type span struct{ from, to, fresh int }

// gain counts requests and the pages with new content from them.
type gain struct{ requests, fresh int }

func (g gain) plus(o gain) gain  { return gain{g.requests + o.requests, g.fresh + o.fresh} }
func (g gain) minus(o gain) gain { return gain{g.requests - o.requests, g.fresh - o.fresh} }

// NewYields returns yields without requests.
func NewYields(urls *evidence.URLTable) *Yields {
	return &Yields{urls: urls, ids: map[string]int32{}, branchOf: map[string]int32{}, open: map[int32]gain{},
		fresh: make([][]evidence.URLID, 1)}
}

// Reset forgets all counts.
func (y *Yields) Reset() {
	clear(y.open)
	y.closed, y.fresh, y.barren = nil, make([][]evidence.URLID, 1), nil
	for i := range y.shapes {
		y.shapes[i].record, y.shapes[i].values, y.shapes[i].by = record{}, valueYields{}, ""
	}
	for i := range y.branches {
		y.branches[i].all = gain{}
	}
}

// Count counts a request in the open portion. fresh means that it gave a page with new content.
func (y *Yields) Count(key evidence.URLID, fresh bool) {
	g := gain{requests: 1}
	if fresh {
		g.fresh = 1
		y.fresh[len(y.closed)] = append(y.fresh[len(y.closed)], key)
	}
	s := y.shape(key)
	y.open[s] = y.open[s].plus(g)
	y.shapes[s].values.count(y.urls.String(key), g)
}

// Close closes the open portion.
func (y *Yields) Close() {
	for i, g := range y.open {
		s := &y.shapes[i]
		s.add(g, len(y.closed))
		for _, b := range s.under {
			y.branches[b].all = y.branches[b].all.plus(g)
		}
	}
	y.closed, y.fresh = append(y.closed, y.open), append(y.fresh, nil)
	y.open = map[int32]gain{}
}

// Pool computes the records of branches once all portions are closed, from small shapes that no branch below covers.
func (y *Yields) Pool() {
	for i := range y.branches {
		b := &y.branches[i]
		b.record, b.small, b.judges = record{}, 0, false
	}
	for i := range y.shapes {
		s := &y.shapes[i]
		s.by = s.values.telling(s.total)
		if !s.tells() {
			for _, b := range s.under {
				y.branches[b].small += s.total.requests
			}
		}
	}
	byDepth := site.UpTo[int32](len(y.branches))
	site.Sort(byDepth, func(a, b int32) int { return len(y.branches[b].name) - len(y.branches[a].name) })
	for _, b := range byDepth {
		of := &y.branches[b]
		if of.judges = of.small >= yieldRequests; of.judges {
			for up := of.parent; up >= 0; up = y.branches[up].parent {
				y.branches[up].small -= of.small
			}
		}
	}
	for number, portion := range y.closed {
		gains := map[int32]gain{}
		for i, g := range portion {
			if _, b := y.judge(i); b >= 0 {
				gains[b] = gains[b].plus(g)
			}
		}
		for b, g := range gains {
			y.branches[b].add(g, number)
		}
	}
}

func (r *record) add(g gain, portion int) {
	r.total, r.lately = r.total.plus(g), r.lately.plus(g)
	r.recent, r.since = append(r.recent, g), append(r.since, portion)
	for r.lately.requests-r.recent[0].requests >= yieldRequests {
		r.lately = r.lately.minus(r.recent[0])
		r.recent, r.since = r.recent[1:], r.since[1:]
	}
	if r.enough() && 2*r.total.fresh >= 3*r.judged.fresh { // the number of pages has grown by half
		r.judged = span{from: r.since[0], to: portion, fresh: r.total.fresh}
	}
}

// enough reports whether the latest portions had enough pages to decide whether the kind is barren.
func (r *record) enough() bool {
	return r.lately.fresh >= barrenPages || r.tells() && r.lately.fresh >= barrenFew
}

func (r *record) tells() bool { return r.total.requests >= yieldRequests }

// dry reports whether the latest requests yielded too little.
func (r *record) dry() bool { return r.tells() && r.lately.fresh*yieldLeast < r.lately.requests }

// Deferred reports whether URLs of the shape of a key come after all others.
func (y *Yields) Deferred(key evidence.URLID) bool { return y.dry(y.shape(key)) }

// dry reports whether a shape, or the group with which it is judged, yielded too little.
func (y *Yields) dry(shape int32) bool {
	r, _ := y.judge(shape)
	return r.dry() || y.barren[y.groupOf(shape)] != nil
}

func (y *Yields) groupOf(shape int32) group {
	if _, branch := y.judge(shape); branch >= 0 {
		return group{branch, -1}
	}
	return group{-1, shape}
}

func (y *Yields) recordOf(g group) *record {
	if g.branch >= 0 {
		return &y.branches[g.branch].record
	}
	return &y.shapes[g.shape].record
}

// judge returns the record by which a shape is judged: its own, with branch -1, or that of the nearest branch that
// judges small shapes.
func (y *Yields) judge(shape int32) (r *record, branch int32) {
	s := &y.shapes[shape]
	if s.tells() {
		return &s.record, -1
	}
	for _, b := range slices.Backward(s.under) {
		if y.branches[b].judges {
			return &y.branches[b].record, b
		}
	}
	return &s.record, -1
}

func (y *Yields) shape(key evidence.URLID) int32 {
	if s := y.of.Get(key); s > 0 {
		return s - 1
	}
	name := kindOf(y.urls.String(key))
	s, known := y.ids[name]
	if !known {
		s = int32(len(y.shapes))
		y.ids[name] = s
		under := y.branchesOf(name)
		for _, b := range under {
			y.branches[b].shapes++
		}
		y.shapes = append(y.shapes, shapeYield{name: name, under: under, values: valueYields{}})
	}
	y.of.Set(key, s+1, y.urls.Len())
	return s
}

func (y *Yields) branchesOf(shape string) (under []int32) {
	path, _, hasQuery := strings.Cut(shape, "?")
	directory := path[:strings.LastIndexByte(path, '/')+1]
	parent := int32(-1)
	add := func(name string) {
		b, known := y.branchOf[name]
		if !known {
			b = int32(len(y.branches))
			y.branchOf[name] = b
			y.branches = append(y.branches, branch{name: name, parent: parent})
		}
		under, parent = append(under, b), b
	}
	for i := range directory {
		if directory[i] == '/' && len(under) < deepestBranch {
			add(directory[:i+1])
		}
	}
	if hasQuery {
		add(directory + "?")
	}
	if path != directory {
		add(path + "?")
	}
	return under
}

func (y *Yields) examples() []evidence.URLID {
	first := make([]evidence.URLID, len(y.shapes))
	for i := range first {
		first[i] = evidence.NoURL
	}
	for i, s := range y.of {
		key := evidence.URLID(i)
		if s > 0 && (first[s-1] == evidence.NoURL || bytes.Compare(y.urls.Bytes(key), y.urls.Bytes(first[s-1])) < 0) {
			first[s-1] = key
		}
	}
	return first
}
