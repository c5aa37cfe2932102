package extractor

import (
	"math"
	"runtime"
	"time"

	"sitegraph/site"
)

// orderedSite is a site of a crawl in the order of decisions, after its first
// request was decided about.
type orderedSite struct {
	*walk
	visitor *visitor
	parse   chan struct{}
	// numbers has the order's number+1 of a key, keys the keys by number.
	numbers  column
	keys     []urlID
	wanted   time.Duration // the delay of the settings
	underway int
	records  [][]byte // not in the journal yet
	asking   bool     // robots.txt is under way
	silent   bool     // robots.txt could not be had
	changed  bool     // its progress is to be shown
	scratch  []uint32
}

// site returns a site, which is opened when it is first needed.
func (o *Ordered) site(i int) (*orderedSite, error) {
	if o.sites[i] != nil {
		return o.sites[i], nil
	}
	in := &o.input[i]
	parts, limits, err := in.Open()
	if err != nil {
		return nil, err
	}
	if o.parse == nil {
		o.parse = make(chan struct{}, max(limits.Parsers, runtime.NumCPU()))
	}
	s := &orderedSite{walk: newWalk(parts, limits), parse: o.parse, wanted: in.Delay}
	s.ordered = true
	if err := s.known.load(parts.Journal, always); err != nil {
		return nil, err
	}
	if s.known.site.Origin == "" {
		err = s.begin(in.Start, nil, nil)
	} else if err = s.fits(); err == nil && !s.taken(in.Start) && !s.known.robots.Fetched.IsZero() {
		s.applyRobots()
	}
	if err == nil {
		err = s.setStart()
	}
	o.sites[i] = s
	s.reset()
	return s, err
}

// reset makes the site's start page all that is known.
func (s *orderedSite) reset() {
	s.sequence = newSequence(s.build)
	s.visitor = s.newVisitor(s.parse)
	s.numbers, s.keys, s.silent = nil, nil, s.stop != ""
	s.number(s.build.scope.start)
}

// number gives a key the next number; it is false if it has one.
func (s *orderedSite) number(key urlID) bool {
	if s.numbers.get(key) != 0 {
		return false
	}
	s.keys = append(s.keys, key)
	s.numbers.set(key, int32(len(s.keys)), s.known.urls.Len())
	return true
}

// delay is the least time between two requests that settings and robots.txt
// declare.
func (s *orderedSite) delay() time.Duration { return max(s.wanted, s.robots.Delay) }

// links returns the numbers of the URLs that a page links to. The slice is valid
// until the next call.
func (s *orderedSite) links(page urlID) []uint32 {
	s.scratch = s.scratch[:0]
	each(s.known.answer(page).internal, func(url urlID, _ uint32) {
		if key, ok := s.sequence.target(url); ok {
			if n := s.numbers.get(key); n != 0 {
				s.scratch = append(s.scratch, uint32(n-1))
			}
		}
	})
	return s.scratch
}

// save appends the records to the journal.
func (s *orderedSite) save() error {
	if len(s.records) == 0 {
		return nil
	}
	err := s.parts.Journal.Append(s.records)
	s.records = s.records[:0]
	return err
}

// failed returns the keys that may be requested again.
func (s *orderedSite) failed() []urlID {
	if s.silent {
		return []urlID{s.build.scope.start}
	}
	return s.known.failures()
}

// forgetFailures has the commits of failures not count any more.
func (s *orderedSite) forgetFailures() []urlID {
	keys := s.failed()
	if !s.silent {
		s.known.withdraw(keys)
	}
	s.silent, s.stop = false, ""
	return keys
}

// observe shows the progress.
func (s *orderedSite) observe() {
	if s.parts.Observer == nil {
		return
	}
	p := s.progress()
	p.Waiting, p.InFlight = max(len(s.keys)-len(s.known.commits)-s.underway, 0), s.underway
	s.parts.Observer.Progress(p)
}

// finish notes in a site's journal how the crawl ended, and the importance of
// its URLs.
func (o *Ordered) finish(i int, s *orderedSite) error {
	s.sequence.arrange()
	full := s.limits.MaxPages > 0 && len(s.build.pages) >= s.limits.MaxPages
	switch {
	case s.stop != "":
	case o.Budget > 0 && o.spent >= o.Budget:
		s.stop = site.EndedBudget
	case full:
		s.stop = site.EndedMaxPages
	default:
		s.stop = o.stop
	}
	if o.Importance != nil && s.known.importanceOf != len(s.sequence.history) {
		if err := s.noteImportance(o.Importance(i)); err != nil {
			return err
		}
	}
	return s.finish()
}

// noteImportance keeps the importance of the site's URLs, by number.
func (s *orderedSite) noteImportance(values []float64) error {
	if values == nil {
		return nil
	}
	for i, v := range values {
		values[i] = min(max(v, 0), 1)
		if math.IsNaN(v) {
			values[i] = 0
		}
	}
	records := encodeImportance(s.keys, values, len(s.sequence.history))
	if err := s.parts.Journal.Append(records); err != nil {
		return err
	}
	for _, r := range records {
		if err := s.known.take(r); err != nil {
			return err
		}
	}
	return nil
}
