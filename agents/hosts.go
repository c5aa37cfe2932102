package agents

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/agents/market"
	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// hosts has the hosts of a search and the rules about who may visit them.
type hosts struct {
	places *places
	all    map[string]*host // by origin
	// rules has the hosts that each agent may visit, named the hosts that the user named.
	rules []hostRules
	named hostRules
	// settled tells whether an agent's hosts are given and do not follow from its seeds.
	settled []bool
	grown   bool   // some agent may now visit a further host
	only    string // the only origin; "" means all
	// sections has the paths below which an agent stays, by agent and origin. Other origins have no such limit.
	sections []map[string][]string
	allowed  map[string][]bool // by origin, whether the rules allow each agent
	refused  float64           // maximum share of refused answers before a host is left alone; 0 means no limit
}

type host struct {
	answers, refused int  // answers that count, and refused ones among them
	paused           bool // it refused too many, so no further URL of it is requested
}

func newHosts(o Options, p *places) (*hosts, error) {
	h := &hosts{places: p, all: map[string]*host{}, rules: make([]hostRules, len(o.Agents)),
		settled: make([]bool, len(o.Agents)), sections: make([]map[string][]string, len(o.Agents)),
		allowed: map[string][]bool{}, refused: o.Limits.Refused, only: o.Only}
	for q, a := range o.Agents {
		h.settled[q] = len(a.Hosts) > 0
		seeds := a.Seeds
		if len(seeds) == 0 {
			seeds = o.Seeds
		}
		if len(seeds) == 0 {
			return nil, fmt.Errorf("topic %q has no seeds: give it some with seeds = URL, or name seeds on the "+
				"command line", a.Name)
		}
		for _, pattern := range a.Hosts {
			h.rules[q].add(pattern)
			if pattern != "*" {
				h.named.add(pattern)
			}
		}
		for _, u := range seeds {
			h.named.add(u.Host)
			if o.Section {
				h.stay(q, u)
			}
			if h.settled[q] {
				continue
			}
			h.rules[q].add(u.Host)
			if err := h.join(q, u, o.Members); err != nil {
				return nil, err
			}
		}
	}
	for _, u := range o.Seeds {
		h.named.add(u.Host)
	}
	return h, nil
}

func (h *hosts) allows(origin string) []bool {
	allowed, known := h.allowed[origin]
	if !known {
		u, err := site.Parse(origin + "/")
		for q := range h.rules {
			allowed = append(allowed, err == nil && h.rules[q].match(u) && (h.only == "" || h.only == origin))
		}
		h.allowed[origin] = allowed
	}
	return allowed
}

// stay keeps an agent below the directory of a seed on the seed's origin.
func (h *hosts) stay(agent int, seed site.URL) {
	if h.sections[agent] == nil {
		h.sections[agent] = map[string][]string{}
	}
	at := seed.Origin()
	h.sections[agent][at] = append(h.sections[agent][at], site.Section(seed.Path))
}

func (h *hosts) join(agent int, seed site.URL, members func(site.URL) (*site.Members, error)) error {
	all, err := members(seed)
	h.rules[agent].entities = append(h.rules[agent].entities, all)
	h.named.entities = append(h.named.entities, all)
	return err
}

// may reports whether an agent may visit a URL. It checks the host and the agent's sections on it, if any.
func (h *hosts) may(agent int, url int32) bool {
	origin := h.places.host(url)
	if !h.allows(origin)[agent] {
		return false
	}
	sections := h.sections[agent][origin]
	path, _, _ := strings.Cut(strings.TrimPrefix(h.places.key(url), origin), "?")
	return sections == nil || slices.ContainsFunc(sections, func(one string) bool {
		return strings.HasPrefix(path, one) || path+"/" == one
	})
}

func (h *hosts) mayAny(key, fetch string) bool {
	url := h.places.add(key, fetch)
	for q := range h.rules {
		if h.may(q, url) {
			return true
		}
	}
	return false
}

// solely returns values for a URL that only one agent values.
func (h *hosts) solely(agent int, value float64) []float64 {
	values := make([]float64, len(h.rules))
	values[agent] = value
	return values
}

// link returns a URL with its values, which are -1 for agents that may not visit it.
func (h *hosts) link(url int32, values []float64) market.Link {
	masked := slices.Clone(values)
	for q := range masked {
		if !h.may(q, url) {
			masked[q] = -1
		}
	}
	return market.Link{URL: h.places.key(url), Values: masked}
}

// follow lets an agent visit the host that one of its seeds redirects to, unless its hosts were given.
func (h *hosts) follow(agent int, origin string) {
	if u, err := site.Parse(origin + "/"); err == nil && !h.settled[agent] {
		h.rules[agent].add(u.Host)
		clear(h.allowed)
		h.grown = true
	}
}

func (h *hosts) of(origin string) *host {
	known := h.all[origin]
	if known == nil {
		known = &host{}
		h.all[origin] = known
	}
	return known
}

// look counts an answer. After certain numbers of answers it checks the share of refused ones.
func (h *hosts) look(origin string, v *extractor.Visited) {
	if v.Status == 0 || v.State == site.StateHop || v.State == site.StateRedirectBad {
		return
	}
	this := h.of(origin)
	if this.answers++; v.State == site.StateRefused {
		this.refused++
	}
	this.paused = this.paused || scope.PausesAfter(this.answers) &&
		scope.TooManyRefused(h.refused, this.refused, this.answers)
}

func (h *hosts) notes() (notes []string) {
	for _, origin := range slices.Sorted(maps.Keys(h.all)) {
		if this := h.all[origin]; this.paused {
			notes = append(notes, fmt.Sprintf("%s refuses too many pages (%d of %d answers): nothing more is asked "+
				"of it", origin, this.refused, this.answers))
		}
	}
	return notes
}

type hostRules struct {
	patterns map[string]bool
	entities []*site.Members // their hosts match, too
}

// add adds a pattern, which is a host, a host with a port, "*.example.org", or "*".
func (r *hostRules) add(pattern string) {
	if r.patterns == nil {
		r.patterns = map[string]bool{}
	}
	r.patterns[strings.ToLower(pattern)] = true
}

func (r *hostRules) match(u site.URL) bool {
	known := func(pattern string) bool { return r.patterns[pattern] }
	return slices.ContainsFunc(config.HostPatterns(u), known) ||
		slices.ContainsFunc(r.entities, func(m *site.Members) bool { return m.Has(u) })
}

func (r *hostRules) names() []string {
	all := slices.Collect(maps.Keys(r.patterns))
	for _, m := range r.entities {
		all = append(all, m.Names()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
