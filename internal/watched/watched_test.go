// Package watched serves sites that change while the program watches them, over
// HTTP and on a clock of the test. It consists of tests alone.
//
// Each site is a port of the loopback interface. The test knows every page of it
// at every moment, and which version the program has fetched last: so it
// computes from outside what the program's index is worth.
//
//	watched_test.go   flags, and the clock
//	website_test.go   a site: its pages and what they were
//	manners_test.go   how a site speaks HTTP: validators, outages, robots.txt
//	traffic_test.go   what the server was asked for
//	worth_test.go     formula (2)
//	world_test.go     a synthetic site of the replay, with words
//	client_test.go    the checks of the replay, made by hand: is the site what it should be?
//	program_test.go   the program watches a site
//	policies_test.go  the program makes the checks of the replay, and what they bring
//	conduct_test.go   spec's test vector, outages, pages that go, sites out of the ordinary
//	files_test.go     the files of a moment, and of an iteration that finds nothing
//	killing_test.go   kills in the middle of an iteration
package watched

import (
	"flag"
	"time"
)

// seedsFlag makes the kills more.
var seedsFlag = flag.Int("seeds", 0, "repeat TestKill that many times")

// clock is the time of a site and of those who watch it.
type clock struct{ at time.Time }

// newClock begins on a day in March.
func newClock() *clock { return &clock{time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)} }

// now is the time.
func (c *clock) now() time.Time { return c.at }

// period is the time between two iterations.
const period = 6 * time.Hour

// wait lets a period pass.
func (c *clock) wait() { c.at = c.at.Add(period) }
