package sites

import "cmp"

// auto is the rule for unknown kinds of sites. It reads the sites in turn, and strays from this only as far as it pays
// ([uniformCrawl]). Then it takes the best site or a scout's.
//
// The best site has the greatest shrunk mean, as in R4. There are two differences, since the kind of sites decides
// whether a poor beginning or a dry stretch is a reason to leave one:
//
//   - The means are shrunk towards v = k g r, where g is the mean of all pages, f
//     the mean of first pages, and r is g/f within 0.4 and 1.5. So the optimism
//     depends on the yield of all sites together. If first pages are rich (f > g),
//     a poor beginning is a reason to leave a site. If they are poor everywhere
//     (f < g), it means little, and a site gets more time. This separates
//     institutes, where R2 is right, from universities, where R3 is.
//   - The memory of a site grows with its pages, so that a burst on the first
//     ones is soon forgotten and a mean over many is not.
func auto(p *Policy) rule {
	var hope optimism
	s := &shrunk{policy: p, prior: 8, hope: 1}
	r := s.rule(hope.ofSites)
	r.start = cmp.Or(p.options.Start, 1)
	best, ahead, k := r.choose, scouts{policy: p, at: -1}, p.options.Sites
	uniform := &uniformCrawl{policy: p, pages: make([]int, k), brought: make([][]int32, k)}
	r.choose = func() int {
		if behind := uniform.wants(); behind >= 0 {
			return behind
		}
		if ahead.due() {
			return ahead.next()
		}
		return best()
	}
	r.report = func(i int, page Page) {
		n := p.sites[i].reported
		s.recent[i].add(float64(page.New), autoKeep(n))
		hope.add(page.New, n)
		uniform.report(i, page.New)
	}
	return r
}

// autoKeep is the part of its memory that a site keeps at page n. The mean covers about 10 + 3n/20 pages.
func autoKeep(n int) float64 { return 1 - 1/(10+float64(3*n)/20) }

// scouts explore sites that began poorly, since only reading tells what lies further on. A scout reads the site with
// the fewest pages until it has twice the mean; then the next scout starts. Of n pages since the first scout, scouts
// get n/(2 + n/(20 (A+5))), where A is the number of awake sites. This is half at first, and never more than 20 (A+5).
type scouts struct {
	policy *Policy
	at     int // the site being read, -1 before the first
	pages  int // asked for so far
	before int // pages asked for on all sites before the first scout
}

const (
	scoutShare = 2  // at first, one page in this many is a scout's
	scoutDepth = 2  // depth of a scout, as a multiple of the mean number of pages
	scoutMost  = 20 // pages of all scouts for each site;
	scoutSites = 5  // this is added to the number of sites
)

func (s *scouts) due() bool {
	if s.pages == 0 {
		s.before = s.policy.asked
	}
	waiting := scoutSites
	for i := range s.policy.sites {
		if !s.policy.sites[i].asleep {
			waiting++
		}
	}
	n := float64(s.policy.asked - s.before + 1)
	return float64(s.pages)*(scoutShare+n/float64(scoutMost*waiting)) < n
}

// next returns the scout's site; -1 if none is awake.
func (s *scouts) next() int {
	all := s.policy.sites
	if s.at < 0 || all[s.at].asleep || all[s.at].asked*len(all) >= scoutDepth*s.policy.asked {
		s.at = -1
		for i := range all {
			if !all[i].asleep && (s.at < 0 || all[i].asked < all[s.at].asked) {
				s.at = i
			}
		}
	}
	if s.at >= 0 {
		s.pages++
	}
	return s.at
}
