package stats

import "sitegraph/site"

// MarketScore is the account of all markets.
type MarketScore struct {
	Held    int     `json:"held"`    // markets
	Offered int     `json:"offered"` // URLs, again in each market
	Sold    int     `json:"sold"`
	Value   float64 `json:"value"`   // what was sold is worth to its buyers
	Optimum float64 `json:"optimum"` // the greatest sum that could be
	// AtOptimum counts the markets that reach it. Worst numbers the one that lost most, WorstLoss, or is 0.
	AtOptimum int     `json:"at_optimum"`
	Worst     int     `json:"worst"`
	WorstLoss float64 `json:"worst_loss"`
}

// Lost is how much less than the optimum all markets together reached.
func (m MarketScore) Lost() float64 { return Round(m.Optimum - m.Value) }

// rounding is less than differences of values, which have six decimals, and more than a sum's order makes.
const rounding = 5e-7

func countMarkets(markets []site.Market) MarketScore {
	var m MarketScore
	for i, held := range markets {
		m.Held++
		m.Offered += held.Offered
		m.Sold += len(held.Sales)
		m.Value += held.Value
		m.Optimum += held.Optimum
		lost := held.Optimum - held.Value
		if lost < rounding {
			m.AtOptimum++
		} else if lost > m.WorstLoss {
			m.Worst, m.WorstLoss = i+1, Round(lost)
		}
	}
	m.Value, m.Optimum = Round(m.Value), Round(m.Optimum)
	return m
}
