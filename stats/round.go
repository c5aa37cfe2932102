package stats

import "sitegraph/wording"

// share returns part/whole, rounded; 0 when there is no whole.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return Round(float64(part) / float64(whole))
}

// quotient returns part/whole, rounded; 0 when there is no whole.
func quotient(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return Round(part / whole)
}

// digits is the number of significant digits kept. More would show the error
// PageRank has left (see tolerance), and break ties between equal pages by it.
const digits = 9

// Round returns a value as the files write it, with nine significant digits.
func Round(x float64) float64 { return wording.Significant(x, digits) }
