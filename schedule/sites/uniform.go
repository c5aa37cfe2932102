package sites

// uniformCrawl is the crawl that reads the sites in turn, a page each, beside the crawl that is made: it has
// as many pages in all. What it would have found is known where the real crawl has read the same pages; what
// the pages that the real crawl lacks would bring is estimated.
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
}

const (
	// slack is how much less than the uniform crawl the real one may find, by the estimate.
	slack = 0.1
	// hidden is how much of a page as rich as the richest known may be among the missing ones.
	hidden = 0.3
	// Where the uniform crawl would find q of what is found, each site has at
	// least q - strayed of its pages there, within a quarter and four fifths.
	strayed, minShare, maxShare = 0.2, 0.25, 0.8
)

func newUniformCrawl(p *Policy) *uniformCrawl {
	k := p.options.Sites
	return &uniformCrawl{policy: p, pages: make([]int, k), brought: make([][]int32, k)}
}

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

// wants returns the site that the real crawl must read next, as it may not stray further from the uniform
// one; -1 if it may. That is the site furthest behind, or one with too small a share of its pages.
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

// behind is how many pages site i lacks that it has in the uniform crawl and could have.
func (u *uniformCrawl) behind(i int) int {
	if s := &u.policy.sites[i]; !s.asleep {
		return u.pages[i] - s.asked
	}
	return 0
}

// estimate is what the uniform crawl would have found, if the pages that the
// real one lacks bring as much as those that both have read.
func (u *uniformCrawl) estimate(missing int) float64 {
	mean := (float64(u.known) + 0.5) / (float64(u.both) + 1)
	return float64(u.known) + float64(mean*float64(missing)) + float64(hidden*float64(u.most))
}

// short returns the first site that has less than a share of its pages in the uniform crawl, -1 if there is none.
func (u *uniformCrawl) short(share float64) int {
	for i := range u.policy.sites {
		if u.behind(i) > 0 && u.policy.sites[i].asked < int(share*float64(u.pages[i])) {
			return i
		}
	}
	return -1
}
