package stats

import (
	"math"
	"math/bits"
	"slices"

	"sitegraph/site"
)

// Degrees describes the in- or out-degrees of all pages, in arcs.
type Degrees struct {
	Mean   float64 `json:"mean"`   // in arcs per page
	Median float64 `json:"median"` // for an even number of pages, the mean of the middle two
	Max    int     `json:"max"`
	Gini   float64 `json:"gini"` // the inequality of the degrees, 0 (all equal) to 1 (Gini 1912)
	// PowerLaw is fitted to the degrees above 0. Bins holds the same degrees in bins of growing width.
	PowerLaw     PowerLaw    `json:"power_law"`
	Bins         []DegreeBin `json:"bins"`
	Distribution [][2]int    `json:"distribution"` // [degree, number of pages], ascending
	Top          []TopPage   `json:"top"`          // the pages with the greatest degree
}

// DegreeBin counts the pages with a degree in [From, To] and gives their density per degree and page of the site.
type DegreeBin struct {
	From    int     `json:"from"`    // least degree of the bin
	To      int     `json:"to"`      // greatest degree of the bin
	Pages   int     `json:"pages"`   // number of pages in the bin
	Density float64 `json:"density"` // their share of all pages, divided by the width of the bin
}

// JointDegree counts pages by in- and out-degree. The bins 0, 1, 2-3, 4-7, ... are named by their least degree.
type JointDegree struct {
	In    int `json:"in"`    // least in-degree of the bin
	Out   int `json:"out"`   // least out-degree of the bin
	Pages int `json:"pages"` // number of pages in both bins
}

func describeDegrees(g *site.Graph, degrees []int) Degrees {
	d := DegreesOf(degrees)
	addAddresses(g, d.Top)
	return d
}

// DegreesOf describes degrees. In Top it leaves out the addresses.
func DegreesOf[T int | int32](degrees []T) Degrees {
	d := Degrees{Distribution: distribution(degrees), Top: Greatest(degrees)}
	d.Gini = gini(d.Distribution)
	d.Bins = degreeBins(d.Distribution)
	d.PowerLaw = fitPowerLaw(d.Distribution)
	pages, sum := len(degrees), 0
	for _, degree := range degrees {
		sum += int(degree)
		d.Max = max(d.Max, int(degree))
	}
	d.Mean = share(sum, pages)
	d.Median = float64(kth(d.Distribution, (pages+1)/2)+kth(d.Distribution, pages/2+1)) / 2
	return d
}

// distribution returns [degree, pages], ascending. It also serves for core numbers.
func distribution[T int | int32](degrees []T) [][2]int {
	bins := [][2]int{}
	if len(degrees) == 0 {
		return bins
	}
	counts := make([]int, slices.Max(degrees)+1)
	for _, d := range degrees {
		counts[d]++
	}
	for d, n := range counts {
		if n > 0 {
			bins = append(bins, [2]int{d, n})
		}
	}
	return bins
}

func kth(distribution [][2]int, k int) int {
	for _, d := range distribution {
		if k -= d[1]; k <= 0 {
			return d[0]
		}
	}
	return 0
}

// gini returns half the mean difference between two pages, drawn with replacement, divided by the mean degree (C. Gini,
// "Variabilità e mutabilità", 1912). It is 0 when all degrees are equal and (n-1)/n when one of n pages has all
// arcs. The sums are integers, so only the last division rounds.
func gini(distribution [][2]int) float64 {
	var pages, sum, ranked int64 // ranked sums rank times degree, with ranks from 1
	for _, d := range distribution {
		degree, count := int64(d[0]), int64(d[1])
		ranks := count*pages + count*(count+1)/2
		ranked += ranks * degree
		sum += count * degree
		pages += count
	}
	if sum == 0 {
		return 0
	}
	return Round(float64(2*ranked-(pages+1)*sum) / (float64(pages) * float64(sum)))
}

// binOf returns the bin of a degree, which is its number of binary digits: the bins are 0, 1, 2-3, 4-7, ...
func binOf(degree int) int { return bits.Len(uint(degree)) }

func binRange(bin int) (from, to int) {
	if bin == 0 {
		return 0, 0
	}
	return 1 << (bin - 1), 1<<bin - 1
}

// degreeBins doubles the width of the bins, to even out the noise where few pages share a degree.
func degreeBins(distribution [][2]int) []DegreeBin {
	bins, pages := []DegreeBin{}, 0
	for _, d := range distribution {
		from, to := binRange(binOf(d[0]))
		if len(bins) == 0 || bins[len(bins)-1].From != from {
			bins = append(bins, DegreeBin{From: from, To: to})
		}
		bins[len(bins)-1].Pages += d[1]
		pages += d[1]
	}
	for i, b := range bins {
		width := float64(b.To - b.From + 1)
		bins[i].Density = Round(float64(b.Pages) / (width * float64(pages)))
	}
	return bins
}

// jointDegrees counts pages by their bins of in- and out-degree, ascending. It leaves out empty pairs.
func jointDegrees(dg digraph) []JointDegree {
	var table [bits.UintSize + 1][bits.UintSize + 1]int
	for i := range dg.pages {
		table[binOf(dg.in.degree(i))][binOf(dg.out.degree(i))]++
	}
	joint := []JointDegree{}
	for i, row := range table {
		for j, pages := range row {
			if pages == 0 {
				continue
			}
			in, _ := binRange(i)
			out, _ := binRange(j)
			joint = append(joint, JointDegree{In: in, Out: out, Pages: pages})
		}
	}
	return joint
}

// Assortativity holds the correlations between the degrees at both ends of the arcs, without self-loops (Newman,
// Phys. Rev. E 67, 026126, 2003). They are 0 where a degree does not vary.
type Assortativity struct {
	OutIn  float64 `json:"out_in"`  // source's out-degree, target's in-degree
	OutOut float64 `json:"out_out"` // both out-degrees
	InIn   float64 `json:"in_in"`   // both in-degrees
	InOut  float64 `json:"in_out"`  // source's in-degree, target's out-degree
}

// describeAssortativity ignores self-loops among the arcs and in the degrees.
func describeAssortativity(dg digraph) Assortativity {
	out, in := dg.out.properDegrees(), dg.in.properDegrees()
	return Assortativity{
		OutIn:  dg.correlation(out, in, out, in),
		OutOut: dg.correlation(out, out, out, in),
		InIn:   dg.correlation(in, in, out, in),
		InOut:  dg.correlation(in, out, out, in),
	}
}

func (r adjacency) properDegrees() []int {
	degrees := make([]int, len(r.offsets)-1)
	for i := range degrees {
		degrees[i] = r.degree(i) - r.loops(i)
	}
	return degrees
}

// correlation returns Pearson's, over the proper arcs, between a number of the source and a number of the target, or 0
// if either does not vary. A page counts once for each arc out of it, or into it. The sums within a page are integers;
// the sums over pages run in page order and are never fused.
func (dg digraph) correlation(source, target, out, in []int) float64 {
	meanSource, meanTarget := weightedMean(source, out), weightedMean(target, in)
	var both, varSource, varTarget float64
	for i := range dg.pages {
		over := 0
		for _, t := range dg.out.of(i) {
			if t != uint32(i) {
				over += target[t]
			}
		}
		sum := float64(over) - float64(float64(out[i])*meanTarget)
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
