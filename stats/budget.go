package stats

import (
	"iter"
	"slices"

	"sitegraph/site"
)

// Budget describes the yield of a budget of pages spent on several sites.
type Budget struct {
	Sites        []SiteAccount // in the order given
	Pages, Found int           // on all sites: pages processed and the external links found on them
	Curve        []BudgetPoint // ascending in pages, from 0 to Pages
}

// SiteAccount describes the yield of a single site.
type SiteAccount struct {
	Site    string // the origin
	ToFetch int    // known URLs not fetched yet; the caller sets it
	// Pages counts the pages processed, Found their external links, FoundLast the links of the last [BudgetTail] pages.
	Pages, Found, FoundLast int
	Last                    int // the number of its last decision, or 0
}

// BudgetPoint describes the yield of the first pages.
type BudgetPoint struct {
	Pages, Found int     // pages processed and their external links
	Uniform      float64 // estimate for a uniform split, see [CountBudget]
}

const (
	BudgetTail      = 20  // number of a site's last pages that predict its next ones
	maxBudgetPoints = 200 // steps of the curve
)

// CountBudget adds up decisions. They come in order, each with the index of its site.
//
// The uniform split takes one page from each site in turn. For pages that were not read it assumes the mean of the
// site's last [BudgetTail] pages, or 0 without any. A site with nothing left to fetch gets no more turns.
func CountBudget(sites []SiteAccount, decisions iter.Seq2[int, site.Decision]) Budget {
	b := Budget{Sites: slices.Clone(sites)}
	brought := make([][]int, len(sites)) // found by the pages of each site
	found := []int{0}                    // found by a number of pages on all sites
	for i, d := range decisions {
		b.Sites[i].Last = d.Number
		if !d.Free {
			brought[i] = append(brought[i], d.Found)
			found = append(found, found[len(found)-1]+d.Found)
		}
	}
	for i, pages := range brought {
		s := &b.Sites[i]
		s.Pages, s.Found, s.FoundLast = len(pages), sum(pages), sum(tail(pages))
	}
	b.Pages, b.Found = len(found)-1, found[len(found)-1]
	uniform := uniformSplit(b.Sites, brought, b.Pages)
	steps := min(b.Pages, maxBudgetPoints)
	for i := range steps + 1 {
		n := i * b.Pages / max(steps, 1)
		b.Curve = append(b.Curve, BudgetPoint{Pages: n, Found: found[n], Uniform: Round(uniform[n])})
	}
	return b
}

// Uniform estimates the yield of a uniform split of the whole budget.
func (b *Budget) Uniform() float64 { return b.Curve[len(b.Curve)-1].Uniform }

func uniformSplit(sites []SiteAccount, brought [][]int, pages int) []float64 {
	found := make([]float64, 1, pages+1)
	turns := countUp(len(sites))
	for round := 0; len(found) <= pages; round++ {
		left := turns[:0]
		for _, i := range turns {
			next := 0.0
			switch read := brought[i]; {
			case round < len(read):
				next = float64(read[round])
			case sites[i].ToFetch == 0:
				continue
			case len(read) > 0:
				next = float64(sum(tail(read))) / float64(len(tail(read)))
			}
			left = append(left, i)
			found = append(found, found[len(found)-1]+next)
		}
		turns = left
	}
	return found
}

func tail(pages []int) []int { return pages[max(0, len(pages)-BudgetTail):] }

func sum(all []int) (n int) {
	for _, x := range all {
		n += x
	}
	return n
}
