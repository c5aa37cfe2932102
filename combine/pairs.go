package combine

// Fate is what becomes of two features that a run asks for.
type Fate int

// The fates of the pairs in the table.
const (
	// Refused is refused by Check.
	Refused Fate = iota
	// RefusedInPart is refused by Check where When says so, and works else.
	RefusedInPart
	// Differs works, and means something of its own.
	Differs
	// Apart cannot be asked for together: two values of one setting, or two commands.
	Apart
)

// Pair is a row of the table: two features that do not simply work together.
type Pair struct {
	// A and B are the features, Fate is what becomes of them.
	A, B Feature
	Fate Fate
	// Why is the reason, or what the pair means; Out is the way out of a refusal.
	Why, Out string
	// When says for which runs a pair is refused, nil for all; Means is what a pair means where it is not.
	When  func(Use) bool
	Means string
}

// refuses reports whether a run that asks for both is refused.
func (p Pair) refuses(u Use) bool {
	return (p.Fate == Refused || p.Fate == RefusedInPart) && (p.When == nil || p.When(u))
}

// Of returns the row of two features, in whichever order; a pair without one works.
func Of(a, b Feature) (p Pair, ok bool) {
	for _, p := range Pairs() {
		if p.A == a && p.B == b || p.A == b && p.B == a {
			return p, true
		}
	}
	return Pair{}, false
}

// Ways out that several rows have.
const (
	leaveOne = "leave one of the two out"
	onlyHere = "crawl on the command line"
)

// Pairs returns the table. Pairs that are not in it work.
func Pairs() []Pair {
	all := orderPairs()
	all = append(all, stablePairs()...)
	all = append(all, agentPairs()...)
	all = append(all, watchPairs()...)
	all = append(all, scopePairs()...)
	all = append(all, sourcePairs()...)
	all = append(all, statePairs()...)
	return append(all, deskPairs()...)
}

// orderPairs are those of budgets, site rules and page policies.
func orderPairs() (all []Pair) {
	for _, order := range []Feature{Budget, Rule, Policy} {
		all = append(all,
			Pair{A: order, B: Exclude, Fate: RefusedInPart, When: func(u Use) bool { return u.Excluding },
				Why:   "the desk counts first what a rule takes away, and an order would decide anew",
				Out:   "set [walk] exclude in settings.ini",
				Means: "the crawl is decided anew, and asks for nothing that is known"},
			Pair{A: order, B: Limits, Fate: Differs, Why: "a greater budget or number of pages goes on; with another " +
				"greatest depth the crawl is decided anew, and asks for nothing that is known"})
	}
	return append(all,
		Pair{A: Rule, B: Agents, Why: "a rule chooses among single sites, and agents choose what they visit",
			Out: leaveOne},
		Pair{A: Policy, B: Agents, Why: "a policy is for single sites, and agents choose what they visit",
			Out: leaveOne})
}

// stablePairs are those of key stable.
func stablePairs() []Pair {
	return []Pair{
		{A: Stable, B: Budget, Fate: RefusedInPart,
			When: func(u Use) bool {
				return u.Settings.Order.Equal() && u.Settings.Order.Budget < len(u.Hosts)
			},
			Why: "every site has an equal share of the budget, and some would have none",
			Out: "set at least one page for each site",
			Means: "pages fetched twice count; without a rule or a policy every site has an equal share, and what it " +
				"does not need is not spent"},
		{A: Stable, B: Agents, Fate: Differs, Why: "what agents did before something was learnt stays; files show " +
			"which pages are one by what is known at the end"},
		{A: Stable, B: Pause, Fate: Differs, Why: "second requests for one page count among the answers"},
	}
}

// agentPairs are those of topical agents.
func agentPairs() []Pair {
	return []Pair{
		{A: Agents, B: Watch, Why: "agents check no page again", Out: leaveOne},
		{A: Agents, B: Check, Why: "agents follow links and read no sitemaps", Out: "set [sites] sitemaps = off"},
		{A: Agents, B: Begin, Why: "agents follow links and read no sitemaps", Out: "set [sites] sitemaps = off"},
		{A: Agents, B: Linked, Why: "what is no page of a site is checked after a crawl of that site",
			Out: "leave it out"},
	}
}

// watchPairs are those of watching.
func watchPairs() []Pair {
	return []Pair{
		{A: Watch, B: Memory, Why: "watching goes on from the state, and it is not kept",
			Out: "set [store] store = badger"},
		{A: Watch, B: Retry, Fate: Differs, Why: "failed URLs are checked again with the pages"},
		{A: Watch, B: Pause, Fate: Differs, Why: "an iteration whose checks are refused too often is paused, and " +
			"goes on with the next run; the graph stays"},
	}
}

// scopePairs are those of what is taken for a site.
func scopePairs() []Pair {
	return []Pair{
		{A: Starts, B: List, Fate: Apart, Why: "a list has the start pages"},
		{A: List, B: Limits, Fate: RefusedInPart,
			When: func(u Use) bool { return u.Settings.Flagged("sites.max_depth") },
			Why:  "a list follows no link", Out: "leave --max-depth out, or name the URLs as start pages",
			Means: "a list has a greatest number of pages, and no depth"},
		{A: Entity, B: Folder, Why: "a saved site has one host", Out: leaveOne},
		{A: Check, B: Begin, Fate: Apart, Why: "two values of one setting; `start` checks, too"},
	}
}

// sourcePairs are those of where pages come from, and where they go.
func sourcePairs() []Pair {
	return []Pair{
		{A: Linked, B: WARC, Fate: Differs, Why: "the archive is of the crawl, without the checks"},
		{A: Folder, B: Archive, Why: "pages come from one of them", Out: leaveOne},
		{A: WARC, B: Folder, Why: "only what comes from the web is archived", Out: leaveOne},
		{A: WARC, B: Archive, Why: "only what comes from the web is archived", Out: leaveOne},
	}
}

// statePairs are those of a state and of runs after the first.
func statePairs() []Pair {
	return []Pair{
		{A: Memory, B: AsOf, Why: "earlier moments stand in the state, and it is not kept",
			Out: "set [store] store = badger"},
		{A: Memory, B: Exclude, Fate: Differs, Why: "every run begins from scratch"},
		{A: Memory, B: Limits, Fate: Differs, Why: "every run begins from scratch"},
		{A: Memory, B: Retry, Why: "no earlier run is kept, so nothing of it can be tried again",
			Out: "set [store] store = badger"},
	}
}

// deskPairs are those of the desk: who may use it may not read and write all that its user may.
func deskPairs() []Pair {
	return []Pair{
		{A: Folder, B: TheDesk, Why: "a project reads nothing outside its folder", Out: onlyHere},
		{A: Archive, B: TheDesk, Why: "a project reads nothing outside its folder", Out: onlyHere},
		{A: Memory, B: TheDesk, Why: "at the desk the state is kept", Out: "set [store] store = badger"},
		{A: List, B: TheDesk, Fate: Apart, Why: "a project has its sites in hosts.txt"},
		{A: Retry, B: TheDesk, Fate: Apart, Why: "the desk goes on or begins from scratch"},
		{A: Budget, B: TheDesk, Fate: Differs, Why: "the sites share one crawl, which is stopped as a whole"},
		{A: Exclude, B: TheDesk, Fate: Differs, Why: "a rule is added to those of settings.ini, for all sites of a " +
			"project"},
	}
}
