package market

import (
	"cmp"
	"math"
	"slices"

	"sitegraph/site"
)

// Due returns the time of the next market, or infinity without markets.
func (c *Agents) Due() float64 {
	if c.scheme.trade == nil {
		return math.Inf(1)
	}
	return c.due
}

// Hold holds a market if one is due. Agents that have reached their target and can fetch more buy URLs that others
// cannot fetch. It returns false without URLs or buyers, and does not set the market's time. Sums are in units of
// 1e-12, so that they are equal if nothing was lost. The optimum is the best trade among the URLs and buyers let in.
func (c *Agents) Hold(now float64) (site.Market, bool) {
	if !(now >= c.Due() && now < maxAmount) {
		return site.Market{}, false
	}
	next := c.options.Interval * (math.Floor(now/c.options.Interval) + 1)
	c.due = max(next, math.Nextafter(now, math.Inf(1)))

	offers, bought := c.offers(now), make([]int, len(c.agents))
	buyers := c.buyers(now, bought)
	m := site.Market{Offered: len(offers), Buyers: len(buyers)}
	if m.Offered == 0 || m.Buyers == 0 {
		return m, false
	}
	demand := c.demand(buyers, offers)
	for range c.options.Lots {
		before := len(m.Sales)
		c.sell(&m, buyers, demand)
		if len(m.Sales) == before {
			break
		}
		for _, s := range m.Sales[before:] {
			bought[s.To]++
		}
		buyers = c.buyers(now, bought)
	}
	return m, true
}

// offers returns the worst relevant URLs, for which their owners lack energy, and spare URLs for sale. An owner without
// life, energy or space offers all its relevant URLs.
func (c *Agents) offers(now float64) (urls []int) {
	for q := range c.agents {
		left := c.pagesLeft(q, now)
		for i, p := range c.tidy(q) {
			if i >= left && !p.spare {
				urls = append(urls, p.lot)
			}
		}
		a := &c.agents[q]
		a.foreign = slices.DeleteFunc(a.foreign, func(i int) bool { return !c.keeps(q, i) })
		urls = append(urls, a.foreign...)
	}
	return urls
}

// buyers returns the agents that have reached their target and can fetch more pages than they have just bought.
func (c *Agents) buyers(now float64, bought []int) (agents []int) {
	for q, a := range c.agents {
		if a.stored >= a.target && c.pagesLeft(q, now) > bought[q] {
			agents = append(agents, q)
		}
	}
	return agents
}

func (c *Agents) sell(m *site.Market, buyers []int, d *demand) {
	urls := d.shortlist(buyers)
	if !c.options.Whole {
		buyers, urls = c.reduce(buyers, urls)
	}
	deal := Market{Buyers: len(buyers), Sellers: len(urls)}
	for _, q := range buyers {
		deal.Values = append(deal.Values, site.Each(urls, func(i int) float64 { return c.wish(q, i) })...)
	}
	r := c.scheme.trade(c, deal)
	value, optimum := deal.judge(r)
	m.Value, m.Optimum = m.Value+value, m.Optimum+optimum
	for b, p := range r.Buys {
		if p >= 0 {
			m.Sales = append(m.Sales, c.hand(urls[p], buyers[b], r.Prices[p]))
			d.sold[urls[p]] = true
		}
	}
}

// wish returns v(q,p), or -1 if agent q owns or once sold URL i, or does not find it relevant. If agents could buy back
// URLs, two with full queues would sell each other the same URL for ever, and live on the time and space they win.
func (c *Agents) wish(q, i int) float64 {
	l := &c.urls[i]
	if v := l.values[q]; l.owner != q && !slices.Contains(l.sellers, q) && v >= c.options.Understanding {
		return v
	}
	return -1
}

func (c *Agents) hand(i, to int, price float64) site.Sale {
	l := &c.urls[i]
	s := site.Sale{URL: l.url, From: l.owner, To: to,
		SellerValue: max(0, l.values[l.owner]), Value: l.values[to], Price: price}
	l.sellers = append(l.sellers, l.owner)
	l.owner, l.spare = to, false
	buyer := &c.agents[to]
	buyer.ends = min(buyer.ends+c.options.WonTime, maxAmount)
	buyer.space = min(buyer.space+c.options.WonSpace, maxAmount)
	c.enqueue(i)
	return s
}

func byMatching(c *Agents, deal Market) Clearing { return c.matching(deal, c.options.Step) }

// byChance gives the buyers, in random order, random URLs that they want.
func (c *Agents) byChance(deal Market) Clearing {
	r := Clearing{Buys: slices.Repeat([]int{-1}, deal.Buyers), Prices: make([]float64, deal.Sellers)}
	left := c.random.Perm(deal.Sellers)
	for _, q := range c.random.Perm(deal.Buyers) {
		i := slices.IndexFunc(left, func(p int) bool { return deal.value(q, p) >= 0 })
		if i >= 0 {
			r.Buys[q] = left[i]
			left = slices.Delete(left, i, i+1)
		}
	}
	return r
}

