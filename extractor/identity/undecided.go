package identity

import (
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// joinOpen joins the undecided pairs for which there is evidence: both pages show the id in one of their URLs, all
// other pairs of pages whose URLs differ in the same way are one, or a name is known to mean an id. Joined pairs can be
// evidence for others.
func (r *comparer) joinOpen(joined site.Sets, open [][2]int32) {
	if len(open) == 0 {
		return
	}
	if r.parts == nil {
		r.parts = r.indexParts()
	}
	names := &names{r, map[naming]bool{}, map[[2]int32]bool{}}
	for again := true; again; {
		again = false
		names.learn(joined, r.pages.membersOf(joined), open)
		var left [][2]int32
		for _, pair := range open {
			if joined.First(pair[0]) == joined.First(pair[1]) {
				continue
			}
			if names.speakFor(pair) || r.showId(pair) || r.speakFor(joined, pair) {
				joined.Join(pair[0], pair[1])
				again = true
				continue
			}
			left = append(left, pair)
		}
		open = left
	}
}

func (p *pages) membersOf(joined site.Sets) map[int32][]int32 {
	members := map[int32][]int32{}
	for place := range p.all() {
		set := joined.First(place)
		members[set] = append(members[set], place)
	}
	return members
}

// showId reports whether two pages of equal texts show an id in which their URLs differ.
func (r *comparer) showId(pair [2]int32) bool {
	x := r.links
	ids := r.placed[pair[0]].ids
	a, b := r.own(pair[0]), r.own(pair[1])
	return slices.ContainsFunc(append(beyond(a, b), beyond(b, a)...), func(c component) bool {
		value := x.texts.String(c.value)
		return isToken(value) && ids[site.TextHash([]byte(value))]
	})
}

// parts finds pages by the components of their URLs.
type parts struct {
	with  map[component][]int32
	ids   map[int][]int32        // by ids among the values, under any parameter
	pages map[evidence.Sum]int32 // place + 1
}

func (r *comparer) indexParts() *parts {
	p := &parts{with: map[component][]int32{}, ids: map[int][]int32{}, pages: map[evidence.Sum]int32{}}
	for place := range r.pages.all() {
		a := r.own(place)
		p.pages[a.total] = place + 1
		for _, c := range a.components {
			p.with[c] = append(p.with[c], place)
			if r.links.isToken(c) {
				p.ids[c.value] = append(p.ids[c.value], place)
			}
		}
	}
	return p
}

// maxSpeakers limits the pages examined for pairs whose URLs differ in the same way.
const maxSpeakers = 256

// speakFor reports whether there are other pages whose URLs differ in the same way as a pair's, and all are one.
func (r *comparer) speakFor(joined site.Sets, pair [2]int32) bool {
	x, p := r.links, r.parts
	a, b := r.own(pair[0]), r.own(pair[1])
	less, more := beyond(a, b), beyond(b, a)
	if len(less) == 0 {
		less, more = more, less
	}
	if len(less) == 0 || len(p.with[less[0]]) > maxSpeakers {
		return false
	}
	spoke := false
	for _, place := range p.with[less[0]] {
		of := r.own(place)
		total := of.total
		has := true
		for _, c := range less {
			has = has && slices.Contains(of.components, c)
			total = total.Minus(x.sum(c))
		}
		for _, c := range more {
			total = total.Plus(x.sum(c))
		}
		other := p.pages[total] - 1
		if !has || other < 0 || place == pair[0] || place == pair[1] {
			continue
		}
		switch {
		case joined.First(place) == joined.First(other):
			spoke = true
		case r.masked.at[place].texts != r.masked.at[other].texts:
			return false
		}
	}
	return spoke
}
