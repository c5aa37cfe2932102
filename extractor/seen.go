package extractor

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

// watched says when the pages and arcs of the finished crawl were seen; nil for
// a site that is not watched. believe says what a policy believes of it.
func (t *tables) watched(g *site.Graph, believe func(*History) (*site.Belief, error)) (*site.Watched, error) {
	n := t.known
	if n.watching == nil {
		return nil, nil
	}
	a := n.arrivals(t.builder)
	out := &site.Watched{Iterations: n.watching.summary(a)}
	for _, p := range t.pages {
		out.Pages = append(out.Pages, n.watching.histories[n.place(p.key)-1].Seen)
	}
	if believe != nil {
		next := iteration{at: n.watching.following()}
		b, err := believe(n.history(a, len(n.others(t.builder)), &next))
		if err != nil {
			return nil, err
		}
		out.Belief = t.onPages(b, a)
	}
	var err error
	out.Arcs, err = t.seenArcs(g)
	return out, err
}

// onPages turns a belief about pages of the list into one about those of the
// graph.
func (t *tables) onPages(b *site.Belief, a arrivals) *site.Belief {
	w := t.known.watching
	keys := slices.Concat(w.keys, a.joined)
	chance := b.Chance
	b.Chance = make([]float64, len(t.pages))
	for number, key := range keys {
		on := number >= len(w.keys) || w.on(key) == int32(number)
		if p := t.pageAt.get(key); p > 0 && on && number < len(chance) {
			b.Chance[p-1] = chance[number]
		}
	}
	b.Next = slices.DeleteFunc(b.Next, func(c site.NextCheck) bool { return !t.isPage(keys[c.Page]) })
	for i, c := range b.Next {
		b.Next[i].Page = t.pageOf(keys[c.Page])
	}
	return b
}

// summary returns the iterations as their tables show them; a is how the graph
// differs from the list of the last one.
func (w *watching) summary(a arrivals) []site.Iteration {
	all := make([]site.Iteration, len(w.iterations))
	for i := range w.iterations {
		it := &w.iterations[i]
		s := &all[i]
		*s = site.Iteration{Number: it.number, At: it.at, Policy: it.policy, Planned: it.planned,
			Unchanged: len(it.same), Forbidden: it.forbidden, Outage: it.outage, Complete: it.complete}
		for _, v := range it.visits {
			switch {
			case v.Outcome == CheckChanged && v.Difference > 0:
				s.Changed++
			case v.Outcome <= CheckSame: // in its markup alone, or no more than all pages always differ
				s.Unchanged++
			case v.Outcome == CheckGone:
				s.Gone++
			default:
				s.Failed++
			}
		}
		s.Failed -= s.Forbidden
		s.Checked = s.Changed + s.Unchanged + s.Gone
		s.Added, s.Removed = len(a.joined), len(a.left)
		if i+1 < len(w.iterations) {
			s.Added, s.Removed = w.iterations[i+1].joined, len(w.iterations[i+1].left)
		}
	}
	return all
}

// watchNotes are what a user should know of the last iteration.
func (n *known) watchNotes() (notes []string) {
	if !n.checkedAgain() {
		return nil
	}
	it := n.watching.last()
	if it.outage {
		notes = append(notes, fmt.Sprintf("%d of the pages checked were gone at once: this is taken for an outage, "+
			"and the graph shows them as last seen (if they are gone for good, run sitegraph watch --accept-gone)",
			len(it.suspect)))
	}
	if it.forbidden > 0 {
		notes = append(notes, fmt.Sprintf("robots.txt forbids %d of the %s to be checked: "+
			"the graph shows them as last seen", it.forbidden, wording.Count(it.planned, "page", "pages")))
	}
	if place := n.place(n.home()); place > 0 && n.watching.histories[place-1].gone > 0 {
		notes = append(notes, fmt.Sprintf("the home page was not found in the last %d checks of it: "+
			"the graph shows it as last seen; if the site has moved, crawl it at its new address",
			n.watching.histories[place-1].gone))
	}
	return notes
}

