package command

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

// totals has sums over all sites, for a line of --progress json.
type totals struct {
	Seconds float64 `json:"seconds"`
	Level   int     `json:"level"` // greatest depth being fetched
	Pages   int     `json:"pages"`
	Arcs    int     `json:"arcs"` // includes arcs to URLs that may turn out not to be pages
	Links   int     `json:"links"`
	Fetched int     `json:"fetched"`
	Known   int     `json:"known"` // URLs fetched or to be fetched
	Failed  int     `json:"failed"`
	Bytes   int64   `json:"bytes"` // bytes of decoded HTML

	PerSecond float64 `json:"per_second"` // URLs requested per second, over the last ten seconds

	InFlight int            `json:"in_flight"`
	Waiting  int            `json:"waiting"`
	Next     int            `json:"next_level"`
	Again    int            `json:"again,omitempty"`   // known URLs to request again
	Failing  map[string]int `json:"failing,omitempty"` // failures by site
	Doing    string         `json:"doing,omitempty"`   // measure being computed
	Done     bool           `json:"done"`              // this is the last line
	// With an order of decisions, pages processed, budget (0 for none), and external links in all and per recent page.
	Spent  int                  `json:"spent,omitempty"`
	Budget int                  `json:"budget,omitempty"`
	Found  int                  `json:"found,omitempty"`
	Late   float64              `json:"found_per_page_late,omitempty"`
	Search *site.SearchProgress `json:"search,omitempty"` // for a crawl by agents

	fetching bool // something is left to fetch
}

// total adds up all crawls. Only active ones count for what is left to do.
func (p *progress) total() totals {
	t := totals{Doing: p.current, Failing: map[string]int{}}
	if p.search != nil {
		t.Search, t.InFlight = p.search, p.search.InFlight
	}
	b := p.budget
	t.Spent, t.Budget, t.Found, t.Late = b.Spent, b.Budget, b.Found, float64(b.LateFound)/float64(max(b.Late, 1))
	t.Seconds = p.now().Sub(p.begun).Round(time.Millisecond).Seconds()
	t.PerSecond = wording.Significant(p.speed.perSecond(p.now()), 3)
	for name, s := range p.sites {
		t.Pages += s.Pages
		t.Arcs += s.Arcs
		t.Links += s.Links
		t.Fetched += s.Fetched
		t.Known += s.Fetched
		t.Failed += s.Failed
		t.Bytes += s.Bytes
		if s.Failed > 0 {
			t.Failing[name] = s.Failed
		}
		if s.ended {
			continue
		}
		t.Known += known(s.Progress) - s.Fetched
		t.Level = max(t.Level, s.Level)
		t.Waiting += s.Waiting
		t.Next += s.Next
		t.Again += s.Again
		t.InFlight += s.InFlight
		t.fetching = t.fetching || !s.Done
	}
	return t
}

func (p *progress) object(o any) { writeObject(p.out, o) }

func writeObject(w io.Writer, o any) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(o) // there is nowhere to report an error
}

// siteEnd is the end of a site's crawl, in a line of --progress json.
type siteEnd struct {
	Site    string  `json:"site"`
	Ended   string  `json:"ended"` // the error, if Failed
	Error   bool    `json:"error,omitempty"`
	Pages   int     `json:"pages"`
	Failed  int     `json:"failed"`
	Seconds float64 `json:"seconds"`
}

// endOf summarizes a line's crawl. The crawl is nil if it failed.
func endOf(line string, c *site.Crawl, err error, elapsed time.Duration) siteEnd {
	end := siteEnd{Site: line, Seconds: elapsed.Round(time.Millisecond).Seconds()}
	switch {
	case err != nil:
		end.Ended, end.Error = err.Error(), true
	case c != nil:
		end.Site, end.Ended, end.Pages, end.Failed = c.Site, string(c.Ended), c.Counts.Pages, failures(c)
	}
	return end
}

func (e siteEnd) line(width int) string {
	if e.Error {
		return site.Show(e.Site) + ": error: " + e.Ended
	}
	text := wording.Count(e.Pages, "page", "pages") + separator + e.Ended + separator +
		clock(time.Duration(e.Seconds*float64(time.Second)))
	if e.Failed > 0 {
		text += separator + fmt.Sprintf("%d failed", e.Failed)
	}
	name := site.Show(e.Site)
	if width > 0 {
		text = fitted(text, width-narrowestName)
		name = wording.MiddleColumns(name, max(width-1-len(": ")-wording.Columns(text), 1))
	}
	if text == "" {
		return name
	}
	return name + ": " + text
}
