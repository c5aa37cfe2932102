package gate

import "sitegraph/stats/compare"

// Unreachable is the kind of the pages of A to which nothing leads in B; only a comparison finds them.
const Unreachable = "unreachable"

// measure is a number that a condition can be about.
type measure struct {
	name string
	// of returns the number, and the number of A that a percentage refers to.
	of func(compare.Summary) (number, inA int)
	// needsA says that the number is one of both crawls.
	needsA bool
	// counts reports whether a page is one of those that the number counts; over is the limit. nil: pages say nothing.
	counts func(c compare.PageChange, over float64) bool
}

func measures() []*measure {
	is := func(change compare.Change) func(compare.PageChange, float64) bool {
		return func(c compare.PageChange, _ float64) bool { return c.Change == change }
	}
	return []*measure{
		{name: "pages", of: func(s compare.Summary) (int, int) { return s.B.Pages, s.A.Pages }},
		{name: "arcs", of: func(s compare.Summary) (int, int) { return s.B.Arcs, s.A.Arcs }},
		{name: "links", of: func(s compare.Summary) (int, int) { return s.B.Links, s.A.Links }},
		{name: "depth", of: func(s compare.Summary) (int, int) { return s.B.Depth, s.A.Depth }, counts: deep},
		{name: "removed", of: func(s compare.Summary) (int, int) { return s.Pages.Removed, s.A.Pages }, needsA: true,
			counts: is(compare.Removed)},
		{name: "added", of: func(s compare.Summary) (int, int) { return s.Pages.Added, s.A.Pages }, needsA: true,
			counts: is(compare.Added)},
		{name: "deeper", of: func(s compare.Summary) (int, int) { return s.Shifts.Deeper, s.A.Pages }, needsA: true,
			counts: sunk},
	}
}

// measureOf returns the number of a name, nil if there is none.
func measureOf(name string) *measure {
	for _, m := range measures() {
		if m.name == name {
			return m
		}
	}
	return nil
}

func deep(c compare.PageChange, over float64) bool {
	return c.Change != compare.Removed && float64(c.B.Level) > over
}

func sunk(c compare.PageChange, _ float64) bool {
	return c.Change != compare.Removed && c.Change != compare.Added && c.B.Level > c.A.Level
}
