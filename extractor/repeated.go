package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/identity"
)

// A site that refuses sends the same page for whatever is asked, the home page too, and often with status 200. So
// where pages of unrelated kinds of URL show the same and link to nothing of the site, the home page is requested
// again. If that is what comes now, they are refusals.

// homeDue returns the home page if it has to be requested again.
func (l *learning) homeDue() (home evidence.URLID, due bool) {
	home = l.same.Home()
	checks := 0
	for _, t := range l.known.Twins {
		if t.Key == home {
			checks++
		}
	}
	a := l.known.Answer(home)
	return home, l.same.Suspect && checks < identity.HomeChecks && a != nil && a.Outcome == evidence.OutPage
}
