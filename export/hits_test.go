package export_test

import (
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// visited returns a crawl of two pages with visits.
func visited() *site.Crawl {
	c := checked()
	c.Linked = nil
	at := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	c.Hits = &site.Hits{Files: []site.HitFile{{Name: "access.log", Lines: 9, Bad: 1, Fault: "line 2: no time"}},
		First: at, Last: at, Requests: 5, Visits: 3, RobotVisits: 1, Agents: true, Referers: true,
		Robots: []site.RobotHits{{Name: "bingbot", Visits: 1, URLs: 1}},
		All: []site.Hit{
			{URL: "http://a.example/b", Key: "http://a.example/b", State: site.StatePage, Page: "http://a.example/b",
				Status: 200, Requests: 4, Visits: 2, RobotVisits: 1, Last: at, Robots: "bingbot=1"},
			{URL: "http://a.example/x,y", Key: "http://a.example/x,y", Status: 404, Requests: 1, Visits: 1, Last: at}},
		Followed: site.NumbersOf(2)}
	return c
}

// The tables of visited were written by hand.
const (
	hitsFile = `url,normalized_url,state,page,status,requests,visits,robot_visits,last_request,robots
http://a.example/b,http://a.example/b,page,http://a.example/b,200,4,2,1,2026-03-02T10:00:00Z,bingbot=1
"http://a.example/x,y","http://a.example/x,y",,,404,1,1,0,2026-03-02T10:00:00Z,
`
	followedFile = "Source,Target,visits\n1,2,2\n"
)

// The tables of visits are written and read back, and removed if there are no visits.
func TestHits(t *testing.T) {
	want := visited()
	dir := write(t, want, true, "csv", "ledger")
	for name, text := range map[string]string{"hits.csv": hitsFile, "followed.csv": followedFile} {
		console.Equal(t, string(readTable(t, dir, name)), text, name)
	}
	_, got := reopen(t, dir)
	console.Equal(t, got.Hits, want.Hits)
	refused(t, dir, true, []damage{
		{"hits.csv", "2026-03-02T10:00:00Z,b", "2026-03-02 10:00:00Z,b", "hits.csv, line 2: last_request"},
		{"followed.csv", "1,2,2", "2,1,2", "followed.csv, line 2"},
	})
}
