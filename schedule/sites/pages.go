package sites

import "sitegraph/site"

// Link leads to a page that was not seen before.
type Link struct {
	// Site is the number of the site, from 0; Page the caller's own number of the page, unique over all sites.
	Site, Page int
	// URL is the page's URL, with or without scheme and host.
	URL string
}

// PagePolicy chooses which page to scan next, among the known pages of all sites. Each page is added once,
// when the first link to it is seen; the home pages come first. A PagePolicy is not safe for concurrent use.
type PagePolicy struct {
	rule pageRule
	// out holds the pages that were asked for and not reported yet.
	out map[int]origin
	// passed are pages to scan in the place of others, which wait in vain.
	passed map[int]bool
}

// origin is where a page that was asked for came from: its site, and its arm there.
type origin struct{ site, arm int }

type pageRule interface {
	add(l Link)
	// next takes a page out of the frontier, if there is one.
	next() (page int, from origin, ok bool)
	report(from origin, found int)
}

// pageRules holds the page policies by name; it is never written to.
var pageRules = map[string]func(sites int) pageRule{
	"r5":   newR5,
	"auto": newAutoPages,
}

// KnownPagePolicies lists the names of the page policies, sorted.
func KnownPagePolicies() []string { return site.Names(pageRules) }

// NewPagePolicy returns the page policy of that name for so many sites. The error of an unknown name lists the known.
func NewPagePolicy(name string, sites int) (*PagePolicy, error) {
	build, err := site.Lookup("page policy", name, pageRules)
	if err != nil {
		return nil, err
	}
	return &PagePolicy{rule: build(sites), out: map[int]origin{}, passed: map[int]bool{}}, nil
}

// Add adds a page that was not seen before. A page that is added twice is scanned twice.
func (p *PagePolicy) Add(l Link) { p.rule.add(l) }

// Next returns the page to scan next and its site. It is false when no page is left; more may come by Add.
func (p *PagePolicy) Next() (site, page int, ok bool) {
	page, from, ok := p.rule.next()
	for ; p.passed[page]; page, from, ok = p.rule.next() {
		delete(p.passed, page)
	}
	if !ok {
		return 0, 0, false
	}
	p.out[page] = from
	return from.site, page, true
}

// Report reports how many distinct external URLs, seen on no earlier page of its site, a page brought; 0 if it failed.
func (p *PagePolicy) Report(page, found int) {
	p.rule.report(p.out[page], found)
	p.Free(page)
}

// Pass gives what was asked for to another page, which was added and not asked
// for: a redirect leads there. The other one is reported in its place.
func (p *PagePolicy) Pass(page, to int) {
	p.out[to], p.passed[to] = p.out[page], true
	p.Free(page)
}

// Asked counts a page of a site that the caller scans of its own accord.
func (p *PagePolicy) Asked(site, page int) { p.out[page] = origin{site: site} }

// Free takes back what was asked for: the page cost nothing.
func (p *PagePolicy) Free(page int) { delete(p.out, page) }

// r5 is R5: arms are the directories of the sites, and the arm is taken whose
//
//	(d + p k m) / (e + p),   m = (D + p k g) / (E + p)
//
// is greatest, with d, e the links and pages of the arm and D, E those of its site, in fading memories, and g
// the mean of all pages. A decision compares all arms of all sites.
type r5 struct {
	frontiers []frontier
	// links and pages count the reports of all sites.
	links, pages int
}

const (
	r5Prior    = 2    // p
	r5Optimism = 2    // k
	r5SiteKeep = 0.98 // fading of D and E
	r5ArmKeep  = 0.95 // fading of d and e
)

func newR5(sites int) pageRule { return &r5{frontiers: newFrontiers(sites)} }

func (r *r5) add(l Link) {
	directory, _ := split(l.URL)
	r.frontiers[l.Site].add(l.Page, []string{directory})
}

func (r *r5) next() (int, origin, bool) {
	g := (float64(r.links) + 0.5) / float64(max(1, r.pages))
	best, from := 0.0, origin{site: -1}
	for i := range r.frontiers {
		f := &r.frontiers[i]
		if f.waiting == 0 {
			continue
		}
		m := (f.past.sum + float64(r5Prior*r5Optimism*g)) / (f.past.weight + r5Prior)
		for a := range f.arms {
			arm := &f.arms[a]
			if len(arm.waiting) == 0 {
				continue
			}
			pages := arm.past.weight + r5Prior
			v := float64(r5Prior*r5Optimism/pages*m) + arm.past.sum/pages
			if from.site < 0 || v > best {
				best, from = v, origin{i, a}
			}
		}
	}
	if from.site < 0 {
		return 0, origin{}, false
	}
	return r.frontiers[from.site].take(from.arm), from, true
}

func (r *r5) report(from origin, found int) {
	f := &r.frontiers[from.site]
	f.past.add(float64(found), r5SiteKeep)
	f.arms[from.arm].past.add(float64(found), r5ArmKeep)
	r.links += found
	r.pages++
}
