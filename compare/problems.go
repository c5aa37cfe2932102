package compare

import (
	"iter"
	"strings"
)

// Problem is a problem of a crawl. The texts come from the web as they are.
type Problem struct {
	// Kind and Severity are those of stats, as are URL and Detail: the URL or page at fault, and more.
	Kind, Severity, URL, Detail string
}

// What became of a problem. It is the same one if it has the same kind and URL, whatever its detail.
const (
	NewProblem   Change = "new"   // in B only
	FixedProblem Change = "fixed" // in A only
	StillThere   Change = "still" // in both
)

// ProblemChange is what became of one problem.
type ProblemChange struct {
	// Change is what became of it.
	Change Change
	// Problem is as B has it, or as A had it if it was fixed.
	Problem
}

// ProblemCount counts the problems of a kind by what became of them.
type ProblemCount struct {
	// Kind and Severity are those of the problems.
	Kind     string `json:"kind"`
	Severity string `json:"severity"`
	New      int    `json:"new"`   // in B only
	Fixed    int    `json:"fixed"` // in A only
	Still    int    `json:"still"` // in both
}

// problems are those of both crawls, to be read as often as wanted.
type problems struct{ a, b iter.Seq2[Problem, error] }

// AddProblems compares the problems of both crawls, too. The sequences may be
// read as often as wanted; their errors are returned. Memory is that of A's
// kinds and URLs while they are read.
func (d *Difference) AddProblems(a, b iter.Seq2[Problem, error]) error {
	d.problems = &problems{a, b}
	counts, at := []ProblemCount{}, map[string]int{}
	for c, err := range d.Problems() {
		if err != nil {
			return err
		}
		i, known := at[c.Kind]
		if !known {
			i = len(counts)
			at[c.Kind] = i
			counts = append(counts, ProblemCount{Kind: c.Kind, Severity: c.Severity})
		}
		switch c.Change {
		case NewProblem:
			counts[i].New++
		case FixedProblem:
			counts[i].Fixed++
		default:
			counts[i].Still++
		}
	}
	d.summary.Problems = counts
	return nil
}

// Problems yields what became of the problems: those of B in its order, then
// those that were fixed in the order of A. It yields none if they were not
// compared, and an error ends it.
func (d *Difference) Problems() iter.Seq2[ProblemChange, error] {
	return func(yield func(ProblemChange, error) bool) {
		if d.problems == nil {
			return
		}
		seen := map[[2]string]bool{} // the problems of A, and whether B has them
		for p, err := range d.problems.a {
			if err != nil {
				yield(ProblemChange{}, err)
				return
			}
			seen[identity(p, d.a.origin, d.b.origin)] = false
		}
		goOn := eachChange(d.problems.b, yield, func(p Problem) (Change, bool) {
			id := identity(p, d.b.origin, d.a.origin)
			if _, had := seen[id]; had {
				seen[id] = true
				return StillThere, true
			}
			return NewProblem, true
		})
		if goOn {
			eachChange(d.problems.a, yield, func(p Problem) (Change, bool) {
				return FixedProblem, !seen[identity(p, d.a.origin, d.b.origin)]
			})
		}
	}
}

// eachChange yields the problems that have a change; it returns false when
// yield did, or after an error.
func eachChange(all iter.Seq2[Problem, error], yield func(ProblemChange, error) bool,
	change func(Problem) (Change, bool)) bool {
	for p, err := range all {
		if err != nil {
			yield(ProblemChange{}, err)
			return false
		}
		if c, wanted := change(p); wanted && !yield(ProblemChange{c, p}, nil) {
			return false
		}
	}
	return true
}

// identity is what a problem is known by: its kind and URL, without the origin
// if that of the other crawl is another one.
func identity(p Problem, own, other string) [2]string {
	if own != other {
		p.URL = strings.TrimPrefix(p.URL, own)
	}
	return [2]string{p.Kind, p.URL}
}
