package stats

// none stands for no page, group or component.
const none = -1

// countUp returns 0, 1, ... n-1.
func countUp(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// runs yields the ends of the runs of neighbours that are alike.
func runs[T any](all []T, alike func(a, b *T) bool) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		for from := 0; from < len(all); {
			to := from + 1
			for to < len(all) && alike(&all[from], &all[to]) {
				to++
			}
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}
