package stats

import "math/bits"

// jointDegrees counts the pages by in- and out-degree, self-loops included as
// in all degrees, in the bins of [DegreeBin]; ascending by In, then Out, pairs
// of bins without pages left out.
func jointDegrees(w web) []JointDegree {
	var table [bits.UintSize + 1][bits.UintSize + 1]int
	for i := range w.pages {
		table[binOf(w.in.degree(i))][binOf(w.out.degree(i))]++
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
