package sites

import (
	"fmt"

	"sitegraph/site"
)

// PagesOptions are the settings of a [Pages] policy.
type PagesOptions struct {
	// Sites is the number of sites, 1 to [MaxSites].
	Sites int
	// Budget is the number of pages to scan in all; 0 means no limit.
	Budget int
}

// Link leads to a page that was not seen before.
type Link struct {
	// Site is the number of the site, from 0; Page the caller's own number of
	// the page, 0 or more, unique over all sites.
	Site, Page int
	// URL is the page's URL, with or without scheme and host.
	URL string
}

// Pages chooses which page to scan next, among the known pages of all sites.
// Each page is added once, when the first link to it is seen; the home pages
// come first. A Pages is not safe for concurrent use.
type Pages struct {
	name    string
	options PagesOptions
	rule    pageRule
	// asked counts the pages asked for; out holds those of them that were not
	// reported yet.
	asked int
	out   map[int]origin
}

// origin is where a page that was asked for came from: its site, and its arm
// there.
type origin struct {
	site, arm int
}

// pageRule is what the policies differ in.
type pageRule interface {
	add(l Link)
	// next takes a page of a site that is awake out of the frontier, if there is
	// one.
	next() (page int, from origin, ok bool)
	report(from origin, found int)
	// sleep says whether a site sleeps. At first none does.
	sleep(i int, asleep bool)
}

// pageRules holds the page policies by name; it is never written to.
var pageRules = map[string]func(PagesOptions) pageRule{
	"breadth-first": newBreadthFirst,
	"r5":            newR5,
	"auto":          newAutoPages,
}

// KnownPages lists the names of the page policies, sorted.
func KnownPages() []string { return site.Names(pageRules) }

// NewPages returns the page policy of that name. The error of an unknown name
// lists the known ones.
func NewPages(name string, o PagesOptions) (*Pages, error) {
	construct, err := site.Lookup("page policy", name, pageRules)
	if err != nil {
		return nil, err
	}
	if o.Sites < 1 || o.Sites > MaxSites {
		return nil, fmt.Errorf("page policy %s: %d sites; allowed are 1 to %d", name, o.Sites, MaxSites)
	}
	if o.Budget < 0 {
		return nil, fmt.Errorf("page policy %s: the budget is %d pages; it must be 0 (no limit) or more",
			name, o.Budget)
	}
	return &Pages{name: name, options: o, rule: construct(o), out: map[int]origin{}}, nil
}

// Asked returns how many pages have been asked for so far.
func (p *Pages) Asked() int { return p.asked }

// Add adds a page that was not seen before. A page that is added twice is
// scanned twice.
func (p *Pages) Add(l Link) error {
	if err := p.check(l.Site); err != nil {
		return err
	}
	if l.Page < 0 {
		return fmt.Errorf("page policy %s: a page with the number %d", p.name, l.Page)
	}
	p.rule.add(l)
	return nil
}

// Next returns the page to scan next and its site. It is false when the budget
// is used up or no page of a site that is awake is left; more may come by Add.
func (p *Pages) Next() (site, page int, ok bool) {
	if p.options.Budget > 0 && p.asked >= p.options.Budget {
		return 0, 0, false
	}
	page, from, ok := p.rule.next()
	if !ok {
		return 0, 0, false
	}
	p.asked++
	p.out[page] = from
	return from.site, page, true
}

// Report says how many distinct external URLs, seen on no earlier page of its
// site, a page has brought; 0 when it failed.
func (p *Pages) Report(page, found int) error {
	from, ok := p.out[page]
	if !ok {
		return fmt.Errorf("page policy %s: a report of page %d, which was not asked for", p.name, page)
	}
	if found < 0 || found > maxLinks {
		return fmt.Errorf("page policy %s: page %d with %d new links", p.name, page, found)
	}
	delete(p.out, page)
	p.rule.report(from, found)
	return nil
}

// Sleep says that no page of site i may be asked for until Wake.
func (p *Pages) Sleep(i int) error { return p.wake(i, true) }

// Wake says that pages of site i may be asked for (again). At first all sites
// are awake.
func (p *Pages) Wake(i int) error { return p.wake(i, false) }

func (p *Pages) wake(i int, asleep bool) error {
	if err := p.check(i); err != nil {
		return err
	}
	p.rule.sleep(i, asleep)
	return nil
}

func (p *Pages) check(i int) error {
	if i < 0 || i >= p.options.Sites {
		return fmt.Errorf("page policy %s: no site %d among %d", p.name, i, p.options.Sites)
	}
	return nil
}
