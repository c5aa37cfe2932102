package atlas

import (
	"cmp"
	"math"
	"slices"

	"sitegraph/site"
)

// loosen moves overlapping pages apart within their rings and sectors. It reports whether hardly any still overlap.
func (r *rings) loosen(p *parts) bool {
	order := site.UpTo[int](len(r.dots))
	left := 0
	for range 60 {
		if left = r.push(order, p); left == 0 {
			return true
		}
	}
	return left <= len(order)/100
}

// push moves overlapping pages apart once, from left to right, and counts clear overlaps.
func (r *rings) push(order []int, p *parts) (overlaps int) {
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.dots[a].at.x, r.dots[b].at.x), a-b)
	})
	widest := slices.MaxFunc(r.dots, func(a, b disc) int { return cmp.Compare(a.radius, b.radius) }).radius
	air := min(0.06*r.spacing, 2)
	for k, i := range order {
		for _, j := range order[k+1:] {
			if r.dots[j].at.x-r.dots[i].at.x > r.dots[i].radius+widest+air {
				break
			}
			a, b := r.dots[i], r.dots[j]
			d, shallow := distance(a.at, b.at), float64(0.1*min(a.radius, b.radius))
			if d < a.radius+b.radius-shallow {
				overlaps++
			}
			if wanted := a.radius + b.radius + air; d < float64(wanted*0.999) {
				r.part(i, j, wanted-d)
				r.hold(i, p)
				r.hold(j, p)
			}
		}
	}
	return overlaps
}

// part moves two pages apart by a distance, the smaller one further.
func (r *rings) part(i, j int, by float64) {
	a, b := r.dots[i], r.dots[j]
	to := direction(a.at, b.at)
	to = point{float64(to.x * by), float64(to.y * by)}
	mine := b.radius / (a.radius + b.radius)
	r.dots[i].at, r.dots[j].at = a.at.plus(to, -mine), b.at.plus(to, 1-mine)
}

func (r *rings) hold(i int, p *parts) {
	ring, s := r.ring[i], p.of[i]
	if ring == 0 && r.alone {
		r.dots[i].at = point{}
		return
	}
	size := r.dots[i].radius
	inner, outer := r.inner[ring]+size, r.outer[ring]-size
	if inner > outer { // a large page in a thin ring may use the gaps beside it
		inner = (r.inner[ring] + r.outer[ring]) / 2
		outer = inner
	}
	radius := min(max(r.dots[i].at.length(), inner), outer)
	middle, half := (r.from[s]+r.to[s])/2, (r.to[s]-r.from[s])/2
	turn := math.Remainder(r.dots[i].at.angle()-middle, 2*math.Pi)
	if half < math.Pi*0.999 {
		free := max(half-size/max(radius, 1), half/8)
		turn = min(max(turn, -free), free)
	}
	r.dots[i].at = polar(radius, middle+turn)
}
