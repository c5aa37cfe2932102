package marketlab

import (
	"fmt"
	"slices"
)

// Table is a table of a study: in every row the labels come first, then the
// numbers, as the columns are named.
type Table struct {
	Name    string
	Columns []string
	Rows    []Row
}

// Row is a row of a table.
type Row struct {
	Labels  []string
	Numbers []float64
}

// Tables returns the tables of a study: the measures of each scheme, the
// paired differences of the schemes, the claims of the document, and the
// document's measures by topic.
func (s *Study) Tables() []Table {
	return []Table{s.Overview(), s.ScoreCard(), s.Means(), s.Differences(), s.Topics()}
}

// Overview has a row for each scheme: the means of all measures.
func (s *Study) Overview() Table {
	t := Table{"overview", append([]string{"scheme"}, Measures()...), nil}
	for i, scheme := range s.Schemes {
		row := Row{Labels: []string{scheme}}
		for j := range measures {
			row.Numbers = append(row.Numbers, round(mean(s.values[i][j])))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Means has a row for each scheme and measure: mean over the webs and interval.
func (s *Study) Means() Table {
	t := Table{"means", []string{"scheme", "measure", "mean", "low", "high"}, nil}
	for i, scheme := range s.Schemes {
		for j, m := range measures {
			t.add(estimate(s.values[i][j]), scheme, m.name)
		}
	}
	return t
}

func (t *Table) add(e Estimate, labels ...string) {
	t.Rows = append(t.Rows, Row{labels, []float64{round(e.Mean), round(e.Low), round(e.High)}})
}

// Differences has a row for each scheme but the first and each measure: the
// first scheme (the market) less that scheme, web by web.
func (s *Study) Differences() Table {
	t := Table{"differences", []string{"schemes", "measure", "mean", "low", "high"}, nil}
	for i := 1; i < len(s.Schemes); i++ {
		for j, m := range measures {
			t.add(s.difference(0, i, j), fmt.Sprintf("%s - %s", s.Schemes[0], s.Schemes[i]), m.name)
		}
	}
	return t
}

// difference is the paired difference of two schemes in a measure.
func (s *Study) difference(a, b, measure int) Estimate {
	return estimate(paired(s.values[a][measure], s.values[b][measure]))
}

func paired(a, b []float64) []float64 {
	all := make([]float64, len(a))
	for i := range a {
		all[i] = a[i] - b[i]
	}
	return all
}

// claims are the document's averages, with and without the market, in percent.
var claims = []struct {
	measure       string
	with, without float64
}{{"CR", 85, 76}, {"RCR", 80, 72}, {"RR", 0.3, 0.8}}

// ScoreCard sets the document's claims beside what was measured: the averages
// with the market and with separate visited sets, the difference in points
// with its interval, and the change relative to the second. The document's
// abstract says that RR falls by 5 %, which is neither the 0.5 points nor the
// 62.5 % of its averages. Empty if a scheme is missing.
func (s *Study) ScoreCard() Table {
	t := Table{"score-card", []string{
		"measure", "claimed with", "claimed without", "claimed points", "claimed relative %",
		"with", "without", "points", "points low", "points high", "relative %", "relative % low", "relative % high",
	}, nil}
	with, without := slices.Index(s.Schemes, "market"), slices.Index(s.Schemes, "separate")
	if with < 0 || without < 0 {
		return t
	}
	for j, m := range measures {
		for _, c := range claims {
			if c.measure != m.name {
				continue
			}
			a, b := s.values[with][j], s.values[without][j]
			points, change := estimate(paired(a, b)), relative(a, b)
			t.Rows = append(t.Rows, Row{[]string{m.name}, []float64{
				c.with, c.without, round(c.with - c.without), round(100 * (c.with/c.without - 1)),
				round(mean(a)), round(mean(b)), round(points.Mean), round(points.Low), round(points.High),
				round(change.Mean), round(change.Low), round(change.High),
			}})
		}
	}
	return t
}

// Topics has a row for each topic and each of the document's three measures, as
// its tables 5 and 6, and recall: the means of all schemes.
func (s *Study) Topics() Table {
	t := Table{"topics", append([]string{"topic", "measure"}, s.Schemes...), nil}
	if len(s.topical) == 0 {
		return t
	}
	for k := range s.topical[0][0] {
		for j, m := range measures[:4] {
			row := Row{Labels: []string{topics[k].name, m.name}}
			for i := range s.Schemes {
				row.Numbers = append(row.Numbers, round(s.topical[i][j][k]))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
