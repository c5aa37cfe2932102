package stats

import (
	"fmt"
	"io"
)

// PageGraph is the numbers of the graph of the pages of all sites of a run.
type PageGraph struct {
	// Sites counts the sites, Incomplete those whose crawl was not complete.
	Sites      int `json:"sites"`
	Incomplete int `json:"incomplete_sites"`
	// Pages, Arcs and Links are those within sites and between them.
	Pages int `json:"pages"`
	Arcs  int `json:"arcs"`
	Links int `json:"links"`
	// Between is what joins the sites.
	Between Between `json:"between"`

	// The measures of the graph; each type has the definition.
	InDegree  Degrees `json:"in_degree"`
	OutDegree Degrees `json:"out_degree"`
	Shape
	// Cores are those without directions, PageRank has the page of greatest value first.
	Cores    Cores           `json:"cores"`
	PageRank PageRankSummary `json:"pagerank"`
	// Distances are estimated; Harmonic lists the pages of greatest harmonic centrality.
	Distances Balls     `json:"distances"`
	Harmonic  []TopPage `json:"harmonic"`
	// LeftOut are the measures of single sites that this graph has not.
	LeftOut []NotTaken `json:"left_out"`
}

// Between counts what joins sites.
type Between struct {
	// Arcs and Links are those from a page of one site to one of another. Lost are links to an address on the host of
	// a site of the run that is no page of it.
	Arcs  int `json:"arcs"`
	Links int `json:"links"`
	Lost  int `json:"links_to_no_page"`
}

// NotTaken is a measure that was not taken.
type NotTaken struct {
	// Measure is its name in stats.json, Reason a phrase.
	Measure string `json:"measure"`
	Reason  string `json:"reason"`
}

// WritePageGraph writes the numbers as [WriteJSON] does. The error is w's.
func WritePageGraph(w io.Writer, g PageGraph) error {
	text, err := indented(g)
	if err == nil {
		_, err = w.Write(inLines(text))
	}
	if err != nil {
		return fmt.Errorf("write the numbers of the graph of all pages as JSON: %w", err)
	}
	return nil
}
