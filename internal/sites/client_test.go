package sites

import (
	"io"
	"math"
	"net/http"
	"testing"

	"sitegraph/internal/lab/revisitlab"
)

// client gets pages as the program does, and remembers their ETags.
type client struct{ tags map[string]string }

// get gets a page, unless it is as before.
func (c *client) get(t *testing.T, s *website, path string) {
	t.Helper()
	s.settle()
	defer s.settle()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.origin+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if tag := c.tags[path]; tag != "" {
		request.Header.Set("If-None-Match", tag)
	}
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		t.Fatal(err)
	}
	c.tags[path] = answer.Header.Get("ETag")
}

// TestWorldOverHTTP: with the checks of the replay, the site that is served is
// worth what it is worth there, by its words.
func TestWorldOverHTTP(t *testing.T) {
	o := revisitlab.WorldOptions{Pages: 60, Checks: 5, Dynamic: 0.5, Iterations: 30, Seed: 3}
	replay, err := o.Replay("proportional", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := serveWorld(t, newClock(), o)
	c := &client{map[string]string{}}
	for _, p := range s.pages {
		c.get(t, s.website, p.path)
	}
	for now, checked := range replay.Checked {
		s.step()
		for _, i := range checked {
			c.get(t, s.website, worldPath(i))
		}
		s.afterChecks()
		if got := s.share(); math.Abs(got-replay.Shares[now]) > 1e-12 {
			t.Fatalf("iteration %d: Q/Qmax is %v, in the replay %v", now+1, got, replay.Shares[now])
		}
	}
	if n := len(s.traffic.hits); n != 60+30*5 || s.found == 0 || s.traffic.with(http.StatusNotModified) == 0 ||
		s.traffic.with(http.StatusOK)+s.traffic.with(http.StatusNotModified) != n {
		t.Errorf("%d requests, %d changes found of %d, %d answers of 304",
			n, s.found, s.made, s.traffic.with(http.StatusNotModified))
	}
}
