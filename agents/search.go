// Package agents crawls by topic. Several agents, each with keywords, fetch pages in turn and sell each other
// URLs that they cannot fetch. Package agents/market decides which URL an agent takes and who buys what.
//
// A search is an ordered crawl (extractor.Ordered) of one site that has all hosts and no home page. This package
// provides the order. Each decision is about a URL of one agent, and the search acts on an answer when the crawl
// commits it. It knows nothing of HTTP or the journal, so a search that was stopped or killed continues as if nothing
// had happened. A search with other settings is decided again from the known answers.
package agents

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sitegraph/agents/market"
	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/fleet"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Run searches until no agent can do more, the budget or the time is used up, a stop condition is met, or ctx
// ends (its cause is the reason). It continues from the journal. A watched search first checks pages, in an
// iteration, and is then decided again; until all checks are done, its result stays the old one. Errors are
// about the journal, its fit to the settings, or the topics, never about a page.
func Run(ctx context.Context, o Options) (*site.Search, Links, error) {
	s, err := newSearch(o)
	if err != nil {
		return nil, nil, err
	}
	defer s.fleet.Close()
	if err := cmp.Or(s.walk.Walk(ctx), s.fault); err != nil {
		return nil, nil, err
	}
	if _, over := s.walk.Checked(0); over {
		return Recall(o, "")
	}
	s.stop = s.came.Stopped()
	return s.result()
}

// Recall returns the search that the journal holds, and requests nothing. ended says how the last run of an unfinished
// search ended; "" takes it from the journal. It returns the same errors as Run.
func Recall(o Options, ended site.Ending) (*site.Search, Links, error) {
	journal, last, checking, err := extractor.Decided(o.Parts.Journal)
	if err != nil {
		return nil, nil, err
	}
	o.Parts.Journal = journal
	s, err := newSearch(o)
	if err != nil {
		return nil, nil, err
	}
	defer s.fleet.Close()
	if err := cmp.Or(s.walk.Recall(), s.fault); err != nil {
		return nil, nil, err
	}
	if _, open := s.came.Due(); open || checking {
		s.stop = cmp.Or(ended, last)
	}
	switch {
	case s.stop == "" && checking:
		s.stop = site.EndedError // the last run was killed
	case s.stop == site.EndedWorkDone:
		s.stop = "" // the last run's time was over
	}
	return s.result()
}

func (s *search) result() (*site.Search, Links, error) {
	if err := s.takeStock(); err != nil {
		return nil, nil, err
	}
	account, err := s.account()
	if err != nil {
		return nil, nil, err
	}
	listed, note, err := s.came.Sitemaps(s.hosts.mayAny)
	if account.Sitemaps = listed; note != "" {
		account.Notes = append(account.Notes, note)
	}
	return account, s.links, err
}

// search is the order of a search by agents. It decides which agent visits which URL, and acts on the answers.
type search struct {
	Options
	walk     *extractor.Ordered
	came     *extractor.Visits
	team     *market.Agents
	places   *places
	hosts    *hosts
	fleet    *fleet.Fleet
	seeds    seeds
	listed   listed
	visits   []visit
	contents contents
	lessons  int // lessons of key stable already applied
	markets  []site.Market

	numbered map[uint32]int32 // URLs by their numbers in the crawl
	open     []*decision      // given to the crawl but not reported yet
	forced   []*decision      // decisions to make next, from seeds and redirects
	turn     int              // agent whose turn it is
	clock    time.Duration    // virtual time of the last commit, or of the market that the search waited for
	now      float64          // time on the agents' clock
	visited  []int            // pages processed by each agent
	sold     int
	idle     bool // the search waited for a market that sold nothing, and nothing has happened since

	begun time.Time
	stop  site.Ending // why the search requests no more
	fault error       // error of a decision
	notes []string
}

func newSearch(o Options) (*search, error) {
	s := &search{Options: o, team: market.New(o.Topics, 1), begun: o.Parts.Now(), visited: make([]int, len(o.Agents)),
		numbered: map[uint32]int32{}, places: &places{keys: site.NewInterner(), best: map[finding]place{},
			finder: map[int32]int{}, bought: map[finding]int{}}}
	var err error
	if s.hosts, err = newHosts(o, s.places); err != nil {
		return nil, err
	}
	s.fleet = fleet.New(fleet.Options{Of: site.URL.Origin, Least: o.Delay, Now: o.Parts.Now,
		Open: func(u site.URL) (Host, error) { return o.Open(u, s.hosts.named.match(u)) }})
	checks := 0
	if o.Parts.Watch != nil {
		checks = 1
	}
	s.walk = extractor.NewOrdered([]extractor.OrderedSite{s.site()}, extractor.Ordering{Order: s, Agents: s,
		Budget: o.Budget, Lookahead: o.Lookahead, Parsers: o.Limits.Parsers, Now: o.Parts.Now,
		ChecksAtOnce:   checks,
		StopConditions: o.Parts.StopConditions, Observer: func(site.BudgetProgress) { s.observe() }})
	s.came = s.walk.Visits()
	s.contents = contents{first: map[contentKey]int{}, separate: o.Scheme == "separate", identity: s.came.Identity}
	s.listed.read = !o.Parts.SitemapStarts
	s.begin()
	return s, nil
}

