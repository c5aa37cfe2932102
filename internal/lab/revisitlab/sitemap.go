package revisitlab

import "sitegraph/schedule/revisit"

// sitemap is a site's sitemap.xml: whether it says that page i was modified after its last check.
type sitemap func(s *World, i int) (newer bool)

func right(s *World, i int) bool { return s.docs[i].Changes > 0 }

// halfRight is right for every second page; the others never change their stamps.
func halfRight(s *World, i int) bool { return i%2 == 0 && right(s, i) }

func today(*World, int) bool { return true }

// never changes no stamp.
func never(*World, int) bool { return false }

// random stamps a fifth of the pages, whichever, in each iteration.
func random(s *World, _ int) bool { return s.said.IntN(5) == 0 }

// hint tells the policy what the sitemap says of the pages in the index.
func (s *World) hint(p *revisit.Policy) {
	if s.model.Sitemap == nil {
		return
	}
	for _, i := range s.alive {
		p.Hint(i, s.model.Sitemap(s, i))
	}
}
