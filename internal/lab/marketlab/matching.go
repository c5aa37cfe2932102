package marketlab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sitegraph/agents/market"
	"sitegraph/internal/lab"
)

// comparison compares the matchings on random markets.
type comparison struct {
	// sizes are numbers of buyers. Each market has as many URLs as buyers, and each size has cases markets.
	sizes []int
	cases int
	// seed chooses the markets. step is the minimum rise of a price.
	seed uint64
	step float64
}

// Matchings returns the names of the matchings, sorted.
func Matchings() []string { return []string{"auction", "exact", "literal"} }

// way is a matching on real values or on values rounded to the step.
type way struct{ mode, values string }

const rounded = "rounded"

// documentStep is the document's delta2.
const documentStep = 0.10

// run clears random markets, with values uniform from 0 to 1, in every way. Its table has a row for each size and
// way, with the share of markets that never ended, the share of the others in which a buyer got no URL, the mean and
// the maximum loss of value against the optimum, and the mean number of rounds. Only literal also runs on rounded
// values.
func (c comparison) run(ctx context.Context, p lab.Plan) (lab.Table, error) {
	columns := []string{"mode", "values", "size", "endless %", "imperfect %", "loss %", "worst loss %", "rounds"}
	ways := []way{{"exact", "real"}, {"auction", "real"}, {"literal", "real"}, {"literal", rounded}}
	rows, err := lab.Each(ctx, p, len(c.sizes)*len(ways), func(i int) ([]lab.Cell, error) {
		return c.clear(ctx, c.sizes[i/len(ways)], ways[i%len(ways)])
	})
	if err != nil {
		return lab.Table{}, fmt.Errorf("compare matchings: %w", err)
	}
	return lab.Table{Name: "matching", Columns: columns, Rows: rows}, nil
}

// clear clears all markets of size n in one way and returns the table's row.
func (c comparison) clear(ctx context.Context, n int, w way) ([]lab.Cell, error) {
	run, best := market.Matching(w.mode), market.Matching("exact")
	rng := rand.New(rand.NewPCG(c.seed, uint64(n)))
	var endless, imperfect, rounds int
	var losses []float64
	for range c.cases {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one := c.market(rng, n, w.values == rounded)
		r := run(one, c.step)
		if r.GaveUp {
			endless++
			continue
		}
		losses = append(losses, 100*max(0, 1-worth(one, r)/worth(one, best(one, c.step))))
		rounds += r.Rounds
		if slices.Contains(r.Buys, -1) {
			imperfect++
		}
	}
	row := []lab.Cell{lab.Text(w.mode), lab.Text(w.values)}
	return append(row, numbers(
		float64(n), percent(endless, c.cases), percent(imperfect, len(losses)),
		lab.Mean(losses), slices.Max(append(losses, 0)), percent(rounds, len(losses))/100)...), nil
}

// worth returns the buyers' total value of the URLs that they bought.
func worth(m market.Market, r market.Clearing) (sum float64) {
	for q, p := range r.Buys {
		if p >= 0 {
			sum += m.Values[q*m.Sellers+p]
		}
	}
	return sum
}

func (c comparison) market(rng *rand.Rand, n int, rounded bool) market.Market {
	one := market.Market{Buyers: n, Sellers: n}
	for range n * n {
		v := rng.Float64()
		if rounded {
			v = math.Round(v/c.step) * c.step
		}
		one.Values = append(one.Values, v)
	}
	return one
}
