// Package gate judges the changes between two crawls of a site by conditions, so that programs can act on the verdict.
//
//	conditions, err := gate.Parse("new:broken-link,new:unreachable,depth>6")
//	verdict, err := gate.Judge(conditions, changes)
//	verdict.WriteMarkdown(w)
//
// A condition says what must not be: problems of a kind or severity, perhaps only new or worse ones, or a number beyond
// a limit. It holds, does not hold, or cannot be told, such as for an incomplete crawl, which does not pass.
package gate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// Condition says what must not be.
type Condition struct {
	Text   string         // the condition as written
	change compare.Change // which problems, such as new or worse ones; "" means all that B has
	name   string
	number *measure // the number that the name refers to; nil for problems
	// below means < instead of >, and share a percentage of A's number.
	below, share bool
	limit        float64
}

// Parse reads conditions separated by commas. An error names the condition and says what to write instead.
func Parse(text string) ([]Condition, error) {
	var all []Condition
	for _, part := range strings.Split(text, ",") {
		c, err := parse(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", part, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// parse reads a condition: [CHANGE:]NAME[<LIMIT or >LIMIT], a limit being a number or a percentage.
func parse(text string) (Condition, error) {
	c := Condition{Text: text, name: text}
	if at := strings.IndexAny(text, "<>"); at >= 0 {
		c.name, c.below = strings.TrimSpace(text[:at]), text[at] == '<'
		if err := c.parseLimit(strings.TrimSpace(text[at+1:])); err != nil {
			return c, err
		}
	}
	if change, name, found := strings.Cut(c.name, ":"); found {
		c.change, c.name = compare.Change(change), name
		if change == old && slices.Contains(oldKinds, name) {
			return c, nil
		}
		if c.change != compare.NewProblem && c.change != compare.Worse {
			return c, fmt.Errorf("write new or worse before the colon, or old:dead, old:home or old:redirect-chain, "+
				"not %q", change+":"+name)
		}
	}
	c.number = measureOf(c.name)
	switch {
	case c.name == "":
		return c, fmt.Errorf("no condition; %s", known())
	case c.number != nil && c.change != "":
		return c, fmt.Errorf("%s is a number, and only problems are %s", c.name, c.change)
	case c.number != nil && c.name == c.Text:
		return c, fmt.Errorf("%s needs a limit, such as '%[1]s>6' (in quotes: > means a file to a shell)", c.name)
	case c.number == nil && !isProblem(c.name):
		return c, unknown(c.name)
	}
	return c, nil
}

func (c *Condition) parseLimit(text string) (err error) {
	text, c.share = strings.CutSuffix(text, "%")
	c.limit, err = strconv.ParseFloat(text, 64)
	if err != nil || !(c.limit >= 0 && c.limit <= 1e15) {
		return errors.New("a limit is a number such as 6, or a percentage such as 90%")
	}
	return nil
}

// beyond reports whether a number is beyond the limit. of is A's number.
func (c Condition) beyond(number, of int) bool {
	n, limit := float64(number), c.bound(of)
	if c.share {
		n *= 100 // division would round
	}
	if c.below {
		return n < limit
	}
	return n > limit
}

func (c Condition) bound(of int) float64 {
	if c.share {
		return c.limit * float64(of)
	}
	return c.limit
}

// needsA reports whether the condition needs the earlier crawl.
func (c Condition) needsA() bool {
	return c.share || c.change != "" || c.name == Unreachable || c.name == LostVisits ||
		c.number != nil && c.number.needsA
}

func unknown(name string) error {
	hint := ""
	if near := wording.Nearest(name, names()); near != "" {
		hint = fmt.Sprintf("did you mean %q? ", near)
	}
	return fmt.Errorf("%q is neither a problem nor a number; %s%s", name, hint, known())
}

func names() []string {
	all := site.Each(measures(), func(m *measure) string { return m.name })
	for _, k := range kinds() {
		if !slices.Contains(all, k.Severity) {
			all = append(all, k.Severity)
		}
	}
	return append(all, site.Each(kinds(), func(k stats.Problem) string { return k.Kind })...)
}

func known() string {
	return "write [new: or worse:]PROBLEM, with or without a limit, or NUMBER with one (> or <, a number or a " +
		"percentage of what the earlier crawl has); these are " + strings.Join(names(), ", ")
}

func isProblem(name string) bool {
	return slices.ContainsFunc(kinds(), func(k stats.Problem) bool { return name == k.Kind || name == k.Severity })
}

func kinds() []stats.Problem {
	return append(stats.Kinds(), stats.Problem{Kind: Unreachable, Severity: "error"},
		stats.Problem{Kind: LostVisits, Severity: "error"})
}

// Unreachable is the kind of a page of A that no link reaches in B. Only comparisons find it.
const Unreachable = "unreachable"

type measure struct {
	name string
	// of returns the number, and A's number for percentages.
	of     func(compare.Summary) (number, inA int)
	needsA bool // the number is about both crawls
	// counts reports whether the number counts a page, given the limit; nil if it does not count pages.
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
			counts: func(c compare.PageChange, _ float64) bool {
				return c.Change != compare.Removed && c.Change != compare.Added && c.B.Level > c.A.Level
			}},
	}
}

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
