package site

import "testing"

func TestWith(t *testing.T) {
	for _, c := range []struct {
		state        State
		reason, want string
	}{
		{StateStatus, "status 404", "status 404"},
		{StateRobots, "forbidden by robots.txt", "robots forbidden by robots.txt"},
		{StatePage, "", "page"},
		{StateFailed, "failedly", "failed failedly"},
	} {
		if got := c.state.With(c.reason); got != c.want {
			t.Errorf("%s with %q: %q, want %q", c.state, c.reason, got, c.want)
		}
	}
}
