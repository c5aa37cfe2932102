package inspect

import "iter"

// List is a part of what there is, from some place on.
type List[T any] struct {
	// Total counts all that there are, Cut those that are not among the Items.
	Total int `json:"total"`
	Cut   int `json:"cut"`
	// From is the place of the first item, from 0. Items are never nil.
	From  int `json:"from,omitempty"`
	Items []T `json:"items"`
	// Note says why the list may lack something, or what its items lack; "" if they lack nothing.
	Note string `json:"note,omitempty"`
}

// Limits bound the lists of an answer.
type Limits struct {
	// From is the place of the first item, from 0, Items how many are wanted of each list.
	From, Items int
	// Content wants only links in the content of pages, in no menus, headers or footers.
	Content bool
}

// collector takes the items of a list as they come.
type collector[T any] struct {
	List[T]
	limits Limits
}

func collect[T any](limits Limits) *collector[T] {
	return &collector[T]{List: List[T]{From: limits.From, Items: []T{}}, limits: limits}
}

func (c *collector[T]) add(item func() T) {
	if c.Total >= c.limits.From && len(c.Items) < c.limits.Items {
		c.Items = append(c.Items, item())
	}
	c.Total++
}

func (c *collector[T]) list() List[T] {
	c.Cut = c.Total - len(c.Items)
	return c.List
}

// Take returns a part of the rows that are wanted, as items.
func Take[R, T any](rows iter.Seq2[R, error], limits Limits, wanted func(R) bool, item func(R) T) (List[T], error) {
	c := collect[T](limits)
	for row, err := range rows {
		if err != nil {
			return c.list(), err
		}
		if wanted(row) {
			c.add(func() T { return item(row) })
		}
	}
	return c.list(), nil
}
