package site

import (
	"iter"
	"strconv"
	"strings"
)

// noPages says in a ledger that no page links to a URL itself.
const noPages = "0"

// LinkedFrom returns what says which pages link to a URL of the crawl's ledger, as [IDs] reads it: for a page nothing
// if they are those from which an arc leads to it. A crawl that was read back says what its ledger says.
func (c *Crawl) LinkedFrom() func(Entry) string {
	if c.Mentions == nil {
		return func(e Entry) string { return e.LinkedFrom }
	}
	byAliases := map[string]bool{} // pages to which links to other URLs lead
	for _, a := range c.Aliases {
		if !byAliases[a.Page] && len(c.Mentions(a.Key)) > 0 {
			byAliases[a.Page] = true
		}
	}
	return func(e Entry) string {
		page := e.State == StatePage
		if e.LinkedFrom != "" || e.State == StateExternal || page && !byAliases[e.Key] || !page && !e.Requested() {
			return e.LinkedFrom
		}
		text := writeIDs(c.Mentions(e.Key))
		if page && text == "" {
			return noPages
		}
		return text
	}
}

// Requested reports whether the URL was requested, or robots.txt forbade that.
func (e Entry) Requested() bool {
	return e.Status != 0 || e.State == StateFailed || e.State == StateRobots
}

// writeIDs writes ascending ids, for instance "1-12 15".
func writeIDs(ids []int) string {
	var b []byte
	for i := 0; i < len(ids); i++ {
		first := ids[i]
		for i+1 < len(ids) && ids[i+1] == ids[i]+1 {
			i++
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(first), 10)
		if ids[i] > first {
			b = strconv.AppendInt(append(b, '-'), int64(ids[i]), 10)
		}
	}
	return string(b)
}

// IDs yields the ids of pages in a text of the ledger. What is not an id ends them.
func IDs(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for run := range strings.FieldsSeq(text) {
			first, last, ranged := strings.Cut(run, "-")
			from, err := strconv.Atoi(first)
			to := from
			if ranged && err == nil {
				to, err = strconv.Atoi(last)
			}
			if err != nil || from < 1 {
				return
			}
			for id := from; id <= to; id++ {
				if !yield(id) {
					return
				}
			}
		}
	}
}
