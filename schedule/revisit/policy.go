// Package revisit decides which pages of a site to check again when there is time for only some of them (S.
// L. Sotnik, "The crawling algorithm S.C.E.N.T.", and what has been learnt since). It knows nothing of HTTP
// or files: the caller asks for pages and reports what their checks brought.
//
// One iteration is
//
//	policy.Begin(now, budget)
//	for page, ok := policy.Next(); ok; page, ok = policy.Next() {
//		policy.Saw(page, check(page))
//	}
//	policy.End()
//
// Reports may come late, even iterations later, several at once and in any order: a page that was asked for
// is not asked for again before its report. New pages may be added at any time. A check that will never bring
// anything must be reported as Failed. Every policy is deterministic.
//
// A policy lives in memory. To go on with a site later, build it again and tell it the site's history; see Past.
//
//	policy.go   what all policies share: pages, iterations, reports
//	past.go     a site's history told to a policy, and what the policy believes
//	rules.go    the policies by name and their settings; scent, round-robin, reference
//	rates.go    proportional, scent-2: estimated rates of change
//	learned.go  learned: rates and their distribution learnt from all pages
//	belief.go   what learned believes of a page's rate
//	hints.go    what a sitemap.xml says of pages, and what that is worth
//	waiting.go  pages that waited longest; what their checks find, compared with other checks
//	choice.go   the pages of greatest index that the budget allows
//	formula.go  formula (1): what a page in the index is worth
package revisit

import "math"

// Outcome is the kind of result of a check.
type Outcome uint8

// Fetched brought a version of the page, changed or not; Unchanged is 304 Not
// Modified or an equal digest; Gone is a page that no longer exists (404, 410, or
// not a page any more); Failed is no answer, which reveals nothing about the page.
const (
	Fetched Outcome = iota
	Unchanged
	Gone
	Failed
)

// Result is the result of a check.
type Result struct {
	// Outcome is the kind of result.
	Outcome Outcome
	// At is when the page was fetched, on the clock of Begin.
	At float64
	// Size is the size of the text found, Difference the size of what is in only one of the two versions;
	// both count for Fetched only. A first version differs by its whole size.
	Size, Difference int64
}

// failures is the number of checks in a row that must find a page gone before it leaves the list.
const failures = 3

// maxSize bounds the size of a page; a larger size counts as this.
const maxSize = 1 << 40

// Policy chooses the pages of one site to check again.
type Policy struct {
	options Options
	rule    rule
	pages   []page
	// known counts the pages that are there, of known size, and size is their
	// sum: a page that was never fetched is assumed to have the mean size.
	known, size int64
	now         float64
	// confirmed is when a page that was gone was last checked again.
	confirmed float64
	// plan holds the pages chosen for this iteration; asked of them have been asked for.
	plan  []int
	asked int
	order []candidate
	// turn is the number of the iteration, looked that of the pages it looked at so
	// far; pace is the mean of these in the last iterations.
	turn   int32
	looked int
	pace   float64
}

type page struct {
	size int64
	// checked is when a check last brought an answer, tried when one was last reported at all.
	checked, tried float64
	// turn is the iteration of that report.
	turn int32
	// gone and failed count checks in a row.
	gone, failed uint16
	new          bool // the index has no version of it
	out          bool // asked for and not reported
	left         bool // no longer on the list
	confirm      bool // to be checked because it was gone
	first        bool // to be checked because it waited long
}

// Found adds a page that was never fetched and returns its number: pages are numbered from 0 in the order
// they are added. A page that left the list and is found again is a new page.
func (p *Policy) Found() int {
	return p.add(page{new: true, checked: math.Inf(-1), tried: math.Inf(-1)})
}

// Indexed adds a page whose version of time at, of that size, is in the index, and returns its number.
func (p *Policy) Indexed(size int64, at float64) int {
	size = min(max(0, size), maxSize)
	if !finite(at) {
		at = 0
	}
	return p.add(page{size: size, checked: at, tried: at})
}

