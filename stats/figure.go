package stats

import (
	"encoding/json"
	"math"
)

// Figure is a number that may be unknown; JSON has null then.
type Figure float64

// UnknownFigure is one that is unknown.
func UnknownFigure() Figure { return Figure(math.NaN()) }

// Known reports whether the number is known.
func (f Figure) Known() bool { return !math.IsNaN(float64(f)) }

// MarshalJSON writes the number, or null.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON reads the number, or null.
func (f *Figure) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*f = UnknownFigure()
		return nil
	}
	return json.Unmarshal(text, (*float64)(f))
}
