package page

// The ways in which an unread page is expected to pass its value on. The lists of a page are the links of its
// parents, the read pages that link to it, in the order of discovery.
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

// linkModel holds the share of its value that an unread page passes in each way; the shares sum to 1.
type linkModel [ways]float64

// link is one link of a read page: the chance it has by each way alone, and its share of the links of its page.
type link struct {
	chance linkModel
	share  float64
}

// The parameters of a fit.
const (
	fitPages   = 300 // pages looked at
	fitParents = 16  // parents of each
	fitLinks   = 64  // links of each
	fitRounds  = 8
	// fitTrust is how many pages the prior counts for, which has equal shares.
	fitTrust = 2
	// fitAnywhere is the weight of a link to any known page, among new ones.
	fitAnywhere = 0.3
)

// fit learns the shares by expectation maximisation (Dempster, Laird, Rubin, 1977): how well each way alone
// predicts the links of the read pages from the links of the others.
func fit(seen []link) linkModel {
	var h linkModel
	for k := range h {
		h[k] = 1.0 / ways
	}
	for range fitRounds {
		var next linkModel
		for k := range next {
			next[k] = fitTrust * (1.0 / ways)
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

// sampler gathers links of read pages as training samples for the link model.
type sampler struct {
	*auto
	o    *readOnce
	seen []link
	// row is one more than the index in seen of the link to a page from the page looked at, 0 if there is none.
	row []uint32
	// parents are those of each page looked at, which position finds: one more
	// than its index, 0 if it is not looked at.
	parents  [][]uint32
	position []uint32
}

// samples returns links of pages read, of at most fitPages.
func (e *auto) samples(o *readOnce) []link {
	w := &sampler{auto: e, o: o, row: make([]uint32, o.len()), position: make([]uint32, o.len())}
	pages := w.choose()
	w.find()
	for i, page := range pages {
		w.look(page, w.parents[i])
	}
	return w.seen
}

// choose returns pages that have links, without the start page, which has no parent.
func (w *sampler) choose() (pages []uint32) {
	for i, list := range w.links.lists {
		if i > 0 && len(list) > 0 {
			pages = append(pages, uint32(i))
		}
	}
	pages = evenly(pages, fitPages)
	for i, page := range pages {
		w.position[page] = uint32(i + 1)
	}
	w.parents = make([][]uint32, len(pages))
	return pages
}

// evenly returns at most that many of the pages, at even distances.
func evenly(pages []uint32, most int) []uint32 {
	if len(pages) <= most {
		return pages
	}
	chosen := make([]uint32, most)
	for i := range chosen {
		chosen[i] = pages[i*len(pages)/most]
	}
	return chosen
}

// find looks for the parents, at most fitParents of each page, at even distances.
func (w *sampler) find() {
	passed := make([]int, len(w.parents))
	for p, list := range w.links.lists {
		for _, t := range list {
			k := int(w.position[t]) - 1
			if k < 0 || int(t) == p {
				continue
			}
			passed[k]++
			all := max(int(w.in[t]), fitParents)
			if passed[k]*fitParents/all != (passed[k]-1)*fitParents/all {
				w.parents[k] = append(w.parents[k], uint32(p))
			}
		}
	}
}

// look enters the links of a page with their chances, as if the page were not read.
func (w *sampler) look(page uint32, parents []uint32) {
	list := evenly(w.links.lists[page], fitLinks)
	first := len(w.seen)
	for i, t := range list {
		w.seen = append(w.seen, link{share: 1 / float64(len(list))})
		w.row[t] = uint32(first + i + 1)
	}
	w.hit(0, toStart, 1)
	w.hit(page, toItself, 1)
	if finder := w.finder[page]; finder != nobody {
		w.hit(finder, toFinder, 1)
	}
	narrow := 0.0
	for _, p := range parents {
		narrow += 1 / float64(len(w.links.lists[p]))
	}
	for _, p := range parents {
		alike := 1 / float64(len(parents))
		w.hit(p, toParent, alike)
		w.along(p, toList, alike)
		w.along(p, toShortList, 1/float64(len(w.links.lists[p]))/narrow)
	}
	for i, t := range list {
		w.surprise(&w.seen[first+i], t == page, w.in[t])
		w.row[t] = 0
	}
}

// surprise enters the chance that a link leads to a page not seen before, which
// is certain if no other page read links there.
func (w *sampler) surprise(l *link, itself bool, in uint32) {
	if in > 1 || itself || l.chance[toParent] > 0 || l.chance[toStart] > 0 {
		l.chance[toNew] = fitAnywhere / float64(w.o.live())
		return
	}
	l.chance = linkModel{toNew: 1}
}

func (w *sampler) hit(t uint32, way int, chance float64) {
	if row := w.row[t]; row > 0 {
		w.seen[row-1].chance[way] += chance
	}
}

func (w *sampler) along(parent uint32, way int, chance float64) {
	list := w.links.lists[parent]
	for _, t := range list {
		w.hit(t, way, chance/float64(len(list)))
	}
}
