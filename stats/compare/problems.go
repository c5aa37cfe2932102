package compare

import (
	"iter"
	"slices"
	"strings"
)

// Problem is a problem of a crawl at one of its places. Its texts are raw text from the web.
type Problem struct {
	Kind     string `json:"kind"` // Kind, Severity, URL and Detail are as in package stats
	Severity string `json:"severity"`
	URL      string `json:"url"`
	Detail   string `json:"detail,omitempty"`
	// Place is the id of the page to be mended; 0 if it is unknown or the problem has no places.
	Place int `json:"-"`
}

// A problem is the same in both crawls if kind and URL are the same, even with another detail.
const (
	NewProblem   Change = "new"          // in B only
	FixedProblem Change = "fixed"        // in A only
	PartlyFixed  Change = "partly-fixed" // in both, at fewer places in B
	Worse        Change = "worse"        // in both, at more places in B
	StillThere   Change = "still"        // in both
)

// Places counts the pages with a problem. All counts are 0 unless the pages are known in both crawls.
type Places struct {
	A     int `json:"a"`     // in A
	B     int `json:"b"`     // in B
	Fixed int `json:"fixed"` // in A only
	New   int `json:"new"`   // in B only
}

// ProblemChange is the change of one problem.
type ProblemChange struct {
	Change  Change `json:"change"` // its change
	Problem        // at its first place in B, or in A if it was fixed
	Places  Places `json:"places,omitzero"` // the places to mend
}

// ProblemCount counts the problems of a kind by change.
type ProblemCount struct {
	Kind     string `json:"kind"` // Kind and Severity are as in [Problem]
	Severity string `json:"severity"`
	New      int    `json:"new"`             // in B only
	Fixed    int    `json:"fixed"`           // in A only
	Partly   int    `json:"partly_fixed"`    // at fewer places
	Worse    int    `json:"worse"`           // at more places
	Still    int    `json:"still"`           // at the same number of places
	Places   Places `json:"places,omitzero"` // the sum over the problems
}

// identity identifies a problem by kind and URL, without the origin if the crawls have different ones. For a page known
// to have moved, it is the URL in B.
type identity struct{ kind, url string }

// met records where a problem occurred: its first row in A and in B, from 1, and its pages there, sorted. partial means
// that other pages are unknown.
type met struct {
	first   [2]uint32
	pages   [2][]uint32
	partial bool
}

// problems holds the problems of A and of B.
type problems struct {
	of  [2]iter.Seq2[Problem, error]
	met map[identity]*met
}

// AddProblems also compares the problems of both crawls, given sequences of their places, which it reads several times.
// Memory is for the kinds and URLs, plus four bytes per place.
func (d *Difference) AddProblems(a, b iter.Seq2[Problem, error]) error {
	p := &problems{of: [2]iter.Seq2[Problem, error]{a, b}, met: map[identity]*met{}}
	for side := range p.of {
		if err := d.gather(p, side); err != nil {
			return err
		}
	}
	for _, m := range p.met {
		for side, pages := range m.pages {
			slices.Sort(pages)
			m.pages[side] = slices.Compact(pages)
		}
	}
	d.problems = p
	return d.countProblems()
}

func (d *Difference) gather(p *problems, side int) error {
	row := uint32(0)
	for problem, err := range p.of[side] {
		if err != nil {
			return err
		}
		row++
		id := d.identify(problem, side)
		m := p.met[id]
		if m == nil {
			m = &met{}
			p.met[id] = m
		}
		if m.first[side] == 0 {
			m.first[side] = row
		}
		if problem.Place > 0 {
			m.pages[side] = append(m.pages[side], uint32(problem.Place-1))
		} else if len(m.pages[0])+len(m.pages[1]) > 0 {
			m.partial = true
		}
	}
	return nil
}

func (d *Difference) identify(p Problem, side int) identity {
	own, other := d.a.origin, d.b.origin
	if side == 1 {
		own, other = other, own
	} else if now, moved := d.moved[p.URL]; moved {
		own, other, p.URL = other, own, now
	}
	if own != other {
		p.URL = strings.TrimPrefix(p.URL, own)
	}
	return identity{p.Kind, p.URL}
}

func (d *Difference) countProblems() error {
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
		counts[i].count(c)
	}
	d.summary.Problems = counts
	return nil
}

func (n *ProblemCount) count(c ProblemChange) {
	*map[Change]*int{NewProblem: &n.New, FixedProblem: &n.Fixed, PartlyFixed: &n.Partly, Worse: &n.Worse,
		StillThere: &n.Still}[c.Change]++
	sum := &n.Places
	sum.A, sum.B = sum.A+c.Places.A, sum.B+c.Places.B
	sum.Fixed, sum.New = sum.Fixed+c.Places.Fixed, sum.New+c.Places.New
}

// Problems yields the changes of the problems: B's in its order, then the fixed ones in A's. It yields none if they
// were not compared. An error ends the sequence.
func (d *Difference) Problems() iter.Seq2[ProblemChange, error] {
	return func(yield func(ProblemChange, error) bool) {
		if d.problems == nil {
			return
		}
		if d.eachChange(1, yield, func(*met) bool { return true }) {
			d.eachChange(0, yield, func(m *met) bool { return m.first[1] == 0 })
		}
	}
}

// eachChange yields the wanted problems of A or of B. It returns false if yield did, or on an error.
func (d *Difference) eachChange(side int, yield func(ProblemChange, error) bool, wanted func(*met) bool) bool {
	row := uint32(0)
	for p, err := range d.problems.of[side] {
		if err != nil {
			yield(ProblemChange{}, err)
			return false
		}
		row++
		m := d.problems.met[d.identify(p, side)]
		if m.first[side] == row && wanted(m) && !yield(d.problemChange(p, m), nil) {
			return false
		}
	}
	return true
}

func (d *Difference) problemChange(p Problem, m *met) ProblemChange {
	c := ProblemChange{Problem: p, Change: StillThere, Places: d.countPlaces(m)}
	switch {
	case m.first[0] == 0:
		c.Change = NewProblem
	case m.first[1] == 0:
		c.Change = FixedProblem
	case c.Places.B < c.Places.A:
		c.Change = PartlyFixed
	case c.Places.B > c.Places.A:
		c.Change = Worse
	}
	return c
}

// countPlaces counts the places of a problem. They are unknown if a crawl has the problem without a place.
func (d *Difference) countPlaces(m *met) (n Places) {
	a, b := m.pages[0], m.pages[1]
	if m.partial || len(a) == 0 && m.first[0] > 0 || len(b) == 0 && m.first[1] > 0 {
		return n
	}
	n = Places{A: len(a), B: len(b), New: len(b)}
	for _, page := range a {
		if _, still := slices.BinarySearch(b, d.a.partner[page]); still {
			n.New--
		} else {
			n.Fixed++
		}
	}
	return n
}
