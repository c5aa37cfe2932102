package page

// The ways in which an unread page is expected to pass its value on. The lists
// of a page are the links of its parents, the read pages that link to it, in
// the order of discovery.
const (
	toParent = iota // to the parents alike
	toFinder        // to the parent by which it became known
	toStart         // to the start page
	toItself
	toList      // to the pages of its lists, one list as good as another
	toShortList // the same, but lists count by the inverse of their length
	toNew       // to pages not seen before

	ways
)

// linkModel holds the share of its value that an unread page passes in each way;
// the shares sum to 1.
type linkModel [ways]float64

// link is one link of a read page: the chance it has by each way alone, and its
// share of the links of its page.
type link struct {
	chance linkModel
	share  float64
}

// The numbers of a fit.
const (
	fitPages   = 300 // pages looked at
	fitParents = 16  // parents of each
	fitLinks   = 64  // links of each
	fitRounds  = 8
	// fitTrust is how many pages the prior counts for, in which all shares are equal.
	fitTrust = 2
	// fitAnywhere is the weight of a link to any known page, among new ones.
	fitAnywhere = 0.3
)

// fit learns the shares by expectation maximisation (Dempster, Laird, Rubin,
// 1977): how well each way alone predicts the links of the read pages from the
// links of the others.
func fit(seen []link) linkModel {
	before := linkModel{}
	for k := range before {
		before[k] = 1.0 / ways
	}
	h := before
	for range fitRounds {
		next := linkModel{}
		for k := range next {
			next[k] = float64(fitTrust * before[k])
		}
		for i := range seen {
			h.explain(&seen[i], &next)
		}
		h = next.shares()
	}
	return h
}

// explain divides the share of a link among the ways that may have led to it.
func (h *linkModel) explain(l *link, next *linkModel) {
	var part linkModel
	all := 0.0
	for k := range part {
		part[k] = float64(h[k] * l.chance[k])
		all += part[k]
	}
	if all <= 0 {
		return
	}
	f := l.share / all
	for k := range part {
		next[k] += float64(f * part[k])
	}
}

func (h linkModel) shares() linkModel {
	all := 0.0
	for _, v := range h {
		all += v
	}
	for k := range h {
		h[k] /= all
	}
	return h
}
