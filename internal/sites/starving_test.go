package sites

import (
	"fmt"
	"strings"
	"testing"
)

// A site that was crawled without watch is watched as one that was: all its pages are looked at within eleven rounds,
// also those whose words were never counted, and those that change at every look do not use up the checks.
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
