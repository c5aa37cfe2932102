package compare

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"sitegraph/site"
)

func problemsOf(all ...Problem) iter.Seq2[Problem, error] {
	return func(yield func(Problem, error) bool) {
		for _, p := range all {
			if !yield(p, nil) {
				return
			}
		}
	}
}

// TestProblems: new, fixed and still there, also when the site went to https.
func TestProblems(t *testing.T) {
	before := problemsOf(Problem{"broken-link", "error", "http://h/x", "404"},
		Problem{"broken-link", "error", "http://h/y", ""},
		Problem{"deep-page", "notice", "http://h/y", "level 5"})
	for _, origin := range []string{"http://h", "https://h"} {
		after := problemsOf(Problem{"broken-link", "error", origin + "/x", "410"},
			Problem{"noindex", "notice", origin + "/x", ""},
			Problem{"deep-page", "notice", origin + "/y", "level 6"})
		d := New(&site.Crawl{Site: "http://h", Graph: &site.Graph{}},
			&site.Crawl{Site: origin, Graph: &site.Graph{}}, Options{})
		if d.Summary().Problems != nil {
			t.Error("problems are counted before they were compared")
		}
		if err := d.AddProblems(before, after); err != nil {
			t.Fatal(err)
		}
		var got []string
		for c := range d.Problems() {
			got = append(got, fmt.Sprintf("%s %s %s %s", c.Change, c.Kind, c.URL, c.Detail))
		}
		want := []string{"still broken-link " + origin + "/x 410", "new noindex " + origin + "/x ",
			"still deep-page " + origin + "/y level 6", "fixed broken-link http://h/y "}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		counts := []ProblemCount{{"broken-link", "error", 0, 1, 1}, {"noindex", "notice", 1, 0, 0},
			{"deep-page", "notice", 0, 0, 1}}
		if got := d.Summary().Problems; !slices.Equal(got, counts) {
			t.Errorf("%+v, want %+v", got, counts)
		}
	}
}

// TestProblemsFail: what cannot be read is an error, of either crawl.
func TestProblemsFail(t *testing.T) {
	torn := errors.New("torn")
	bad := func(yield func(Problem, error) bool) { yield(Problem{}, torn) }
	d := New(&site.Crawl{Graph: &site.Graph{}}, &site.Crawl{Graph: &site.Graph{}}, Options{})
	for _, err := range []error{d.AddProblems(bad, problemsOf()), d.AddProblems(problemsOf(), bad)} {
		if !errors.Is(err, torn) {
			t.Errorf("the error is %v", err)
		}
	}
}
