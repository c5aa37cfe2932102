package site

import "slices"

// Each returns the value of each member of a list, in order; nil if the list is empty.
func Each[T, R any](list []T, value func(T) R) (all []R) {
	for _, member := range list {
		all = append(all, value(member))
	}
	return all
}

// Sum adds up the values of the members of a list.
func Sum[T any](list []T, value func(T) int) (sum int) {
	for _, member := range list {
		sum += value(member)
	}
	return sum
}

// Sort sorts a list and keeps the order of equal members. It sorts indices, so that the program has no sorting code for
// each list type.
func Sort[T any](list []T, compare func(a, b T) int) {
	order, sorted := UpTo[int](len(list)), make([]T, 0, len(list))
	slices.SortStableFunc(order, func(i, j int) int { return compare(list[i], list[j]) })
	for _, i := range order {
		sorted = append(sorted, list[i])
	}
	copy(list, sorted)
}
