package sites

import (
	"math"
	"math/rand/v2"
)

// kind is a kind of worlds. Its sites are drawn for the number of pages that each gets in the uniform split.
type kind struct {
	name string
	// site draws a site: its number of pages, and the mean number of links of each page.
	site func(r *rand.Rand, share int) (pages int, rate func(page int) float64)
	// heap is the number of links that come together, 1 if 0.
	heap float64
}

func (k kind) world(seed uint64, sites, share int) world {
	r := rand.New(rand.NewPCG(seed, 7))
	w := make(world, sites)
	for i := range w {
		pages, rate := k.site(r, share)
		w[i] = make([]int, pages)
		heap := max(1, k.heap)
		for p := range w[i] {
			w[i][p] = int(heap) * poisson(r, rate(p)/heap)
		}
	}
	return w
}

func poisson(r *rand.Rand, mean float64) int {
	n := 0
	for left := r.ExpFloat64(); left < mean; left += r.ExpFloat64() {
		n++
	}
	return n
}

// between draws from a to b, evenly in the logarithm.
func between(r *rand.Rand, a, b float64) float64 { return a * math.Pow(b/a, r.Float64()) }

func long(r *rand.Rand, share int) int { return int(between(r, 1, 20) * float64(share)) }

func always(rate float64) func(int) float64 { return func(int) float64 { return rate } }

// after returns a rate that changes at a page.
func after(page int, before, then float64) func(int) float64 {
	return func(p int) float64 {
		if p < page {
			return before
		}
		return then
	}
}

func shaped(name string, heap float64, rate func(r *rand.Rand, share int) func(int) float64) kind {
	return kind{name, func(r *rand.Rand, share int) (int, func(int) float64) {
		return long(r, share), rate(r, share)
	}, heap}
}

// mixedKinds is the number of kinds, from the first, that the kind mixed uses.
const mixedKinds = 16

func chosenOn() []kind {
	return []kind{
		shaped("constant", 1, func(r *rand.Rand, _ int) func(int) float64 {
			return always(math.Exp(r.NormFloat64() - 1))
		}),
		shaped("equal", 1, func(*rand.Rand, int) func(int) float64 { return always(0.5) }),
		shaped("decaying", 1, func(r *rand.Rand, _ int) func(int) float64 {
			first, pages := between(r, 0.3, 10), between(r, 10, 300)
			return func(p int) float64 { return first * math.Exp(-float64(p)/pages) }
		}),
		shaped("late", 1, func(r *rand.Rand, _ int) func(int) float64 {
			if r.IntN(4) == 0 {
				return after(10, 15, 0.6)
			}
			return after(50, 0, 2)
		}),
		shaped("late and rich", 1, func(r *rand.Rand, _ int) func(int) float64 {
			if r.IntN(4) == 0 {
				return always(1)
			}
			return after(50, 0, 3)
		}),
		shaped("fewer and fewer", 1, func(r *rand.Rand, _ int) func(int) float64 {
			scale, power := between(r, 0.5, 8), -0.3-0.5*r.Float64()
			return func(p int) float64 { return scale * math.Pow(float64(p+1), power) }
		}),
		shaped("hubs", 20, func(r *rand.Rand, _ int) func(int) float64 { return always(between(r, 0.02, 1)) }),
		shaped("bursts", 1, func(r *rand.Rand, _ int) func(int) float64 {
			on, off, rate, from := 3+r.IntN(15), 10+r.IntN(60), between(r, 0.5, 8), r.IntN(60)
			return func(p int) float64 {
				if (p+from)%(on+off) < on {
					return rate
				}
				return 0
			}
		}),
		shaped("traps", 1, func(r *rand.Rand, _ int) func(int) float64 {
			if r.IntN(2) == 0 {
				return after(5+r.IntN(30), between(r, 2, 10), 0)
			}
			return always(between(r, 0.2, 2))
		}),
		{"tiny", func(r *rand.Rand, share int) (int, func(int) float64) {
			if r.IntN(5) > 0 {
				return r.IntN(20), always(between(r, 0.3, 5))
			}
			return long(r, share), always(between(r, 0.1, 2))
		}, 1},
		shaped("rising", 1, func(r *rand.Rand, _ int) func(int) float64 {
			slope := between(r, 0.001, 0.03)
			return func(p int) float64 { return slope * float64(min(p, 300)) }
		}),
		shaped("sparse", 1, func(r *rand.Rand, _ int) func(int) float64 { return always(between(r, 0.003, 0.1)) }),
		shaped("few", 1, func(r *rand.Rand, _ int) func(int) float64 {
			if r.IntN(8) == 0 {
				return always(1)
			}
			return always(0.02)
		}),
		shaped("bait", 1, func(r *rand.Rand, share int) func(int) float64 {
			if r.IntN(3) == 0 {
				return after(share/3, 3, 0)
			}
			return after(share/3, 0.1, 1.5)
		}),
		shaped("two thirds of the share", 1, func(_ *rand.Rand, share int) func(int) float64 {
			return after(share*2/3, 0.1, 2)
		}),
		shaped("delay of a third", 1, func(r *rand.Rand, share int) func(int) float64 {
			return after(r.IntN(1+share/3), 0.02, between(r, 0.5, 4))
		}),
		shaped("rich at once or later", 1, func(r *rand.Rand, _ int) func(int) float64 {
			if r.IntN(5) == 0 {
				return after(int(between(r, 10, 100)), between(r, 2, 10), between(r, 0.2, 1))
			}
			return after(30+r.IntN(50), 0.05, between(r, 1, 5))
		}),
		shaped("any delay", 1, func(r *rand.Rand, share int) func(int) float64 {
			return after(r.IntN(1+share), 0.02, between(r, 0.5, 4))
		}),
		shaped("half of the share", 1, func(_ *rand.Rand, share int) func(int) float64 {
			return after(share/2, 0.1, 2)
		}),
		shaped("dry stretch", 1, func(r *rand.Rand, _ int) func(int) float64 {
			first, dry, rate := r.IntN(12), 20+r.IntN(80), between(r, 0.5, 3)
			return func(p int) float64 {
				if p < first || p > first+dry {
					return rate
				}
				return 0
			}
		}),
		shaped("large hubs", 100, func(r *rand.Rand, _ int) func(int) float64 { return always(between(r, 0.1, 3)) }),
		shaped("small heaps", 5, func(r *rand.Rand, _ int) func(int) float64 { return always(between(r, 0.01, 1)) }),
		{"ends", func(r *rand.Rand, share int) (int, func(int) float64) {
			return int(between(r, 0.1, 4) * float64(share)), always(between(r, 0.05, 5))
		}, 1},
		{"mixed", func(r *rand.Rand, share int) (int, func(int) float64) {
			all := chosenOn()[:mixedKinds]
			return all[r.IntN(len(all))].site(r, share)
		}, 1},
		shaped("waves", 1, func(r *rand.Rand, share int) func(int) float64 {
			rate, length, from := between(r, 0.3, 3), between(r, 20, 200), r.Float64()
			return func(p int) float64 { return rate * (1 + math.Sin(2*math.Pi*(float64(p)/length+from))) }
		}),
		shaped("steps up", 1, func(r *rand.Rand, _ int) func(int) float64 {
			step, rate := between(r, 20, 200), between(r, 0.05, 0.5)
			return func(p int) float64 { return rate * math.Min(8, math.Pow(2, math.Floor(float64(p)/step))) }
		}),
		shaped("nearly all empty", 1, func(r *rand.Rand, _ int) func(int) float64 {
			if r.IntN(6) > 0 {
				return always(0)
			}
			return after(r.IntN(40), 0, 1)
		}),
	}
}

