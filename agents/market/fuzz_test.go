package market

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"sitegraph/config"
	"sitegraph/site"
)

// ledger records what a sequence of calls has shown so far.
type ledger struct {
	t      *testing.T
	name   string
	o      config.Topics
	agents *Agents
	now    float64
	// given and sold have the URLs given to and sold by each agent, allowed those that a link lets it have, and away
	// those not reported.
	given, sold, allowed map[string][]bool
	away                 [][]string
	// paid counts the fetches of each agent that were not free, and bought counts the URLs that it bought.
	paid, bought []int
}

// For any sequence of calls, a URL has one owner and is given once (in scheme separate, once to each agent). It is
// never given to an agent that may not have it or lacks energy, life or space. Nobody buys back what it sold. Energy
// falls with fetches, and life and space grow with purchases. A market reaches the optimum, less what the matching
// loses. Listing the queue changes nothing.
func FuzzAgents(f *testing.F) {
	f.Add([]byte{0, 0, 1, 9, 9, 1, 0, 2, 0, 9, 3, 200, 4, 1, 5, 99}, uint8(0))
	f.Add([]byte{0, 0, 1, 9, 3, 1, 1, 2, 0, 9, 3, 200, 2, 1, 5, 99, 1, 1, 3, 40}, uint8(77))
	for i := range uint8(128) {
		raw := make([]byte, 240)
		for at := range raw {
			raw[at] = byte((at*at*7 + at*int(i)*13 + at>>3) >> 1)
		}
		f.Add(raw, i*8+i)
	}
	f.Fuzz(func(t *testing.T, raw []byte, options uint8) {
		name := site.Names(schemes)[int(options)%len(schemes)]
		o := small(2+int(options>>3)%2, 0)
		o.Matching = site.Names(matchings)[int(options>>4)%3]
		o.Foreign, o.Whole, o.Lots = options&8 > 0, options&16 > 0, 1+int(options>>6)
		o.PageEnergy, o.Strict = 0.1, options&1 > 0
		if options&2 > 0 {
			o.Space = 20
		}
		if options%7 == 0 {
			o.Lifetime = 200
		}
		for q := range o.Agents {
			o.Agents[q] = config.Agent{Energy: float64(q) * 0.7, Target: q % 2}
		}
		l := newLedger(t, name, o)
		quiet := newLedger(t, name, o)
		for raw = raw[:min(len(raw), 400)]; len(raw) >= 4; raw = raw[4:] {
			call := [4]byte(raw)
			if got, want := quiet.call(call), l.call(call); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: %v, the first time %v", call, got, want)
			}
			l.check()
		}
	})
}

func newLedger(t *testing.T, name string, o config.Topics) *ledger {
	return &ledger{
		t: t, name: name, o: o, agents: newAgents(name, o),
		given: map[string][]bool{}, sold: map[string][]bool{}, allowed: map[string][]bool{},
		away: make([][]string, len(o.Agents)), paid: make([]int, len(o.Agents)), bought: make([]int, len(o.Agents)),
	}
}

// mark marks a URL for an agent, and returns false if it was marked before.
func (l *ledger) mark(in map[string][]bool, agent int, url string) bool {
	if in[url] == nil {
		in[url] = make([]bool, len(l.o.Agents))
	}
	before := in[url][agent]
	in[url][agent] = true
	return !before
}

// link makes a link from bytes, with a value in twelfths or none for each agent.
func (l *ledger) link(page, values byte) Link {
	link := Link{URL: fmt.Sprint(page % 32)}
	for q := range l.o.Agents {
		v := float64((values+byte(q)*values>>3)%14)/12 - 1.0/12
		link.Values = append(link.Values, v)
		if v >= 0 {
			l.mark(l.allowed, q, link.URL)
		}
	}
	return link
}

// call makes one call and returns its result.
func (l *ledger) call(b [4]byte) any {
	q := int(b[1]) % len(l.o.Agents)
	switch b[0] % 5 {
	case 0:
		l.agents.Seed(q, l.link(b[2], b[3]))
	case 1:
		state := l.agents.State(q)
		if url, _, ok := l.agents.Next(q, l.now); ok {
			if state.Energy+1e-9 < l.o.PageEnergy || l.now >= l.ends(q) || l.o.Space > 0 && state.Used >= l.space(q) {
				l.t.Fatalf("%s: agent %d is given %s: %+v at %v", l.name, q, url, state, l.now)
			}
			l.take(q, url)
			return url
		}
	case 2:
		link := l.link(b[2], b[3])
		if l.agents.Take(q, link, l.now) {
			l.take(q, link.URL)
			return link.URL
		}
	case 3:
		l.report(q, b[2], b[3])
	case 4:
		l.now += float64(b[2])
		m, ok := l.agents.Hold(l.now)
		l.judge(m)
		return []any{m, ok}
	}
	return nil
}

