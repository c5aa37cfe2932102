package sites

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/internal/lab/revisitlab"
)

// worldSite is a synthetic site of the replay, with words: the numbers of words, and of those that are also in the
// version that the program has, are those of the replay. All words have one character, so that sizes in characters
// are sizes in words. Page i links to the pages 10i+1 to 10i+10.
type worldSite struct {
	*website
	world *revisitlab.World
	of    map[*sitePage]int
	rng   *rand.Rand
	known []revisitlab.WorldPage // before the last step
}

const children = 10

// serveWorld serves the site of these options as it is at the start.
func serveWorld(t testing.TB, c *clock, o revisitlab.WorldOptions) *worldSite {
	t.Helper()
	s := &worldSite{website: newWebsite(t, c), world: revisitlab.NewWorld(o), of: map[*sitePage]int{}}
	s.rng = rand.New(rand.NewPCG(o.Seed, 0xed17))
	for i := range s.world.Pages() {
		s.addPage(i, worldPath((i-1)/children))
	}
	s.known = s.world.Pages()
	s.onChecked = func(p *sitePage) { s.world.Check(s.of[p]) }
	return s
}

// worldPath is the path of page i, in the order of the pages.
func worldPath(i int) string {
	if i == 0 {
		return "/"
	}
	return fmt.Sprintf("/%07d", i)
}

// addPage adds page i, to which another one links.
func (s *worldSite) addPage(i int, from string) {
	if i == 0 {
		from = ""
	}
	p := s.add(worldPath(i), from)
	p.words = s.words(p, s.world.Pages()[i].Size)
	s.of[p] = i
}

// words returns that many words that are not on the page, nor in the version that the program has, each another one.
func (s *worldSite) words(p *sitePage, n int) (words []string) {
	taken := map[string]bool{}
	for _, word := range slices.Concat(p.words, p.fetched) {
		taken[word] = true
	}
	for len(words) < n {
		word := string(rune(0x20000 + s.rng.IntN(0xa000))) // an ideograph
		if !taken[word] {
			taken[word] = true
			words = append(words, word)
		}
	}
	return words
}

// step lets a period pass. The home page links to new pages.
func (s *worldSite) step() {
	s.clock.wait()
	s.world.Step()
	for i, now := range s.world.Pages() {
		switch {
		case i >= len(s.known):
			s.addPage(i, "/")
		case !now.Alive && s.known[i].Alive:
			s.remove(worldPath(i), true)
		case now.Alive && now.Changes > s.known[i].Changes:
			s.change(s.byPath[worldPath(i)], now.Common)
		}
	}
	s.known = s.world.Pages()
}

// change replaces words of a page, so that this number of those in the program's version is left.
func (s *worldSite) change(p *sitePage, common int) {
	fetched := map[string]bool{}
	for _, word := range p.fetched {
		fetched[word] = true
	}
	var old, others []int // places of words that the program has, and of others
	for i, word := range p.words {
		if fetched[word] {
			old = append(old, i)
		} else {
			others = append(others, i)
		}
	}
	s.rng.Shuffle(len(old), func(i, j int) { old[i], old[j] = old[j], old[i] })
	places := old[:max(0, len(old)-common)]
	if len(places) == 0 {
		places = others[:min(1, len(others))]
	}
	words, fresh := slices.Clone(p.words), s.words(p, len(places))
	for k, i := range places {
		words[i] = fresh[k]
	}
	p.edit(s.clock.now(), words)
}

// afterChecks remembers what the program was told in an iteration.
func (s *worldSite) afterChecks() { s.known = s.world.Pages() }
