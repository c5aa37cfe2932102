// Package lab has the plans, tables and statistics that all experiments with crawl policies share. Its subpackages
// replay policies on finished crawls, which serve as oracles, and on synthetic sites made from seeds.
package lab

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"

	"sitegraph/report/chart"
)

// Plan says how often to repeat an experiment, each time with a different seed.
type Plan struct {
	// Seeds is the number of seeds. They are consecutive and begin with First.
	Seeds int
	First uint64
	// Workers is the number of concurrent runs. 0 means one per processor. Results do not depend on it.
	Workers int
	// Progress, if not nil, receives the number of finished runs and the total. Calls do not overlap.
	Progress func(done, total int)
}

// Part returns the plan for one part of an experiment. Its progress counts on from the runs before it.
func (p Plan) Part(before, total int) Plan {
	progress := p.Progress
	if progress != nil {
		p.Progress = func(done, _ int) { progress(before+done, total) }
	}
	return p
}

// Each computes n results concurrently and returns them in order, or the first error in that order. It starts no more
// after an error or the end of the context.
func Each[T any](ctx context.Context, p Plan, n int, compute func(i int) (T, error)) ([]T, error) {
	results, errs := make([]T, n), make([]error, n)
	var group sync.WaitGroup
	var lock sync.Mutex
	var begun atomic.Int64
	var failed atomic.Bool
	done := 0
	work := func() {
		for !failed.Load() && ctx.Err() == nil {
			i := int(begun.Add(1)) - 1
			if i >= n {
				return
			}
			if results[i], errs[i] = compute(i); errs[i] != nil {
				failed.Store(true)
			}
			lock.Lock()
			done++
			if p.Progress != nil {
				p.Progress(done, n)
			}
			lock.Unlock()
		}
	}
	for range min(cmp.Or(p.Workers, runtime.GOMAXPROCS(0)), n) {
		group.Go(work)
	}
	group.Wait()
	return results, cmp.Or(ctx.Err(), cmp.Or(errs...))
}

// Grid computes a result for each case, policy and seed, and returns all[case][policy][seed].
func Grid[T any](ctx context.Context, p Plan, cases, policies int, compute func(c, policy int, seed uint64) (T, error),
) (all [][][]T, err error) {
	list, err := Each(ctx, p, cases*policies*p.Seeds, func(i int) (T, error) {
		return compute(i/p.Seeds/policies, i/p.Seeds%policies, p.First+uint64(i%p.Seeds))
	})
	for row := range slices.Chunk(list, max(1, policies*p.Seeds)) {
		all = append(all, slices.Collect(slices.Chunk(row, p.Seeds)))
	}
	return all, err
}

// Heap is a [container/heap.Interface].
type Heap[T any] struct {
	// Items are in heap order.
	Items []T
	// Before reports whether one item comes before another.
	Before func(a, b T) bool
}

// Len returns the number of items.
func (h *Heap[T]) Len() int { return len(h.Items) }

// Less compares two items by their places.
func (h *Heap[T]) Less(i, j int) bool { return h.Before(h.Items[i], h.Items[j]) }

// Swap exchanges two items.
func (h *Heap[T]) Swap(i, j int) { h.Items[i], h.Items[j] = h.Items[j], h.Items[i] }

// Push appends an item. Only container/heap calls it.
func (h *Heap[T]) Push(x any) { h.Items = append(h.Items, x.(T)) }

// Pop removes the last item. Only container/heap calls it.
func (h *Heap[T]) Pop() any {
	last := len(h.Items) - 1
	item := h.Items[last]
	h.Items = h.Items[:last]
	return item
}

// Table is the result of an experiment.
type Table struct {
	// Name is the file's name without extension.
	Name string
	// Long tables are written to their file but not shown.
	Long bool
	// Columns are the names of the columns. Each row has a cell per column.
	Columns []string
	Rows    [][]Cell
}

