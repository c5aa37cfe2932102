package graph

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Watched returns when the pages and arcs of the finished crawl were seen, or nil for a site that is not watched.
// believe returns a policy's belief about it.
func (t *Tables) Watched(g *site.Graph, believe func(*evidence.History) *site.Belief) (*site.Watched, error) {
	keys := make([]evidence.URLID, len(t.Pages))
	for i, p := range t.Pages {
		keys[i] = p.Key
	}
	s := t.SeenBy(keys, func(key evidence.URLID) int { return int(t.PageAt.Get(key)) - 1 })
	out := s.Watched(believe)
	if out == nil {
		return nil, nil
	}
	var err error
	out.Arcs, err = t.seenArcs(g, s)
	return out, err
}

// SeenPages are pages whose visits the caller wants to know.
type SeenPages struct {
	*Tables
	keys []evidence.URLID             // keys of the pages
	at   func(key evidence.URLID) int // returns the index of a key in keys, or -1
}

// SeenBy returns the pages with these keys. at returns the index of a key, or -1 for any other key.
func (t *Tables) SeenBy(keys []evidence.URLID, at func(key evidence.URLID) int) SeenPages {
	return SeenPages{t, keys, at}
}

// Watched returns when the pages were seen, without their arcs, and what a policy believes about them. It is nil if the
// site is not watched.
func (s SeenPages) Watched(believe func(*evidence.History) *site.Belief) *site.Watched {
	n := s.Known
	if n.Watching == nil {
		return nil
	}
	a := ArrivalsOf(n, s.Builder)
	out := &site.Watched{Iterations: n.Watching.Summary(a)}
	for _, key := range s.keys {
		out.Pages = append(out.Pages, n.Watching.Histories[n.Place(key)-1].Seen)
	}
	if believe != nil {
		next := evidence.Iteration{At: n.Watching.Following()}
		out.Belief = s.onPages(believe(n.History(a, len(Others(n, s.Builder)), &next)), a)
	}
	return out
}

// onPages converts a belief about pages on the list to one about these pages.
func (s SeenPages) onPages(b *site.Belief, a evidence.Arrivals) *site.Belief {
	w := s.Known.Watching
	keys := slices.Concat(w.Keys, a.Joined)
	chance := b.Chance
	b.Chance = make([]float64, len(s.keys))
	for number, key := range keys {
		on := number >= len(w.Keys) || w.On(key) == int32(number)
		if p := s.at(key); p >= 0 && on && number < len(chance) {
			b.Chance[p] = chance[number]
		}
	}
	b.Next = slices.DeleteFunc(b.Next, func(c site.NextCheck) bool { return s.at(keys[c.Page]) < 0 })
	for i, c := range b.Next {
		b.Next[i].Page = s.at(keys[c.Page])
	}
	return b
}

// Links returns when the links of each page were seen, merged by target.
func (s SeenPages) Links() (all [][]site.SeenLink, err error) {
	pages, err := s.linkTimes()
	for i := range pages {
		var links []site.SeenLink
		at := map[evidence.URLID]int{}
		place := s.Known.Place(s.keys[i]) - 1
		s.Known.URLs.EachInside(s.Known.Answers[place].Links, func(url evidence.URLID, _ uint32) {
			key := s.Known.URLs.Key(url)
			if _, known := at[key]; !known {
				at[key], links = len(links), append(links, site.SeenLink{Key: s.Known.URLs.String(key)})
			}
			one := &links[at[key]]
			one.Join(pages[i].link(url).Seen)
			one.Checked = s.Known.Watching.Histories[place].Checked
		})
		all = append(all, links)
	}
	return all, err
}

// arcTimes collects the times at which a page's links were seen.
type arcTimes struct {
	links   []linkTimes // sorted by URL
	current []byte      // packed links of the version being read
	begun   int32       // iteration that found it; 0 before the first
	last    int32       // last iteration that found it
	visits  int32       // number of checks that found it
}

type linkTimes struct {
	url    evidence.URLID
	weight uint32
	site.Seen
}

// seenArcs returns when the arcs of a graph were seen, according to their links.
func (t *Tables) seenArcs(g *site.Graph, s SeenPages) ([]site.Seen, error) {
	pages, err := s.linkTimes()
	if err != nil {
		return nil, err
	}
	seen := make([]site.Seen, len(g.Targets))
	for i := range pages {
		p := &pages[i]
		checked := t.Known.Watching.Histories[t.Known.Place(t.Pages[i].Key)-1].Checked
		t.Known.URLs.EachInside(t.Pages[i].Answer.Links, func(url evidence.URLID, _ uint32) {
			if to := t.linkedPage(url); to >= 0 {
				at, _ := g.Arc(i, to)
				seen[at].Join(p.link(url).Seen)
				seen[at].Checked = checked
			}
		})
	}
	return seen, nil
}

