package sites

import (
	"fmt"
	"slices"
	"strings"
)

// means are the means of rows of the same name.
type means struct {
	columns []string
	names   []string // in the order in which they came
	sums    map[string][]float64
	rows    map[string]int
}

// newMeans returns an empty table; the first column has the names.
func newMeans(columns ...string) *means {
	return &means{columns: columns, sums: map[string][]float64{}, rows: map[string]int{}}
}

func (m *means) add(name string, values ...float64) {
	if m.rows[name] == 0 {
		m.names = append(m.names, name)
		m.sums[name] = make([]float64, len(values))
	}
	m.rows[name]++
	for i, v := range values {
		m.sums[name][i] += v
	}
}

func (m *means) mean(name string) (row []float64) {
	for _, sum := range m.sums[name] {
		row = append(row, sum/float64(m.rows[name]))
	}
	return row
}

// show is the table in Markdown; more adds what is computed from a row.
func (m *means) show(more func(row []float64) []float64) string {
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(m.columns)
	line(slices.Repeat([]string{"---"}, len(m.columns)))
	for _, name := range m.names {
		cells := []string{name}
		for _, x := range more(m.mean(name)) {
			format := "%.3f"
			if x >= 10 {
				format = "%.0f"
			}
			cells = append(cells, fmt.Sprintf(format, x))
		}
		line(cells)
	}
	return b.String()
}
