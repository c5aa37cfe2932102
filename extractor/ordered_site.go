package extractor

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// orderedSite is a site of a crawl, from the decision about its first request on.
type orderedSite struct {
	*walk
	// numbers maps keys to 1 + their number in the order, keys maps numbers back to keys.
	numbers  evidence.Column
	expected evidence.Column // 1 for a waiting key that is not known to be forbidden
	keys     []evidence.URLID
	wanted   time.Duration // the delay from the settings
	underway int
	silent   bool  // robots.txt is not available
	changed  bool  // its progress must be shown
	ended    bool  // its end was recorded
	told     bool  // the order knows the further start pages
	epochs         // for key stable
	used     int   // the number of the last decision about it
	answered clock // when its latest answers came
	// asksAgain has the keys that must be decided about once more.
	asksAgain map[evidence.URLID]bool
	// For a crawl without requests, as in type recalled.
	unfetched map[evidence.URLID]bool
	respelled int
	scratch   []uint32
}

// isHome reports whether a decision is about the home page. Its redirects belong to the decision.
func (s *orderedSite) isHome(d *decision) bool { return d.page == 0 && !s.known.Site.Search }

// withStarts adds the further start pages to the keys that the commit of the first one made known. By then the target
// of the first one is settled.
func (s *orderedSite) withStarts(fresh []evidence.URLID) []evidence.URLID {
	if s.told || len(s.build.Starts) == 1 {
		return fresh
	}
	s.told = true
	return append(slices.Clone(s.build.Starts), fresh...)
}

// passHome makes the target of the home page's redirect the site's first page. It returns false without a target.
func (s *orderedSite) passHome() bool {
	e := s.build.Follow(s.build.Scope.Start)
	if !e.Missing {
		return false
	}
	s.sequence.History[len(s.sequence.History)-1].Number = 0
	s.keys[0] = e.Key
	s.numbers.Set(e.Key, 1, s.known.URLs.Len())
	return true
}

// number gives a key the next number. It returns false if the key has one.
func (s *orderedSite) number(key evidence.URLID) bool {
	if s.numbers.Get(key) != 0 {
		return false
	}
	s.keys = append(s.keys, key)
	s.numbers.Set(key, int32(len(s.keys)), s.known.URLs.Len())
	if s.known.Place(key) == 0 && !s.forbids(key) {
		s.expected.Set(key, 1, s.known.URLs.Len())
		s.status.waiting++
	}
	return true
}

func (s *orderedSite) comes(key evidence.URLID) {
	if s.expected.Get(key) != 0 {
		s.expected[key] = 0
		s.status.waiting--
	}
}

func (s *orderedSite) forbids(key evidence.URLID) bool {
	target, ours := strings.CutPrefix(s.known.URLs.String(key), s.known.Site.Origin)
	rules := s.hosts.own().Rules
	return ours && rules != nil && !rules.Allowed(target)
}

// delay returns the minimum time between two requests to an origin, from settings and robots.txt.
func (s *orderedSite) delay(origin string) time.Duration {
	return max(s.wanted, s.hosts.of(origin).Delay)
}

// links returns the numbers of the URLs that a page links to. The slice is valid until the next call.
func (s *orderedSite) links(page evidence.URLID) []uint32 {
	s.scratch = s.scratch[:0]
	s.known.URLs.EachInside(s.known.Answer(page).Links, func(url evidence.URLID, _ uint32) {
		if key, ok := s.sequence.Target(url); ok {
			if n := s.numbers.Get(key); n != 0 {
				s.scratch = append(s.scratch, uint32(n-1))
			}
		}
	})
	return s.scratch
}

func (s *orderedSite) failed() []evidence.URLID {
	if s.silent {
		return []evidence.URLID{s.build.Scope.Start}
	}
	return s.known.Failures()
}

func (s *orderedSite) forgetFailures() []evidence.URLID {
	keys := s.failed()
	if !s.silent {
		s.known.Withdraw(keys)
		s.build.Refusals.Forgive()
	}
	s.speak()
	return keys
}

func (s *orderedSite) silence() {
	s.silent, s.stop = true, cmp.Or(s.stop, s.known.EndingOfSilence())
}

func (s *orderedSite) speak() {
	if s.silent {
		s.hosts.forget(s.known.Site.Origin)
	}
	s.silent, s.stop = false, ""
}

func (s *orderedSite) observe() {
	if s.parts.Observer != nil {
		s.parts.Observer.Progress(s.sofar())
	}
}

func (s *orderedSite) sofar() site.Progress {
	p := s.progress()
	p.InFlight = s.underway
	return p
}

// finish records in a site's journal how the crawl ended and how important its URLs are.
func (o *Ordered) finish(i int, s *orderedSite) error {
	full := s.hasAll() // before arrange, which may still merge pages
	if err := s.arrange(o.number); err != nil {
		return err
	}
	switch {
	case s.build.Refusals.Paused && !s.stop.NeverBegan():
		s.stop = site.EndedRefused
	case s.stop != "":
	case o.Budget > 0 && o.spent >= o.Budget:
		s.stop = site.EndedBudget
	case full:
		s.stop = site.EndedMaxPages
	default:
		s.stop = o.stop
	}
	if o.Importance != nil && s.known.ImportanceOf != o.number {
		if err := s.noteImportance(o.Importance(i), o.number); err != nil {
			return err
		}
	}
	s.ended = true
	return s.finish()
}

// noteImportance records the importance of the site's URLs, by number, after a number of commits on all sites.
func (s *orderedSite) noteImportance(values []float64, commits int) error {
	if values == nil {
		return nil
	}
	for i, v := range values {
		values[i] = min(max(v, 0), 1)
		if math.IsNaN(v) {
			values[i] = 0
		}
	}
	return s.memory.append(evidence.EncodeImportance(s.keys, values, commits)...)
}

// full reports whether nothing more is wanted from the site now, since it has all pages or refuses too much.
func (s *orderedSite) full() bool { return s.build.Refusals.Paused || s.hasAll() }

func (s *orderedSite) hasAll() bool {
	return s.limits.MaxPages > 0 && len(s.build.Pages) >= s.limits.MaxPages
}
