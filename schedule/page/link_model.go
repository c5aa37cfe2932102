package page

// The ways by which an unread page should pass its value on. Its parents are the read pages that link to it. Its lists
// are the parents' links in order of discovery.
const (
	toParent = iota // to all parents equally
	toFinder        // to the parent that made it known
	toStart         // to the start page
	toItself
	toList      // to the pages in its lists, with all lists equal
	toShortList // like toList, but each list counts by its inverse length
	toNew       // to unseen pages

	ways
)

// linkModel holds the share of its value that an unread page passes by each way. The shares sum to 1.
type linkModel [ways]float64

// link is a link of a read page, with its chance by each way alone, and its share of the page's links.
type link struct {
	chance linkModel
	share  float64
}

// The parameters of a fit.
const (
	fitPages   = 300 // sampled pages
	fitParents = 16  // sampled parents of each page
	fitLinks   = 64  // sampled links of each page
	fitRounds  = 8
	// fitTrust is the number of pages that the prior, with equal shares, counts as.
	fitTrust = 2
	// fitAnywhere is the weight of a link to any known page by way of toNew.
	fitAnywhere = 0.3
)

// fit learns the shares by expectation maximisation (Dempster, Laird, Rubin, 1977), from how well each way alone
// predicts the links of read pages from the links of the others.
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

// explain divides the share of a link among the ways that may explain it.
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
	// row is 1 + the index in seen of the current page's link to a page, 0 without one.
	row []uint32
	// parents has the parents of each sampled page. position is 1 + the page's index there, 0 if it is not sampled.
	parents  [][]uint32
	position []uint32
}

// samples returns links from at most fitPages read pages.
func (e *auto) samples(o *readOnce) []link {
	w := &sampler{auto: e, o: o, row: make([]uint32, o.len()), position: make([]uint32, o.len())}
	pages := w.choose()
	w.find()
	for i, page := range pages {
		w.look(page, w.parents[i])
	}
	return w.seen
}

// choose returns pages with links, except the start page, which has no parent.
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

// evenly returns at most this many pages at even distances.
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

// find finds at most fitParents parents of each page, at even distances.
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

// look records a page's links with their chances, as if the page were unread.
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

// surprise sets the chance that a link leads to an unseen page. This is certain if no other read page links there.
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
