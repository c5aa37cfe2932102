package stats

import (
	"fmt"
	"iter"

	"sitegraph/site"
)

func hitKinds() []kind {
	return []kind{
		{name: "visited-unlinked", severity: severityWarning, list: visitedUnlinked, stands: onSitemap,
			explanation: "Visitors or robots ask for a URL that the server shows, and no link leads to it."},
		{name: "never-visited", severity: severityNotice, list: neverVisited, stands: onPage,
			explanation: "The access logs have no visit of this page by people."},
	}
}

func visitedUnlinked(f *finder) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		h := f.crawl.Hits
		if h == nil {
			return
		}
		for i := range h.All {
			if u := &h.All[i]; h.Unlinked(u) && !yield(Occurrence{URL: u.URL, Status: u.Status,
				Detail: fmt.Sprintf("visits: %d, by robots: %d", u.Visits, u.RobotVisits)}, nil) {
				return
			}
		}
	}
}

// neverVisited yields the pages without a visit by people, if there are visits at all.
func neverVisited(f *finder) iter.Seq2[Occurrence, error] {
	h := f.crawl.Hits
	if h == nil || h.Visits == 0 {
		return site.WithoutErrors[Occurrence](nil)
	}
	people, robots := h.OfPages(f.crawl.Graph)
	return ofPages(func(_ *finder, i int) (Occurrence, bool) {
		return Occurrence{Detail: fmt.Sprintf("visits by robots: %d", robots[i])}, people[i] == 0
	})(f)
}