func (s *search) site() extractor.OrderedSite {
	p, l := s.Parts, s.Limits
	p.Search, p.Members, p.Downloader = s.Name, site.Everywhere(), s.fleet
	p.Settings = maps.Clone(p.Settings)
	p.Further = slices.Clone(s.Options.Seeds)
	for _, a := range s.Agents {
		p.Further = append(p.Further, a.Seeds...)
	}
	if p.SetDelay == nil {
		p.SetDelay = s.fleet.SetDelay
	}
	if p.Observer != nil {
		p.Observer = checksObserver{p.Observer, s}
	}
	p.Settings[evidence.SettingDepth] = fmt.Sprint(l.MaxLevel)
	p.Settings[evidence.SettingListed] = fmt.Sprint(p.SitemapStarts)
	if p.Sitemaps != nil {
		p.Settings[evidence.SettingListedOf] = strings.Join(s.hosts.listedOf(s.Agents, p.Further), " ")
	}
	l.MaxLevel = -1 // visits have depths of their own
	return extractor.OrderedSite{Start: p.Further[0], Delay: s.Delay, Kept: true, Close: func() {},
		Open: func() (extractor.Parts, scope.Limits, error) { return p, l, nil }}
}

// Next returns the next decision, given by the number of a URL in the crawl.
func (s *search) Next() (of int, page uint32, ok bool) {
	if err := s.takeStock(); err != nil {
		s.fault = err
		return 0, 0, false
	}
	for len(s.open) < s.Lookahead {
		d := s.decide()
		if d == nil {
			break
		}
		if d.paused = s.hosts.of(s.places.host(d.url)).paused; d.paused {
			s.open = append(s.open, d)
			s.pause()
			continue
		}
		if d.page, ok = s.came.Number(s.places.key(d.url)); !ok {
			s.fault = fmt.Errorf("%s was decided about, and no page links to it", s.places.key(d.url))
			return 0, 0, false
		}
		s.numbered[d.page] = d.url
		s.open = append(s.open, d)
		return 0, d.page, true
	}
	return 0, 0, false
}

// pause commits the next decisions if they are about paused hosts.
func (s *search) pause() {
	for len(s.open) > 0 && s.open[0].paused {
		d := s.open[0]
		s.open = s.open[1:]
		s.commit(d, &extractor.Visited{URL: s.places.fetch(d.url), State: site.StateLimit,
			Reason: site.Reason{Limit: site.LimitRefused}})
	}
}

// Done commits an answer. Among two visits of a URL, the first answer belongs to the first decision.
func (s *search) Done(_ int, page uint32, out site.Outcome) (err error) {
	at := slices.IndexFunc(s.open, func(d *decision) bool { return d.page == page && !d.paused })
	d := s.open[at]
	s.open = slices.Delete(s.open, at, at+1)
	s.clock = max(s.clock, s.came.Clock())
	if s.Clock == config.ClockSeconds {
		s.now = max(s.now, s.clock.Seconds())
	}
	if err = s.takeStock(); err != nil {
		return err
	}
	v := extractor.Visited{URL: s.places.fetch(d.url), State: site.StateRule}
	if out.Kind != site.OutcomeRuled {
		if v, err = s.came.Visited(page); err != nil {
			return err
		}
	}
	s.commit(d, &v)
	s.pause()
	return s.list()
}

// Address returns the spelling of a URL to fetch, which is the first one found.
func (s *search) Address(page uint32) string { return s.places.fetch(s.numbered[page]) }

// From returns the virtual time, which may have skipped to a market.
func (s *search) From() time.Duration { return s.clock }

// Within reports whether the open decision with a rank, due at a time, will be committed before the search's time is
// over, however the decisions before it turn out.
func (s *search) Within(rank int, due time.Duration) bool {
	switch {
	case s.Run == 0:
		return true
	case s.Clock == config.ClockPages:
		return s.now+float64(rank) < s.Run
	}
	return due.Seconds() < s.Run
}

func (s *search) observe() {
	if s.Progress == nil {
		return
	}
	p := site.SearchProgress{Visited: s.came.Spent(), Budget: s.Budget, Markets: len(s.markets), Sold: s.sold,
		InFlight: s.came.InFlight(), Agents: []site.AgentProgress{}, Elapsed: s.Parts.Now().Sub(s.begun)}
	for q, a := range s.Agents {
		state := s.team.State(q)
		p.Agents = append(p.Agents, site.AgentProgress{Name: a.Name, Visited: s.visited[q], Stored: state.Stored,
			Waiting: state.Waiting, Energy: state.Energy})
	}
	s.Progress(p)
}
