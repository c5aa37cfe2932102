package market

import (
	"cmp"
	"math"
	"slices"
)

// Sale is a URL sold.
type Sale struct {
	// URL goes from one agent to another.
	URL      string
	From, To int
	// Value is what the URL is worth to the buyer, Price its price. Nobody pays
	// the price: it only decides who buys (the document gives no way to pay).
	Value, Price float64
	lot          int
}

// Session is what happened when markets were due.
type Session struct {
	// Offered counts the URLs that their owners could not fetch, Buyers the
	// agents that could buy.
	Offered, Buyers int
	// Sales are ordered by market, then by buyer.
	Sales []Sale
}

// Due is the time of the next market, infinite where there are none.
func (c *Agents) Due() float64 {
	if c.scheme.trade == nil {
		return math.Inf(1)
	}
	return c.due
}

// Hold holds a market if one is due: the URLs that agents cannot fetch are sold
// to agents that have reached their target and can fetch more. It returns false
// if no market is due, or there are no URLs or no buyers.
func (c *Agents) Hold(now float64) (Session, bool) {
	if !(now >= c.Due() && now < maxAmount) {
		return Session{}, false
	}
	next := c.options.Interval * (math.Floor(now/c.options.Interval) + 1)
	c.due = max(next, math.Nextafter(now, math.Inf(1)))

	offers, bought := c.offers(now), make([]int, len(c.agents))
	m := Session{Offered: len(offers), Buyers: len(c.buyers(now, bought))}
	if m.Offered == 0 || m.Buyers == 0 {
		return m, false
	}
	for range c.options.Lots {
		sales := c.sell(c.buyers(now, bought), offers)
		if len(sales) == 0 {
			break
		}
		for _, s := range sales {
			offers = slices.DeleteFunc(offers, func(i int) bool { return i == s.lot })
			bought[s.To]++
		}
		m.Sales = append(m.Sales, sales...)
	}
	return m, true
}

// offers are the queued URLs that their owners cannot fetch: the worst of a
// queue that is longer than the owner's energy allows, or all if the owner has
// no life, energy or space left.
func (c *Agents) offers(now float64) (urls []int) {
	for q := range c.agents {
		places := c.tidy(q)
		for _, p := range places[min(len(places), c.pagesLeft(q, now)):] {
			urls = append(urls, p.lot)
		}
	}
	return urls
}

// buyers are the agents that have reached their target and can fetch more pages
// than they have just bought.
func (c *Agents) buyers(now float64, bought []int) (agents []int) {
	for q, a := range c.agents {
		if a.stored >= c.options.Target && c.pagesLeft(q, now) > bought[q] {
			agents = append(agents, q)
		}
	}
	return agents
}

// sell holds one market.
func (c *Agents) sell(buyers, urls []int) []Sale {
	if c.options.Whole {
		urls = c.eligible(buyers, urls)
	} else {
		buyers, urls = c.reduce(buyers, urls)
	}
	deal := Market{Buyers: len(buyers), Sellers: len(urls)}
	for _, q := range buyers {
		for _, i := range urls {
			deal.Values = append(deal.Values, c.wish(q, i))
		}
	}
	r := c.scheme.trade(c, deal)
	var sales []Sale
	for b, p := range r.Buys {
		if p >= 0 {
			sales = append(sales, c.hand(urls[p], buyers[b], r.Prices[p]))
		}
	}
	return sales
}

// wish is v(q,p), or -1 if agent q may not have URL i, because it owns or once
// sold it, or does not want it, because it is not relevant. If agents could buy
// back what they sold, two of them with full queues would sell each other one
// URL for ever, and live on what they win.
func (c *Agents) wish(q, i int) float64 {
	l := &c.urls[i]
	if v := l.values[q]; l.owner != q && !slices.Contains(l.sellers, q) && v >= c.options.Understanding {
		return v
	}
	return -1
}

// reduce brings a market to equal numbers: the buyers of most energy, or the
// URLs of greatest best value, both in their old order. Buyers who want none of
// the URLs, and URLs that nobody wants, are left out first.
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
	buyers = first(buyers, n, func(q int) float64 { return c.agents[q].energy })
	return buyers, first(urls, n, func(i int) float64 { return best[i] })
}

// eligible leaves out URLs that make no difference: of n buyers each needs only
// the n URLs it likes best, since the others can take at most n-1 of them.
func (c *Agents) eligible(buyers, urls []int) []int {
	keep := map[int]bool{}
	for _, q := range buyers {
		wanted := slices.DeleteFunc(slices.Clone(urls), func(i int) bool { return c.wish(q, i) < 0 })
		n := min(len(buyers), len(wanted))
		for _, i := range first(wanted, n, func(i int) float64 { return c.wish(q, i) }) {
			keep[i] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(urls), func(i int) bool { return !keep[i] })
}

// first returns the n members of greatest worth, the earlier of equal ones, in
// their old order.
func first(all []int, n int, worth func(int) float64) []int {
	best := slices.Clone(all)
	slices.SortStableFunc(best, func(i, j int) int { return cmp.Compare(worth(j), worth(i)) })
	return slices.DeleteFunc(slices.Clone(all), func(i int) bool { return !slices.Contains(best[:n], i) })
}

// hand gives a URL to the agent that bought it.
func (c *Agents) hand(i, to int, price float64) Sale {
	l := &c.urls[i]
	s := Sale{URL: l.url, From: l.owner, To: to, Value: l.values[to], Price: price, lot: i}
	l.sellers = append(l.sellers, l.owner)
	l.owner = to
	buyer := &c.agents[to]
	buyer.ends = min(buyer.ends+c.options.WonTime, maxAmount)
	buyer.space = min(buyer.space+c.options.WonSpace, maxAmount)
	c.enqueue(i)
	return s
}

// byMatching matches by the matching of the options.
func (c *Agents) byMatching(deal Market) Clearing { return c.matching.clear(deal, c.matching.step) }

// byChance gives the buyers, in a random order, a random one of the URLs left
// that they want.
func (c *Agents) byChance(deal Market) Clearing {
	r := Clearing{Buys: nothing(deal.Buyers), Prices: make([]float64, deal.Sellers)}
	left := c.random.Perm(deal.Sellers)
	for _, q := range c.random.Perm(deal.Buyers) {
		i := slices.IndexFunc(left, func(p int) bool { return deal.wanted(q, p) })
		if i >= 0 {
			r.Buys[q] = left[i]
			left = slices.Delete(left, i, i+1)
		}
	}
	return r
}
