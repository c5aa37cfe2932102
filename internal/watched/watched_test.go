// Package watched serves sites that change while the program watches them, over
// HTTP and on a clock of the test, and measures what it keeps up with. It
// consists of tests alone.
//
// Each site is a port of the loopback interface. The test knows every page of it
// at every moment, and which version the program has fetched last: so it
// computes from outside what the program's index is worth. Without flags the
// tests take seconds; the flags repeat the experiments that docs/design/policies.md
// reports.
//
//	watched_test.go   flags, and the clock
//	website_test.go   a site: its pages and what they were
//	manners_test.go   how a site speaks HTTP: validators, outages, robots.txt, sitemap
//	traffic_test.go   what the server was asked for
//	worth_test.go     formulas (1) and (2), ages, and the share of changes found
//	world_test.go     a synthetic site of the replay, with words
//	history_test.go   the versions of a documentation, served one after the other
//	client_test.go    the checks of the replay, made by hand: is the site what it should be?
//	program_test.go   the program watches a site
//	policies_test.go  the program makes the checks of the replay, and what they bring
//	measure_test.go   what each policy keeps up with, on synthetic sites and real ones
//	conduct_test.go   spec's test vector, outages, pages that go, sites out of the ordinary
//	files_test.go     the files of a moment, and of an iteration that finds nothing
//	killing_test.go   kills in the middle of an iteration
package watched

import (
	"flag"
	"time"
)

// Flags of the experiments.
var (
	seedsFlag      = flag.Int("seeds", 0, "repeat TestPolicies with that many seeds")
	policiesFlag   = flag.String("policies", "round-robin proportional scent learned", "for TestPolicies with -seeds")
	mannersFlag    = flag.String("manners", "honest", "for TestPolicies: honest, silent, stuck, fresh or noisy")
	iterationsFlag = flag.Int("iterations", 0, "the iterations of TestPolicies")
)

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
