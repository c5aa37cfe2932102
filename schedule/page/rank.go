package page

import (
	"math"
	"slices"
)

// plan says how rank makes keys of estimates.
type plan struct {
	// siblings is the share of an unread page's value that goes to the pages
	// linked beside it; if 0, there is no second estimate.
	siblings float64
	// deeper is what a key is multiplied by for every level.
	deeper float64
}

// plainPlan is the PageRank of the known graph and nothing else; autoPlan is
// the best found, see docs/policies.md.
var (
	plainPlan = plan{deeper: 1}
	autoPlan  = plan{siblings: 0.6, deeper: 0.75}
)

// rank reads the page of greatest PageRank in the graph of what is known: the
// links of pages read. A page not read, or without links, passes its value to
// all known pages alike. In the second estimate it passes most of it to its
// siblings instead, the pages that those link to that link to it: pages that
// stand in one list link to each other more than to others, and a page in the
// middle of much that is unread has more links to expect. The key is the
// greater of the two, times a factor for every level.
//
// Power iteration goes on from the last values, at every reading up to 40, and
// then whenever a fortieth more is read (a tenth beyond 4000). In between, a
// page read gives its links their part at once, as cash.
type rank struct {
	plan  plan
	links links
	// in counts the pages read that link to a page.
	in    []uint32
	level []uint8
	x     []pair
	// even is what every page has beside the links.
	even pair
	// due is the number of pages read at which to iterate again.
	due int
}

// pair is a value in both estimates.
type pair struct{ plain, beside float64 }

func (p *pair) add(q pair) { p.plain += q.plain; p.beside += q.beside }

// plus multiplies and adds; the conversions keep processors from fusing.
func (p pair) plus(f float64, q pair) pair {
	return pair{p.plain + float64(f*q.plain), p.beside + float64(f*q.beside)}
}

// deepest is the level at which the factor stops to fall.
const deepest = 60

func (k *rank) discovered(o *once, page uint32) float64 {
	k.links.grow()
	k.in = append(k.in, 0)
	k.level = append(k.level, 0)
	k.x = append(k.x, k.even)
	return k.key(page)
}

func (k *rank) key(page uint32) float64 {
	v := k.x[page]
	return max(v.plain, v.beside) * math.Pow(k.plan.deeper, float64(k.level[page]))
}

func (k *rank) read(o *once, page uint32, list []uint32) {
	for _, t := range k.links.of(page) {
		k.in[t]--
	}
	k.links.set(page, list)
	below := min(k.level[page]+1, deepest)
	part := pair{}.plus((1-o.options.Delta)/float64(max(len(list), 1)), k.x[page])
	for _, t := range list {
		k.in[t]++
		if k.in[t] == 1 && o.standing[t] == unread || k.level[t] > below {
			k.level[t] = below
		}
		k.x[t].add(part)
		if o.standing[t] == unread {
			o.want(t, k.key(t))
		}
	}
}

func (k *rank) lost(o *once, page uint32) {
	for _, t := range k.links.of(page) {
		k.in[t]--
	}
	k.links.set(page, nil)
	k.x[page] = pair{}
}

func (k *rank) revived(_ *once, page uint32) { k.x[page] = k.even }

func (k *rank) settle(o *once) {
	if o.count[read] < k.due {
		return
	}
	done, rounds, step := o.count[read], 12, 1
	switch {
	case done < 40:
		rounds = 25
	case done < 4000:
		step += done / 40
	default:
		step += done / 10
		rounds = 6
	}
	k.due = done + step
	k.x, k.even = k.iterate(o, k.x, rounds)
	for _, p := range o.front.heap {
		o.front.key[p] = k.key(p)
	}
	o.front.order()
}

// iterate returns the values after some rounds of power iteration.
func (k *rank) iterate(o *once, from []pair, rounds int) (x []pair, even pair) {
	pages := float64(o.live())
	x, y := slices.Clone(from), make([]pair, o.len())
	k.normalise(o, x)
	for range rounds {
		lost := k.flow(o, x, y)
		d := 1 - o.options.Delta
		jump := o.options.Delta / pages
		even = pair{jump, jump}.plus(d/pages, lost)
		for i := range y {
			if o.standing[i] == gone {
				y[i] = pair{}
			} else {
				y[i] = even.plus(d, y[i])
			}
		}
		k.normalise(o, y)
		x, y = y, x
	}
	return x, even
}

// flow moves all values along the links and returns what is left over for all
// pages alike.
func (k *rank) flow(o *once, x, y []pair) (lost pair) {
	clear(y)
	for i, v := range x {
		list := k.links.of(uint32(i))
		switch {
		case o.standing[i] == unread:
			lost.plain += v.plain
			if k.in[i] > 0 {
				v.beside *= 1 - k.plan.siblings
			}
			lost.beside += v.beside
		case len(list) == 0:
			lost.add(v)
		default:
			v.beside += k.returned(o, x, list)
			part := pair{}.plus(1/float64(len(list)), v)
			for _, t := range list {
				y[t].add(part)
			}
		}
	}
	for i, s := range o.standing {
		if s == gone {
			lost.add(y[i])
		}
	}
	return lost
}

// returned is what unread pages pass to a page that links to them, for it to
// pass to their siblings.
func (k *rank) returned(o *once, x []pair, list []uint32) float64 {
	if k.plan.siblings == 0 {
		return 0
	}
	back := 0.0
	for _, t := range list {
		if o.standing[t] == unread {
			back += x[t].beside / float64(k.in[t])
		}
	}
	return k.plan.siblings * back
}

// normalise divides the values by their sums.
func (k *rank) normalise(o *once, x []pair) {
	var plain, beside sum
	for _, v := range x {
		plain.add(v.plain)
		beside.add(v.beside)
	}
	p, b := plain.value(), beside.value()
	for i := range x {
		switch {
		case p > 0 && b > 0:
			x[i].plain /= p
			x[i].beside /= b
		case o.standing[i] != gone:
			x[i] = pair{1 / float64(o.live()), 1 / float64(o.live())}
		}
	}
}

// importance is the PageRank of the known graph, to about 1e-7 in sum.
func (k *rank) importance(o *once) []float64 {
	x, _ := k.iterate(o, k.x, 100)
	values := make([]float64, o.len())
	for i, v := range x {
		values[i] = v.plain
	}
	return shares(values, func(i int) bool { return o.standing[i] != gone }, o.live())
}

func (k *rank) save(w *writer) {
	k.links.save(w)
	w.bytes(k.level)
	for _, v := range append([]pair{k.even}, k.x...) {
		w.float(v.plain)
		w.float(v.beside)
	}
	w.number(uint64(k.due))
}

func (k *rank) load(o *once, r *reader) {
	n := o.len()
	k.links.load(r, n)
	k.level = append([]uint8(nil), r.bytes()...)
	if len(k.level) != n || r.err != nil {
		r.fail("%d levels for %d pages", len(k.level), n)
		return
	}
	k.in = inDegrees(&k.links, n)
	k.even = pair{r.real(), r.real()}
	k.x = make([]pair, n)
	for i := range k.x {
		k.x[i] = pair{r.real(), r.real()}
		k.level[i] = min(k.level[i], deepest)
	}
	k.due = int(min(r.number(), math.MaxInt32))
}

func (k *rank) fresh() rule { return &rank{plan: k.plan} }
