package sites

import "time"

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
