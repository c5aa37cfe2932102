package run

import (
	"iter"

	"sitegraph/compare"
	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

// CompareProblems adds the problems of two crawls to their difference. Kinds that only one of them could have found are
// left out.
func CompareProblems(d *compare.Difference, a, b *site.Crawl) error {
	if a.Searched != nil || b.Searched != nil { // agents look for none
		return nil
	}
	if (a.Links == nil) != (b.Links == nil) {
		withoutA, withoutB := *a, *b
		withoutA.Links, withoutB.Links = nil, nil
		a, b = &withoutA, &withoutB
	}
	before, err := problemsIn(a)
	if err != nil {
		return err
	}
	after, err := problemsIn(b)
	if err != nil {
		return err
	}
	return d.AddProblems(before, after)
}

func problemsIn(c *site.Crawl) (iter.Seq2[compare.Problem, error], error) {
	found, severities, err := stats.FindProblems(c)
	if err != nil {
		return nil, err
	}
	return func(yield func(compare.Problem, error) bool) {
		for o, err := range found {
			p := compare.Problem{Kind: o.Kind, Severity: severities[o.Kind], URL: o.URL, Detail: o.Detail}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}, nil
}

var problemChangeColumns = []string{"change", "kind", "severity", "url", "detail"}

func problemChangeRows(d *compare.Difference) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		var row []export.Cell
		for c, err := range d.Problems() {
			row = append(row[:0], export.Text(string(c.Change)), export.Text(c.Kind), export.Text(c.Severity),
				export.Text(c.URL), export.Text(c.Detail))
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}
