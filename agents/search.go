package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/schedule/market"
	"sitegraph/site"
)

// Options are what a search is made of.
type Options struct {
	config.Topics
	Name  string     // of the search
	Seeds []site.URL // which belong to no agent
	// Budget is the number of pages to process, 0 is no limit. Lookahead is the
	// number of decisions, 1 or more, that may wait for their answers.
	Budget, Lookahead int
	// Delay is the least time between two requests to a host that the settings
	// want. MaxRedirects bounds the hops of a chain.
	Delay        time.Duration
	MaxRedirects int
	// Refused is the share of answers beyond which a host that refuses pages is left alone; 0 is no limit.
	Refused    float64
	Normaliser *site.Normaliser
	// Values says what pages and links are worth to the agents.
	Values Values
	// Robots reads robots.txt, Open opens a host.
	Robots extractor.Robots
	Open   func(origin site.URL, named bool) (Host, error)
	// Journal keeps the search, Settings are those that decide it: a state made
	// with others is refused.
	Journal  extractor.Journal
	Settings map[string]string
	// StopConditions report whether the search is to end; any one suffices.
	StopConditions []func(site.Progress) (ending site.Ending, done bool)
	// Fetched is called after every fetch, Progress several times a second.
	Fetched  func(site.Fetch)
	Progress func(site.SearchProgress)
	Now      func() time.Time // the clock
}

// Values says what pages and links are worth to the topics of all agents, 0 to 1.
type Values interface {
	// Page learns a page and values it. The terms are what it learnt, for Learn.
	Page(p PageText) (values []float64, terms []string)
	// Link values a link of the page that was valued last.
	Link(l LinkText) []float64
	// Learn learns a page of an earlier run by its terms.
	Learn(terms []string)
}

// PageText is a page as agents read it.
type PageText struct {
	URL, Title, Text string // the URL, the title, the visible text
	Language         string // the attribute lang of <html>
}

// LinkText is a link as agents read it.
type LinkText struct {
	URL, Anchor, Around string // the URL, the anchor text, the visible text around it
}

// Host is what a search needs of a host that agents visit.
type Host struct {
	Visitor    *extractor.Visitor   // fetches its URLs
	Downloader extractor.Downloader // for robots.txt
	SetDelay   func(time.Duration)  // called with the host's Crawl-delay; it may be nil
	Close      func()               // gives back what the host holds
}

// Run searches until nobody can do more, the budget or the time is used up, a
// stop condition is met, or ctx ends (its cause is the reason). It goes on from
// what the journal holds. The error is about the journal, its fit to the
// settings, or the topics, never about a page.
func Run(ctx context.Context, o Options) (*site.Search, Links, error) {
	s, err := newSearch(o)
	if err != nil {
		return nil, nil, err
	}
	defer s.end()
	if err := s.resume(); err != nil {
		return nil, nil, err
	}
	if err := s.work(ctx); err != nil {
		return nil, nil, err
	}
	return s.account(), s.links, nil
}

// Recall returns what the journal holds of a search, and requests nothing. Ended is
// how the last run ended, for a search that has more to do. The errors are those of Run.
func Recall(o Options, ended site.Ending) (*site.Search, Links, error) {
	s, err := newSearch(o)
	if err != nil {
		return nil, nil, err
	}
	defer s.end()
	if err := s.resume(); err != nil {
		return nil, nil, err
	}
	if s.decide(); len(s.open) > 0 {
		s.stop = ended
	}
	return s.account(), s.links, nil
}

// search is a search that is going on. One goroutine owns it.
type search struct {
	Options
	team   *market.Agents
	places *places
	hosts  *hosts
	seeds  seeds
	visits []visit
	// contents has the first visit of a content; stored those contents that
	// anybody stored.
	contents map[contentKey]int
	stored   map[site.Digest]bool
	markets  []site.Market

	open    []*decision // in the order in which they will be committed
	forced  []*decision // to be made next: seeds, targets of redirects
	decided int
	turn    int           // the agent whose turn it is
	clock   time.Duration // the virtual time of the last commit
	now     float64       // on the clock of the agents
	spent   int           // pages processed
	visited []int         // of these, by each agent
	sold    int

	requests
	records [][]byte // not in the journal yet
	frozen  bool     // the journal holds more than the budget allows: nothing is added
	begun   time.Time
	stop    site.Ending // why no more is requested
	notes   []string
}

// contentKey identifies a content: where each agent has URLs of its own,
// together with the agent.
type contentKey struct {
	agent  int
	digest site.Digest
}

