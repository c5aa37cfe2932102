package revisit

import "math"

// Form is a form of formula (1) of S. L. Sotnik, "The crawling algorithm S.C.E.N.T.". It gives the value of a page in
// the index from the text that is still on the site (actual) and the text that only one of the two versions has
// (deleted). Sizes may be words or characters, but always the same unit.
type Form string

// The forms of formula (1). FormLog is the reconstruction ln(1+actual) - ln(1+deleted). FormRatio is ln(1 +
// actual/(1+deleted)), and FormClip is FormLog cut at 0. These two are never negative.
const (
	FormLog   Form = "log"
	FormRatio Form = "ratio"
	FormClip  Form = "clip"
)

// forms holds the formulas by name; nothing changes it.
var forms = map[Form]func(actual, deleted float64) float64{
	FormLog:   logForm,
	FormRatio: func(actual, deleted float64) float64 { return math.Log1p(actual / (1 + deleted)) },
	FormClip:  func(actual, deleted float64) float64 { return max(0, logForm(actual, deleted)) },
}

func logForm(actual, deleted float64) float64 { return math.Log1p(actual) - math.Log1p(deleted) }

// Value returns a page's value by form f. Negative sizes count as 0.
func (f Form) Value(actual, deleted float64) float64 {
	return forms[f](max(0, actual), max(0, deleted))
}

// Gain returns the value that a check adds to the index. The page changed from before words to now words, and only one
// version has difference words. Gain is never negative.
func (f Form) Gain(before, now, difference float64) float64 {
	common := (before + now - difference) / 2
	return max(0, f.Value(now, 0)-f.Value(common, difference))
}
