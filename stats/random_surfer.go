package stats

import "math"

// surfers are the chances to follow one more link, see [Depth]: from a surfer
// in haste to one as patient as that of PageRank.
var surfers = [...]float64{0.5, 0.7, 0.85}

// perSurfer is a number for each of the surfers.
type perSurfer [len(surfers)]float64

// visitsTolerance bounds the error of the expected visits, in sum over all
// pages. They are 1 at least.
const visitsTolerance = 1e-12

// expectedVisits returns how many pages of each level a surfer sees on average
// before he stops. It is the sum, over the steps k from 0, of q^k times the
// chance to be on such a page after k steps if one never stopped but on pages
// without arcs. The rest of the sum is a geometric series as soon as the
// chances only shrink in proportion from step to step.
func expectedVisits(dg digraph, rows []Level) []perSurfer {
	visits := make([]perSurfer, len(rows))
	if dg.pages == 0 {
		return visits
	}
	at, next, parts := make([]float64, dg.pages), make([]float64, dg.pages), make([]float64, dg.pages)
	at[0] = 1
	var power perSurfer // q^k
	for s := range power {
		power[s] = 1
	}
	for done := false; !done; {
		follow(dg, at, next, parts)
		var factor perSurfer
		factor, done = power.lastFactor(at, next)
		addVisits(visits, rows, at, factor)
		for s, q := range surfers {
			power[s] *= q
		}
		at, next = next, at
	}
	return visits
}

// follow moves the surfers one step on, all along an arc.
func follow(dg digraph, at, next, parts []float64) {
	for i, x := range at {
		parts[i] = x / float64(max(1, dg.out.degree(i)))
	}
	for i := range next {
		sum := 0.0
		for _, u := range dg.in.of(i) {
			sum += parts[u]
		}
		next[i] = sum
	}
}

// lastFactor returns what the chances at are to be multiplied with so that
// they represent this step and all steps to come, and whether that is near
// enough the truth; if not, it returns the powers.
//
// Let shrink be the ratio of the sums, and off the sum of what next differs
// from shrink times at. One step makes no sum of absolute values greater, so
// that step k+j differs from shrink^j times at by at most j times off, and the
// whole rest by q*off/((1-q)(1-q*shrink)).
func (power perSurfer) lastFactor(at, next []float64) (factor perSurfer, last bool) {
	before, after := 0.0, 0.0
	for i := range at {
		before += at[i]
		after += next[i]
	}
	shrink, off := after/before, 0.0
	for i := range at {
		off += math.Abs(next[i] - float64(shrink*at[i]))
	}
	last = true
	for s, q := range surfers {
		series := 1 / (1 - float64(q*shrink))
		factor[s] = power[s] * series
		last = last && power[s]*off*q/(1-q)*series <= visitsTolerance
	}
	if !last {
		return power, false
	}
	return factor, true
}

// addVisits adds the chances to be on a page, times the factors, to the page's
// level. The conversion keeps the compiler from fusing multiplication and
// addition.
func addVisits(visits []perSurfer, rows []Level, at []float64, factor perSurfer) {
	page := 0
	for k, l := range rows {
		sum := 0.0
		for end := page + l.Pages; page < end; page++ {
			sum += at[page]
		}
		for s := range factor {
			visits[k][s] += float64(sum * factor[s])
		}
	}
}
