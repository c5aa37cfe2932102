package lab

import (
	"math"
	"testing"
)

// TestEstimate: values whose intervals are known.
func TestEstimate(t *testing.T) {
	if e := Estimate(nil); e != (Interval{}) {
		t.Errorf("of nothing: %v", e)
	}
	if e := Estimate([]float64{7, 7, 7}); e != (Interval{Mean: 7, Low: 7, High: 7}) {
		t.Errorf("of equal values: %v", e)
	}
	// 0 to 99: the standard error is sqrt((100^2-1)/12/100) = 2.887, so about 49.5 +- 1.96*2.887.
	var values []float64
	for i := range 100 {
		values = append(values, float64(i))
	}
	if e := Estimate(values); e.Mean != 49.5 || math.Abs(e.Low-43.84) > 0.3 || math.Abs(e.High-55.16) > 0.3 {
		t.Errorf("of 0 to 99: %v", e)
	}
}
