package report

import (
	"fmt"

	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *sitesReport) pages() {
	p := rep.in.Pages
	if p == nil {
		return
	}
	rep.add("pages", "The pages of all sites", paragraphs(pagesText(p), pagesShape(p), pagesDistances(p)),
		rep.topTable("Top pages of all sites by PageRank", "#PageRank", p.PageRank.Top, wording.Percent),
		rep.topTable("Top pages of all sites by in-degree", "#pages that link to it", p.InDegree.Top, wording.Number))
}

func pagesText(p *stats.PageGraph) string {
	text := fmt.Sprintf("%s and %s, %s of them between sites", pages(p.Pages), wording.Count(p.Arcs, "arc", "arcs"),
		wording.Grouped(p.Between.Arcs))
	if lost := p.Between.Lost; lost > 0 {
		text += fmt.Sprintf("; %s to other URLs of these sites",
			wording.Count(lost, "further link leads", "further links lead"))
	}
	text += ". The files are in the folder pages."
	if p.Incomplete > 0 {
		text += fmt.Sprintf(" %s not complete: the numbers are those of what was seen.",
			wording.Count(p.Incomplete, "crawl is", "crawls are"))
	}
	return text
}

func pagesShape(p *stats.PageGraph) string {
	return fmt.Sprintf("The largest part in which each page can be reached from each other has %s, %s of all; the "+
		"largest one joined by links in whichever direction %s.", pages(p.Strong.Largest),
		wording.Percent(p.Strong.LargestShare), wording.Percent(p.Weak.LargestShare))
}

func pagesDistances(p *stats.PageGraph) string {
	d := p.Distances
	if d.Rounds == 0 {
		return ""
	}
	return fmt.Sprintf("By an estimate, of all pairs of pages %s are joined by a path, of %s arcs on average, and "+
		"90 %% of these have at most %d.", wording.Percent(d.Reachable), wording.Number(d.Mean), d.Effective)
}
