// Package sites decides which site to scan next if external links are wanted and there is time for only some of the
// pages. It has the rules of BeeBot (A. A. Pechnikov, D. I. Chernobrovkin, "Adaptive crawler for external hyperlinks
// search and acquisition") and better ones. It knows neither HTTP nor files: the caller asks for a site or a page, and
// reports its yield.
//
// There are two kinds of policy:
//
//   - A [Policy] chooses sites. The pages of a site come in the order of the
//     crawl, breadth first. See [New].
//   - A [PagePolicy] chooses single pages from the frontiers of all sites, by
//     the URLs in links. See [NewPagePolicy].
//
// Loop for a Policy:
//
//	for i, ok := policy.Next(); ok; i, ok = policy.Next() {
//		policy.Report(i, scan(i))
//	}
//
// Reports may come late and several at once. An unreported page counts in confidence bounds, blocks and the budget, but
// not in means. The number of pages of a site need not be known. A site with an empty frontier sleeps (Sleep) until it
// has a page again, and a finished site sleeps for ever.
//
// Every policy is deterministic.
package sites

import (
	"math"
	"slices"

	"sitegraph/site"
)

// Options are the settings of a policy. None is negative.
type Options struct {
	// Sites is K, the number of sites, from 1.
	Sites int
	// Budget is N, the number of pages to scan on all sites; 0 means no limit, which r1 does not allow.
	Budget int
	// Quantum is the number of pages that a site gets in turn (quantum only); 0 means 10.
	Quantum int
	// Block is n, the number of pages that r2 scans of a site at a time; 0 means 10.
	Block int
	// Start is m, the number of pages that r3, good-ucb, r4 and auto scan of every site before they compare; 0 means 3
	// for r4 and 1 for the others.
	Start int
}

// Page is the yield of one scanned page.
type Page struct {
	// New counts the distinct external URLs that are new to the site; 0 for a failed page.
	New int
	// Again counts the URLs seen on exactly one earlier page of the site. Only good-ucb uses it.
	Again int
}

// Policy chooses which of K sites to scan next. Sites are numbered from 0. A decision compares all sites, which takes
// about a nanosecond each. A Policy is not safe for concurrent use.
type Policy struct {
	options Options
	rule    rule
	sites   []tally
	lines   []line
	// asked and reported count the pages of all sites, and found their new links.
	asked, reported, found int
	// beginning counts the sites that still have first pages to ask for. These are asked for one by one, in turn over
	// the sites. The search for the next one starts at cursor.
	beginning, cursor int
	// left is the number of pages that current still gets before the rule chooses again.
	current, left int
}

type tally struct {
	// asked and reported count pages, found new links, and once the links seen on only one page.
	asked, reported, found, once int
	// asleep means that the site has no page to scan, and beginning that some of its first pages remain.
	asleep, beginning bool
}

func (t *tally) mean() float64 {
	if t.reported == 0 {
		return 0
	}
	return float64(t.found) / float64(t.reported)
}

type rule struct {
	// start is the number of first pages of every site before the rule chooses. block is the number of pages for a
	// chosen site.
	start, block int
	// choose returns an awake site, -1 if there is none.
	choose func() int
	// index returns a site's index for rules that choose the greatest.
	index func(i int) line
	// report adds a page of site i to the rule's own sums; nil if it has none. The tally already includes the page.
	report func(i int, page Page)
}

// line is a site's index, slope*z + base. The number z is common to all sites and changes with every decision.
type line struct{ slope, base float64 }

// Known lists the names of the rules, sorted.
func Known() []string { return site.Names(rules) }

// New returns the policy with one of the rules in [Known].
func New(name string, o Options) *Policy {
	p := &Policy{
		options: o, current: o.Sites - 1, sites: make([]tally, o.Sites), lines: make([]line, o.Sites),
	}
	p.rule = rules[name](p)
	for i := range p.sites {
		p.update(i)
	}
	return p
}

// Next returns the site whose next page to scan. Every such page must be reported in the end. It returns false if the
// budget is used up or no site is awake.
func (p *Policy) Next() (int, bool) {
	if p.options.Budget > 0 && p.asked >= p.options.Budget {
		return 0, false
	}
	i := p.next()
	if i < 0 {
		return 0, false
	}
	p.asked++
	p.sites[i].asked++
	p.update(i)
	return i, true
}

// next returns a site with first pages to ask for. Then it returns the sites that the rule chooses, in blocks; -1 if no
// site is awake.
func (p *Policy) next() int {
	if p.beginning > 0 {
		i := p.from(p.cursor, func(t tally) bool { return t.beginning })
		p.cursor = i + 1
		return i
	}
	if p.left == 0 || p.sites[p.current].asleep {
		i := p.rule.choose()
		if i < 0 {
			return i
		}
		p.current, p.left = i, p.rule.block
	}
	p.left--
	return p.current
}

// update updates everything that depends on a site's tally.
func (p *Policy) update(i int) {
	s := &p.sites[i]
	begins := !s.asleep && s.asked < p.rule.start
	switch {
	case begins && !s.beginning:
		p.beginning++
	case !begins && s.beginning:
		p.beginning--
	}
	s.beginning = begins

	switch {
	case s.asleep:
		p.lines[i] = line{base: math.Inf(-1)}
	case p.rule.index != nil:
		p.lines[i] = p.rule.index(i)
	}
}

// from returns the first site that passes, from site i to the last and then from the first; -1 if there is none.
func (p *Policy) from(i int, passes func(tally) bool) int {
	if at := slices.IndexFunc(p.sites[i:], passes); at >= 0 {
		return i + at
	}
	return slices.IndexFunc(p.sites[:i], passes)
}

func awake(t tally) bool { return !t.asleep }

// greatest returns the awake site with the greatest index at z, the smallest number among equals; -1 if none is awake.
func (p *Policy) greatest(z float64) int {
	best, value := -1, math.Inf(-1)
	for i, l := range p.lines {
		if v := float64(l.slope*z) + l.base; v > value {
			best, value = i, v
		}
	}
	return best
}

// Report reports the yield of the earliest unreported page of site i.
func (p *Policy) Report(i int, page Page) {
	s := &p.sites[i]
	s.reported++
	p.reported++
	s.found += page.New
	p.found += page.New
	s.once = max(0, s.once+page.New-page.Again)
	if p.rule.report != nil {
		p.rule.report(i, page)
	}
	p.update(i)
}

// Free takes back a request for site i that turned out to cost nothing. The site gets another one instead.
func (p *Policy) Free(i int) {
	p.asked--
	p.sites[i].asked--
	switch {
	case p.sites[i].asked < p.rule.start:
		p.cursor = i
	case i == p.current && p.left < p.rule.block:
		p.left++
	}
	p.update(i)
}

// Asked counts a page of site i that the caller scans without Next.
func (p *Policy) Asked(i int) {
	p.asked++
	p.sites[i].asked++
	p.update(i)
}

// Sleep sets whether site i has no page to scan, now or for ever. At first all sites are awake.
func (p *Policy) Sleep(i int, asleep bool) {
	if p.sites[i].asleep != asleep {
		p.sites[i].asleep = asleep
		p.update(i)
	}
}
