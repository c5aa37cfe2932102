package export

import (
	"fmt"
	"time"

	"sitegraph/site"
)

// hitsTable is hits.csv, which lists the URLs that clients requested, according to the server's access logs.
var hitsTable = table[site.Hit]{name: "hits.csv", columns: []column[site.Hit]{
	{name: "url", text: func(r *site.Hit) *string { return &r.URL }, isURL: true},
	{name: "normalized_url", text: func(r *site.Hit) *string { return &r.Key }, isURL: true},
	{name: "state", text: func(r *site.Hit) *string { return (*string)(&r.State) }, repeats: true},
	{name: "page", text: func(r *site.Hit) *string { return &r.Page }, isURL: true},
	{name: "status", number: func(r *site.Hit) *int { return &r.Status }, most: 999},
	{name: "requests", number: func(r *site.Hit) *int { return &r.Requests }},
	{name: "visits", number: func(r *site.Hit) *int { return &r.Visits }},
	{name: "robot_visits", number: func(r *site.Hit) *int { return &r.RobotVisits }},
	{name: "last_request", at: func(r *site.Hit) *time.Time { return &r.Last }},
	{name: "robots", text: func(r *site.Hit) *string { return &r.Robots }, repeats: true},
}}

// Hits returns hits.csv, with a row for each URL that clients requested.
func Hits(h *site.Hits) Listing {
	return listOf(hitsTable.name, site.Unfailing(places(h.All)), hitsTable.cells)
}

type followedRow struct{ source, target, visits int }

// followedTable is followed.csv, which counts the visits that followed each arc of the graph.
var followedTable = table[followedRow]{name: "followed.csv", columns: []column[followedRow]{
	{name: "Source", number: func(r *followedRow) *int { return &r.source }},
	{name: "Target", number: func(r *followedRow) *int { return &r.target }},
	{name: "visits", number: func(r *followedRow) *int { return &r.visits }},
}}

func hasHits(c *site.Crawl) bool { return c.Hits != nil }

func hasFollowed(c *site.Crawl) bool { return c.Hits != nil && c.Hits.Referers }

func writeFollowed(o *out, c *site.Crawl, options Options) error {
	rows := mapped(arcs(c.Graph, options.SelfLoops), func(a *arc) followedRow {
		return followedRow{a.source, a.target, int(c.Hits.Followed.At(a.place))}
	})
	return followedTable.write(o, site.Unfailing(rows))
}

func (f *Folder) readHits(c *site.Crawl) error {
	if f.Manifest.Hits == nil {
		return nil
	}
	h := *f.Manifest.Hits
	c.Hits = &h
	err := each(f, hitsTable, func(r *tableReader[site.Hit], row *site.Hit) error {
		if n := len(h.All); n > 0 && row.Key <= h.All[n-1].Key {
			return r.damage("%s after %s: the rows are sorted by normalized_url", shown(row.Key), shown(h.All[n-1].Key))
		}
		h.All = append(h.All, *row)
		return nil
	})
	if err != nil || !h.Referers {
		return err
	}
	return f.readFollowed(&h, c.Graph)
}

func (f *Folder) readFollowed(h *site.Hits, g *site.Graph) error {
	h.Followed = site.NewNumbers(g.Arcs())
	return each(f, followedTable, func(r *tableReader[followedRow], row *followedRow) error {
		if row.source < 1 || row.source > len(g.Pages) {
			return r.damage("Source is %d among %d pages", row.source, len(g.Pages))
		}
		at, found := g.Arc(row.source-1, row.target-1)
		if !found {
			return r.damage("%s is not an arc of %s", fmt.Sprint(row.source, " → ", row.target), arcsTable.name)
		}
		h.Followed.Set(at, uint32(row.visits))
		return nil
	})
}
