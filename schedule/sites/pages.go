package sites

import "sitegraph/site"

// Link leads to a page that is new.
type Link struct {
	// Site is the site's number from 0. Page is the caller's number for the page, unique over all sites.
	Site, Page int
	// URL is the page's URL, with or without scheme and host.
	URL string
}

// PagePolicy chooses the next page to scan among the known pages of all sites. The home pages come first. It is not
// safe for concurrent use.
type PagePolicy interface {
	// Add adds a page at the first link to it.
	Add(l Link)
	// Next takes the next page to scan. It returns false if no page is left; Add may bring more.
	Next() (page int, from Origin, ok bool)
	// Report reports the yield of a page from there: the number of distinct external URLs that are new to its site, 0
	// if the page failed.
	Report(from Origin, found int)
}

// Origin tells where a page came from.
type Origin struct {
	Site int // its site
	arm  int // its arm in the site, 0 without one
}

// pageRules holds the page policies by name; nothing changes it.
var pageRules = map[string]func(sites int) PagePolicy{
	"r5":   func(sites int) PagePolicy { return &r5{frontiers: newFrontiers(sites)} },
	"auto": newAutoPages,
}

// KnownPagePolicies lists the names of the page policies, sorted.
func KnownPagePolicies() []string { return site.Names(pageRules) }

// NewPagePolicy returns the page policy with a known name for this many sites.
func NewPagePolicy(name string, sites int) PagePolicy { return pageRules[name](sites) }

// r5 is R5. The arms are the directories of the sites. It takes the arm with the greatest
//
//	(d + p k m) / (e + p),   m = (D + p k g) / (E + p)
//
// where d, e are the links and pages of the arm and D, E those of its site, in fading memories, and g is the mean of
// all pages. A decision compares all arms of all sites.
type r5 struct {
	frontiers []frontier
	// links and pages count all sites' reports.
	links, pages int
}

const (
	r5Prior    = 2    // p
	r5Optimism = 2    // k
	r5SiteKeep = 0.98 // fading of D and E
	r5ArmKeep  = 0.95 // fading of d and e
)

// Add implements PagePolicy.
func (r *r5) Add(l Link) {
	directory, _ := split(l.URL)
	r.frontiers[l.Site].add(l.Page, []string{directory})
}

// Next implements PagePolicy.
func (r *r5) Next() (int, Origin, bool) {
	g := (float64(r.links) + 0.5) / float64(max(1, r.pages))
	best, from := 0.0, Origin{Site: -1}
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
			if from.Site < 0 || v > best {
				best, from = v, Origin{i, a}
			}
		}
	}
	if from.Site < 0 {
		return 0, Origin{}, false
	}
	return r.frontiers[from.Site].take(from.arm), from, true
}

// Report implements PagePolicy.
func (r *r5) Report(from Origin, found int) {
	f := &r.frontiers[from.Site]
	f.past.add(float64(found), r5SiteKeep)
	f.arms[from.arm].past.add(float64(found), r5ArmKeep)
	r.links += found
	r.pages++
}