// arcTimes collects when the links of a page were seen.
type arcTimes struct {
	links   []linkTimes // by URL
	current []byte      // packed links of the version that is read
	begun   int32       // the iteration that found it; 0 before the first
	last    int32       // the last iteration that found it
	visits  int32       // checks that did
}

// linkTimes is when a link was seen.
type linkTimes struct {
	url    urlID
	weight uint32
	site.Seen
}

// seenArcs reads the journal once for the times of the links, and joins those
// that make an arc.
func (t *tables) seenArcs(g *site.Graph) ([]site.Seen, error) {
	pages := make([]arcTimes, len(t.pages))
	err := t.eachVersion(func(page int, now int32, links []byte) {
		p := &pages[page]
		if links != nil {
			p.flush()
			p.current, p.begun = slices.Clone(links), now
		}
		p.last = now
		p.visits++
	})
	if err != nil {
		return nil, err
	}
	seen := make([]site.Seen, len(g.Targets))
	for i := range pages {
		p := &pages[i]
		p.flush()
		targets, _ := g.Out(i)
		checked := t.known.watching.histories[t.known.place(t.pages[i].key)-1].Checked
		each(t.pages[i].answer.internal, func(url urlID, _ uint32) {
			if to := t.linkedPage(url); to >= 0 {
				at, _ := slices.BinarySearch(targets, uint32(to))
				seen[g.Offsets[i]+at].Join(p.link(url).Seen)
				seen[g.Offsets[i]+at].Checked = checked
			}
		})
	}
	return seen, nil
}

// eachVersion calls f for every visit that found a page of the graph there, with
// its links if it was another version.
func (t *tables) eachVersion(f func(page int, now int32, links []byte)) error {
	now, place := int32(1), 0
	tried := make([]int32, len(t.pages))
	pageOf := func(key urlID) int {
		p := int(t.pageAt.get(key)) - 1
		if p < 0 || tried[p] == now || place >= t.known.records {
			return -1
		}
		tried[p] = now
		return p
	}
	for record, err := range t.journal.Replay() {
		if err != nil {
			return err
		}
		if place >= t.known.records {
			break // what came after the moment that is shown
		}
		switch kind := record[0]; {
		case place < t.known.void:
		case kind == kindIteration:
			now++
		case kind == kindUnchanged:
			c := &codec{buf: record[1:], urls: t.known.urls}
			var all []unchanged
			c.unchanged(&all)
			for _, u := range all {
				if p := pageOf(u.key); p >= 0 {
					f(p, now, nil)
				}
			}
		case isAnswer(kind):
			a, _, err := decodeAnswer(record, t.known.urls)
			if err != nil {
				return fmt.Errorf("record %d of the state: %w", place, err)
			}
			if a.outcome == outPage {
				if p := pageOf(t.known.urls.key(a.url)); p >= 0 {
					f(p, now, a.internal)
				}
			}
		}
		place++
	}
	return nil
}

// flush notes the links of the version that was read.
func (p *arcTimes) flush() {
	if p.begun == 0 {
		return
	}
	each(p.current, func(url urlID, weight uint32) {
		l := p.link(url)
		if l.First == 0 {
			l.First, l.Changed, l.weight = p.begun, p.begun, weight
		}
		if l.weight != weight {
			l.weight, l.Changed = weight, p.begun
			l.Changes++
		}
		l.Last = p.last
		l.Visits += p.visits
	})
	p.begun, p.visits = 0, 0
}

// link returns the times of a link, which are new if there were none.
func (p *arcTimes) link(url urlID) *linkTimes {
	i, ok := slices.BinarySearchFunc(p.links, url, func(l linkTimes, url urlID) int { return cmp.Compare(l.url, url) })
	if !ok {
		p.links = slices.Insert(p.links, i, linkTimes{url: url})
	}
	return &p.links[i]
}
