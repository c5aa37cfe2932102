package sites

// uniformCrawl follows an imagined crawl that reads a page of each site in turn, with as many pages as the real crawl.
// Its finds are known for pages that the real crawl has read. For the missing pages they are estimated.
type uniformCrawl struct {
	policy *Policy
	pages  []int // pages of each site
	total  int   // pages of all sites
	turn   int   // next site
	// brought holds the number of new links on each reported page, by site.
	brought [][]int32
	// both counts the pages that both crawls have read, and known the links found there. most is the number of links on
	// the richest reported page.
	both, known, most int
}

const (
	// slack is the share by which the real crawl may find less than the uniform one, by the estimate.
	slack = 0.1
	// hidden is the part of a page as rich as the richest known that may be among the missing pages.
	hidden = 0.3
	// If the uniform crawl would find a share q of the real finds, each site has at least q - strayed of its pages
	// there, between minShare and maxShare.
	strayed, minShare, maxShare = 0.2, 0.25, 0.8
)

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

// advance makes the uniform crawl read a page of the next site. A site has ended if it sleeps and was read this far. It
// returns false if all have ended.
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

// wants returns the site that the real crawl must read next because it may not stray further from the uniform one, else
// -1. This is the site furthest behind, or one with too small a share of its pages.
func (u *uniformCrawl) wants() int {
	for u.total <= u.policy.asked && u.advance() {
	}
	missing, last, most := 0, -1, 0
	for i := range u.policy.sites {
		if behind := u.behind(i); behind > 0 {
			missing += behind
			if behind > most {
				last, most = i, behind
			}
		}
	}
	if last < 0 {
		return -1
	}
	found, estimate := float64(u.policy.found), u.estimate(missing)
	if found < float64((1-slack)*estimate) {
		return last
	}
	return u.short(max(minShare, min(estimate/found-strayed, maxShare)))
}

// behind returns how many available pages site i lacks compared to the uniform crawl.
func (u *uniformCrawl) behind(i int) int {
	if s := &u.policy.sites[i]; !s.asleep {
		return u.pages[i] - s.asked
	}
	return 0
}

// estimate returns the uniform crawl's finds, if the missing pages are as rich as those that both crawls have read.
func (u *uniformCrawl) estimate(missing int) float64 {
	mean := (float64(u.known) + 0.5) / (float64(u.both) + 1)
	return float64(u.known) + float64(mean*float64(missing)) + float64(hidden*float64(u.most))
}

// short returns the first site with less than this share of its pages in the uniform crawl, -1 without one.
func (u *uniformCrawl) short(share float64) int {
	for i := range u.policy.sites {
		if u.behind(i) > 0 && u.policy.sites[i].asked < int(share*float64(u.pages[i])) {
			return i
		}
	}
	return -1
}
