package revisit

import "math"

// tunedWorlds returns the kinds of worlds on which the constants of yields were tuned, with seeds from 1.
func tunedWorlds() []worldKind {
	return []worldKind{
		{name: "a part changes", make: part(0.3, 0.01, 1), changes: byRate},
		{name: "most change", make: part(0.6, 0.01, 1), changes: byRate},
		{name: "alike, slow", make: part(1, 0.02, 0.02), changes: byRate},
		{name: "alike", make: part(1, 0.2, 0.2), changes: byRate},
		{name: "alike, fast", make: part(1, 5, 5), changes: byRate},
		{name: "few at every look", make: part(0.1, 99, 100), changes: byRate},
		{name: "some at every look", make: oneOf(99, 0.03, 0.03, 0.03, 0.03), changes: byRate},
		{name: "half at every look", make: oneOf(99, 0.1), changes: byRate},
		{name: "releases", step: func(w *living) { w.event = w.logUniform(0.03, 0.9) }, changes: byEvent},
		{name: "rare releases", changes: byEvent, step: func(w *living) {
			w.event = when(w.rng.Float64() < 0.2, w.logUniform(0.03, 0.9))
		}},
		{name: "all at once", step: func(w *living) { w.event = when(w.now%12 == 5, 1) }, changes: byEvent},
		{name: "sections", step: func(w *living) { w.event = float64(w.rng.IntN(2 * w.sections())) },
			changes: func(w *living, d *livingPage) float64 { return when(d.section == int(w.event), 0.9) }},
		{name: "bursts", changes: func(w *living, d *livingPage) float64 {
			d.on = w.rng.Float64() < 0.02+when(d.on, 0.78)
			return when(d.on, 0.9)
		}},
		{name: "churn", make: part(0.4, 0.02, 1), changes: byRate, churn: 0.01},
		{name: "jump of the clock", make: part(0.5, 0.02, 1), changes: byRate,
			wait: func(w *living) float64 { return 1 + when(w.now == 6, 1e6) }},
		{name: "drift", make: part(0.3, 0.05, 1), changes: func(w *living, d *livingPage) float64 {
			if w.rng.Float64() < 0.02 {
				part(0.3, 0.05, 1)(w, d)
			}
			return byRate(w, d)
		}},
	}
}

// heldWorlds returns the kinds that were only used for measuring.
func heldWorlds() []worldKind {
	return []worldKind{
		{name: "one section after the other", changes: func(w *living, d *livingPage) float64 {
			return 0.01 + when(w.now/8%w.sections() == d.section, 0.8)
		}},
		{name: "every so often", make: func(w *living, d *livingPage) { d.rate = float64(2 + w.rng.IntN(12)) },
			changes: func(_ *living, d *livingPage) float64 { return when(float64(d.quiet) >= d.rate, 1) }},
		{name: "once", make: func(w *living, d *livingPage) { d.rate = float64(w.rng.IntN(40)) },
			changes: func(w *living, d *livingPage) float64 { return when(float64(w.now) == d.rate, 1) }},
		{name: "news", churn: 0.02,
			changes: func(w *living, d *livingPage) float64 { return math.Exp(-float64(w.now-d.born) / 4) }},
		{name: "what is small changes", changes: byRate, make: func(w *living, d *livingPage) {
			if d.rate = 0.02; w.rng.Float64() < 0.3 {
				d.rate, d.size, d.part = 0.5, 5, 0.2
			} else {
				d.size *= 10
			}
		}},
		{name: "months and seconds", make: part(0.5, 0.02, 1), changes: byRate,
			wait: func(w *living) float64 { return 2 + when(w.rng.Float64() < 0.5, 2e6) }},
		{name: "nothing within a second", make: part(0.5, 0.02, 1),
			step:    func(w *living) { w.event = float64(w.rng.IntN(2)) },
			changes: func(w *living, d *livingPage) float64 { return byRate(w, d) * max(0.001, w.event) },
			wait:    func(w *living) float64 { return max(0.001, w.event) }},
		{name: "long pauses", make: part(0.5, 0.02, 1),
			changes: func(w *living, d *livingPage) float64 { return 1 - math.Exp(-d.rate*pause(w)) }, wait: pause},
		{name: "half, then the other half", changes: func(w *living, d *livingPage) float64 {
			return when((w.now/15+d.section)%2 == 0, 0.5)
		}},
		{name: "what was quiet", make: func(w *living, d *livingPage) { d.quiet = w.rng.IntN(20) },
			changes: func(_ *living, d *livingPage) float64 { return when(d.quiet > 20, 0.5) }},
		{name: "nothing, then all", changes: func(w *living, _ *livingPage) float64 { return when(w.now > 10, 0.3) }},
		{name: "all, then nothing",
			changes: func(w *living, _ *livingPage) float64 { return 0.01 + when(w.now < 10, 0.3) }},
		{name: "three speeds", make: oneOf(99, 0.3, 0.005), changes: byRate},
		{name: "much churn", make: part(0.4, 0.02, 1), changes: byRate, churn: 0.05},
		{name: "sitemap that lies", make: part(0.5, 0.02, 1), changes: byRate,
			hint: func(d *livingPage) int { return 1 + d.size%2 }},
		{name: "sizes are not known", make: part(0.5, 0.02, 1), changes: byRate, unknown: true},
		{name: "releases of some pages", make: part(1, 0.1, 1),
			step:    func(w *living) { w.event = w.logUniform(0.05, 1) },
			changes: func(w *living, d *livingPage) float64 { return d.rate * w.event }},
	}
}

func when(is bool, chance float64) float64 {
	if is {
		return chance
	}
	return 0
}

func byRate(_ *living, d *livingPage) float64  { return 1 - math.Exp(-d.rate) }
func byEvent(w *living, _ *livingPage) float64 { return w.event }

// pause makes every tenth pause a hundred times as long.
func pause(w *living) float64 { return 1 + when(w.now%10 == 0, 99) }

// part gives a share of the pages a rate, and the others none.
func part(share, slowest, fastest float64) func(*living, *livingPage) {
	return func(w *living, d *livingPage) {
		rate := w.logUniform(slowest, fastest)
		d.rate = when(w.rng.Float64() < share, rate)
	}
}

func oneOf(rates ...float64) func(*living, *livingPage) {
	return func(w *living, d *livingPage) { d.rate = rates[w.rng.IntN(len(rates))] }
}
