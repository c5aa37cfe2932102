package sitemap

import (
	"cmp"
	"math"
	"slices"
)

// loosen moves pages that overlap apart, each within its ring and sector, and reports whether hardly any still do.
func (r *rings) loosen(p *parts) bool {
	order := numbers[int32](len(r.place))
	left := 0
	for range 60 {
		if left = r.push(order, p); left == 0 {
			return true
		}
	}
	return left <= len(order)/100
}

// push moves each pair of overlapping pages apart once, from left to right,
// and returns the number of pairs that really overlapped, not just nearly.
func (r *rings) push(order []int32, p *parts) (overlaps int) {
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(r.place[a].x, r.place[b].x), cmp.Compare(a, b))
	})
	widest := slices.Max(r.radius)
	air := min(0.06*r.spacing, 2)
	for k, i := range order {
		for _, j := range order[k+1:] {
			if r.place[j].x-r.place[i].x > r.radius[i]+widest+air {
				break
			}
			shallow := float64(0.1 * min(r.radius[i], r.radius[j]))
			deep := distance(r.place[i], r.place[j]) < r.radius[i]+r.radius[j]-shallow
			if r.part(i, j, air) {
				r.hold(i, p)
				r.hold(j, p)
			}
			if deep {
				overlaps++
			}
		}
	}
	return overlaps
}

// part moves two pages apart if they are nearer than they should; the smaller one moves further.
func (r *rings) part(i, j int32, air float64) (moved bool) {
	a, b := r.place[i], r.place[j]
	wanted := r.radius[i] + r.radius[j] + air
	d := distance(a, b)
	if d >= float64(wanted*0.999) {
		return false
	}
	to, way := direction(a, b), wanted-d
	mine := r.radius[j] / (r.radius[i] + r.radius[j])
	r.place[i] = point{a.x - float64(float64(to.x*way)*mine), a.y - float64(float64(to.y*way)*mine)}
	r.place[j] = point{b.x + float64(float64(to.x*way)*(1-mine)), b.y + float64(float64(to.y*way)*(1-mine))}
	return true
}

// hold puts a page back into its ring and its sector.
func (r *rings) hold(i int32, p *parts) {
	ring, s := r.ring[i], p.of[i]
	if ring == 0 && r.outer[0] <= float64(heartSize*r.spacing)*1.0001 {
		r.place[i] = point{}
		return
	}
	size := r.radius[i]
	inner, outer := r.inner[ring]+size, r.outer[ring]-size
	if inner > outer { // a great page in a thin ring: the gaps beside it help
		inner = (r.inner[ring] + r.outer[ring]) / 2
		outer = inner
	}
	length := r.place[i].length()
	radius := min(max(length, inner), outer)
	middle, half := (r.from[s]+r.to[s])/2, (r.to[s]-r.from[s])/2
	turn := math.Remainder(r.place[i].angle()-middle, 2*math.Pi)
	if half < math.Pi*0.999 {
		free := max(half-size/max(radius, 1), half/8)
		turn = min(max(turn, -free), free)
	}
	r.place[i] = polar(radius, middle+turn)
}