// State is the state of an agent.
type State struct {
	// Energy is the energy left. Ends is the end of its life, on the clock of Next.
	Energy, Ends float64
	// Stored counts its relevant pages. Used is their size in bytes.
	Stored int
	Used   int64
	// Waiting counts the URLs in its queue.
	Waiting int
}

// Lacks returns the reason why an agent cannot fetch anything, or "".
func (c *Agents) Lacks(agent int, now float64) site.Ending {
	switch a := &c.agents[agent]; {
	case !(now < a.ends):
		return site.EndedLifetime
	case !c.lives(agent, now):
		return site.EndedSpace
	case c.pagesLeft(agent, now) == 0:
		return site.EndedEnergy
	}
	return ""
}

// State returns an agent's state. This takes a millisecond for a hundred thousand queued URLs.
func (c *Agents) State(agent int) State {
	a, waiting := &c.agents[agent], 0
	for _, p := range a.queue {
		if c.waits(agent, p) {
			waiting++
		}
	}
	return State{c.energy(agent), a.ends, a.stored, a.used, waiting}
}

// Queued is a URL that waits for an agent.
type Queued struct {
	URL     string  // as in Link
	Value   float64 // value to the agent, 0 to 1
	Foreign bool    // the agent keeps it only to sell it
}

// Waiting returns the URLs in an agent's queue, best first, then URLs kept only for sale, in the order found. A URL
// that several agents may take is in all their queues.
func (c *Agents) Waiting(agent int) (all []Queued) {
	for _, p := range c.queued(agent) {
		all = append(all, Queued{URL: c.urls[p.lot].url, Value: p.value})
	}
	for _, i := range c.agents[agent].foreign {
		if l := &c.urls[i]; c.keeps(agent, i) && !c.has(agent, l) {
			all = append(all, Queued{l.url, max(0, l.values[agent]), true})
		}
	}
	return all
}

func (c *Agents) waits(agent int, p place) bool { return c.current(agent, p) && !c.taken(p.lot) }

func (c *Agents) queued(agent int) []place {
	return slices.DeleteFunc(slices.Clone(c.tidy(agent)), func(p place) bool { return c.taken(p.lot) })
}

// demand has the offered URLs that buyers want.
type demand struct {
	offers []int
	// wanted has, for each agent, the places in offers of the URLs it wants, best first, as far as they can make a
	// difference.
	wanted [][]place
	sold   map[int]bool
}

// demand collects the wishes of the buyers. In each coming market, each of n buyers needs only the n remaining URLs
// that it likes best, since the others take at most n-1 of them.
func (c *Agents) demand(buyers, offers []int) *demand {
	d := &demand{offers: offers, wanted: make([][]place, len(c.agents)), sold: map[int]bool{}}
	most := min(len(buyers)*c.options.Lots, len(offers))
	for at, i := range offers {
		for _, q := range buyers {
			if v := c.wish(q, i); v >= 0 {
				d.wanted[q] = append(d.wanted[q], place{value: v, lot: at})
			}
			if len(d.wanted[q]) == 2*most {
				d.cut(q, most)
			}
		}
	}
	for _, q := range buyers {
		d.cut(q, most)
	}
	return d
}

// cut keeps only the URLs that an agent wants most.
func (d *demand) cut(q, most int) {
	slices.SortFunc(d.wanted[q], place.compare)
	d.wanted[q] = d.wanted[q][:min(most, len(d.wanted[q]))]
}

// shortlist returns the remaining URLs that can make a difference, in the order offered.
func (d *demand) shortlist(buyers []int) (urls []int) {
	var places []int
	for _, q := range buyers {
		left := len(buyers)
		for _, p := range d.wanted[q] {
			if left > 0 && !d.sold[d.offers[p.lot]] {
				places = append(places, p.lot)
				left--
			}
		}
	}
	slices.Sort(places)
	return site.Each(slices.Compact(places), func(at int) int { return d.offers[at] })
}

// reduce drops buyers who want nothing and URLs that nobody wants. Then it cuts the market to equal numbers, to the
// buyers with most energy or the URLs with the greatest best value, and keeps their order.
func (c *Agents) reduce(buyers, urls []int) (fewerBuyers, fewerURLs []int) {
	best := make(map[int]float64, len(urls))
	eager := make(map[int]bool, len(buyers))
	for _, i := range urls {
		best[i] = -1
		for _, q := range buyers {
			wish := c.wish(q, i)
			best[i] = max(best[i], wish)
			eager[q] = eager[q] || wish >= 0
		}
	}
	urls = slices.DeleteFunc(slices.Clone(urls), func(i int) bool { return best[i] < 0 })
	buyers = slices.DeleteFunc(slices.Clone(buyers), func(q int) bool { return !eager[q] })
	n := min(len(buyers), len(urls))
	buyers = first(buyers, n, c.energy)
	return buyers, first(urls, n, func(i int) float64 { return best[i] })
}

// first returns the n members with the greatest worth in their old order. It prefers the earlier of equals.
func first(all []int, n int, worth func(int) float64) []int {
	best := slices.Clone(all)
	slices.SortStableFunc(best, func(i, j int) int { return cmp.Compare(worth(j), worth(i)) })
	return slices.DeleteFunc(slices.Clone(all), func(i int) bool { return !slices.Contains(best[:n], i) })
}