// Cell is a text or a number. The zero value is an empty cell.
type Cell struct {
	text   string
	number bool
}

// Text returns a cell with a text.
func Text(s string) Cell { return Cell{text: s} }

// Int returns a cell with an integer.
func Int(n int) Cell { return Cell{strconv.Itoa(n), true} }

// Numbers returns cells with numbers, formatted by [fmt.Sprintf]. NaN gives an empty cell.
func Numbers(format string, values ...float64) []Cell {
	cells := make([]Cell, len(values))
	for i, x := range values {
		if !math.IsNaN(x) {
			cells[i] = Cell{fmt.Sprintf(format, x), true}
		}
	}
	return cells
}

// String returns the displayed text of the cell.
func (c Cell) String() string { return c.text }

// Number returns the cell's number, rounded as it is shown. ok is false if the cell has none.
func (c Cell) Number() (x float64, ok bool) {
	if !c.number {
		return 0, false
	}
	x, err := strconv.ParseFloat(c.text, 64)
	return x, err == nil
}

// NewTable returns a table that shows each of rows by its cells.
func NewTable[R any](name string, columns []string, rows []R, cells func(R) []Cell) Table {
	t := Table{Name: name, Columns: columns}
	for _, r := range rows {
		t.Rows = append(t.Rows, cells(r))
	}
	return t
}

// Records returns the columns and then the rows, as displayed.
func (t Table) Records() [][]string {
	all := [][]string{t.Columns}
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = c.text
		}
		all = append(all, cells)
	}
	return all
}

// maxPrinted is the maximum number of rows that Print shows.
const maxPrinted = 200

// Print prints the table's first rows.
func (t Table) Print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, cells := range t.Records()[:min(len(t.Rows), maxPrinted)+1] {
		fmt.Fprintln(tw, strings.Join(cells, "\t"))
	}
	if more := len(t.Rows) - maxPrinted; more > 0 {
		fmt.Fprintf(tw, "… %d more rows in the file\n", more)
	}
	return tw.Flush()
}

// Result is the outcome of an experiment.
type Result struct {
	// Tables are shown in this order.
	Tables []Table
	// Charts has the charts by file name without extension.
	Charts map[string]chart.Chart
}

// Charts draws a chart for each name in curves. words returns its title and labels.
func Charts(curves map[string][]chart.Curve, words func(name string) chart.Words) map[string]chart.Chart {
	charts := map[string]chart.Chart{}
	for name, lines := range curves {
		charts[name] = chart.Curves(words(name), lines)
	}
	return charts
}

// Numbered returns a curve through values at 1, 2, 3 and so on.
func Numbered(name string, values []float64) chart.Curve {
	c := chart.Curve{Name: name}
	for i, v := range values {
		c.Points = append(c.Points, chart.Point{X: float64(i + 1), Y: v})
	}
	return c
}

// Mean returns the mean of values, or 0 without values.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Means returns the means of equally long lists, entry by entry.
func Means[T any](all []T, list func(T) []float64) []float64 {
	means := make([]float64, len(list(all[0])))
	for _, one := range all {
		for i, v := range list(one) {
			means[i] += v / float64(len(all))
		}
	}
	return means
}

// Spread has the mean and the minimum of values. All fields are NaN if there are no values.
type Spread struct {
	Mean     float64 // mean of all values
	Interval float64 // half the mean's 95 % confidence interval, by the normal distribution; 0 for one value
	Least    float64 // minimum
}

// SpreadOf returns the spread of values.
func SpreadOf(values []float64) Spread {
	n := float64(len(values))
	switch n {
	case 0:
		return Spread{math.NaN(), math.NaN(), math.NaN()}
	case 1:
		return Spread{Mean: values[0], Least: values[0]}
	}
	mean, sum := Mean(values), 0.0
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	return Spread{mean, 1.96 * math.Sqrt(sum/(n-1)/n), slices.Min(values)}
}
