package lab

import "sitegraph/chart"

// Result is what an experiment found.
type Result struct {
	// Tables are in the order in which they are shown.
	Tables []Table
	// Charts are by the names of their files, without ending.
	Charts map[string]chart.Chart
}

// Numbered is a curve through values at 1, 2, 3 and so on.
func Numbered(name string, values []float64) chart.Curve {
	c := chart.Curve{Name: name}
	for i, v := range values {
		c.Points = append(c.Points, chart.Point{X: float64(i + 1), Y: v})
	}
	return c
}
