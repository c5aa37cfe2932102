package site

import (
	"errors"
	"slices"
)

// Chain is a URL and the redirects followed from it.
type Chain struct {
	At   URL       // the URL to request next
	Hops []LinkHop // the redirects so far
}

// Follow notes a redirect that answers the current URL and moves to its target. If that is impossible, or takes more
// than limit redirects, it stays and returns the fault.
func (c *Chain) Follow(r Response, limit int) LinkFault {
	c.Hops = append(slices.Clip(c.Hops), LinkHop{URL: c.At.String(), Status: r.Status})
	next, err := c.At.Resolve(r.Location, nil)
	fault, _ := errors.AsType[LinkFault](err)
	switch {
	case r.Location == "":
		fault.Kind = FaultNoLocation
	case err != nil:
	case slices.ContainsFunc(c.Hops, func(h LinkHop) bool { return h.URL == next.String() }):
		if fault.Kind = FaultLoop; r.SetsCookie {
			fault.Kind = FaultCookieLoop
		}
	case len(c.Hops) > limit:
		fault.Kind, fault.Bound = FaultTooMany, limit
	default:
		c.At = next
	}
	return fault
}
