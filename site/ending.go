package site

import "errors"

// Ending is how a crawl ended. It is an error, so that it can be the cause of a cancelled context.
type Ending string

// The endings. Names of stop conditions are endings too.
const (
	EndedWorkDone Ending = "work-done" // everything in reach was fetched
	EndedMaxPages Ending = "max-pages" // the page limit was reached
	EndedBudget   Ending = "budget"    // the pages that all sites share were used up
	EndedTimeout  Ending = "timeout"   // the time limit was reached
	EndedStopFile Ending = "stop-file" // the stop file appeared
	EndedSignal   Ending = "signal"    // the user interrupted the program
	EndedError    Ending = "error"     // an error of the program's own
	EndedRun      Ending = "run"       // the time of a search by agents was over
	EndedRefused  Ending = "refused"   // the site refuses pages; another time it may not
	// Why agents fetch no more of the URLs that they know.
	EndedEnergy   Ending = "energy"   // they have no energy for another page
	EndedLifetime Ending = "lifetime" // their lives are over
	EndedSpace    Ending = "space"    // they have no space left
	EndedStrict   Ending = "strict"   // what they know is not relevant enough for strict agents
	EndedUnsold   Ending = "unsold"   // they may not visit what they know, and no agent bought it
	EndedMeans    Ending = "means"    // several of these reasons, each agent has its own
	// EndedAnotherSite: the home page led to a site that this run crawls already.
	EndedAnotherSite Ending = "another-site"
	// EndedRobotsUnavailable: robots.txt was answered with an error (5xx, 429), so nothing may be fetched now.
	EndedRobotsUnavailable Ending = "robots-unavailable"
	// EndedUnreachable: the host gave no answer.
	EndedUnreachable Ending = "unreachable"
	// EndedRobotsForbid: robots.txt forbids the start page.
	EndedRobotsForbid Ending = "robots-forbid"
	// EndedNoPages: there is nothing left to fetch, and no page; a note of the
	// crawl says what became of the start page.
	EndedNoPages Ending = "no-pages"
)

// Whole reports whether a crawl ended since it had what was wanted: all, or as many pages as its limit says.
func (e Ending) Whole() bool { return e == EndedWorkDone || e == EndedMaxPages }

// Meant reports whether a crawl ended as its settings asked for, and not since something stopped it.
func (e Ending) Meant() bool { return e.Whole() || e == EndedBudget || e == EndedTimeout }

// NeverBegan reports whether the crawl could not begin at all.
func (e Ending) NeverBegan() bool {
	return e == EndedAnotherSite || e == EndedRobotsUnavailable || e == EndedUnreachable
}

// Error implements error.
func (e Ending) Error() string { return string(e) }

// EndingOf returns the ending that an error carries, EndedError if none.
func EndingOf(err error) Ending {
	if e, ok := errors.AsType[Ending](err); ok {
		return e
	}
	return EndedError
}
