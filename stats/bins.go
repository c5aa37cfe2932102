package stats

import "math/bits"

// binOf returns the number of a degree's bin: 0 for 0, then the number of
// binary digits, so that the bins are 0, 1, 2-3, 4-7, ...
func binOf(degree int) int { return bits.Len(uint(degree)) }

// binRange returns the least and the greatest degree of a bin.
func binRange(bin int) (from, to int) {
	if bin == 0 {
		return 0, 0
	}
	return 1 << (bin - 1), 1<<bin - 1
}

// degreeBins puts a [degree, pages] distribution, ascending, into bins that
// double in width, which evens out the noise where few pages share a degree.
// Bins without pages are left out.
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
		bins[i].Density = round(float64(b.Pages) / (width * float64(pages)))
	}
	return bins
}
