package revisit

import (
	"math"
	"testing"
)

func TestForms(t *testing.T) {
	for _, c := range []struct {
		form                  Form
		actual, deleted, want float64
	}{
		{FormLog, 0, 0, 0},
		{FormLog, math.E - 1, 0, 1},
		{FormLog, 99, 9, math.Log(10)},
		{FormLog, 0, 99, -math.Log(100)},
		{FormClip, 0, 99, 0},
		{FormClip, 99, 9, math.Log(10)},
		{FormRatio, 99, 0, math.Log(100)},
		{FormRatio, 90, 9, math.Log(10)},
		{FormRatio, 0, 99, 0},
		{FormLog, -5, -5, 0},
	} {
		if got := c.form.Value(c.actual, c.deleted); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s(%v, %v) = %v, want %v", c.form, c.actual, c.deleted, got, c.want)
		}
	}
}

// In the page of 99 words, 9 were replaced, so 90 words are in both versions and 18 in only one.
func TestGain(t *testing.T) {
	for form, want := range map[Form]float64{FormLog: math.Log(100) - (math.Log(91) - math.Log(19)),
		FormRatio: math.Log(100) - math.Log(1+90.0/19), FormClip: math.Log(100) - (math.Log(91) - math.Log(19))} {
		if got := form.Gain(99, 99, 18); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s gains %v, want %v", form, got, want)
		}
	}
	if got := FormLog.Gain(99, 99, 0); got != 0 {
		t.Errorf("no difference gains %v", got)
	}
	if got := FormLog.Gain(0, 99, 99); math.Abs(got-2*math.Log(100)) > 1e-12 {
		t.Errorf("a first version gains %v, want 2 ln 100", got)
	}
}
