// Package wcag checks colours against the Web Content Accessibility Guidelines. Only tests import it.
package wcag

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// Contrast returns the contrast of two colours by WCAG 2.2, from 1 to 21. It reads #a0b1c2 and #abc, with or without
// the #.
func Contrast(t testing.TB, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t testing.TB, colour string) (sum float64) {
	t.Helper()
	hex := strings.TrimPrefix(colour, "#")
	if len(hex) == 3 {
		hex = strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:], 2)
	}
	n, err := strconv.ParseUint(hex, 16, 24)
	if err != nil || len(hex) != 6 {
		t.Fatalf("%q is no colour: %v", colour, err)
	}
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(n>>(16-8*i)&255) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
