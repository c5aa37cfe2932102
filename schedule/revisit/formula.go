package revisit

import "math"

// Form is a form of formula (1) of S. L. Sotnik, "The crawling algorithm S.C.E.N.T.": what a page in the
// index is worth, given how much of its text is still on the site (actual) and how much is in only one of the
// two versions (deleted). Sizes are in any unit, words or characters, but always the same.
type Form string

// The forms of formula (1). FormLog is the reconstruction, ln(1+actual) - ln(1+deleted); FormRatio, ln(1 +
// actual/(1+deleted)), and FormClip, the logarithmic form cut at 0, never go below 0.
const (
	FormLog   Form = "log"
	FormRatio Form = "ratio"
	FormClip  Form = "clip"
)

// forms holds the formulas by name; it is never written to.
var forms = map[Form]func(actual, deleted float64) float64{
	FormLog:   logForm,
	FormRatio: func(actual, deleted float64) float64 { return math.Log1p(actual / (1 + deleted)) },
	FormClip:  func(actual, deleted float64) float64 { return max(0, logForm(actual, deleted)) },
}

func logForm(actual, deleted float64) float64 { return math.Log1p(actual) - math.Log1p(deleted) }

// Value is what a page is worth by form f. Sizes below 0 count as 0.
func (f Form) Value(actual, deleted float64) float64 {
	return forms[f](max(0, actual), max(0, deleted))
}

// Gain is what a check adds to the value of the index when the page changed from before words to now words,
// and difference words are in only one of the two versions. It is never below 0.
func (f Form) Gain(before, now, difference float64) float64 {
	common := (before + now - difference) / 2
	return max(0, f.Value(now, 0)-f.Value(common, difference))
}
