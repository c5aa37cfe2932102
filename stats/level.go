package stats

import "sitegraph/site"

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
