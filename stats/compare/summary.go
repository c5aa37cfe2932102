package compare

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

// Summary holds the counts of a difference. Shares have nine significant digits and are 0 if the whole is 0.
type Summary struct {
	A               Crawl          `json:"a"`                // the first crawl
	B               Crawl          `json:"b"`                // the second
	ContentCompared bool           `json:"content_compared"` // whether moved and changed pages were detectable
	Pages           PageCounts     `json:"pages"`
	Arcs            ArcCounts      `json:"arcs"`
	Shifts          Shifts         `json:"shifts"`
	Levels          []LevelCount   `json:"levels"`
	Problems        []ProblemCount `json:"problems,omitzero"` // by kind; nil if they were not compared
	Notes           []string       `json:"notes"`
}

// Crawl describes one of the crawls.
type Crawl struct {
	Site     string    `json:"site"` // the origin
	Finished time.Time `json:"finished,omitzero"`
	Complete bool      `json:"complete"`
	Pages    int       `json:"pages"`
	Arcs     int       `json:"arcs"`
	Links    int       `json:"links"` // sum of the arcs' weights
	Depth    int       `json:"depth"` // the greatest depth, 0 without pages
}

// PageCounts counts the pages of both crawls by change.
type PageCounts struct {
	Removed int     `json:"removed"` // one count for each [Change]
	Added   int     `json:"added"`
	Moved   int     `json:"moved"`
	Changed int     `json:"changed"`
	Shifted int     `json:"shifted"`
	Kept    int     `json:"kept"`
	Overlap float64 `json:"overlap"` // pages in both divided by pages in either (Jaccard index)
}

// ArcCounts counts the arcs of both crawls by change.
type ArcCounts struct {
	Removed    int     `json:"removed"` // one count for each [Change]
	Added      int     `json:"added"`
	Reweighted int     `json:"reweighted"`
	Kept       int     `json:"kept"`
	Overlap    float64 `json:"overlap"` // the same for arcs
}

// Shifts counts the pages in both crawls that moved in the graph, whether or not they also changed otherwise.
type Shifts struct {
	Nearer  int `json:"nearer"`   // to the start page: a lower level in B
	Deeper  int `json:"deeper"`   // a higher level in B
	InMore  int `json:"in_more"`  // a higher in-degree
	InLess  int `json:"in_less"`  // a lower in-degree
	OutMore int `json:"out_more"` // a higher out-degree
	OutLess int `json:"out_less"` // a lower out-degree
}

// LevelCount compares one depth of both crawls: B = A - Removed - Left + Added + Came.
type LevelCount struct {
	Level   int `json:"level"`   // the depth, from 0
	A       int `json:"a"`       // pages of A
	B       int `json:"b"`       // pages of B
	Removed int `json:"removed"` // pages of A only
	Added   int `json:"added"`   // pages of B only
	Left    int `json:"left"`    // pages of both that left this depth
	Came    int `json:"came"`    // pages of both that came to this depth
}

func (d *Difference) summarise(a, b *site.Crawl, o Options) Summary {
	s := Summary{A: describe(a), B: describe(b), ContentCompared: d.content, Notes: append([]string{}, o.Notes...)}
	s.Levels = make([]LevelCount, levels(a.Graph, b.Graph))
	for i := range s.Levels {
		s.Levels[i].Level = i
	}
	pages := map[Change]int{}
	for c := range d.Union() {
		pages[c.Change]++
		s.shift(c)
	}
	s.Pages = PageCounts{Removed: pages[Removed], Added: pages[Added], Moved: pages[Moved],
		Changed: pages[Changed], Shifted: pages[Shifted], Kept: pages[Kept]}
	arcs := map[Change]int{}
	for m := range d.merged() {
		arcs[m.change()]++
	}
	s.Arcs = ArcCounts{Removed: arcs[Removed], Added: arcs[Added], Reweighted: arcs[Reweighted], Kept: arcs[Kept]}
	p, r := &s.Pages, &s.Arcs
	both := p.Moved + p.Changed + p.Shifted + p.Kept
	p.Overlap = share(both, both+p.Removed+p.Added)
	r.Overlap = share(r.Reweighted+r.Kept, r.Reweighted+r.Kept+r.Removed+r.Added)
	s.Notes = append(s.Notes, remarks(a, b, o.Forecast)...)
	return s
}

func describe(c *site.Crawl) Crawl {
	return Crawl{Site: c.Site, Finished: c.Finished, Complete: c.Complete, Pages: len(c.Graph.Pages),
		Arcs: c.Graph.Arcs(), Links: c.Graph.Weights.Sum(), Depth: max(0, levels(c.Graph)-1)}
}

func levels(graphs ...*site.Graph) int {
	most := 0
	for _, g := range graphs {
		for i := range g.Pages {
			most = max(most, g.Pages[i].Level+1)
		}
	}
	return most
}

