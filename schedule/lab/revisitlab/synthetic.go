package revisitlab

import (
	"math"
	"math/rand/v2"

	"sitegraph/schedule/revisit"
)

// doc is a page of a synthetic site and its version in the index.
type doc struct {
	// rate is in changes an iteration, part the mean share of words replaced.
	rate, part float64
	// stays is exp(-rate), for choosing the number of changes.
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

// syntheticSite is a site that changes; how does not depend on what is checked.
type syntheticSite struct {
	model model
	rng   *rand.Rand
	docs  []doc
	alive []int
	// found collects the pages that are new in this iteration.
	found []int
}

func newSyntheticSite(m model, seed uint64) *syntheticSite {
	s := &syntheticSite{model: m, rng: rand.New(rand.NewPCG(seed, 0x5ce47))}
	for i := range m.Pages {
		d := s.newDoc(float64(i) < math.Round(m.Dynamic*float64(m.Pages)))
		d.indexed, d.common = d.size, d.size
		s.alive = append(s.alive, i)
		s.docs = append(s.docs, d)
	}
	for i := range s.docs {
		s.appraise(i)
	}
	return s
}

// newDoc makes a page that is not in the index.
func (s *syntheticSite) newDoc(dynamic bool) doc {
	m := s.model
	words := m.Words * math.Exp(float64(m.Spread*s.rng.NormFloat64()))
	d := doc{size: max(1, int(words)), alive: true, stays: 1}
	rate := logUniform(s.rng, m.Slowest, m.Fastest)
	part := logUniform(s.rng, m.Least, m.Most)
	if dynamic {
		d.rate, d.part, d.stays = rate, part, math.Exp(-rate)
	}
	return d
}

func logUniform(rng *rand.Rand, from, to float64) float64 {
	return from * math.Pow(to/from, rng.Float64())
}

// appraise brings the values of page i up to date.
func (s *syntheticSite) appraise(i int) {
	d := &s.docs[i]
	d.best = s.model.Form.Value(float64(d.size), 0)
	d.value = s.model.Form.Value(float64(d.common), float64(d.difference()))
}

// step lets an iteration pass.
func (s *syntheticSite) step() {
	s.found = s.found[:0]
	for i := range s.docs {
		d := &s.docs[i]
		n := s.changes(d)
		for range n {
			s.change(d)
		}
		if n > 0 {
			s.appraise(i)
		}
	}
	s.churn()
	s.drift()
}

// changes chooses how often a page changes in an iteration (Knuth's product of
// uniform numbers).
func (s *syntheticSite) changes(d *doc) int {
	if d.rate == 0 || !d.alive {
		return 0
	}
	n := 0
	for x := s.rng.Float64(); x > d.stays; x *= s.rng.Float64() {
		n++
	}
	return n
}

// change replaces some words of a page by others; which ones does not depend
// on the version in the index, so a share of the common words goes.
func (s *syntheticSite) change(d *doc) {
	share, round := s.rng.ExpFloat64(), s.rng.Float64()
	d.changes++
	d.common = s.model.erode(d.size, d.common, d.part, share, round)
}

// erode returns what is left of the common words when a share of a page's
// words, part in the mean, is replaced, at least one; round, from 0 to 1,
// decides between the integers.
func (m model) erode(size, common int, part, share, round float64) int {
	if m.Same {
		return min(common, size-min(size, max(1, int(part*float64(size)))))
	}
	words := min(max(1, math.Round(part*share*float64(size))), float64(size))
	return common - int(float64(words*float64(common)/float64(size))+round)
}

// churn lets pages vanish, each for a new one.
func (s *syntheticSite) churn() {
	for range s.count(s.model.Churn) {
		at := s.rng.IntN(len(s.alive))
		old, fresh := s.alive[at], len(s.docs)
		d := &s.docs[old]
		d.alive, d.size, d.common = false, 0, 0
		s.alive[at] = fresh
		s.found = append(s.found, fresh)
		s.docs = append(s.docs, s.newDoc(s.rng.Float64() < s.model.Dynamic))
		s.appraise(old)
		s.appraise(fresh)
	}
}

// drift turns pages into others.
func (s *syntheticSite) drift() {
	for range s.count(s.model.Drift) {
		d := &s.docs[s.alive[s.rng.IntN(len(s.alive))]]
		other := s.newDoc(s.rng.Float64() < s.model.Dynamic)
		d.rate, d.part, d.stays = other.rate, other.part, other.stays
	}
}

// count chooses how many pages a share of all concerns.
func (s *syntheticSite) count(share float64) int {
	if share == 0 {
		return 0
	}
	return int(float64(share*float64(len(s.alive))) + s.rng.Float64())
}

// check brings the version in the index up to date and returns what changed.
func (s *syntheticSite) check(i int) revisit.Check {
	d := &s.docs[i]
	c := revisit.Check{Size: int64(d.size), Difference: int64(d.difference())}
	d.indexed, d.common, d.changes = d.size, d.size, 0
	switch {
	case !d.alive:
		c = revisit.Check{Kind: revisit.Gone}
	case c.Difference == 0:
		c.Kind = revisit.Unchanged
	}
	s.appraise(i)
	return c
}

// loss is what the index would gain by a check of page i.
func (s *syntheticSite) loss(i int) float64 { return s.docs[i].best - s.docs[i].value }

// share is Q, formula (2), as a share of the greatest possible.
func (s *syntheticSite) share() float64 {
	q, greatest := 0.0, 0.0
	for i := range s.docs {
		q += s.docs[i].value
		greatest += s.docs[i].best
	}
	if greatest <= 0 {
		return 0
	}
	return q / greatest
}

// budget is the time for the checks of an iteration.
func (s *syntheticSite) budget() float64 {
	sum := 0.0
	for _, i := range s.alive {
		sum += float64(s.model.A*float64(s.docs[i].size)) + s.model.B
	}
	return s.model.Checked * sum
}