func (p *Policy) add(added page) int {
	i := len(p.pages)
	added.turn = p.turn
	p.pages = append(p.pages, added)
	p.count(i, 1)
	p.rule.added()
	return i
}

// count adds page i to the pages that are there, or takes it from them: sign is 1 or -1.
func (p *Policy) count(i int, sign int64) {
	if s := &p.pages[i]; !s.new && !s.left && s.gone == 0 {
		p.known += sign
		p.size += sign * s.size
	}
}

// Begin opens an iteration at time now, on a clock that only goes forward, with a budget of time for checks,
// in the unit of A and B. It chooses the pages of greatest index, of equal ones the longest unchecked, then
// the smallest number, as far as the budget goes: a page that does not fit into the rest of it is skipped.
// The first page is chosen whatever it takes.
func (p *Policy) Begin(now, budget float64) {
	p.open(now)
	p.rule.begin(p)
	p.choose(budget)
}

func (p *Policy) open(now float64) {
	if finite(now) && now > p.now {
		p.now = now
	}
	p.asked, p.plan = 0, p.plan[:0]
	p.turn++
}

// Next returns the next page to check in this iteration, and false when there is none.
func (p *Policy) Next() (int, bool) {
	for p.asked < len(p.plan) {
		i := p.plan[p.asked]
		p.asked++
		if !p.pages[i].left {
			p.pages[i].out = true
			return i, true
		}
	}
	return 0, false
}

// Saw reports the result of checking a page, whether Next returned it or not, in this iteration or in the past. A page
// that left the list is ignored.
func (p *Policy) Saw(i int, c Result) {
	if p.has(i) {
		p.pages[i].out = false
		p.take(i, c)
	}
}

func (p *Policy) take(i int, c Result) {
	s := &p.pages[i]
	if !finite(c.At) {
		c.At = p.now
	}
	if s.gone > 0 {
		p.confirmed = max(p.confirmed, c.At)
	}
	s.tried = max(s.tried, c.At)
	if !s.new {
		p.looked++
	}
	waited := p.wait(i)+1 > p.round()
	s.turn = p.turn
	if c.Outcome >= Failed {
		s.failed = min(s.failed+1, math.MaxUint16-1)
		return
	}
	p.count(i, -1)
	l := s.lesson(c)
	l.waited = waited
	s.failed, s.checked = 0, max(s.checked, c.At)
	if c.Outcome == Gone {
		s.gone++
	} else {
		s.gone = 0
	}
	s.left = s.gone >= failures
	p.count(i, 1)
	p.rule.learn(p, i, l)
}

// lesson returns what a check taught, and brings the page's size up to date.
func (s *page) lesson(c Result) lesson {
	before := s.size
	l := lesson{first: s.new, gone: c.Outcome == Gone, absent: s.gone > 0, age: max(0, c.At-s.checked)}
	if s.new {
		l.age = 0
	}
	switch c.Outcome {
	case Unchanged:
		return l
	case Gone:
		c.Size, c.Difference = 0, before
	}
	c.Size = min(max(0, c.Size), maxSize)
	c.Difference = min(max(0, c.Difference), before+c.Size)
	if c.Outcome == Fetched {
		s.new = false
	}
	s.size = c.Size
	l.size = float64(max(before, c.Size))
	l.difference = float64(c.Difference)
	l.common = (float64(before+c.Size) - l.difference) / 2
	return l
}

// End closes the iteration; pages that were chosen and not asked for remain as they were.
func (p *Policy) End() {
	p.asked, p.plan = 0, p.plan[:0]
	p.rule.end(p)
	p.keepPace()
}

// time is t(i), the expected time a check of page i takes.
func (p *Policy) time(i int) float64 {
	size := float64(p.pages[i].size)
	if p.pages[i].new && p.known > 0 {
		size = float64(p.size) / float64(p.known)
	}
	return float64(p.options.A*size) + p.options.B
}

// age is the time since page i was last checked.
func (p *Policy) age(i int) float64 { return max(0, p.now-p.pages[i].checked) }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
