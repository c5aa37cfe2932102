package report

import (
	"slices"
	"strconv"

	"sitegraph/chart"
	"sitegraph/compare"
	"sitegraph/wording"
)

// Where the rows are that a comparison leaves out.
const (
	inChanges    = "All are in changes.csv."
	inArcChanges = "All are in arc_changes.csv."
	inCompare    = "All are in compare.json."
)

// kind is a kind of change with its count.
type kind struct {
	change     compare.Change
	name, says string
	count      int
	// unknown is set if nobody could tell.
	unknown bool
}

func (c *changes) pageKinds() []kind {
	p, blind := c.Summary.Pages, !c.ContentCompared
	return []kind{
		{compare.Kept, "As it was", "at the same level, with as many arcs", p.Kept, false},
		{compare.Shifted, "Shifted", "another level or number of arcs, nothing else", p.Shifted, false},
		{compare.Changed, "Changed", "other content at the same address", p.Changed, blind},
		{compare.Moved, "Moved", "the same content at another address", p.Moved, blind},
		{compare.Added, "Added", "in the second crawl only", p.Added, false},
		{compare.Removed, "Removed", "in the first crawl only", p.Removed, false},
	}
}

func (c *changes) arcKinds() []kind {
	a := c.Summary.Arcs
	return []kind{
		{compare.Kept, "As it was", "with as many links", a.Kept, false},
		{compare.Reweighted, "Reweighted", "with another number of links", a.Reweighted, false},
		{compare.Added, "Added", "in the second crawl only", a.Added, false},
		{compare.Removed, "Removed", "in the first crawl only", a.Removed, false},
	}
}

// overlap tells how much of the site is the same.
func (c *changes) overlap() {
	if c.A.Pages == 0 && c.B.Pages == 0 {
		return
	}
	c.add("overlap", "What is the same, and what is not", words(c.overlapSays()),
		c.kinds("pages", "Pages by what became of them", c.pageKinds()),
		c.kinds("arcs", "Arcs by what became of them", c.arcKinds()))
}

func (c *changes) overlapSays() string {
	p, a := c.Summary.Pages, c.Summary.Arcs
	either, ends := sum(c.pageKinds()), sum(c.arcKinds())
	both, held := either-p.Added-p.Removed, ends-a.Added-a.Removed
	if p.Kept == either && a.Kept == ends {
		return "Nothing has changed: both crawls have the same pages with the same arcs between them."
	}
	says := say("Of %s in either crawl, %s in both (%s)", pages(either), wording.Count(both, "is", "are"), wording.Percent(p.Overlap))
	if ends > 0 {
		says += say("; of %s, %s (%s)", wording.Count(ends, "arc", "arcs"), wording.Grouped(held), wording.Percent(a.Overlap))
	}
	return says + say(". %s added and %s removed.", wording.Count(p.Added, "page was", "pages were"), none(p.Removed)) + c.contentSays()
}

func (c *changes) contentSays() string {
	p := c.Summary.Pages
	switch {
	case !c.ContentCompared:
		return " Whether pages moved or changed their content is not known."
	case p.Moved+p.Changed == 0:
		return " No page moved, and none changed its content."
	}
	return say(" %s to another address, and %s other content.", wording.Count(p.Moved, "page moved", "pages moved"), wording.Count(p.Changed, "has", "have"))
}

func sum(kinds []kind) int {
	n := 0
	for _, k := range kinds {
		n += k.count
	}
	return n
}

// kinds shows the counts of changes.
func (c *changes) kinds(name, title string, kinds []kind) []block {
	whole := sum(kinds)
	var bars []chart.Bar
	all := table{Caption: title, Columns: columns("change", "meaning", "#"+name, "#share")}
	for _, k := range kinds {
		number, share := wording.Grouped(k.count), wording.Percent(of(k.count, whole))
		if k.unknown {
			number, share = "not known", "–"
		}
		if k.count > 0 {
			bars = append(bars, chart.Bar{Name: k.name + ": " + k.says, Value: float64(k.count), Note: number + " (" + share + ")"})
		}
		all.Rows = append(all.Rows, cells(k.name, k.says, number, share))
	}
	return c.figure(name, chart.Bars(chart.Words{Title: title, Says: c.overlapSays()}, bars), all)
}

// pages lists the first pages of each kind of change.
func (c *changes) pages() {
	var folds []block
	for _, k := range c.pageKinds() {
		first := c.firstPages[k.change]
		if len(first) == 0 || k.change == compare.Kept {
			continue
		}
		folds = append(folds, c.fold(k, inChanges, pageTable(k.change, first))...)
	}
	slices.Reverse(folds)
	c.add("pages", "Which pages changed", folds)
}

// fold holds the first rows of a kind of change; the table's caption goes on
// where the kind's ends.
func (c *changes) fold(k kind, where string, all table) []block {
	all.Caption = say("%s: %s", k.name, k.says) + all.Caption
	if n := max(k.count, len(all.Rows)); n > len(all.Rows) {
		all.Note = say("The first %s of %s rows. %s", wording.Grouped(len(all.Rows)), wording.Grouped(n), where)
	}
	return c.folded(say("%s: %s", k.name, wording.Grouped(max(k.count, len(all.Rows)))), all)
}

// pageTable shows pages before and after.
func pageTable(change compare.Change, list []compare.PageChange) table {
	single := func(side func(compare.PageChange) compare.State) table {
		t := table{Columns: columns("page", "#level", "#arcs in", "#arcs out")}
		return filled(t, list, Changes, inChanges, func(_ int, p compare.PageChange) []text {
			s := side(p)
			return append([]text{named(s.Title, s.URL)}, cells(wording.Grouped(s.Level), wording.Grouped(s.InDegree), wording.Grouped(s.OutDegree))...)
		})
	}
	switch change {
	case compare.Added:
		return single(func(p compare.PageChange) compare.State { return p.B })
	case compare.Removed:
		return single(func(p compare.PageChange) compare.State { return p.A })
	}
	moved := change == compare.Moved
	t := table{Caption: "; where a number is another one, both stand there", Columns: columns("page", "#level", "#arcs in", "#arcs out")}
	if moved {
		t.Columns = slices.Insert(t.Columns, 1, column{Name: "before at"})
	}
	return filled(t, list, Changes, inChanges, func(_ int, p compare.PageChange) []text {
		row := append([]text{named(p.B.Title, p.B.URL)},
			cells(became(p.A.Level, p.B.Level), became(p.A.InDegree, p.B.InDegree), became(p.A.OutDegree, p.B.OutDegree))...)
		if moved {
			row = slices.Insert(row, 1, address(p.A.URL))
		}
		return row
	})
}

// became writes a number before and after, once if it is the same.
func became(was, is int) string {
	if was == is {
		return wording.Grouped(is)
	}
	return wording.Grouped(was) + " → " + wording.Grouped(is)
}

// arcs lists the first arcs of each kind of change.
func (c *changes) arcs() {
	var folds []block
	for _, k := range c.arcKinds() {
		all := table{Columns: columns("from", "to", "#links before", "#links after")}
		all = filled(all, c.firstArcs[k.change], Changes, inArcChanges, func(_ int, a compare.ArcChange) []text {
			return cells(clean(a.Source), clean(a.Target), strconv.FormatUint(uint64(a.WeightA), 10), strconv.FormatUint(uint64(a.WeightB), 10))
		})
		if k.change != compare.Kept {
			folds = append(folds, c.fold(k, inArcChanges, all)...)
		}
	}
	slices.Reverse(folds)
	c.add("arcs", "Which arcs changed", folds)
}
