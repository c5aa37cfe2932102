package compare

import (
	"fmt"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

// Summary is the difference in numbers. Shares are between 0 and 1, with nine
// significant digits; a share of nothing is 0.
type Summary struct {
	// A and B are the crawls.
	A Crawl `json:"a"`
	B Crawl `json:"b"`
	// ContentCompared reports whether pages could be found to have moved or
	// changed.
	ContentCompared bool         `json:"content_compared"`
	Pages           PageCounts   `json:"pages"`
	Arcs            ArcCounts    `json:"arcs"`
	Shifts          Shifts       `json:"shifts"`
	Levels          []LevelCount `json:"levels"`
	Notes           []string     `json:"notes"`
}

// Crawl describes one of the crawls.
type Crawl struct {
	// Site is the origin.
	Site     string    `json:"site"`
	Finished time.Time `json:"finished,omitzero"`
	Complete bool      `json:"complete"`
	Pages    int       `json:"pages"`
	Arcs     int       `json:"arcs"`
	// Links is the sum of the arcs' weights.
	Links int `json:"links"`
	// Depth is the greatest level, 0 without pages.
	Depth int `json:"depth"`
}

// PageCounts are the pages of both crawls by change.
type PageCounts struct {
	// One count for each [Change] of a page.
	Removed int `json:"removed"`
	Added   int `json:"added"`
	Moved   int `json:"moved"`
	Changed int `json:"changed"`
	Shifted int `json:"shifted"`
	Kept    int `json:"kept"`
	// Overlap is the share of pages in both among pages in either (Jaccard
	// index).
	Overlap float64 `json:"overlap"`
}

// ArcCounts are the arcs of both crawls by change.
type ArcCounts struct {
	// One count for each [Change] of an arc.
	Removed    int     `json:"removed"`
	Added      int     `json:"added"`
	Reweighted int     `json:"reweighted"`
	Kept       int     `json:"kept"`
	Overlap    float64 `json:"overlap"` // as with pages
}

// Shifts count the pages that are in both crawls and have moved in the graph,
// whatever else changed.
type Shifts struct {
	Nearer  int `json:"nearer"`   // to the start page: a lower level in B
	Deeper  int `json:"deeper"`   // a higher level in B
	InMore  int `json:"in_more"`  // a higher in-degree
	InLess  int `json:"in_less"`  // a lower in-degree
	OutMore int `json:"out_more"` // a higher out-degree
	OutLess int `json:"out_less"` // a lower out-degree
}

// LevelCount is one level in both crawls.
type LevelCount struct {
	// Level is the level, from 0.
	Level int `json:"level"`
	// A and B are the pages at this level.
	A int `json:"a"`
	B int `json:"b"`
	// Removed and Added are those of them that the other crawl has not.
	Removed int `json:"removed"`
	Added   int `json:"added"`
	// Left and Came are pages of both crawls that were at this level in A
	// only, or are in B only. So B = A - Removed - Left + Added + Came.
	Left int `json:"left"`
	Came int `json:"came"`
}

func (d *Difference) summarise(a, b *site.Crawl, o Options) Summary {
	s := Summary{A: describe(a), B: describe(b), ContentCompared: d.content, Notes: append([]string{}, o.Notes...)}
	s.Levels = make([]LevelCount, levels(a.Graph, b.Graph))
	for i := range s.Levels {
		s.Levels[i].Level = i
	}
	for c := range d.all() {
		s.Pages.count(c.Change)
		s.shift(c)
	}
	for m := range d.merged() {
		s.Arcs.count(m.change())
	}
	p, r := &s.Pages, &s.Arcs
	both := p.Moved + p.Changed + p.Shifted + p.Kept
	p.Overlap = share(both, both+p.Removed+p.Added)
	r.Overlap = share(r.Reweighted+r.Kept, r.Reweighted+r.Kept+r.Removed+r.Added)
	s.Notes = append(s.Notes, remarks(a, b)...)
	return s
}

func describe(c *site.Crawl) Crawl {
	d := Crawl{Site: c.Site, Finished: c.Finished, Complete: c.Complete,
		Pages: len(c.Graph.Pages), Arcs: c.Graph.Arcs()}
	for _, w := range c.Graph.Weights {
		d.Links += int(w)
	}
	d.Depth = max(0, levels(c.Graph)-1)
	return d
}

// levels returns the number of levels of the deeper graph.
func levels(graphs ...*site.Graph) int {
	most := 0
	for _, g := range graphs {
		for i := range g.Pages {
			most = max(most, g.Pages[i].Level+1)
		}
	}
	return most
}

func (p *PageCounts) count(c Change) {
	switch c {
	case Removed:
		p.Removed++
	case Added:
		p.Added++
	case Moved:
		p.Moved++
	case Changed:
		p.Changed++
	case Shifted:
		p.Shifted++
	default:
		p.Kept++
	}
}

func (r *ArcCounts) count(c Change) {
	switch c {
	case Removed:
		r.Removed++
	case Added:
		r.Added++
	case Reweighted:
		r.Reweighted++
	default:
		r.Kept++
	}
}

// shift counts how a page has moved between levels and degrees.
func (s *Summary) shift(c PageChange) {
	if c.Change != Added {
		s.Levels[c.A.Level].A++
	}
	if c.Change != Removed {
		s.Levels[c.B.Level].B++
	}
	switch {
	case c.Change == Added:
		s.Levels[c.B.Level].Added++
		return
	case c.Change == Removed:
		s.Levels[c.A.Level].Removed++
		return
	case c.A.Level != c.B.Level:
		s.Levels[c.A.Level].Left++
		s.Levels[c.B.Level].Came++
	}
	step(c.A.Level, c.B.Level, &s.Shifts.Deeper, &s.Shifts.Nearer)
	step(c.A.InDegree, c.B.InDegree, &s.Shifts.InMore, &s.Shifts.InLess)
	step(c.A.OutDegree, c.B.OutDegree, &s.Shifts.OutMore, &s.Shifts.OutLess)
}

// step counts a number that has grown or shrunk.
func step(was, is int, grown, shrunk *int) {
	switch {
	case is > was:
		*grown++
	case is < was:
		*shrunk++
	}
}

// remarks are notes on the crawls themselves.
func remarks(a, b *site.Crawl) (notes []string) {
	if a.Site != b.Site {
		notes = append(notes, fmt.Sprintf("the crawls are of %s and %s: pages are matched by the rest of their URL",
			a.Site, b.Site))
	}
	for _, c := range []struct {
		name  string
		crawl *site.Crawl
	}{{"first", a}, {"second", b}} {
		if !c.crawl.Complete {
			notes = append(notes, fmt.Sprintf(
				"the %s crawl is not complete (%s): pages that it did not reach count as missing",
				c.name, c.crawl.Ended))
		}
	}
	if a.Finished.After(b.Finished) && !b.Finished.IsZero() {
		notes = append(notes,
			"the first crawl is younger than the second: what counts as added was removed, and vice versa")
	}
	return notes
}

// share returns part of whole with nine significant digits.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return wording.Significant(float64(part)/float64(whole), 9)
}