func newSearch(o Options) (*search, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	m := market.Options{
		Agents: len(o.Agents), Lifetime: o.Lifetime, Interval: o.Interval, Understanding: o.Understanding,
		Strict: o.Strict, PageEnergy: o.PageEnergy, Step: o.Step, WonTime: o.WonTime, WonSpace: o.WonSpace,
		Space: o.Space, Matching: o.Matching, Lots: o.Lots, Whole: o.Whole, Foreign: o.Foreign, Seed: 1,
	}
	for _, a := range o.Agents {
		m.Equipment = append(m.Equipment, market.Equipment{Energy: a.Energy, Target: a.Target})
	}
	team, err := market.New(o.Scheme, m)
	if err != nil {
		return nil, err
	}
	s := &search{Options: o, team: team, places: newPlaces(), begun: o.Now(),
		visited:  make([]int, len(o.Agents)),
		contents: map[contentKey]int{}, stored: map[site.Digest]bool{}}
	if s.hosts, err = newHosts(o); err != nil {
		return nil, err
	}
	// A decision has its own request, or waits for the robots.txt of its host.
	s.Transfers = extractor.NewTransfers[reply](2 * o.Lookahead)
	s.begin()
	return s, nil
}

// tickEvery is how often stop conditions are asked, records saved, and the
// progress is shown.
const tickEvery = 100 * time.Millisecond

// work requests and commits until there is nothing left to do.
func (s *search) work(ctx context.Context) error {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	stopped := ctx.Done()
	for {
		if err := s.advance(); err != nil {
			return err
		}
		if s.Underway == 0 {
			break
		}
		select {
		case r := <-s.Replies:
			if err := s.take(r); err != nil {
				return err
			}
		case <-tick.C:
			if err := s.save(); err != nil {
				return err
			}
			s.observe()
		case <-stopped:
			s.halt(site.EndingOf(context.Cause(ctx)))
			stopped = nil
		}
	}
	s.observe()
	if ctx.Err() != nil {
		s.stop = cmp.Or(s.stop, site.EndingOf(context.Cause(ctx)))
	}
	return s.save()
}

// advance makes decisions, requests what they want, and commits the answers
// whose turn it is.
func (s *search) advance() error {
	for {
		s.decide()
		if err := s.request(); err != nil {
			return err
		}
		if len(s.open) == 0 || s.open[0].answer == nil || !s.within(0) {
			return nil
		}
		d := s.close(0)
		record, err := s.record(d)
		if err != nil {
			return err
		}
		if err := s.append(record); err != nil {
			return err
		}
		if err := s.commit(d, record); err != nil {
			return err
		}
	}
}

// within reports whether the open decision of a rank can be committed, whatever
// becomes of those before it, by the budget and the time of the search.
func (s *search) within(rank int) bool {
	switch {
	case s.Budget > 0 && s.spent+rank >= s.Budget:
		return false
	case s.Run == 0:
		return true
	case s.Clock == config.ClockPages:
		return s.now+float64(rank) < s.Run
	}
	return s.open[rank].due.Seconds() < s.Run
}

// observe shows the progress and asks the stop conditions.
func (s *search) observe() {
	elapsed := s.Now().Sub(s.begun)
	if s.Progress != nil {
		p := site.SearchProgress{Visited: s.spent, Budget: s.Budget, Markets: len(s.markets), Sold: s.sold,
			InFlight: s.Underway, Agents: []site.AgentProgress{}, Elapsed: elapsed}
		for q, a := range s.Agents {
			state := s.team.State(q)
			p.Agents = append(p.Agents, site.AgentProgress{Name: a.Name, Visited: s.visited[q], Stored: state.Stored,
				Waiting: state.Waiting, Energy: state.Energy})
		}
		s.Progress(p)
	}
	for _, condition := range s.StopConditions {
		p := site.Progress{Pages: s.spent, Fetched: len(s.visits), Asked: s.asked, Elapsed: elapsed}
		if ending, done := condition(p); done {
			s.halt(ending)
		}
	}
}

// halt stops the requests; those under way may end within the grace.
func (s *search) halt(why site.Ending) {
	if s.stop == "" {
		s.stop = why
		s.Hurry()
	}
}

// end gives back what the search holds.
func (s *search) end() {
	s.End()
	s.hosts.close()
}

// misfit is the error of a journal that this search does not lead to.
func misfit(format string, args ...any) error {
	const advice = "it may be of another version: search from scratch with --fresh"
	return fmt.Errorf("the state does not fit: %w; %s", fmt.Errorf(format, args...), advice)
}

// errRecord is the error of a record that is none.
var errRecord = errors.New("a damaged record in the state: search from scratch with --fresh")
