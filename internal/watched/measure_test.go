package watched

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"sitegraph/internal/lab"
	"sitegraph/internal/lab/revisitlab"
)

// TestPolicies watches synthetic sites with each policy and measures from outside
// what the program keeps up with, in the second half of the iterations; -manners
// makes the sites noisy or untruthful, -policies chooses among the policies.
//
//	go test ./internal/watched -run TestPolicies -v -timeout 2h -seeds 3 -iterations 60
func TestPolicies(t *testing.T) {
	o := revisitlab.WorldOptions{Pages: 60, Checks: 12, Dynamic: 0.3, Iterations: 6, Seed: 1}
	names := []string{"learned"}
	if *seedsFlag > 0 {
		o.Pages, o.Checks, o.Iterations, names = 200, 20, max(6, *iterationsFlag), strings.Fields(*policiesFlag)
	}
	columns := "| policy | Q/Qmax | of the replay | of known | found | age | requests | 304 | MB |"
	for _, name := range names {
		var rows [8][]float64
		for seed := range uint64(max(1, *seedsFlag)) {
			o.Seed = seed + 1
			for i, x := range measure(t, o, name) {
				rows[i] = append(rows[i], x)
			}
		}
		columns += "\n| " + name + " |"
		for i, values := range rows {
			format := []string{" %.4f", " %.4f", " %.4f", " %.3f", " %.2f", " %.0f", " %.0f", " %.1f"}[i]
			columns += fmt.Sprintf(format+" |", lab.Mean(values))
		}
		if ratio := lab.Mean(rows[1]); *mannersFlag == "honest" && (ratio < 0.99 || ratio > 1.01) {
			t.Errorf("%s has %.4f of its replay", name, ratio)
		}
	}
	t.Logf("%+v\n%s", o, columns)
}

// measure watches a site and returns Q/Qmax, its ratios to that of the same policy
// and of known in the replay of the same site, the share of changes found, the mean age of
// pages in periods, and the requests, answers of 304 and megabytes of the checks.
func measure(t *testing.T, o revisitlab.WorldOptions, policy string) [8]float64 {
	t.Helper()
	replay, err := o.Replay(policy, 0.4)
	if err != nil {
		t.Fatal(err)
	}
	known, err := o.Replay("known", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := serveWorld(t, newClock(), o)
	s.manners = mannersOf[*mannersFlag]
	p := watching(t, s.website, map[string]string{"revisit.policy": policy, "revisit.delta_s": "0.4",
		"revisit.checks": strconv.Itoa(o.Checks)})
	p.iterate(t)
	s.afterChecks()
	s.traffic = traffic{}
	var shares, ages []float64
	for range o.Iterations {
		s.step()
		p.iterate(t)
		s.afterChecks()
		shares, ages = append(shares, s.share()), append(ages, s.age())
	}
	half := o.Iterations / 2
	q := lab.Mean(shares[half:])
	return [8]float64{q, q / lab.Mean(replay.Shares[half:]), q / lab.Mean(known.Shares[half:]),
		float64(s.found) / float64(s.made), lab.Mean(ages[half:]),
		float64(len(s.traffic.hits)), float64(s.traffic.with(http.StatusNotModified)), float64(s.traffic.bytes) / 1e6}
}

// mannersOf are manners by name.
var mannersOf = map[string]manners{
	"honest": {etag: right, modified: right}, "silent": {}, "stuck": {etag: stuck, modified: stuck},
	"fresh": {etag: fresh, modified: fresh}, "noisy": {etag: fresh, noisy: true},
}

// TestHistory serves the versions of a documentation one after the other, an
// iteration each, and counts the changes that are found.
//
//	go test ./internal/watched -run TestHistory -v -timeout 2h -versions "FOLDER..."
func TestHistory(t *testing.T) {
	versions, checks := strings.Fields(*versionsFlag), []int{2, 1}
	if len(versions) == 0 {
		versions = writeVersions(t)
	} else {
		checks = []int{32, 16, 8}
	}
	table := "| checks | policy | found | of |"
	for _, n := range checks {
		for _, name := range []string{"round-robin", "learned"} {
			s := serveHistory(t, newClock(), versions...)
			p := watching(t, s.website, map[string]string{"revisit.policy": name, "revisit.checks": strconv.Itoa(n)})
			p.iterate(t)
			for s.clock.wait(); s.next(t); s.clock.wait() {
				p.iterate(t)
			}
			if s.found == 0 || s.found > s.made {
				t.Errorf("%s found %d of %d changes", name, s.found, s.made)
			}
			table += fmt.Sprintf("\n| %d | %s | %d | %d |", n, name, s.found, s.made)
		}
	}
	t.Log("\n" + table)
}
