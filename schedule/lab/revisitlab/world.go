package revisitlab

import (
	"math"
	"math/rand/v2"

	"sitegraph/schedule/revisit"
)

// doc is a page of the world and its version in the index.
type doc struct {
	// rate is in changes an iteration, part the mean share of words replaced.
	rate, part float64
	// stays is exp(-rate), for drawing the number of changes.
	stays float64
	// size is the page's size in words, indexed that of the version in the
	// index, common what both have.
	size, indexed, common int
	alive                 bool
	// changes counts the changes since the last check.
	changes int
	// value is what the page is worth in the index, by formula (1), and best
	// what it is worth there as it is.
	value, best float64
}

// difference is the number of words in only one of the versions.
func (d *doc) difference() int { return d.size + d.indexed - 2*d.common }

// world is a site that changes; how does not depend on who looks.
type world struct {
	model Model
	rng   *rand.Rand
	docs  []doc
	alive []int
	// found collects the pages that are new in this iteration.
	found []int
}

func newWorld(m Model, seed uint64) *world {
	w := &world{model: m, rng: rand.New(rand.NewPCG(seed, 0x5ce47))}
	for i := range m.Pages {
		d := w.draw(float64(i) < math.Round(m.Dynamic*float64(m.Pages)))
		d.indexed, d.common = d.size, d.size
		w.alive = append(w.alive, i)
		w.docs = append(w.docs, d)
	}
	for i := range w.docs {
		w.appraise(i)
	}
	return w
}

// draw makes up a page that is not in the index.
func (w *world) draw(dynamic bool) doc {
	m := w.model
	words := m.Words * math.Exp(float64(m.Spread*w.rng.NormFloat64()))
	d := doc{size: max(1, int(words)), alive: true, stays: 1}
	rate := logUniform(w.rng, m.Slowest, m.Fastest)
	part := logUniform(w.rng, m.Least, m.Most)
	if dynamic {
		d.rate, d.part, d.stays = rate, part, math.Exp(-rate)
	}
	return d
}

func logUniform(rng *rand.Rand, from, to float64) float64 {
	return from * math.Pow(to/from, rng.Float64())
}

// appraise brings the values of page i up to date.
func (w *world) appraise(i int) {
	d := &w.docs[i]
	d.best = w.model.Form.Value(float64(d.size), 0)
	d.value = w.model.Form.Value(float64(d.common), float64(d.difference()))
}

// step lets an iteration pass.
func (w *world) step() {
	w.found = w.found[:0]
	for i := range w.docs {
		d := &w.docs[i]
		n := w.changes(d)
		for range n {
			w.change(d)
		}
		if n > 0 {
			w.appraise(i)
		}
	}
	w.churn()
	w.drift()
}

// changes draws how often a page changes in an iteration (Knuth's product of
// uniform numbers).
func (w *world) changes(d *doc) int {
	if d.rate == 0 || !d.alive {
		return 0
	}
	n := 0
	for x := w.rng.Float64(); x > d.stays; x *= w.rng.Float64() {
		n++
	}
	return n
}

// change replaces some words of a page by others; which ones does not depend
// on the version in the index, so a share of the common words goes.
func (w *world) change(d *doc) {
	share, round := w.rng.ExpFloat64(), w.rng.Float64()
	d.changes++
	d.common = w.model.erode(d.size, d.common, d.part, share, round)
}

// erode returns what is left of the common words when a share of a page's
// words, part in the mean, is replaced, at least one; round, from 0 to 1,
// decides between the integers.
func (m Model) erode(size, common int, part, share, round float64) int {
	if m.Same {
		return min(common, size-min(size, max(1, int(part*float64(size)))))
	}
	words := min(max(1, math.Round(part*share*float64(size))), float64(size))
	return common - int(float64(words*float64(common)/float64(size))+round)
}

// churn lets pages vanish, each for a new one.
func (w *world) churn() {
	for range w.count(w.model.Churn) {
		at := w.rng.IntN(len(w.alive))
		old, fresh := w.alive[at], len(w.docs)
		d := &w.docs[old]
		d.alive, d.size, d.common = false, 0, 0
		w.alive[at] = fresh
		w.found = append(w.found, fresh)
		w.docs = append(w.docs, w.draw(w.rng.Float64() < w.model.Dynamic))
		w.appraise(old)
		w.appraise(fresh)
	}
}

// drift turns pages into others.
func (w *world) drift() {
	for range w.count(w.model.Drift) {
		d := &w.docs[w.alive[w.rng.IntN(len(w.alive))]]
		other := w.draw(w.rng.Float64() < w.model.Dynamic)
		d.rate, d.part, d.stays = other.rate, other.part, other.stays
	}
}

// count draws how many pages a share of all concerns.
func (w *world) count(share float64) int {
	if share == 0 {
		return 0
	}
	return int(float64(share*float64(len(w.alive))) + w.rng.Float64())
}

// check brings the version in the index up to date and tells what changed.
func (w *world) check(i int) revisit.Check {
	d := &w.docs[i]
	c := revisit.Check{Size: int64(d.size), Difference: int64(d.difference())}
	d.indexed, d.common, d.changes = d.size, d.size, 0
	switch {
	case !d.alive:
		c = revisit.Check{Kind: revisit.Gone}
	case c.Difference == 0:
		c.Kind = revisit.Unchanged
	}
	w.appraise(i)
	return c
}

// loss is what the index would gain by a check of page i.
func (w *world) loss(i int) float64 { return w.docs[i].best - w.docs[i].value }

// share is Q, formula (2), as a share of the greatest possible.
func (w *world) share() float64 {
	q, greatest := 0.0, 0.0
	for i := range w.docs {
		q += w.docs[i].value
		greatest += w.docs[i].best
	}
	if greatest <= 0 {
		return 0
	}
	return q / greatest
}

// budget is the time for the checks of an iteration.
func (w *world) budget() float64 {
	sum := 0.0
	for _, i := range w.alive {
		sum += float64(w.model.A*float64(w.docs[i].size)) + w.model.B
	}
	return w.model.Checked * sum
}
