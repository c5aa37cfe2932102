package struck

import (
	"iter"
	"slices"

	"sitegraph/site"
)

// watched returns when the remaining pages and arcs were seen. Earlier graphs lose the same pages and arcs.
func (w *without) watched() *site.Watched {
	if w.Watched == nil {
		return nil
	}
	out := *w.Watched
	if out.Pages, out.Arcs = nil, nil; out.Moments != nil {
		out.Moments = w.moments
	}
	for i, seen := range w.Watched.Pages {
		if w.ids[i+1] == 0 {
			continue
		}
		out.Pages = append(out.Pages, seen)
		targets, _ := w.Graph.Out(i)
		for n, to := range targets {
			if w.keepsArc(i+1, int(to)+1) {
				out.Arcs = append(out.Arcs, w.Watched.Arcs[w.Graph.Offsets[i]+n])
			}
		}
	}
	out.Belief = w.belief()
	return &out
}

func (w *without) searched() *site.Searched {
	if w.Searched == nil {
		return nil
	}
	out := &site.Searched{Topics: w.Searched.Topics}
	for i, p := range w.Searched.Pages {
		if w.ids[i+1] > 0 {
			p.FoundOn = w.ids[p.FoundOn]
			out.Pages = append(out.Pages, p)
		}
	}
	return out
}

func (w *without) belief() *site.Belief {
	if w.Watched.Belief == nil {
		return nil
	}
	out := *w.Watched.Belief
	out.Chance, out.Next = nil, slices.Clone(out.Next)
	for i, chance := range w.Watched.Belief.Chance {
		if w.ids[i+1] > 0 {
			out.Chance = append(out.Chance, chance)
		}
	}
	out.Next = slices.DeleteFunc(out.Next, func(n site.NextCheck) bool { return w.ids[n.Page+1] == 0 })
	for i := range out.Next {
		out.Next[i].Page = w.ids[out.Next[i].Page+1] - 1
	}
	return &out
}

func (w *without) moments(yield func(*site.Crawl, error) bool) {
	gone := map[[2]string]bool{}
	for arc := range w.whole {
		gone[[2]string{w.Graph.Pages[arc[0]-1].Key, w.Graph.Pages[arc[1]-1].Key}] = true
	}
	for c, err := range w.Watched.Moments {
		if err == nil {
			then := &without{Crawl: c, all: w.all, gone: map[string]bool{},
				whole: map[[2]int]bool{}}
			then.number()
			for i, p := range c.Graph.Pages {
				targets, _ := c.Graph.Out(i)
				for _, to := range targets {
					if gone[[2]string{p.Key, c.Graph.Pages[to].Key}] {
						then.whole[[2]int{i + 1, int(to) + 1}] = true
					}
				}
			}
			earlier := *c
			earlier.Graph = then.graph()
			c = &earlier
		}
		if !yield(c, err) {
			return
		}
	}
}

func (w *without) linked() []*site.Linked {
	if w.Linked == nil {
		return nil
	}
	all := []*site.Linked{}
	for _, l := range w.Linked {
		left := *l
		left.Pages = nil
		for _, id := range l.Pages {
			if w.ids[id] > 0 && !w.links[l.Key][int(id)] {
				left.Pages = append(left.Pages, int32(w.ids[id]))
			}
		}
		if l.Count > 0 { // read back from files, which may have only the first page
			left.Count -= len(l.Pages) - len(left.Pages)
		}
		if left.PageCount() > 0 {
			all = append(all, &left)
		}
	}
	return all
}

func (w *without) declared() iter.Seq[site.Declared] {
	if w.Declared == nil {
		return nil
	}
	return func(yield func(site.Declared) bool) {
		for d := range w.Declared {
			d.Page, d.Target = w.ids[d.Page], w.ids[d.Target]
			if d.Page > 0 && !yield(d) {
				return
			}
		}
	}
}
