package revisitlab

import (
	"math"
	"math/rand/v2"

	"sitegraph/schedule/revisit"
	"sitegraph/site"
)

// model describes sites with static and dynamic pages and a crawler without time to check a whole site.
type model struct {
	// Pages is the number of pages.
	Pages int
	// Dynamic is the share of pages that change. The others never do.
	Dynamic float64
	// Checked is the budget of an iteration, as a share of the time for all pages.
	Checked float64
	// Slowest and Fastest bound the rates of dynamic pages, in changes per iteration. Rates are log-uniform.
	Slowest, Fastest float64
	// Least and Most bound a page's mean share of words that a change replaces. The mean is log-uniform over pages,
	// the share exponential over changes.
	Least, Most float64
	// Same makes all changes of a page replace the same words, always the mean share, like a news box.
	Same bool
	// Words is the median page size in words. Sizes are log-normal, and Spread is their logarithm's deviation.
	Words, Spread float64
	// A check of a page takes A*words + B.
	A, B float64
	// Churn is the share of pages that vanish per iteration and that new pages replace. Drift is the share of pages
	// that get another rate, which may make them static or dynamic.
	Churn, Drift float64
	// Form is the variant of formula (1).
	Form revisit.Form
	// Sitemap is the site's sitemap.xml, nil for none.
	Sitemap sitemap
	// Iterations is the number of iterations. The first BurnIn are not measured.
	Iterations, BurnIn int
}

// standard returns the model of the tables. It has 1000 pages of about 300 words. Dynamic pages change once in 1 to 100
// iterations, in 2 to 50 % of their words. A connection costs as much as 1000 words. The burn-in is at least 500
// iterations and long enough to check the site twelve times. The 200 iterations after it are measured.
func standard(dynamic, checked float64) model {
	burnIn := 500
	if checked > 0 {
		burnIn = max(burnIn, int(math.Round(min(12/checked, 1e5))))
	}
	return model{
		Pages: 1000, Dynamic: dynamic, Checked: checked,
		Slowest: 0.01, Fastest: 1, Least: 0.02, Most: 0.5,
		Words: 300, Spread: 1, A: 0.001, B: 1,
		Form: revisit.FormLog, Iterations: burnIn + 200, BurnIn: burnIn,
	}
}

// variants has the read-only variants of the standard model by name.
var variants = map[string]func(m *model){
	"standard": func(*model) {},
	"churn":    func(m *model) { m.Churn = 0.002 },
	"drift":    func(m *model) { m.Drift = 0.001 },
	"same":     func(m *model) { m.Same = true },
	"ratio":    func(m *model) { m.Form = revisit.FormRatio },
	"clip":     func(m *model) { m.Form = revisit.FormClip },
	"wide":     func(m *model) { m.Slowest, m.Fastest = 0.0005, 5 },

	"sitemap-right":  func(m *model) { m.Sitemap = right },
	"sitemap-half":   func(m *model) { m.Sitemap = halfRight },
	"sitemap-today":  func(m *model) { m.Sitemap = today },
	"sitemap-never":  func(m *model) { m.Sitemap = never },
	"sitemap-random": func(m *model) { m.Sitemap = random },
}

// Variants returns the names of the variants, sorted.
func Variants() []string { return site.Names(variants) }

// variant returns the models of the tables, with a dynamic share of 0.1, 0.3 or 0.6, and with 1, 2, 5, 10 or 20 % of
// the site checked per iteration. standard changes nothing. With churn 0.2 % of the pages are replaced per iteration,
// with drift 0.1 % get another rate. same sets model.Same, ratio and clip the form of formula (1). wide has rates of
// 0.0005 to 5 changes per iteration. The others have a sitemap.xml, right or wrong (see sitemap.go).
func variant(name string) (models []model, err error) {
	change, err := site.Lookup("variant of the revisit model", name, variants)
	if err != nil {
		return nil, err
	}
	for _, dynamic := range []float64{0.1, 0.3, 0.6} {
		for _, checked := range []float64{0.01, 0.02, 0.05, 0.1, 0.2} {
			m := standard(dynamic, checked)
			change(&m)
			models = append(models, m)
		}
	}
	return models, nil
}

// doc is a synthetic page and its version in the index.
type doc struct {
	WorldPage
	// rate is in changes per iteration, part is the mean share of words that a change replaces.
	rate, part float64
	// stays is exp(-rate), the chance of an iteration without change.
	stays float64
	// value is the page's current worth in the index by formula (1), best its worth if it were up to date.
	value, best float64
}

// difference returns the number of words that only one version has.
func (d *doc) difference() int { return d.Size + d.Indexed - 2*d.Common }

