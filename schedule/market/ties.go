package market

// settle replaces the assignment by the first of all equally good ones: the
// lowest buyer gets the first URL it can have in any of them, then the next
// buyer, and so on; buying nothing comes last. Every assignment that gives
// each buyer one of its preferred URLs (or nothing, if its payoff is 0) and
// sells all URLs with a price is equally good, and there are no others.
func (l *exchange) settle() {
	t := &ties{
		exchange: l,
		best:     make([]int64, l.buyers),
		next:     make([]int, l.buyers),
		reach:    make([]bool, l.buyers+1),
	}
	for q := range l.buyers {
		t.best[q] = l.best(q)
	}
	for q := range l.buyers {
		t.improve(q)
	}
}

// ties looks for other assignments at the same prices. They differ from the
// present one by circles: everybody takes what the next one has. The pool is
// one more member of circles: it has the unsold URLs, and takes any URL of
// price 0 or the buying nothing of a buyer.
type ties struct {
	*exchange
	best []int64
	// next holds the member whose place each member can take, on a way that
	// ends at the buyer to be improved; reach marks the members on such ways.
	// The last one of reach is the pool.
	next  []int
	reach []bool
	// poolNext is the buyer whose place the pool takes.
	poolNext int
	line     []int
	// way and places are the buyers of a circle and what they get.
	way, places []int
}

// prefers reports whether URL p is among the best for buyer q.
func (t *ties) prefers(q, p int) bool {
	g, ok := t.gain(q, p)
	return ok && g == t.best[q]
}

// improve gives buyer q the first URL that it can have while nobody before it
// changes.
func (t *ties) improve(q int) {
	first := -1
	for p := range t.sellers {
		if p == t.buys[q] {
			break
		}
		if t.prefers(q, p) && (t.sold[p] < 0 || t.sold[p] > q) {
			first = p
			break
		}
	}
	if first < 0 {
		return
	}
	t.explore(q)
	for p := first; p < t.sellers && p != t.buys[q]; p++ {
		if !t.prefers(q, p) {
			continue
		}
		if owner := t.sold[p]; owner < 0 && t.reach[t.buyers] || owner > q && t.reach[owner] {
			t.turn(q, p)
			return
		}
	}
}

// explore finds all members from whom a way leads to buyer q, without the
// buyers before it.
func (t *ties) explore(q int) {
	clear(t.reach)
	t.line = append(t.line[:0], q)
	t.reach[q] = true
	for i := 0; i < len(t.line); i++ {
		at := t.line[i]
		if at == t.buyers {
			t.intoPool(q)
			continue
		}
		held := t.buys[at]
		if held < 0 || t.prices[held] == 0 {
			if !t.reach[t.buyers] {
				t.poolNext = at
			}
			t.mark(t.buyers)
		}
		if held < 0 {
			continue
		}
		for r := q + 1; r < t.buyers; r++ {
			if !t.reach[r] && t.prefers(r, held) {
				t.next[r] = at
				t.mark(r)
			}
		}
	}
}

// intoPool marks the buyers who could take an unsold URL, or nothing.
func (t *ties) intoPool(q int) {
	for r := q + 1; r < t.buyers; r++ {
		if !t.reach[r] && (t.best[r] == 0 || t.unsold(r) >= 0) {
			t.next[r] = t.buyers
			t.mark(r)
		}
	}
}

func (t *ties) mark(member int) {
	if !t.reach[member] {
		t.reach[member] = true
		t.line = append(t.line, member)
	}
}

// unsold is the first unsold URL that buyer q prefers, -1 if there is none.
func (t *ties) unsold(q int) int {
	for p := range t.sellers {
		if t.sold[p] < 0 && t.prefers(q, p) {
			return p
		}
	}
	return -1
}

// turn gives URL p to buyer q, and everybody on the way from the one who had
// it what the next one had.
func (t *ties) turn(q, p int) {
	t.way = append(t.way[:0], q)
	t.places = append(t.places[:0], p)
	at := t.buyers
	if owner := t.sold[p]; owner >= 0 {
		at = owner
	}
	for at != q {
		if at == t.buyers {
			at = t.poolNext
			continue
		}
		t.way = append(t.way, at)
		if t.next[at] == t.buyers {
			t.places = append(t.places, t.unsold(at))
		} else {
			t.places = append(t.places, t.buys[t.next[at]])
		}
		at = t.next[at]
	}
	for i, r := range t.way {
		t.trade(r, t.places[i])
	}
}
