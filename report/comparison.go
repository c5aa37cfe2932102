package report

import (
	"io"
	"iter"
	"time"

	"sitegraph/compare"
	"sitegraph/wording"
)

// Comparison is what [WriteComparison] tells of two crawls of a site, A before
// and B after.
type Comparison struct {
	// Summary holds the counts. Crawls without a time have none in the report.
	Summary compare.Summary
	// Pages and Arcs are the changes, as a [compare.Difference] yields them.
	// Each is read once; of each kind the first [Changes] are shown, and of the
	// shifts the greatest [Shifts]. A nil sequence leaves its lists out.
	Pages iter.Seq[compare.PageChange]
	Arcs  iter.Seq[compare.ArcChange]
	// Files are the names of the files beside the report.
	Files []string
	// Version is the program's.
	Version string
}

// The limits of the lists of a comparison.
const (
	// Changes is how many pages or arcs of each kind of change are shown.
	Changes = 50
	// Shifts is how many pages are in each list of the greatest shifts.
	Shifts = 20
)

// WriteComparison writes the report of a comparison as one HTML file. The error
// is w's. Memory does not grow with the number of changes.
func WriteComparison(w io.Writer, in Comparison) error {
	c := &changes{in: in, Summary: in.Summary}
	c.read()
	c.head()
	c.warn()
	c.cards()
	c.overlap()
	c.levels()
	c.shifts()
	c.pages()
	c.arcs()
	c.making()
	return c.write(w)
}

// changes builds the report of a comparison.
type changes struct {
	document
	in Comparison
	compare.Summary
	// firstPages and firstArcs are the first changes of each kind.
	firstPages map[compare.Change][]compare.PageChange
	firstArcs  map[compare.Change][]compare.ArcChange
	greatest   []greatest
}

// read goes over all changes once and keeps what is shown.
func (c *changes) read() {
	c.firstPages, c.firstArcs = map[compare.Change][]compare.PageChange{}, map[compare.Change][]compare.ArcChange{}
	c.greatest = lists()
	if c.in.Pages != nil {
		for p := range c.in.Pages {
			if first := c.firstPages[p.Change]; len(first) < Changes {
				c.firstPages[p.Change] = append(first, p)
			}
			for i := range c.greatest {
				c.greatest[i].take(p)
			}
		}
	}
	if c.in.Arcs == nil {
		return
	}
	for a := range c.in.Arcs {
		if first := c.firstArcs[a.Change]; len(first) < Changes {
			c.firstArcs[a.Change] = append(first, a)
		}
	}
}

func (c *changes) head() {
	c.Title, c.Heading, c.Version = host(c.B.Site), "What has changed between two crawls of a web site", c.in.Version
	c.Address = home(c.B.Site)
	for _, crawl := range []struct {
		name string
		at   time.Time
	}{{"First", c.A.Finished}, {"Second", c.B.Finished}} {
		if when := spoken(crawl.at, time.Time{}); when != "" {
			c.Facts = append(c.Facts, crawl.name+" crawl: "+when)
		}
	}
	if c.A.Complete && c.B.Complete {
		c.Facts = append(c.Facts, "Both crawls are complete")
	}
}

// warn puts the notes above all, loudly when they put the figures in doubt.
func (c *changes) warn() {
	b := banner{Title: "Notes"}
	var faults []string
	for _, f := range []struct {
		is   bool
		says string
	}{
		{!c.A.Complete && !c.B.Complete, "both crawls are incomplete"},
		{!c.A.Complete && c.B.Complete, "the first crawl is incomplete"},
		{c.A.Complete && !c.B.Complete, "the second crawl is incomplete"},
		{!c.ContentCompared, "the contents could not be compared"},
	} {
		if f.is {
			faults = append(faults, f.says)
		}
	}
	if len(faults) > 0 {
		b.Loud, b.Title = true, wording.Capital(wording.List(faults))
	}
	for _, n := range c.Notes[:min(len(c.Notes), rowsShown)] {
		b.Lines = append(b.Lines, wording.Capital(wording.Middle(wording.Line(n), 2*lettersShown))+".")
	}
	if b.Loud || len(b.Lines) > 0 {
		c.Banners = append(c.Banners, b)
	}
	if c.A.Pages == 0 && c.B.Pages == 0 {
		c.Banners = append(c.Banners, banner{Loud: true, Title: "Neither crawl has a page", Lines: []string{"There is nothing to compare."}})
	}
}

func (c *changes) cards() {
	for _, f := range []struct {
		name     string
		was, now int
	}{
		{"Pages", c.A.Pages, c.B.Pages}, {"Arcs", c.A.Arcs, c.B.Arcs}, {"Links", c.A.Links, c.B.Links}, {"Greatest level", c.A.Depth, c.B.Depth},
	} {
		remark := "as before"
		if f.was != f.now {
			remark = say("%s; %s before", wording.Change(f.now-f.was), wording.Grouped(f.was))
		}
		c.Cards = append(c.Cards, card{f.name, wording.Grouped(f.now), remark})
	}
	c.Cards = append(c.Cards,
		card{"Pages in both", wording.Percent(c.Pages.Overlap), "of those in either"},
		card{"Arcs in both", wording.Percent(c.Arcs.Overlap), "of those in either"})
}

func (c *changes) making() {
	says := "A page of the first crawl and one of the second are the same page if they have the same key (the normalised address), or else the same content and no other page has it."
	c.add("making", "How this was made", words(says,
		"A page has the first change that fits: removed or added, moved (the same content at another key), changed (other content at the same key), "+
			"shifted (another level, or other numbers of links, nothing else). So what has moved or changed may have shifted too, and counts as such where shifts are told of.",
		"changes.csv and arc_changes.csv hold the whole difference: the first crawl and these rows give the second. compare.json holds the counts."), c.files(c.in.Files))
}
