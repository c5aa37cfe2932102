package report

import (
	_ "embed" // the style
	"fmt"
	"io"
	"slices"

	"sitegraph/stats"
	"sitegraph/wording"
)

//go:embed summary.css
var summaryStyle string

const firstID = "first" // the id of the section that says what to fix first

type finding struct {
	stats.Finding
	Title   string
	Example text
}

func (rep *siteReport) first() {
	all := rep.FixFirst
	if all == nil || len(all.First) == 0 {
		return
	}
	var list []finding
	for _, f := range all.First {
		f.Where += fmt.Sprintf(", with %s of the PageRank", wording.Percent(f.PageRank))
		shown := finding{f, kindName(f.Kind), urlCell(slices.Concat(f.URLs, []string{""})[0])}
		if more := f.Count - 1; more > 0 {
			shown.Example.Text += " and " + wording.Count(more, "more", "more")
		}
		list = append(list, shown)
	}
	rep.add(firstID, "Fix first", paragraphs(say("fix first", all)), []block{{Findings: list}})
}

// show puts the map of the site after what to fix first.
func (rep *siteReport) show(siteMap *Picture) {
	if siteMap == nil {
		return
	}
	rep.picture = *siteMap
	rest := rep.Rest()
	rep.Sections = slices.Clone(rep.Lead())
	rep.add("map", "Map", []block{{HTML: siteMap.HTML}})
	rep.Sections = append(rep.Sections, rest...)
}

// WriteSummary writes a page to print: key figures, first fixes, changes and a picture. The error is as for Write.
func (r *Report) WriteSummary(w io.Writer, siteMap *Picture) error {
	rep := *r.page
	rep.Sections, rep.Strip, rep.style = slices.Clone(rep.Lead()), nil, summaryStyle
	if watched := watchingOf(rep.in); watched != nil && len(watched.Iterations) > 1 {
		rep.add("changes", "What changed", paragraphs(say("last iteration", watched.last()), watched.arcsText()))
	}
	rep.show(siteMap)
	return rep.write(w)
}
