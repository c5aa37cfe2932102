package page

// A habit is a share of its value that a page passes in one of these ways. The
// lists that a page stands in are the links of the pages read that link to it,
// its parents, in the order of discovery.
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

// habits are shares that sum to 1.
type habits [ways]float64

// link is one link of a page read: what chance it had by each habit alone, and
// its share of the links of its page.
type link struct {
	chance habits
	share  float64
}

// The numbers of a fit.
const (
	fitPages   = 300 // pages looked at
	fitParents = 16  // parents of each
	fitLinks   = 64  // links of each
	fitRounds  = 8
	// fitTrust is how many pages it counts for that all habits are alike.
	fitTrust = 2
	// fitAnywhere is the weight of a link to any known page, among new ones.
	fitAnywhere = 0.3
)

// fit learns habits by expectation maximisation (Dempster, Laird, Rubin, 1977):
// how well each alone tells which links the pages read have, from the links of
// the others.
func fit(seen []link) habits {
	before := habits{}
	for k := range before {
		before[k] = 1.0 / ways
	}
	h := before
	for range fitRounds {
		next := habits{}
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

// explain divides the share of a link among the habits that may have made it.
func (h *habits) explain(l *link, next *habits) {
	var part habits
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

func (h habits) shares() habits {
	all := 0.0
	for _, v := range h {
		all += v
	}
	for k := range h {
		h[k] /= all
	}
	return h
}
