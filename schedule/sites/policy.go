package sites

import (
	"fmt"
	"math"
)

// Options are the settings of a [Policy].
type Options struct {
	// Sites is K, the number of sites, 1 to [MaxSites].
	Sites int
	// Budget is N, the pages to scan in all; 0 means no limit, which r1 does
	// not allow.
	Budget int
	// Quantum is the number of pages a site gets in turn (quantum); default 10.
	Quantum int
	// Block is n, the pages that r2 scans of a site at a time; default 10.
	Block int
	// Start is m, the pages that r3, good-ucb, r4 and auto scan of every site
	// before they compare; default 1, 1, 3 and 3.
	Start int
}

// MaxSites is the greatest number of sites.
const MaxSites = 1 << 24

// Page is what scanning one page brought.
type Page struct {
	// New counts the distinct external URLs that were seen on no earlier page
	// of the site; 0 for a page that failed.
	New int
	// Again counts those that had been seen on exactly one earlier page of the
	// site. Only good-ucb looks at it.
	Again int
}

// Policy chooses which of K sites to scan next. Sites are numbered from 0. A
// decision compares all sites, which takes about a nanosecond each. A Policy
// is not safe for concurrent use.
type Policy struct {
	name    string
	options Options
	rule    rule
	sites   []tally
	lines   []line
	// asked and reported count the pages of all sites, found the new links,
	// waking the sites that do not sleep.
	asked, reported, found, waking int
	// start is the number of pages asked for of every site before the rule
	// decides; beginning counts the sites where some of these can be asked for,
	// none of them before site first.
	start, beginning, first int
	// turns says that these first pages are single pages of the sites in turn,
	// and cursor whose turn it is; otherwise all of them come from one site,
	// then from the next.
	turns  bool
	cursor int
}

// line is the index of a site, slope*z + base, as a function of a number z that
// is common to all sites and changes with every decision.
type line struct{ slope, base float64 }

// tally is what is known of one site.
type tally struct {
	// asked and reported count pages, found new links, once the links that were
	// seen on one page only.
	asked, reported, found, once int
	// asleep says that the site has no page to scan, beginning that some of its
	// first pages can be asked for.
	asleep, beginning bool
}

// mean is the mean number of new links of a page.
func (t *tally) mean() float64 {
	if t.reported == 0 {
		return 0
	}
	return float64(t.found) / float64(t.reported)
}

// rule is what the policies differ in.
type rule interface {
	// choose returns a site that is awake; there is one.
	choose(p *Policy) int
	// report adds a page of site i to the rule's own sums. The tally has it
	// already.
	report(p *Policy, i int, page Page)
	// line returns the index of site i, for rules that choose the greatest.
	line(p *Policy, i int) line
}

// Found returns how many new links have been reported so far.
func (p *Policy) Found() int { return p.found }

// Asked returns how many pages have been asked for so far, of all sites.
func (p *Policy) Asked() int { return p.asked }

// Next returns the site whose next page is to be scanned. Every page asked for
// must be reported in the end. It is false when the budget is used up or no
// site is awake.
func (p *Policy) Next() (int, bool) {
	if p.waking == 0 || p.options.Budget > 0 && p.asked >= p.options.Budget {
		return 0, false
	}
	i := p.begin()
	if i < 0 {
		i = p.rule.choose(p)
	}
	p.asked++
	p.sites[i].asked++
	p.update(i)
	return i, true
}

// begin returns the site whose first pages are not all asked for, -1 if there
// is none.
func (p *Policy) begin() int {
	begins := func(i int) bool { return p.sites[i].beginning }
	switch {
	case p.beginning == 0:
		return -1
	case !p.turns:
		p.first = p.from(p.first, begins)
		return p.first
	}
	i := p.from(p.cursor, begins)
	p.cursor = (i + 1) % len(p.sites)
	return i
}

// update brings up to date what follows from the tally of a site.
func (p *Policy) update(i int) {
	s := &p.sites[i]
	begins := !s.asleep && s.asked < p.start
	switch {
	case begins && !s.beginning:
		p.beginning++
		p.first = min(p.first, i)
	case !begins && s.beginning:
		p.beginning--
	}
	s.beginning = begins

	p.lines[i] = line{base: math.Inf(-1)}
	if !s.asleep {
		p.lines[i] = p.rule.line(p, i)
	}
}

func (p *Policy) awake(i int) bool { return !p.sites[i].asleep }

// from returns the first site that passes, looking from site i to the last and
// then from the first; -1 if there is none.
func (p *Policy) from(i int, passes func(i int) bool) int {
	for at := i; at < len(p.sites); at++ {
		if passes(at) {
			return at
		}
	}
	for at := range min(i, len(p.sites)) {
		if passes(at) {
			return at
		}
	}
	return -1
}

// greatest returns the site with the greatest index at z among those that are
// awake, the smallest number among equals.
func (p *Policy) greatest(z float64) int {
	best, value := -1, math.Inf(-1)
	for i, l := range p.lines {
		if v := float64(l.slope*z) + l.base; v > value {
			best, value = i, v
		}
	}
	return best
}

// Report says what the earliest page of site i that has not been reported yet
// has brought.
func (p *Policy) Report(i int, page Page) error {
	if err := p.check(i); err != nil {
		return err
	}
	s := &p.sites[i]
	if s.reported >= s.asked {
		return fmt.Errorf("site rule %s: a report of a page of site %d that was not asked for", p.name, i)
	}
	if page.New < 0 || page.Again < 0 || page.New > maxLinks || page.Again > maxLinks {
		return fmt.Errorf("site rule %s: site %d: a page with %d new links and %d seen again",
			p.name, i, page.New, page.Again)
	}
	s.reported++
	p.reported++
	s.found += page.New
	p.found += page.New
	s.once = max(0, s.once+page.New-page.Again)
	p.rule.report(p, i, page)
	p.update(i)
	return nil
}

// maxLinks is the greatest number of links of a page, far above any limit of a
// crawl; it keeps sums within their bounds.
const maxLinks = 1 << 30

// Sleep says that site i has no page to scan at the moment, or for ever.
func (p *Policy) Sleep(i int) error { return p.setAsleep(i, true) }

// Wake says that site i has a page to scan (again). At first all sites are
// awake.
func (p *Policy) Wake(i int) error { return p.setAsleep(i, false) }

func (p *Policy) setAsleep(i int, asleep bool) error {
	if err := p.check(i); err != nil {
		return err
	}
	s := &p.sites[i]
	switch {
	case asleep && !s.asleep:
		p.waking--
	case !asleep && s.asleep:
		p.waking++
	}
	s.asleep = asleep
	p.update(i)
	return nil
}

func (p *Policy) check(i int) error {
	if i < 0 || i >= len(p.sites) {
		return fmt.Errorf("site rule %s: no site %d among %d", p.name, i, len(p.sites))
	}
	return nil
}
