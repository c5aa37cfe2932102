package run

import (
	"iter"
	"slices"

	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

// decisionsHeld is the number of decisions to hold in memory. Each portion reads every site's decisions once.
const decisionsHeld = 100_000

// decisions are the decisions about the site's URLs. There are none before its first turn.
func (res Result) decisions() iter.Seq[site.Decision] {
	if res.Crawl == nil || res.Crawl.Decisions == nil {
		return func(func(site.Decision) bool) {}
	}
	return res.Crawl.Decisions
}

// sharing returns all sites if they share one sequence of decisions, else nil, since numbers repeat over sites.
func sharing(results []Result) []Result {
	first, _ := between(results, 1, decisionsHeld)
	once := slices.CompactFunc(slices.Clone(first), func(a, b decision) bool { return a.Number == b.Number })
	if len(first) == 0 || len(once) < len(first) {
		return nil
	}
	return results
}

// budgetOf returns the account of sites that share a sequence of decisions, or nil if there are none.
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

// decisions yields decisions of several sites in order, each with its site's index. It holds at most held of them.
func decisions(sites []Result, held int) iter.Seq2[int, site.Decision] {
	return func(yield func(int, site.Decision) bool) {
		for from, more := 1, true; more; from += held {
			var some []decision
			some, more = between(sites, from, from+held)
			for _, d := range some {
				if !yield(d.of, d.Decision) {
					return
				}
			}
		}
	}
}

// between returns the decisions with numbers from..to-1 in order, and whether there are more beyond.
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
	return site.ByMost(some, func(d *decision) float64 { return -float64(d.Number) }), more
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
