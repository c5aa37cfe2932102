// Package revisit decides which pages of a site to check again if there is time for only some of them (S. L. Sotnik,
// "The crawling algorithm S.C.E.N.T.", and later findings). It knows neither HTTP nor files: the caller asks for pages
// and reports the results of their checks.
//
// One iteration is
//
//	policy.Begin(now, budget)
//	for page, ok := policy.Next(); ok; page, ok = policy.Next() {
//		policy.Saw(page, check(page))
//	}
//	policy.End()
//
// Reports may come late, even iterations later, several at once and in any order. A policy does not return a page again
// before its report. New pages may be added at any time. If a check will never have a result, report it as Failed.
// Every policy is deterministic.
//
// A policy lives in memory. To resume a site later, create it again and tell it the site's history; see Past.
package revisit

import "math"

// Outcome is the kind of result of a check.
type Outcome uint8

// Fetched brought a version of the page, changed or not. Unchanged is 304 Not Modified or an equal digest. Gone means
// that the page no longer exists (404, 410, or not a page any more). Failed means no answer, which reveals nothing
// about the page.
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
	// At is the time of the fetch, on the clock of Begin.
	At float64
	// Size is the size of the text, and Difference the size of the text that only one of the two versions has. Both
	// count only for Fetched. A first version differs by its whole size.
	Size, Difference int64
}

// failures is the number of consecutive checks that must find a page gone before it leaves the list.
const failures = 3

// maxSize limits the size of a page. Larger ones count as this.
const maxSize = 1 << 40

// Policy chooses the pages of one site to check again.
type Policy struct {
	options Options
	rule    rule
	pages   []page
	// known counts the existing pages of known size, and size is their sum. A page never fetched is assumed to have the
	// mean size.
	known, size int64
	now         float64
	// confirmed is the time of the last check of a page that was gone.
	confirmed float64
	// plan holds the pages chosen for this iteration. asked counts those already returned.
	plan  []int
	asked int
	order []candidate
	// turn is the number of the iteration. looked counts the pages checked in it so far, and pace is their mean in
	// recent iterations.
	turn   int32
	looked int
	pace   float64
}

type page struct {
	size int64
	// checked is the time of the last check with an answer, tried of the last one reported.
	checked, tried float64
	// turn is the iteration of the last report.
	turn int32
	// gone and failed count consecutive checks.
	gone, failed uint16
	new          bool // the index has no version
	out          bool // asked for but not reported
	left         bool // no longer on the list
	confirm      bool // check it because it was gone
	first        bool // check it because it waited long
}

// Found adds a page that was never fetched and returns its number. Pages are numbered from 0 in the order of their
// addition. A page that left the list is a new page when found again.
func (p *Policy) Found() int {
	return p.add(page{new: true, checked: math.Inf(-1), tried: math.Inf(-1)})
}

// Indexed adds a page whose version from time at, of this size, is in the index. It returns the page's number.
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

// count adds page i to the existing pages (sign 1) or removes it (-1).
func (p *Policy) count(i int, sign int64) {
	if s := &p.pages[i]; !s.new && !s.left && s.gone == 0 {
		p.known += sign
		p.size += sign * s.size
	}
}

// Begin opens an iteration at time now, on a clock that only goes forward, with a time budget in the unit of A and B.
// It chooses the pages with the greatest index, then the longest unchecked, then the smallest number, until the budget
// is used up. It skips a page that exceeds the rest of the budget. The first page is always chosen.
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

// Next returns the next page to check in this iteration, and false if there is none.
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

// Saw reports the result of checking a page, now or in the past. Next need not have returned the page. A page that left
// the list is ignored.
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

// lesson returns what a check taught, and updates the page's size.
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

// End closes the iteration. Chosen pages that Next did not return are unaffected.
func (p *Policy) End() {
	p.asked, p.plan = 0, p.plan[:0]
	p.rule.end(p)
	p.keepPace()
}

// time is t(i), the expected time for a check of page i.
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
