package revisit

import "math"

// rates estimates how often each page changes by the rule of SCENT-2. A page begins with 0.3 changes in 6 periods. A
// check adds the page's age to the time. If it finds a change, it adds x/(1 - exp(-x)) changes, the mean number if x =
// rate * age were expected and at least one occurred.
type rates struct {
	memoryless
	period        float64
	changes, time []float64
}

// The prior of SCENT-2: changes, and their time in periods.
const (
	priorChanges = 0.3
	priorPeriods = 6
)

func (r *rates) added() {
	r.changes = append(r.changes, 0)
	r.time = append(r.time, 0)
}

// of returns the estimated rate of page i, in changes per unit of time.
func (r *rates) of(i int) float64 {
	return (r.changes[i] + priorChanges) / (r.time[i] + float64(priorPeriods*r.period))
}

func (r *rates) chance(p *Policy, i int) float64 { return -math.Expm1(-r.of(i) * p.age(i)) }

func (r *rates) learn(_ *Policy, i int, l lesson) {
	if l.first || l.absent {
		return
	}
	if l.difference > 0 {
		x := r.of(i) * l.age
		r.changes[i] += foundChanges(x)
	}
	r.time[i] += l.age
}

// foundChanges is the mean of a Poisson number with mean x, given that it is not 0.
func foundChanges(x float64) float64 {
	if x < 1e-9 {
		return 1
	}
	return x / -math.Expm1(-x)
}

// proportional checks pages in proportion to their changes. In a steady state the intervals are inverse to the
// estimated rates.
type proportional struct{ rates }

func (r *proportional) index(p *Policy, i int) float64 { return p.patience(i, r.of(i)*p.age(i)) }

// scent2 is SCENT-2: the marginal value of a check under the estimated rate (the derivative of freshness by check
// frequency; Cho and Garcia-Molina, ACM TODS 28(4), 2003), times the page's mean harvest, per time.
type scent2 struct {
	rates
	harvest, found []float64
}

// priorHarvest is the harvest of one check credited to every page.
const priorHarvest = 6

func (s *scent2) added() {
	s.rates.added()
	s.harvest = append(s.harvest, 0)
	s.found = append(s.found, 0)
}

func (s *scent2) index(p *Policy, i int) float64 {
	rate, age := s.of(i), p.age(i)
	x := rate * age
	marginal := -math.Expm1(-x)/rate - float64(age*math.Exp(-x))
	mean := (s.harvest[i] + priorHarvest) / (s.found[i] + 1)
	return p.patience(i, density(mean*marginal, p.time(i)))
}

func (s *scent2) learn(p *Policy, i int, l lesson) {
	s.rates.learn(p, i, l)
	if l.difference > 0 && !l.first && !l.absent {
		s.harvest[i] += math.Log1p(l.difference)
		s.found[i]++
	}
}

// patience puts pages never fetched first, and halves the index for every consecutive failed check, so that
// unresponsive pages do not use up the budget. A page never fetched would stay first even with half an index, so it
// waits 2, 4, 8, ... periods after failed checks.
func (p *Policy) patience(i int, index float64) float64 {
	s := &p.pages[i]
	if !s.new {
		return math.Ldexp(index, -int(min(s.failed, 2000)))
	}
	if s.failed > 0 && p.now-s.tried < math.Ldexp(p.options.Period, int(min(s.failed, 60))) {
		return 0
	}
	return math.MaxFloat64
}