// take records that a URL was given to an agent.
func (l *ledger) take(q int, url string) {
	if !l.mark(l.given, q, url) || l.allowed[url] == nil || !l.allowed[url][q] {
		l.t.Fatalf("%s: agent %d is given %s", l.name, q, url)
	}
	l.away[q] = append(l.away[q], url)
	l.paid[q]++
}

func (l *ledger) report(q int, kind, at byte) {
	if len(l.away[q]) == 0 {
		l.agents.Report(q, fmt.Sprint(at%32), Page{Value: 1}) // was not given to the agent
		return
	}
	url := l.away[q][0]
	l.away[q] = l.away[q][1:]
	p := Page{Failed: kind&1 > 0, Free: kind&2 > 0, Again: kind&4 > 0, Value: float64(kind) / 256, Bytes: 40}
	for i := range at % 8 {
		p.Links = append(p.Links, l.link(at+i*i, kind+i))
	}
	if p.Free {
		l.paid[q]--
	}
	l.agents.Report(q, url, p)
}

func (l *ledger) judge(m site.Market) {
	sum := 0.0
	for _, s := range m.Sales {
		sum += s.Value
		l.mark(l.sold, s.From, s.URL)
		l.bought[s.To]++
		if s.From == s.To || !l.allowed[s.URL][s.To] || l.given[s.URL] != nil ||
			l.sold[s.URL][s.To] || s.Value < l.o.Understanding {
			l.t.Fatalf("%s: sold %+v", l.name, s)
		}
	}
	exact := l.name == "market" && l.o.Matching == "exact"
	if math.Abs(sum-m.Value) > 1e-9 || m.Value > m.Optimum || exact && m.Value != m.Optimum {
		l.t.Fatalf("%s: sales of %v: %+v", l.name, sum, m)
	}
}

// ends and space return an agent's life and space, which grow from their initial values with each URL bought.
func (l *ledger) ends(q int) float64 { return l.o.Lifetime + float64(l.bought[q])*l.o.WonTime }
func (l *ledger) space(q int) int64  { return l.o.Space + int64(l.bought[q])*l.o.WonSpace }

// check checks the properties that hold after every call.
func (l *ledger) check() {
	owners := map[string]int{}
	for q := range l.o.Agents {
		s, waiting := l.agents.State(q), l.agents.Waiting(q)
		left := max(0, l.o.Agents[q].Energy-float64(l.paid[q])*l.o.PageEnergy)
		if math.Abs(s.Energy-left) > 1e-9 || s.Energy < 0 || s.Waiting > len(waiting) || s.Ends != l.ends(q) ||
			l.agents.agents[q].space != l.space(q) {
			l.t.Fatalf("%s: agent %d: %+v, energy %v", l.name, q, s, left)
		}
		own := slices.DeleteFunc(waiting, func(u Queued) bool { owners[u.URL]++; return u.Foreign })
		if len(own) != s.Waiting || l.o.Strict && !slices.IsSortedFunc(own, func(a, b Queued) int {
			return place{value: a.Value}.compare(place{value: b.Value})
		}) {
			l.t.Fatalf("%s: agent %d: %+v, %+v", l.name, q, s, own)
		}
		for _, u := range own {
			if !l.allowed[u.URL][q] {
				l.t.Fatalf("%s: agent %d waits for %s", l.name, q, u.URL)
			}
		}
	}
	l.alone(owners)
}

// alone checks that each URL has one owner, or was given to one agent.
func (l *ledger) alone(owners map[string]int) {
	for url, given := range l.given {
		n := 0
		for _, yes := range given {
			if yes {
				n++
			}
		}
		if l.name != "separate" && (n > 1 || owners[url] > 0) {
			l.t.Fatalf("%s: %s was given %d times and waits in %d queues", l.name, url, n, owners[url])
		}
	}
	for url, n := range owners {
		if n > 1 && schemes[l.name].assigned {
			l.t.Fatalf("%s: %s waits in %d queues", l.name, url, n)
		}
	}
}
