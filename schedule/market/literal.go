package market

// literalRounds is where mode literal gives up.
const literalRounds = 1000

// literalError is how far apart equal payoffs may be after many steps.
const literalError = 1e-9

// clearLiteral is the document's own loop (section 2.3): lines from every
// buyer to all its best URLs, an end when as many URLs have a line as there are
// buyers or URLs, whichever are fewer; else the price of every URL with more
// than one line rises by the step. It has two faults, which are the reason to
// keep it only for comparison: lines to enough URLs are no proof that everybody
// can be served, and with values that are no multiples of the step the loop may
// never end; after 1000 rounds mode exact takes over.
//
// The document speaks of equal numbers only. Here a buyer that wants no URL at
// all is not waited for. At the end the lines are served as well as they can
// be, at most one URL a buyer, without those whose payoff has come below 0.
// Values are the real ones. Prices are left as the loop leaves them, those of
// unsold URLs too.
func clearLiteral(c Case, step float64) Clearing {
	l := &lines{Case: c, prices: make([]float64, c.Sellers), count: make([]int, c.Sellers)}
	l.drawn = make([]bool, len(c.Values))
	for round := 1; round <= literalRounds; round++ {
		if l.draw() {
			return Clearing{Buys: l.serve(), Prices: l.prices, Rounds: round}
		}
		for p, n := range l.count {
			if n > 1 {
				l.prices[p] += step
			}
		}
	}
	r := clearExact(c, step)
	r.Rounds, r.GaveUp = literalRounds, true
	return r
}

// lines is the document's bipartite graph.
type lines struct {
	Case
	prices []float64
	drawn  []bool
	// count is the number of lines of each URL.
	count []int
	tried []bool
}

// draw draws the lines and reports whether enough URLs have one.
func (l *lines) draw() bool {
	clear(l.drawn)
	clear(l.count)
	bidders := 0
	for q := range l.Buyers {
		best, any := l.best(q)
		if !any {
			continue
		}
		bidders++
		for p := range l.Sellers {
			if l.wanted(q, p) && l.value(q, p)-l.prices[p] >= best-literalError {
				l.drawn[q*l.Sellers+p] = true
				l.count[p]++
			}
		}
	}
	lined := 0
	for _, n := range l.count {
		if n > 0 {
			lined++
		}
	}
	return lined >= min(bidders, l.Sellers)
}

// best is the greatest payoff of buyer q, below 0 or not, and whether there is
// any URL that it wants.
func (l *lines) best(q int) (float64, bool) {
	best, any := 0.0, false
	for p := range l.Sellers {
		if payoff := l.value(q, p) - l.prices[p]; l.wanted(q, p) && (!any || payoff > best) {
			best, any = payoff, true
		}
	}
	return best, any
}

// serve finds a largest assignment along the lines, lowest buyers first.
func (l *lines) serve() []int {
	buys, sold := nothing(l.Buyers), nothing(l.Sellers)
	l.tried = make([]bool, l.Sellers)
	for q := range buys {
		clear(l.tried)
		l.augment(q, sold)
	}
	for p, q := range sold {
		if q >= 0 {
			buys[q] = p
		}
	}
	return buys
}

// augment serves buyer q, moving others if need be (H. W. Kuhn's method, 1955,
// without recursion: breadth first).
func (l *lines) augment(root int, sold []int) {
	from := nothing(l.Sellers)
	queue := []int{root}
	for i := 0; i < len(queue); i++ {
		q := queue[i]
		for p := range l.Sellers {
			if !l.drawn[q*l.Sellers+p] || l.tried[p] || l.value(q, p) < l.prices[p]-literalError {
				continue
			}
			l.tried[p], from[p] = true, q
			if sold[p] >= 0 {
				queue = append(queue, sold[p])
				continue
			}
			l.shift(root, p, from, sold)
			return
		}
	}
}

// shift gives URL p to the buyer before it on the way, whose URL goes to the
// buyer before that, and so on.
func (l *lines) shift(root, p int, from, sold []int) {
	for {
		q := from[p]
		before := -1
		for other, owner := range sold {
			if owner == q && other != p {
				before = other
			}
		}
		sold[p] = q
		if q == root {
			return
		}
		p = before
	}
}
