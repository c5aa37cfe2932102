package site

import "errors"

// Ending is how a crawl ended. It is an error, so that it can be the cause of
// a cancelled context.
type Ending string

// The endings. Names of stop conditions are endings too.
const (
	EndedWorkDone Ending = "work-done" // everything in reach was fetched
	EndedMaxPages Ending = "max-pages" // the page limit was reached
	EndedTimeout  Ending = "timeout"   // the time limit was reached
	EndedStopFile Ending = "stop-file" // the stop file appeared
	EndedSignal   Ending = "signal"    // the user interrupted the program
	EndedError    Ending = "error"     // an error of the program's own
	// EndedAnotherSite: the home page led to a site that this run crawls
	// already.
	EndedAnotherSite Ending = "another-site"
	// EndedRobotsUnavailable: robots.txt was answered with an error (5xx, 429),
	// so nothing may be fetched now.
	EndedRobotsUnavailable Ending = "robots-unavailable"
	// EndedUnreachable: the host gave no answer.
	EndedUnreachable Ending = "unreachable"
	// EndedRobotsForbid: robots.txt forbids the start page.
	EndedRobotsForbid Ending = "robots-forbid"
	// EndedNoPages: there is nothing left to fetch, and no page; a note of the
	// crawl says what became of the start page.
	EndedNoPages Ending = "no-pages"
)

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
