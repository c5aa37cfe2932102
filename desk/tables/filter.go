package tables

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sitegraph/export/struck"
)

// Filter selects the rows that satisfy all of its fields. An empty field selects all rows.
type Filter struct {
	Text          string // is in a text of the row, in any case
	Pattern       string // a regular expression (RE2) that matches a text of the row
	Host          string // of the row's URL, or of a link's target; includes subdomains
	Class         string // a state, a kind of problem, the reason of a bad link, or a media type
	Status, Level string // a number or a span: 404, 4xx, 400-499, 3-, -5
	Struck        string // WithoutStruck, OnlyStruck, or "" for all rows
}

// Values of Filter.Struck.
const (
	WithoutStruck = "without"
	OnlyStruck    = "only"
)

// FilterError says why a filter cannot be used, or that it took too long.
type FilterError struct {
	Field string // the field of the filter, or of the query, in lower case
	Text  string // what is wrong with it, and what to do
}

// Error implements error.
func (e *FilterError) Error() string { return e.Field + ": " + e.Text }

const (
	patternTime   = 2 * time.Second // how long an expression may take
	patternLength = 1000            // bytes
)

type condition func(row uint32) bool

// conditions returns the conditions of a filter, except for rows struck out.
func (t *Table) conditions(ctx context.Context, f Filter) (all []condition, err error) {
	for _, c := range []struct {
		text string
		make func(text string) (condition, error)
	}{
		{strings.TrimSpace(f.Text), t.containing},
		{f.Pattern, func(text string) (condition, error) { return t.pattern(ctx, text, patternTime) }},
		{strings.ToLower(strings.TrimSpace(f.Host)), t.ofHost},
		{f.Class, t.ofClass},
		{f.Status, func(text string) (condition, error) { return t.span("status", text) }},
		{f.Level, func(text string) (condition, error) { return t.span("level", text) }},
	} {
		if c.text == "" {
			continue
		}
		is, err := c.make(c.text)
		if err != nil {
			return nil, err
		}
		all = append(all, is)
	}
	return all, nil
}

// within selects the rows whose code in a column is in a span.
func within(column []uint32, low, top uint32) condition {
	return func(row uint32) bool { return column[row] >= low && column[row] <= top }
}

func (t *Table) containing(text string) (condition, error) {
	return t.inTexts(func(d *dictionary) set { return d.containing(text) }), nil
}

func (t *Table) ofHost(host string) (condition, error) {
	i := t.column(t.host)
	if i < 0 {
		return nil, t.without("host")
	}
	column, codes := t.columns[i].data, t.index.urls.withHost(host)
	return func(row uint32) bool { return codes.has(column[row]) }, nil
}

func (t *Table) inTexts(find func(*dictionary) set) condition {
	found := map[*dictionary]set{}
	var columns [][]uint32
	var sets []set
	for i, column := range t.schema.columns {
		d := t.dictionary(column.Kind)
		if d == nil {
			continue
		}
		if found[d] == nil {
			found[d] = find(d)
		}
		columns, sets = append(columns, t.columns[i].data), append(sets, found[d])
	}
	return func(row uint32) bool {
		for i, codes := range sets {
			if codes.has(columns[i][row]) {
				return true
			}
		}
		return false
	}
}

// dictionary returns the dictionary of a kind of columns, nil for numbers.
func (t *Table) dictionary(k Kind) *dictionary {
	return map[Kind]*dictionary{URL: t.index.urls, Text: t.index.texts}[k]
}

// pattern selects the rows with a text that matches an expression, which must not take longer than limit.
func (t *Table) pattern(ctx context.Context, text string, limit time.Duration) (condition, error) {
	if len(text) > patternLength {
		return nil, &FilterError{"pattern", fmt.Sprintf("longer than %d bytes", patternLength)}
	}
	pattern, err := regexp.Compile(text)
	if err != nil {
		return nil, &FilterError{"pattern", err.Error()}
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c := t.inTexts(func(d *dictionary) set { return d.matching(within, pattern) })
	if ctx.Err() == nil && within.Err() != nil {
		return nil, &FilterError{"pattern", fmt.Sprintf("took longer than %v: write a simpler one", limit)}
	}
	return c, ctx.Err()
}

func (t *Table) ofClass(class string) (condition, error) {
	i := t.column(t.class)
	if i < 0 {
		return nil, t.without("class")
	}
	code, ok := t.index.texts.find(class)
	if !ok {
		return func(uint32) bool { return false }, nil
	}
	return within(t.columns[i].data, code, code), nil
}

func (t *Table) span(column, text string) (condition, error) {
	i := t.column(column)
	if i < 0 {
		return nil, t.without(column)
	}
	low, top, ok := parseSpan(text)
	if !ok {
		const form = "%q is not a number or a span of numbers such as 404, 4xx, 3- or 2-5"
		return nil, &FilterError{column, fmt.Sprintf(form, text)}
	}
	return within(t.columns[i].data, number(low), number(top)), nil
}

func (t *Table) without(field string) error {
	return &FilterError{field, "the table " + t.name + " has none"}
}

func parseSpan(text string) (low, top int64, ok bool) {
	text = strings.TrimSpace(text)
	if digit, rest := text[:min(1, len(text))], text[min(1, len(text)):]; strings.EqualFold(rest, "xx") {
		n, err := strconv.ParseUint(digit, 10, 8)
		return int64(n) * 100, int64(n)*100 + 99, err == nil
	}
	from, to, span := strings.Cut(text, "-")
	if !span {
		to = from
	}
	if from == "" && to == "" {
		return 0, 0, false
	}
	low, top = 0, math.MaxUint32-2
	var err error
	for _, side := range []struct {
		text  string
		value *int64
	}{{from, &low}, {to, &top}} {
		if side.text == "" || err != nil {
			continue
		}
		var n uint64
		n, err = strconv.ParseUint(strings.TrimSpace(side.text), 10, 31)
		*side.value = int64(n)
	}
	return low, top, err == nil
}

func (t *Table) match(ctx context.Context, f Filter, out *struck.List) (found, error) {
	key := cached{filter: f}
	if f.Struck != "" {
		key.struck = out.Version()
	}
	if rows, ok := t.sets.get(key); ok {
		return rows, nil
	}
	conditions, err := t.conditions(ctx, f)
	if err != nil {
		return found{}, err
	}
	rows := newSet(t.rows)
	rows.fill(t.rows)
	inParts(len(rows), func(from, to int) {
		for _, wanted := range conditions {
			rows.each(from, to, func(row uint32) bool {
				if !wanted(row) {
					rows[row>>6] &^= 1 << (row & 63)
				}
				return true
			})
		}
	})
	switch f.Struck {
	case "":
	case WithoutStruck, OnlyStruck:
		gone := t.struck(out)
		for w := range rows {
			rows[w] &= map[bool]uint64{true: gone[w], false: ^gone[w]}[f.Struck == OnlyStruck]
		}
	default:
		return found{}, &FilterError{"struck", fmt.Sprintf("%q must be %s or %s", f.Struck, WithoutStruck, OnlyStruck)}
	}
	return t.sets.put(found{key, rows, rows.count()}), nil
}
