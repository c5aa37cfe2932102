package export

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

// MaxTimed is the maximum number of arcs in a timeline. With more, the file has gigabytes and Gephi cannot open it.
const MaxTimed = 2_000_000

func hasHistory(c *site.Crawl) bool {
	w := c.Watched
	return w != nil && w.Moments != nil && len(w.Iterations) > 1 && c.Graph.Arcs() <= MaxTimed
}

// writeHistory writes a dynamic GEXF of all iterations, each lasting until the next begins. Normalized URLs
// identify pages. A page or arc that went and came back gets spells. Memory grows with the pages and arcs that ever
// existed and with their changes, not with the iterations.
func writeHistory(o *out, c *site.Crawl, options Options) error {
	h := &history{number: map[string]uint32{}}
	for c, err := range c.Watched.Moments {
		if err = cmp.Or(err, o.ctx.Err()); err == nil {
			err = h.add(c)
		}
		if err != nil {
			return err
		}
	}
	return writeTimeline(o, h.timeline(), options)
}

type history struct {
	site   string
	began  []time.Time
	known  []knownPage
	number map[string]uint32 // indexes in known, by normalized URL
	states runs[state]       // by page
	arcs   runs[uint32]
}

type knownPage struct{ url, key, title string }

func (h *history) add(c *site.Crawl) error {
	i := c.Watched.Iterations[len(c.Watched.Iterations)-1]
	at := wholeUTC(i.At)
	if n := len(h.began); n > 0 && !at.After(h.began[n-1]) {
		return fmt.Errorf("iteration %d of %s began at %s, not after the one before", i.Number, c.Site, writtenTime(at))
	}
	moment := int32(len(h.began))
	h.site, h.began = c.Site, append(h.began, at)
	numbers := h.numbers(c.Graph)
	h.states.add(moment, pageStates(c.Graph, numbers))
	h.arcs.add(moment, weights(c.Graph, numbers))
	return nil
}

// numbers returns the number of each page of the graph and remembers its texts.
func (h *history) numbers(g *site.Graph) []uint32 {
	numbers := make([]uint32, len(g.Pages))
	for i := range g.Pages {
		p := &g.Pages[i]
		n, ok := h.number[p.Key]
		if !ok {
			n = uint32(len(h.known))
			h.known = append(h.known, knownPage{key: strings.Clone(p.Key)})
			h.number[h.known[n].key] = n
		}
		if k := &h.known[n]; k.url != p.URL || k.title != p.Title {
			k.url, k.title = strings.Clone(p.URL), strings.Clone(p.Title)
		}
		numbers[i] = n
	}
	return numbers
}

func pageStates(g *site.Graph, numbers []uint32) iter.Seq2[uint64, state] {
	return func(yield func(uint64, state) bool) {
		for i, in := range g.InDegrees() {
			s := state{level: int32(g.Pages[i].Level), in: int32(in), out: int32(g.OutDegree(i))}
			if !yield(uint64(numbers[i]), s) {
				return
			}
		}
	}
}

func weights(g *site.Graph, numbers []uint32) iter.Seq2[uint64, uint32] {
	return func(yield func(uint64, uint32) bool) {
		for i, source := range numbers {
			targets, weights := g.Out(i)
			for k, t := range targets {
				if !yield(arcKey(source, numbers[t]), weights.At(k)) {
					return
				}
			}
		}
	}
}

func arcKey(source, target uint32) uint64 { return uint64(source)<<32 | uint64(target) }

// runs records which value each key had from which moment to which.
type runs[V comparable] struct {
	last map[uint64]run[V] // runs that last into the latest moment, by key
	over []keyedRun[V]     // runs that ended before, latest last
}

type keyedRun[V any] struct {
	key uint64
	run[V]
}

func (r *runs[V]) add(moment int32, now iter.Seq2[uint64, V]) {
	before := r.last
	r.last = map[uint64]run[V]{}
	for key, value := range now {
		one := run[V]{moment, moment, value}
		if was, there := before[key]; there && was.value == value {
			one.from = was.from
			delete(before, key)
		}
		r.last[key] = one
	}
	r.over = appendRuns(r.over, before)
}

func appendRuns[V any](to []keyedRun[V], runs map[uint64]run[V]) []keyedRun[V] {
	for key, one := range runs {
		to = append(to, keyedRun[V]{key, one})
	}
	return to
}

// all yields every key with its runs in order of time. by orders the keys. all reuses the slice.
func (r *runs[V]) all(by func(a, b uint64) int) iter.Seq2[uint64, []run[V]] {
	all := appendRuns(slices.Clone(r.over), r.last)
	site.Sort(all, func(a, b keyedRun[V]) int { return cmp.Or(by(a.key, b.key), cmp.Compare(a.from, b.from)) })
	return func(yield func(uint64, []run[V]) bool) {
		var one []run[V]
		for i, r := range all {
			one = append(one, r.run)
			if i+1 < len(all) && all[i+1].key == r.key {
				continue
			}
			if !yield(r.key, one) {
				return
			}
			one = one[:0]
		}
	}
}

// timeline orders the pages by their latest depth and normalized URL, like pages of a single crawl.
func (h *history) timeline() timeline {
	level := make([]int32, len(h.known))
	for _, r := range appendRuns(slices.Clone(h.states.over), h.states.last) {
		level[r.key] = r.value.level // the latest run comes last, so it wins
	}
	order := site.UpTo[uint32](len(h.known))
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(level[a], level[b]), strings.Compare(h.known[a].key, h.known[b].key))
	})
	place := make([]uint32, len(h.known))
	for i, n := range order {
		place[n] = uint32(i)
	}
	return timeline{what: "web graphs over time of ", site: h.site, clock: h.clock(),
		pages: h.timedPages(place), arcs: h.timedArcs(place)}
}

func (h *history) timedPages(place []uint32) iter.Seq[timedPage] {
	states := h.states.all(func(a, b uint64) int { return cmp.Compare(place[a], place[b]) })
	return func(yield func(timedPage) bool) {
		for n, states := range states {
			k := h.known[n]
			if !yield(timedPage{url: k.url, key: k.key, title: k.title, states: states}) {
				return
			}
		}
	}
}

func (h *history) timedArcs(place []uint32) iter.Seq[timedArc] {
	placed := func(key uint64) uint64 { return arcKey(place[key>>32], place[uint32(key)]) }
	weights := h.arcs.all(func(a, b uint64) int { return cmp.Compare(placed(a), placed(b)) })
	return func(yield func(timedArc) bool) {
		for key, weights := range weights {
			a := timedArc{source: int(place[key>>32]) + 1, target: int(place[uint32(key)]) + 1, weights: weights}
			if !yield(a) {
				return
			}
		}
	}
}

// clock shows each iteration until the next begins. It counts in days unless two iterations begin on the same day.
// Dates and times share a format: networkx knows no other one for times, and Gephi reads both alike.
func (h *history) clock() clock {
	const day = 24 * time.Hour
	unit, layout := day, time.DateOnly
	for i := 1; i < len(h.began); i++ {
		if h.began[i].Truncate(day).Equal(h.began[i-1].Truncate(day)) {
			unit, layout = time.Second, time.RFC3339
		}
	}
	c := clock{format: "date"}
	for i, at := range h.began {
		end := at
		if i+1 < len(h.began) {
			end = h.began[i+1].Add(-unit)
		}
		c.moments = append(c.moments, interval{at.Format(layout), end.Format(layout)})
	}
	return c
}
