package market

import (
	"cmp"
	"slices"
)

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
	for _, at := range slices.Compact(places) {
		urls = append(urls, d.offers[at])
	}
	return urls
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
