package sites

// uniformCrawl is the crawl that reads the sites in turn, a page each, beside
// the crawl that is made: it has as many pages in all. What it would have found
// is known where the real crawl has read the same pages; what the pages that the
// real crawl lacks would bring is estimated.
type uniformCrawl struct {
	policy *Policy
	pages  []int // of each site
	total  int   // pages of all sites
	turn   int   // the site that is next
	// brought holds the new links of each page reported, site by site.
	brought [][]int32
	// both and known are the pages that both crawls have read and the links
	// found there, most the links of the richest page reported.
	both, known, most int
	// least is the share of its pages in the uniform crawl that each site has.
	least float64
}

const (
	// The real crawl may find slack less than the uniform one, by the estimate.
	slack = 0.1
	// Among the pages that it lacks may be some as rich as the richest known:
	// so much of one.
	hidden = 0.3
	// A site has half of its pages in the uniform crawl. Of fewer than five
	// sites each weighs more: it has 5/2K, at most 5/6.
	leastShare, leastSites, leastMost = 0.5, 2.5, 5.0 / 6
)

func newUniformCrawl(p *Policy) *uniformCrawl {
	k := p.options.Sites
	return &uniformCrawl{policy: p, pages: make([]int, k), brought: make([][]int32, k),
		least: max(leastShare, min(leastMost, leastSites/float64(k)))}
}

// report adds a page of site i to what is known.
func (u *uniformCrawl) report(i, links int) {
	if len(u.brought[i]) < u.pages[i] {
		u.share(links)
	}
	u.brought[i] = append(u.brought[i], int32(links))
	u.most = max(u.most, links)
}

// share counts a page that both crawls have read.
func (u *uniformCrawl) share(links int) {
	u.known += links
	u.both++
}

// advance has the uniform crawl read a page of the site whose turn it is. It
// takes a site for ended that sleeps and was read as far; it is false if all are.
func (u *uniformCrawl) advance() bool {
	for range u.pages {
		i := u.turn
		u.turn = (i + 1) % len(u.pages)
		if s := &u.policy.sites[i]; s.asleep && u.pages[i] >= s.asked {
			continue
		}
		if n := u.pages[i]; n < len(u.brought[i]) {
			u.share(int(u.brought[i][n]))
		}
		u.pages[i]++
		u.total++
		return true
	}
	return false
}

// wants returns the site whose page the real crawl must read next, as it may
// not stray further from the uniform one; -1 if it may. That is a site with too
// small a share of its pages, else the one that is furthest behind.
func (u *uniformCrawl) wants() int {
	for u.total <= u.policy.asked && u.advance() {
	}
	missing, last, most := 0, -1, 0
	for i := range u.policy.sites {
		s := &u.policy.sites[i]
		behind := u.pages[i] - s.asked
		if s.asleep || behind <= 0 {
			continue
		}
		if s.asked < int(u.least*float64(u.pages[i])) {
			return i
		}
		missing += behind
		if behind > most {
			last, most = i, behind
		}
	}
	if last < 0 || u.allows(missing) {
		return -1
	}
	return last
}

// allows reports whether the real crawl may lack so many pages of the uniform
// one: it has found nine tenths of what that has by estimate, each missing page
// bringing as much as those that both have read.
func (u *uniformCrawl) allows(missing int) bool {
	mean := (float64(u.known) + 0.5) / (float64(u.both) + 1)
	estimate := float64(u.known) + float64(mean*float64(missing)) + float64(hidden*float64(u.most))
	return float64(u.policy.found) >= (1-slack)*estimate
}