// World is a site that changes independently of checks.
type World struct {
	model model
	rng   *rand.Rand
	// said is the random source for sitemaps.
	said  *rand.Rand
	docs  []doc
	alive []int
	// found has the new pages of this iteration.
	found []int
}

func newWorld(m model, seed uint64) *World {
	s := &World{model: m, rng: rand.New(rand.NewPCG(seed, 0x5ce47)), said: rand.New(rand.NewPCG(seed, 0x517e))}
	for i := range m.Pages {
		d := s.newDoc(float64(i) < math.Round(m.Dynamic*float64(m.Pages)))
		d.Indexed, d.Common = d.Size, d.Size
		s.alive = append(s.alive, i)
		s.docs = append(s.docs, d)
	}
	for i := range s.docs {
		s.appraise(i)
	}
	return s
}

// newDoc creates a page that is not in the index.
func (s *World) newDoc(dynamic bool) doc {
	m := s.model
	words := m.Words * math.Exp(float64(m.Spread*s.rng.NormFloat64()))
	d := doc{WorldPage: WorldPage{Size: max(1, int(words)), Alive: true}, stays: 1}
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

// appraise updates the values of page i.
func (s *World) appraise(i int) {
	d := &s.docs[i]
	d.best = s.model.Form.Value(float64(d.Size), 0)
	d.value = s.model.Form.Value(float64(d.Common), float64(d.difference()))
}

// Step lets the site change for an iteration.
func (s *World) Step() {
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

// changes draws the number of a page's changes in an iteration (Knuth's product of uniform numbers).
func (s *World) changes(d *doc) int {
	if d.rate == 0 || !d.Alive {
		return 0
	}
	n := 0
	for x := s.rng.Float64(); x > d.stays; x *= s.rng.Float64() {
		n++
	}
	return n
}

// change replaces some words of a page. It chooses them independently of the version in the index, so the same share
// of the common words goes.
func (s *World) change(d *doc) {
	share, round := s.rng.ExpFloat64(), s.rng.Float64()
	d.Changes++
	d.Common = s.model.erode(d.Size, d.Common, d.part, share, round)
}

// erode returns how many common words remain after a change. It replaces part*share of the page's words, at least
// one. round, from 0 to 1, rounds the result at random.
func (m model) erode(size, common int, part, share, round float64) int {
	if m.Same {
		return min(common, size-min(size, max(1, int(part*float64(size)))))
	}
	words := min(max(1, math.Round(part*share*float64(size))), float64(size))
	return common - int(float64(words*float64(common)/float64(size))+round)
}

// churn replaces pages with new ones.
func (s *World) churn() {
	for range s.count(s.model.Churn) {
		at := s.rng.IntN(len(s.alive))
		old, fresh := s.alive[at], len(s.docs)
		d := &s.docs[old]
		d.Alive, d.Size, d.Common = false, 0, 0
		s.alive[at] = fresh
		s.found = append(s.found, fresh)
		s.docs = append(s.docs, s.newDoc(s.rng.Float64() < s.model.Dynamic))
		s.appraise(old)
		s.appraise(fresh)
	}
}

// drift gives pages other rates.
func (s *World) drift() {
	for range s.count(s.model.Drift) {
		d := &s.docs[s.alive[s.rng.IntN(len(s.alive))]]
		other := s.newDoc(s.rng.Float64() < s.model.Dynamic)
		d.rate, d.part, d.stays = other.rate, other.part, other.stays
	}
}

// count returns a share of the living pages, rounded at random.
func (s *World) count(share float64) int {
	if share == 0 {
		return 0
	}
	return int(float64(share*float64(len(s.alive))) + s.rng.Float64())
}

// Check updates the version in the index and returns the result.
func (s *World) Check(i int) revisit.Result {
	d := &s.docs[i]
	c := revisit.Result{Size: int64(d.Size), Difference: int64(d.difference())}
	d.Indexed, d.Common, d.Changes = d.Size, d.Size, 0
	switch {
	case !d.Alive:
		c = revisit.Result{Outcome: revisit.Gone}
	case c.Difference == 0:
		c.Outcome = revisit.Unchanged
	}
	s.appraise(i)
	return c
}

// loss returns the index's gain from a check of page i.
func (s *World) loss(i int) float64 { return s.docs[i].best - s.docs[i].value }

// Share returns Q, formula (2), as a share of its maximum.
func (s *World) Share() float64 {
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

func (s *World) budget() float64 {
	sum := 0.0
	for _, i := range s.alive {
		sum += float64(s.model.A*float64(s.docs[i].Size)) + s.model.B
	}
	return s.model.Checked * sum
}
