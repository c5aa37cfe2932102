package run

import (
	"cmp"
	"iter"
	"slices"

	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

// decisionsHeld is how many decisions are in memory at a time. Each site's are gone through once for each such number
// of decisions about all sites.
const decisionsHeld = 100_000

// decisions are those about the site's URLs; none before its first turn.
func (res Result) decisions() iter.Seq[site.Decision] {
	if res.Crawl == nil || res.Crawl.Decisions == nil {
		return func(func(site.Decision) bool) {}
	}
	return res.Crawl.Decisions
}

// sharing returns the sites if they share one sequence of decisions, those that had no turn too. If each site had a
// sequence of its own, the numbers of its decisions are those of others too, and say nothing of them.
func sharing(results []Result) []Result {
	first, _ := between(results, 1, decisionsHeld)
	once := slices.CompactFunc(slices.Clone(first), func(a, b decision) bool { return a.Number == b.Number })
	if len(first) == 0 || len(once) < len(first) {
		return nil
	}
	return results
}

// budgetOf is the account of the sites that share a sequence of decisions; nil if there are none.
func budgetOf(sites []Result) *stats.Budget {
	if len(sites) == 0 {
		return nil
	}
	var accounts []stats.SiteAccount
	for _, res := range sites {
		account := stats.SiteAccount{Site: res.Site(), ToFetch: 1} // the start page
		if res.Crawl != nil {
			account.ToFetch = res.Crawl.Counts.ToFetch()
		}
		accounts = append(accounts, account)
	}
	b := stats.CountBudget(accounts, decisions(sites, decisionsHeld))
	return &b
}

type decision struct {
	site.Decision
	of int // the site's index
}

// decisions yields the decisions of several sites in order, each with the index of its site. So many are held at a
// time.
func decisions(sites []Result, held int) iter.Seq2[int, site.Decision] {
	return func(yield func(int, site.Decision) bool) {
		for from, more := 1, true; more; from += held {
			var some []decision
			if some, more = between(sites, from, from+held); !yieldAll(some, yield) {
				return
			}
		}
	}
}

// between returns the decisions with numbers from..to-1 in order, and whether there are any beyond.
func between(sites []Result, from, to int) (some []decision, more bool) {
	for i, res := range sites {
		for d := range res.decisions() {
			if d.Number >= to {
				more = true
				break
			}
			if d.Number >= from {
				some = append(some, decision{d, i})
			}
		}
	}
	slices.SortFunc(some, func(a, b decision) int { return cmp.Compare(a.Number, b.Number) })
	return some, more
}

func yieldAll(some []decision, yield func(int, site.Decision) bool) bool {
	for _, d := range some {
		if !yield(d.of, d.Decision) {
			return false
		}
	}
	return true
}

func budgetRows(sites []Result) iter.Seq2[export.Decision, error] {
	return func(yield func(export.Decision, error) bool) {
		total := 0
		for i, d := range decisions(sites, decisionsHeld) {
			total += d.Found
			if !yield(export.Decision{Decision: d, Site: sites[i].Site(), Total: total}, nil) {
				return
			}
		}
	}
}
