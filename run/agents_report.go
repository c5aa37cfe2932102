package run

import (
	"html/template"
	"io"

	"sitegraph/report"
	"sitegraph/report/atlas"
	"sitegraph/site"
	"sitegraph/stats"
)

// writeSearchReport writes the report of a search, of whose pages all these files are. The files that it names must
// have been written before.
func (a *artefacts) writeSearchReport(s *site.Search, settings map[string]string) error {
	n, err := a.numbers()
	if err != nil {
		return err
	}
	m := atlas.New(atlas.Input{Graph: a.crawl.Graph, Rank: n.Values.PageRank, Name: "the search " + s.Name,
		Groups: atlas.Topics(a.crawl.Graph, a.crawl.Searched)})
	html, style, script := m.Fragment()
	in := report.Search{Search: s, Card: stats.CountSearch(s), Files: a.files(), Version: Version,
		All:      report.Site{Crawl: a.crawl, Analysis: *n},
		Settings: shownSettings(settings),
		Map:      &report.Picture{HTML: template.HTML(html), Style: style, Script: script}}
	return a.dir.Write("report.html", func(w io.Writer) error { return report.WriteSearch(w, in) })
}