// heldOut returns kinds that were made after the numbers of auto were fixed.
func heldOut() []kind {
	return []kind{
		shaped("three in ten rich at once", 1, func(r *rand.Rand, _ int) func(int) float64 {
			if r.IntN(10) < 3 {
				return after(100, 3, 0.3)
			}
			return after(50, 0.1, 2)
		}),
		shaped("second quarter of the share", 1, func(_ *rand.Rand, share int) func(int) float64 {
			return func(p int) float64 {
				if p >= share/4 && p < share/2 {
					return 2
				}
				return 0.1
			}
		}),
		shaped("ends early or rises", 1, func(r *rand.Rand, share int) func(int) float64 {
			if r.IntN(3) == 0 {
				return after(share/3, 2, 0)
			}
			return func(p int) float64 { return 2 * float64(p) / float64(p+share) }
		}),
		shaped("every fortieth page", 10, func(r *rand.Rand, _ int) func(int) float64 {
			from, rate := r.IntN(40), between(r, 3, 30)
			return func(p int) float64 {
				if (p+from)%40 == 0 {
					return rate
				}
				return 0
			}
		}),
		shaped("valley", 1, func(r *rand.Rand, _ int) func(int) float64 {
			rate, middle := between(r, 0.3, 3), between(r, 20, 100)
			return func(p int) float64 { return rate * math.Min(1, math.Abs(float64(p)-middle)/middle) }
		}),
		shaped("one in five rich late", 1, func(r *rand.Rand, share int) func(int) float64 {
			if r.IntN(5) == 0 {
				return after(share/2, 0, 5)
			}
			return always(0.2)
		}),
		{"small, and one in ten large", func(r *rand.Rand, share int) (int, func(int) float64) {
			if r.IntN(10) > 0 {
				return 1 + int(0.4*r.Float64()*float64(share)), always(between(r, 0.1, 3))
			}
			return 30 * share, always(between(r, 0.1, 3))
		}, 1},
	}
}
