package stats

import (
	"math"
	"slices"
)

// Assortativity are the correlations of the degrees at the two ends of the
// arcs, self-loops left out, -1 to 1 (Newman, Phys. Rev. E 67, 026126, 2003);
// 0 where a degree does not vary.
type Assortativity struct {
	OutIn  float64 `json:"out_in"`  // source's out-degree, target's in-degree
	OutOut float64 `json:"out_out"` // both out-degrees
	InIn   float64 `json:"in_in"`   // both in-degrees
	InOut  float64 `json:"in_out"`  // source's in-degree, target's out-degree
}

// describeAssortativity correlates the degrees at the ends of the proper arcs.
// The degrees, too, are those without self-loops.
func describeAssortativity(dg digraph) Assortativity {
	out, in := dg.out.properDegrees(), dg.in.properDegrees()
	return Assortativity{
		OutIn:  dg.correlation(out, in, out, in),
		OutOut: dg.correlation(out, out, out, in),
		InIn:   dg.correlation(in, in, out, in),
		InOut:  dg.correlation(in, out, out, in),
	}
}

// properDegrees returns the lengths of the lists without the page itself.
func (r adjacency) properDegrees() []int {
	degrees := make([]int, len(r.offsets)-1)
	for i := range degrees {
		degrees[i] = r.degree(i)
		if _, loop := slices.BinarySearch(r.of(i), uint32(i)); loop {
			degrees[i]--
		}
	}
	return degrees
}

// correlation is Pearson's, over the proper arcs, between a number of the
// source and one of the target; 0 if one of them does not vary. A page stands
// in the sums as often as it has arcs out (as source) and in (as target). The
// sums within a page are of whole numbers; those over the pages are in page
// order and never fused.
func (dg digraph) correlation(source, target, out, in []int) float64 {
	meanSource, meanTarget := weightedMean(source, out), weightedMean(target, in)
	var both, varSource, varTarget float64
	for i := range dg.pages {
		sum := -float64(float64(out[i]) * meanTarget)
		sum += float64(dg.sumOver(i, target))
		x, y := float64(source[i])-meanSource, float64(target[i])-meanTarget
		both += float64(x * sum)
		varSource += float64(float64(out[i]) * float64(x*x))
		varTarget += float64(float64(in[i]) * float64(y*y))
	}
	if varSource == 0 || varTarget == 0 {
		return 0
	}
	r := both / (math.Sqrt(varSource) * math.Sqrt(varTarget))
	return Round(max(-1, min(1, r)))
}

// sumOver adds up a number of the pages that page i has proper arcs to.
func (dg digraph) sumOver(i int, number []int) (sum int) {
	for _, t := range dg.out.of(i) {
		if t != uint32(i) {
			sum += number[t]
		}
	}
	return sum
}

func weightedMean(values, weights []int) float64 {
	sum, weight := 0, 0
	for i, v := range values {
		sum += v * weights[i]
		weight += weights[i]
	}
	if weight == 0 {
		return 0
	}
	return float64(sum) / float64(weight)
}
