package site

import "math"

// tournament knows the greatest of many indices of the form
//
//	slope*z + base
//
// where slope and base belong to one site and z is common to all: it changes
// at every step, and with it every index. A binary tree holds in each node the
// best site below, and between which values of z that choice and all below it
// stand. While z moves within these bounds nothing is to be done; when it
// leaves them only the nodes concerned are compared again. So a step costs
// O(log K), and the choice is the one that comparing all K indices makes, the
// smallest number among equals.
type tournament struct {
	z     float64
	leafs int // a power of two
	lines []line
	// best, low and high are of the nodes: 1 is the root, 2n and 2n+1 are
	// below n. best is -1 where no site takes part.
	best      []int32
	low, high []float64
}

type line struct {
	slope, base float64
	in          bool
}

// The bounds of a comparison end a little before the two lines cross, and a
// difference smaller than close compares anew each time, so that rounding can
// never make the tree differ from a plain comparison.
const (
	closeness = 1e-9
	approach  = 0.999
)

func newTournament(sites int) *tournament {
	leafs := 1
	for leafs < sites {
		leafs *= 2
	}
	t := &tournament{
		z: 1, leafs: leafs, lines: make([]line, sites),
		best: make([]int32, 2*leafs), low: make([]float64, 2*leafs), high: make([]float64, 2*leafs),
	}
	for n := range t.best {
		t.best[n], t.high[n] = -1, math.Inf(1)
	}
	return t
}

// grow makes room for so many sites.
func (t *tournament) grow(sites int) {
	if sites <= len(t.lines) {
		return
	}
	if sites > t.leafs {
		wider := newTournament(max(sites, 2*t.leafs))
		wider.z, wider.lines = t.z, wider.lines[:0]
		for i, l := range t.lines {
			wider.lines = append(wider.lines, line{})
			wider.set(i, l)
		}
		*t = *wider
	}
	for len(t.lines) < sites {
		t.lines = append(t.lines, line{})
	}
}

// value is the index of site i now.
func (t *tournament) value(i int32) float64 {
	return float64(t.lines[i].slope*t.z) + t.lines[i].base
}

// set gives site i another line, or takes it out.
func (t *tournament) set(i int, l line) {
	if t.lines[i] == l {
		return
	}
	t.lines[i] = l
	n := t.leafs + i
	t.best[n] = -1
	if l.in {
		t.best[n] = int32(i)
	}
	for n /= 2; n > 0; n /= 2 {
		t.compare(n)
	}
}

// first returns the site with the greatest index at z > 0, or -1.
func (t *tournament) first(z float64) int {
	t.z = z
	t.renew(1)
	return int(t.best[1])
}

// renew compares again below node n what z has made uncertain. It goes as deep
// as the tree is high.
func (t *tournament) renew(n int) {
	if n >= t.leafs || t.low[n] <= t.z && t.z <= t.high[n] {
		return
	}
	t.renew(2 * n)
	t.renew(2*n + 1)
	t.compare(n)
}

// compare finds the better of the two below node n, and how far that stands.
func (t *tournament) compare(n int) {
	a, b := t.best[2*n], t.best[2*n+1]
	low, high := max(t.low[2*n], t.low[2*n+1]), min(t.high[2*n], t.high[2*n+1])
	switch {
	case a < 0 || b < 0:
		t.best[n] = max(a, b)
	default:
		t.best[n] = a
		if t.value(b) > t.value(a) {
			t.best[n] = b
		}
		from, to := t.stands(t.lines[a], t.lines[b])
		low, high = max(low, from), min(high, to)
	}
	t.low[n], t.high[n] = low, high
}

// stands returns between which z the order of two lines is as it is now. The
// bounds hold z.
func (t *tournament) stands(a, b line) (from, to float64) {
	if a == b {
		return 0, math.Inf(1)
	}
	gap := float64((a.slope-b.slope)*t.z) + (a.base - b.base)
	scale := math.Abs(float64(a.slope*t.z)) + math.Abs(a.base) + math.Abs(float64(b.slope*t.z)) + math.Abs(b.base)
	if !(math.Abs(gap) > closeness*scale) {
		return t.z, t.z
	}
	from, to = t.z/2, 2*t.z
	cross := t.z - approach*gap/(a.slope-b.slope) // an infinity when parallel
	if cross < t.z {
		return max(from, cross), to
	}
	return from, min(to, cross)
}
