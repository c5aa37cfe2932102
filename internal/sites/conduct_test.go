package sites

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/lab/revisitlab"
	"sitegraph/site"
)

// small makes a site of n pages, whose home page links to all others.
func small(t testing.TB, n int) *website {
	t.Helper()
	s := newWebsite(t, newClock())
	s.begin(n)
	return s
}

// begin replaces the site with one of n pages, and resets the clock.
func (s *website) begin(n int) {
	s.clock.at = newClock().at
	s.pages, s.byPath = nil, map[string]*sitePage{}
	s.add("/", "", "home")
	for i := 1; i < n; i++ {
		s.add("/"+strconv.Itoa(i), "/", "page", "number", strconv.Itoa(i))
	}
}

func pathsOf(c *site.Crawl) (paths []string) {
	for _, p := range c.Graph.Pages {
		paths = append(paths, strings.TrimPrefix(p.URL, c.Site))
	}
	slices.Sort(paths)
	return paths
}

func everything() map[string]string {
	return map[string]string{"revisit.policy": "round-robin", "revisit.checks": "100000"}
}

// leaves is the number of consecutive "gone" answers after which a page leaves the graph.
const leaves = 3

// TestGone checks that a vanished page leaves the graph at the third check, and that a page that moved is found again.
func TestGone(t *testing.T) {
	t.Parallel()
	s := small(t, 9)
	p := watching(t, s, everything())
	p.iterate(t)
	s.remove("/3", false)
	s.move("/5", "/five")
	for checks := 1; checks <= 4; checks++ {
		s.clock.wait()
		c := p.iterate(t)
		has := pathsOf(c)
		if !slices.Contains(has, "/five") {
			t.Errorf("after check %d the page that moved is not at its new place: %v", checks, has)
		}
		for _, path := range []string{"/3", "/5"} {
			if slices.Contains(has, path) && checks >= leaves {
				t.Errorf("after check %d %s is in the graph: %v", checks, path, has)
			}
		}
		if !slices.Contains(has, "/3") && checks < leaves {
			t.Errorf("after check %d /3 has left: %v", checks, has)
		}
		if l := last(c); l.Outage {
			t.Errorf("after check %d: an outage: %+v", checks, l)
		}
	}
}

// TestOutage checks that an outage of all pages, however long, removes nothing from the graph and ends in a recovery.
func TestOutage(t *testing.T) {
	t.Parallel()
	elsewhere := newWebsite(t, newClock())
	elsewhere.add("/", "", "another", "site")
	for name, c := range map[string]struct {
		begin  func(s *website)
		expect func(it site.Iteration) bool
	}{
		"all gone": {func(s *website) { s.manners.outage = http.StatusNotFound },
			func(it site.Iteration) bool { return it.Outage }},
		"out of order": {func(s *website) { s.manners.outage = http.StatusServiceUnavailable },
			func(it site.Iteration) bool { return it.Failed == 40 && !it.Outage }},
		"moved to another host": {func(s *website) {
			s.manners.outage, s.manners.elsewhere = http.StatusFound, elsewhere.origin
		}, func(it site.Iteration) bool { return it.Outage }},
		"forbidden": {func(s *website) { s.manners.robots = "User-agent: *\nDisallow: /\n" },
			func(it site.Iteration) bool { return it.Forbidden == 40 && it.Gone == 0 }},
	} {
		t.Run(name, func(t *testing.T) {
			s := small(t, 40)
			p := watching(t, s, everything())
			p.iterate(t)
			before := s.manners
			c.begin(s)
			for i := range leaves {
				s.clock.at = s.clock.at.Add(25 * time.Hour) // robots.txt is requested once a day
				got := p.iterate(t)
				if pages, arcs := len(got.Graph.Pages), len(got.Graph.Targets); pages != 40 || arcs != 39 {
					t.Fatalf("iteration %d left %d pages and %d arcs, want all 40 and 39", i+2, pages, arcs)
				}
				if it := last(got); !c.expect(it) {
					t.Errorf("iteration %d is %+v", i+2, it)
				}
			}
			s.manners = before
			s.edit("/7", "seven")
			s.clock.at = s.clock.at.Add(25 * time.Hour)
			if got := last(p.iterate(t)); got.Changed != 1 || got.Checked != 40 || got.Outage {
				t.Errorf("after the outage: %+v", got)
			}
		})
	}
}

// TestPlainCrawlFirst checks that a site first crawled without watch has all its pages checked within eleven rounds,
// even those never measured. Pages that always change do not use up the checks.
func TestPlainCrawlFirst(t *testing.T) {
	t.Parallel()
	const pages, checks = 6, 3
	s := newWebsite(t, newClock())
	s.add("/", "", "home")
	for i := 1; i < pages; i++ {
		s.add(fmt.Sprintf("/%d", i), "/", strings.Fields(strings.Repeat("word ", 20*i))...)
	}
	p := watching(t, s, map[string]string{"revisit.checks": fmt.Sprint(checks)})
	p.job.Watch = false
	p.iterate(t)
	p.job.Watch = true
	begun := s.clock.now()
	for k := range 11 * pages / checks {
		s.clock.wait()
		for i := 1; i <= 5; i++ {
			s.edit(fmt.Sprintf("/%d", i), "edited", fmt.Sprint(k))
		}
		p.iterate(t)
	}
	for _, page := range s.pages {
		if !page.checked.After(begun) {
			t.Errorf("%s was never looked at again", page.path)
		}
	}
}

// TestReplayAgain checks that, with a fixed number of checks, the program and the replay check the same, by any policy.
func TestReplayAgain(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"learned", "scent", "round-robin", "proportional"} {
		t.Run(policy, func(t *testing.T) {
			o := revisitlab.WorldOptions{Pages: 60, Checks: 5, Dynamic: 0.5, Iterations: 5, Seed: 5}
			replay, err := o.Replay(policy, 0.4)
			must(t, err)
			c := newClock()
			s := serveWorld(t, c, o)
			p := watching(t, s.website, map[string]string{"revisit.policy": policy, "revisit.delta_s": "0.4",
				"revisit.checks": strconv.Itoa(o.Checks)})
			p.iterate(t)
			s.afterChecks()
			for now, checked := range replay.Checked {
				s.step()
				before := len(s.asked)
				p.iterate(t)
				s.afterChecks()
				var want []string
				for _, page := range checked {
					want = append(want, worldPath(page))
				}
				got := slices.Clone(s.asked[before:])
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("iteration %d checked %v, in the replay %v", now+2, got, want)
				}
			}
		})
	}
}