// linkTimes reads the journal once for the times of the links of each page.
func (s SeenPages) linkTimes() ([]arcTimes, error) {
	pages := make([]arcTimes, len(s.keys))
	err := s.eachVersion(func(page int, now int32, links []byte) {
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
	for i := range pages {
		pages[i].flush()
	}
	return pages, nil
}

// eachVersion calls f for every visit that found one of the pages. links is nil if the version was unchanged.
func (s SeenPages) eachVersion(f func(page int, now int32, links []byte)) error {
	now, place := int32(1), 0
	tried := make([]int32, len(s.keys))
	pageOf := func(key evidence.URLID) int {
		p := s.at(key)
		if p < 0 || tried[p] == now || place >= s.Known.Records {
			return -1
		}
		tried[p] = now
		return p
	}
	for record, err := range s.Journal.Replay() {
		if err != nil {
			return err
		}
		if place >= s.Known.Records {
			break // later than the moment that is shown
		}
		switch kind := record[0]; {
		case !s.Known.Has(place):
		case kind == evidence.KindIteration:
			now++
		case kind == evidence.KindUnchanged:
			c := &evidence.Codec{Buf: record[1:], URLs: s.Known.URLs}
			var all []evidence.Unchanged
			c.Unchanged(&all)
			for _, u := range all {
				if p := pageOf(u.Key); p >= 0 {
					f(p, now, nil)
				}
			}
		case evidence.IsAnswer(kind):
			a, _, err := evidence.DecodeAnswer(record, s.Known.URLs)
			if err != nil {
				return fmt.Errorf("record %d of the state: %w", place, err)
			}
			if a.Outcome == evidence.OutPage {
				if p := pageOf(s.Known.URLs.Key(a.URL)); p >= 0 {
					f(p, now, s.Known.URLs.PackedInside(a.Links))
				}
			}
		}
		place++
	}
	return nil
}

func (p *arcTimes) flush() {
	if p.begun == 0 {
		return
	}
	evidence.Each(p.current, func(url evidence.URLID, weight uint32) {
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

// link returns the times of a link, and adds the link if it is new.
func (p *arcTimes) link(url evidence.URLID) *linkTimes {
	i, ok := slices.BinarySearchFunc(p.links, url, func(l linkTimes,
		url evidence.URLID) int {
		return cmp.Compare(l.url, url)
	})
	if !ok {
		p.links = slices.Insert(p.links, i, linkTimes{url: url})
	}
	return &p.links[i]
}

// ArrivalsOf returns the pages that join and leave the list of a watched site, according to a graph.
func ArrivalsOf(n *evidence.Known, graph *Builder) (a evidence.Arrivals) {
	on := func(evidence.URLID) bool { return false }
	if w := n.Watching; w != nil {
		on = func(key evidence.URLID) bool { return w.On(key) >= 0 }
		for page, key := range w.Keys {
			if w.On(key) == int32(page) && !graph.isPage(key) {
				a.Left = append(a.Left, int32(page))
			}
		}
	}
	for _, p := range graph.Pages {
		if !on(p.Key) {
			a.Joined = append(a.Joined, p.Key)
		}
	}
	n.URLs.Sort(a.Joined)
	return a
}

// Others returns the URLs of a graph that have an answer but are not pages, the longest unrequested first. It leaves
// out URLs that robots.txt forbids.
func Others(n *evidence.Known, graph *Builder) (keys []evidence.URLID) {
	looked := lookedAt(graph)
	// settled reports whether a key has an answer from the site and is part of the graph, as a page or not, or was
	// requested only because of a sitemap.
	settled := func(key evidence.URLID) bool {
		a, found := graph.Known.Answer(key), graph.Found
		return a != nil && a.Outcome != evidence.OutForbidden && (found.Seen(key) && !graph.ignored(key) || looked[key])
	}
	for key := range evidence.URLID(n.URLs.Len()) {
		if settled(key) && !graph.isPage(key) {
			keys = append(keys, key)
		}
	}
	tried := func(key evidence.URLID) int32 { return n.Watching.Histories[n.Place(key)-1].Tried }
	slices.SortFunc(keys, func(a, b evidence.URLID) int {
		return cmp.Or(cmp.Compare(tried(a), tried(b)), bytes.Compare(n.URLs.Bytes(a), n.URLs.Bytes(b)))
	})
	return keys
}