func (s *Summary) shift(c PageChange) {
	was, is := &s.Levels[c.A.Level], &s.Levels[c.B.Level]
	switch c.Change {
	case Added:
		is.B++
		is.Added++
		return
	case Removed:
		was.A++
		was.Removed++
		return
	}
	was.A++
	is.B++
	if was != is {
		was.Left++
		is.Came++
	}
	step(c.A.Level, c.B.Level, &s.Shifts.Deeper, &s.Shifts.Nearer)
	step(c.A.InDegree, c.B.InDegree, &s.Shifts.InMore, &s.Shifts.InLess)
	step(c.A.OutDegree, c.B.OutDegree, &s.Shifts.OutMore, &s.Shifts.OutLess)
}

func step(was, is int, grown, shrunk *int) {
	if is > was {
		*grown++
	}
	if is < was {
		*shrunk++
	}
}

func remarks(a, b *site.Crawl, forecast bool) (notes []string) {
	if a.Site != b.Site && ofSites(a, b) {
		notes = append(notes, fmt.Sprintf("the crawls are of %s and %s: pages are matched by the rest of their URL",
			a.Site, b.Site))
	}
	names := [...]string{"first crawl", "second crawl"}
	if forecast {
		names = [...]string{"crawl", "forecast"}
	}
	for i, c := range []*site.Crawl{a, b} {
		if !c.Complete {
			notes = append(notes, fmt.Sprintf("the %s is not complete (%s): "+
				"pages that it did not reach count as missing", names[i], c.Ended))
		}
	}
	if a.Finished.After(b.Finished) && !b.Finished.IsZero() {
		notes = append(notes, "the first crawl is younger than the second: "+
			"what counts as added was removed, and vice versa")
	}
	return notes
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return wording.Significant(float64(part)/float64(whole), 9)
}

const levelRows = 24

// WriteTable writes a summary for a terminal.
func WriteTable(w io.Writer, s Summary) error {
	var b bytes.Buffer
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\tA\tB\tremoved\tadded\tmoved\tchanged\tshifted\tkept\toverlap\t\n")
	p, r := s.Pages, s.Arcs
	moved, changed := "?", "?"
	if s.ContentCompared {
		moved, changed = strconv.Itoa(p.Moved), strconv.Itoa(p.Changed)
	}
	fmt.Fprintf(t, "pages\t%d\t%d\t%d\t%d\t%s\t%s\t%d\t%d\t%s\t\n", s.A.Pages, s.B.Pages,
		p.Removed, p.Added, moved, changed, p.Shifted, p.Kept, wording.Percent(p.Overlap))
	fmt.Fprintf(t, "arcs\t%d\t%d\t%d\t%d\t\t%d\t\t%d\t%s\t\n", s.A.Arcs, s.B.Arcs,
		r.Removed, r.Added, r.Reweighted, r.Kept, wording.Percent(r.Overlap))
	t.Flush()

	fmt.Fprintf(&b, "\nOf the pages in both, %d are nearer to the start page and %d deeper;\n"+
		"%d have more arcs in and %d fewer, %d have more arcs out and %d fewer.\n\n",
		s.Shifts.Nearer, s.Shifts.Deeper, s.Shifts.InMore, s.Shifts.InLess, s.Shifts.OutMore, s.Shifts.OutLess)

	fmt.Fprintf(t, "level\tA\tremoved\tleft\tcame\tadded\tB\t\n")
	for _, l := range s.Levels[:min(len(s.Levels), levelRows)] {
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", l.Level, l.A, l.Removed, l.Left, l.Came, l.Added, l.B)
	}
	if len(s.Levels) > levelRows {
		fmt.Fprintf(t, "…\t\t\t\t\t\t\t\n")
	}
	t.Flush()

	writeProblems(t, s.Problems)
	for _, note := range s.Notes {
		fmt.Fprintf(&b, "\nNote: %s.\n", note)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func writeProblems(t *tabwriter.Writer, problems []ProblemCount) {
	head := "\nproblems\tnew\tfixed\tpartly\tworse\tstill there\tplaces fixed\tnew places\t\n"
	for _, p := range problems {
		if p.New+p.Fixed+p.Partly+p.Worse == 0 {
			continue
		}
		fmt.Fprint(t, head)
		head = ""
		fixed, added := p.Places.Text()
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t\n", p.Kind, p.New, p.Fixed, p.Partly, p.Worse, p.Still,
			fixed, added)
	}
	t.Flush()
}

// Text says how many places of A were fixed and how many are new. It returns "" for none, or if they are unknown.
func (n Places) Text() (fixed, added string) {
	if n.Fixed > 0 {
		fixed = wording.Grouped(n.Fixed) + " of " + wording.Grouped(n.A)
	}
	if n.New > 0 {
		added = wording.Grouped(n.New)
	}
	return fixed, added
}
