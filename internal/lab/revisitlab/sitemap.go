package revisitlab

import "sitegraph/schedule/revisit"

// sitemap reports whether a site's sitemap.xml says that page i was modified after its last check.
type sitemap func(s *World, i int) (newer bool)

func right(s *World, i int) bool { return s.docs[i].Changes > 0 }

// halfRight is right for every second page. The others' stamps never change.
func halfRight(s *World, i int) bool { return i%2 == 0 && right(s, i) }

func today(*World, int) bool { return true }

// never leaves all stamps unchanged.
func never(*World, int) bool { return false }

// random stamps a random fifth of the pages in each iteration.
func random(s *World, _ int) bool { return s.said.IntN(5) == 0 }

// hint passes what the sitemap says about each page on to the policy.
func (s *World) hint(p *revisit.Policy) {
	if s.model.Sitemap == nil {
		return
	}
	for _, i := range s.alive {
		p.Hint(i, s.model.Sitemap(s, i))
	}
}
