package revisit

import (
	"slices"
	"testing"
)

// confirming lists the policies that soon check a missing page again.
var confirming = []string{"learned", "proportional", "round-robin", "scent-2"}

// A missing page is checked in the next iterations until it leaves; a page that comes back is treated as before.
func TestConfirm(t *testing.T) {
	for _, name := range confirming {
		p := policy(name, Options{})
		for range 100 {
			p.Indexed(100, 0)
		}
		first := -1
		checks := map[int]int{}
		for now := 1.0; now <= 4; now++ {
			iterate(p, now, 20, func(i int) Result {
				if checks[i]++; first < 0 {
					first = i
				}
				switch {
				case i == first, i == first+1 && now < 3:
					return Result{Outcome: Gone}
				case i == first+1:
					return Result{Size: 100, Difference: 100}
				}
				return Result{Outcome: Unchanged}
			})
		}
		if s := p.pages[first]; checks[first] != 3 || !s.left {
			t.Errorf("%s: the page that is gone has %d checks, want 3", name, checks[first])
		}
		if s := p.pages[first+1]; checks[first+1] != 3 || s.left || s.size != 100 || p.known != 99 {
			t.Errorf("%s: the page that came back had %d checks and is %+v", name, checks[first+1], s)
		}
	}
}

// After an outage, at most a tenth of an iteration's checks are for pages that were already missing.
func TestOutage(t *testing.T) {
	for _, name := range confirming {
		p := policy(name, Options{})
		for range 1000 {
			p.Indexed(100, 0)
		}
		for now := 1.0; now <= 6; now++ {
			again := 0
			pages := iterate(p, now, 100, func(i int) Result {
				if p.pages[i].gone > 0 {
					again++
				}
				return Result{Outcome: Gone}
			})
			if want := 10; len(pages) != 100 || now > 1 && again != want || now == 1 && again != 0 {
				t.Errorf("%s: in iteration %v, %d of %d checks are of pages gone before", name, now, again, len(pages))
			}
		}
	}
}

// With one check per iteration, at most every tenth is for a page that was already missing, and none is repeated within
// half a period.
func TestConfirmOfFew(t *testing.T) {
	for _, name := range confirming {
		p := policy(name, Options{})
		for range 50 {
			p.Indexed(100, 0)
		}
		var again []float64
		for now := 1.0; now <= 24; now++ {
			iterate(p, now, 1, func(i int) Result {
				if p.pages[i].gone > 0 {
					again = append(again, now)
				}
				return Result{Outcome: Gone}
			})
		}
		if want := []float64{2, 12, 22}; !slices.Equal(again, want) {
			t.Errorf("%s: pages gone before are checked at %v, want %v", name, again, want)
		}
		p = policy(name, Options{})
		for range 50 {
			p.Indexed(100, 0)
		}
		gone := iterate(p, 1, 10, func(int) Result { return Result{Outcome: Gone} })[0]
		if got := iterate(p, 1.25, 10, same); slices.Contains(got, gone) {
			t.Errorf("%s: page %d is gone and asked for a quarter of a period later", name, gone)
		}
		if got := iterate(p, 1.5, 10, same); !slices.Contains(got, gone) {
			t.Errorf("%s: page %d is gone and not asked for half a period later: %v", name, gone, got)
		}
	}
}
