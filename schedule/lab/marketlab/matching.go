package marketlab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"sitegraph/schedule/market"
)

// MatchingOptions are those of a comparison of ways of matching; the zero value
// is that of the tables.
type MatchingOptions struct {
	// Sizes are numbers of buyers and URLs, 5, 10 and 20 by default.
	Sizes []int
	// Cases is how many random markets of each size, 1000 by default.
	Cases int
	// Seed draws them, 1 by default; Step is the step of prices, the document's
	// by default.
	Seed uint64
	Step float64
}

// KnownMatchings returns the names of the ways of matching, sorted.
func KnownMatchings() []string { return market.KnownMatchings() }

// trial is a way of matching and the values it is tried on.
type trial struct {
	mode    string
	rounded bool
}

// Matchings clears random markets, values drawn evenly from 0 to 1, in all
// modes, and returns a table with a row for each size and mode: the share of
// markets that did not end by themselves, of those in which a buyer went
// without a URL, the loss of value against the optimum, its worst, and the
// rounds. Mode literal is tried on the values themselves and on values rounded
// to the step.
func Matchings(ctx context.Context, o MatchingOptions, progress func(done, total int)) (Table, error) {
	o = o.complete()
	t := Table{"matching", []string{"mode", "values", "size", "endless %", "imperfect %", "loss %", "worst loss %", "rounds"}, nil}
	trials := []trial{{market.Exact, false}, {market.Auction, false}, {market.Literal, false}, {market.Literal, true}}
	for i, n := range o.Sizes {
		for j, way := range trials {
			row, err := o.try(ctx, n, way)
			if err != nil {
				return Table{}, fmt.Errorf("compare matchings: %w", err)
			}
			t.Rows = append(t.Rows, row)
			if progress != nil {
				progress(i*len(trials)+j+1, len(o.Sizes)*len(trials))
			}
		}
	}
	return t, nil
}

func (o MatchingOptions) complete() MatchingOptions {
	if len(o.Sizes) == 0 {
		o.Sizes = []int{5, 10, 20}
	}
	if o.Cases <= 0 {
		o.Cases = 1000
	}
	if o.Seed == 0 {
		o.Seed = 1
	}
	if o.Step == 0 {
		o.Step = market.DefaultStep
	}
	return o
}

// try clears the markets of one size in one way.
func (o MatchingOptions) try(ctx context.Context, n int, way trial) (Row, error) {
	m, err := market.NewMatching(way.mode, market.MatchingOptions{Step: o.Step})
	if err != nil {
		return Row{}, err
	}
	best, err := market.NewMatching(market.Exact, market.MatchingOptions{Step: o.Step})
	if err != nil {
		return Row{}, err
	}
	rng := rand.New(rand.NewPCG(o.Seed, uint64(n)))
	var endless, imperfect, rounds int
	var losses []float64
	for range o.Cases {
		if err := ctx.Err(); err != nil {
			return Row{}, err
		}
		c := o.draw(rng, n, way.rounded)
		r, err := m.Clear(c)
		if err != nil {
			return Row{}, err
		}
		if r.GaveUp {
			endless++
			continue
		}
		greatest, err := best.Clear(c)
		if err != nil {
			return Row{}, err
		}
		losses = append(losses, 100*max(0, 1-r.Value/greatest.Value))
		rounds += r.Rounds
		if missing(r.Buys) {
			imperfect++
		}
	}
	values := "real"
	if way.rounded {
		values = "rounded"
	}
	worst := 0.0
	for _, l := range losses {
		worst = max(worst, l)
	}
	return Row{[]string{way.mode, values}, []float64{
		float64(n), round(percent(endless, o.Cases)), round(percent(imperfect, len(losses))),
		round(mean(losses)), round(worst), round(percent(rounds, len(losses)) / 100),
	}}, nil
}

// draw makes a market of n buyers and URLs.
func (o MatchingOptions) draw(rng *rand.Rand, n int, rounded bool) market.Case {
	c := market.Case{Buyers: n, Sellers: n}
	for range n * n {
		v := rng.Float64()
		if rounded {
			v = math.Round(v/o.Step) * o.Step
		}
		c.Values = append(c.Values, v)
	}
	return c
}

// missing tells whether a buyer went without.
func missing(buys []int) bool {
	for _, p := range buys {
		if p < 0 {
			return true
		}
	}
	return false
}
