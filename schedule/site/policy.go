package site

import "fmt"

// Options are the settings of a [Policy].
type Options struct {
	// Sites is K, the number of sites, 1 to [MaxSites].
	Sites int
	// Budget is N, the pages to scan in all; 0 means no end, which r1 cannot
	// do.
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

// Policy chooses which of K sites to scan next. Sites are numbered from 0. It
// is not for several goroutines at once.
type Policy struct {
	name    string
	options Options
	rule    rule
	sites   []tally
	// asked and told count the pages of all sites, found the new links.
	asked, told, found int
	// awake holds the sites that have a page; opening those among them with
	// fewer than start pages asked for, which come first.
	awake, opening set
	start          int
	// turns says that the opening takes single pages of the sites in turn,
	// cursor whose turn it is, instead of all the pages of one and then those
	// of the next.
	turns  bool
	cursor int
}

// tally is what is known of one site.
type tally struct {
	// asked and told count pages, found new links, once the links that were
	// seen on one page only.
	asked, told, found, once int
}

// mean is the mean number of new links of a page.
func (t tally) mean() float64 {
	if t.told == 0 {
		return 0
	}
	return float64(t.found) / float64(t.told)
}

// rule is what makes a policy: an index, or a turn.
type rule interface {
	// choose returns a site that is awake; there is one.
	choose(p *Policy) int
	// tell adds a page of site i to the rule's own sums. The tally has it
	// already.
	tell(p *Policy, i int, page Page)
	// changed is called after the tally of site i has changed, or whether it
	// sleeps.
	changed(p *Policy, i int)
	// state saves or restores what cannot be had from the tallies.
	state(c coder)
}

// Name returns the name under which the policy is known.
func (p *Policy) Name() string { return p.name }

// Sites returns the number of sites.
func (p *Policy) Sites() int { return len(p.sites) }

// Asked returns how many pages have been asked for so far, of all sites.
func (p *Policy) Asked() int { return p.asked }

// Found returns how many new links have been told of so far.
func (p *Policy) Found() int { return p.found }

// Next returns the site whose next page is to be scanned. Every page asked for
// must be told about in the end. It is false when the budget is used up or no
// site is awake.
func (p *Policy) Next() (int, bool) {
	if p.awake.empty() || p.options.Budget > 0 && p.asked >= p.options.Budget {
		return 0, false
	}
	i := p.open()
	if i < 0 {
		i = p.rule.choose(p)
	}
	p.asked++
	p.sites[i].asked++
	p.opening.put(i, p.opens(i))
	p.rule.changed(p, i)
	return i, true
}

// open returns the site whose turn it is in the opening, -1 after it.
func (p *Policy) open() int {
	if !p.turns {
		return p.opening.next(0)
	}
	i := p.opening.around(p.cursor)
	p.cursor = (i + 1) % len(p.sites)
	return i
}

func (p *Policy) opens(i int) bool {
	return p.awake.has(i) && p.sites[i].asked < p.start
}

// Tell says what the earliest page of site i that was not told about yet has
// brought.
func (p *Policy) Tell(i int, page Page) error {
	if err := p.check(i); err != nil {
		return err
	}
	s := &p.sites[i]
	if s.told >= s.asked {
		return fmt.Errorf("policy %s: told of a page of site %d that was not asked for", p.name, i)
	}
	if page.New < 0 || page.Again < 0 || page.New > maxLinks || page.Again > maxLinks {
		return fmt.Errorf("policy %s: site %d: a page with %d new links, %d seen again", p.name, i, page.New, page.Again)
	}
	s.told++
	p.told++
	s.found += page.New
	p.found += page.New
	s.once = max(0, s.once+page.New-page.Again)
	p.rule.tell(p, i, page)
	p.rule.changed(p, i)
	return nil
}

// maxLinks is the greatest number of links of a page, far above any limit of a
// crawl; it keeps sums within their bounds.
const maxLinks = 1 << 30

// Sleep says that site i has no page to scan at the moment, or for ever.
func (p *Policy) Sleep(i int) error { return p.wake(i, false) }

// Wake says that site i has a page to scan (again). At first all sites are
// awake.
func (p *Policy) Wake(i int) error { return p.wake(i, true) }

func (p *Policy) wake(i int, awake bool) error {
	if err := p.check(i); err != nil {
		return err
	}
	p.awake.put(i, awake)
	p.opening.put(i, p.opens(i))
	p.rule.changed(p, i)
	return nil
}

func (p *Policy) check(i int) error {
	if i < 0 || i >= len(p.sites) {
		return fmt.Errorf("policy %s: no site %d among %d", p.name, i, len(p.sites))
	}
	return nil
}
