package stats

import "sitegraph/site"

// Level is one level of the site: a page's level is the least number of arcs
// from the start page to it (Pechnikov and Lankin, 2016).
type Level struct {
	// Level is the level, from 0; Pages counts the pages on it.
	Level int `json:"level"`
	Pages int `json:"pages"`
	// CumulativeShare is the share of all pages at this level or above it
	// (nearer to the start page).
	CumulativeShare float64 `json:"cumulative_share"`
}

// levels counts runs, since pages come in the order of their levels.
func levels(g *site.Graph) []Level {
	rows := []Level{}
	for i := range g.Pages {
		level := g.Pages[i].Level
		if len(rows) == 0 || rows[len(rows)-1].Level != level {
			rows = append(rows, Level{Level: level})
		}
		rows[len(rows)-1].Pages++
	}
	seen := 0
	for i := range rows {
		seen += rows[i].Pages
		rows[i].CumulativeShare = share(seen, len(g.Pages))
	}
	return rows
}
