package combine

// Fate is what becomes of two features that a run asks for.
type Fate int

// The fates of the pairs in the table.
const (
	// Refused is refused by Check.
	Refused Fate = iota
	// Noted works, and is worth a word.
	Noted
	// Apart cannot be asked for together: two values of one setting, or two commands.
	Apart
)

// Pair is a row of the table: two features that are worth a word together.
type Pair struct {
	// A and B are the features, Fate is what becomes of them.
	A, B Feature
	Fate Fate
	// Why is the reason, or what to expect; Out is the way out of a refusal.
	Why, Out string
}

// Of returns the row of two features, in whichever order; a pair without one simply works.
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
	leaveOne = "remove one of the two"
	onlyHere = "crawl on the command line"
)

// Pairs returns the table. Pairs that are not in it simply work.
func Pairs() []Pair {
	all := orderPairs()
	all = append(all, stablePairs()...)
	all = append(all, agentPairs()...)
	all = append(all, watchPairs()...)
	all = append(all, scopePairs()...)
	all = append(all, hitPairs()...)
	all = append(all, sourcePairs()...)
	all = append(all, statePairs()...)
	all = append(all, shardPairs()...)
	all = append(all, deskPairs()...)
	return append(all, whatIfPairs()...)
}

// whatIfPairs are those of what is computed of a crawl that there is.
func whatIfPairs() (all []Pair) {
	all = []Pair{
		{A: Agents, B: Reach, Why: "what a robot reaches is said of the graph of a site, and agents go through many",
			Out: leaveOne},
		{A: Stable, B: WhatIf, Why: "duplicates are learnt from answers, which are unknown after changes",
			Out: "crawl with another key, into another folder"},
		{A: Memory, B: WhatIf, Why: "the crawl is in the state, which would not be kept",
			Out: "set [store] store = badger"},
		{A: Hits, B: WhatIf, Fate: Noted,
			Why: "visits are of the site as it is, and left out of the files of the other"},
		{A: Watch, B: WhatIf, Fate: Noted, Why: "both graphs are of the newest answers, without a history"},
		{A: AsOf, B: WhatIf, Fate: Apart, Why: "a forecast is made of the newest answers"},
		{A: Agents, B: WhatIf, Fate: Apart, Why: "a search is not the graph of a site"},
		{A: Workers, B: WhatIf, Fate: Apart, Why: "the state of a group is removed when it is done"},
	}
	for _, order := range []Feature{Budget, Rule, Policy} {
		all = append(all, Pair{A: order, B: WhatIf, Fate: Noted, Why: "both graphs are by depth"})
	}
	return all
}

// orderPairs are those of budgets, site rules and page policies.
func orderPairs() (all []Pair) {
	for _, order := range []Feature{Budget, Rule, Policy} {
		all = append(all, Pair{A: order, B: Exclude, Fate: Noted, Why: "the crawl is decided again and fetches " +
			"only what is missing; other URLs take the place of excluded ones"})
	}
	return append(all,
		Pair{A: Rule, B: Agents, Why: "a rule chooses among sites, but agents choose their pages themselves",
			Out: leaveOne},
		Pair{A: Policy, B: Agents, Why: "a policy chooses among pages, but agents choose their pages themselves",
			Out: leaveOne})
}

// stablePairs are those of key stable.
func stablePairs() []Pair {
	return []Pair{
		{A: Stable, B: Budget, Fate: Noted, Why: "pages fetched twice count; without a rule or a policy every site " +
			"has an equal share, and unused shares are not spent"},
		{A: Stable, B: Agents, Fate: Noted, Why: "the files show duplicates by what is known at the end; energy " +
			"that was spent before stays spent"},
		{A: Stable, B: Pause, Fate: Noted, Why: "second requests for a page count among the answers"},
	}
}

// agentPairs are those of topical agents.
func agentPairs() []Pair {
	return []Pair{
		{A: Agents, B: Watch, Fate: Noted, Why: "`sitegraph watch --topics`: the checks come first, then the search " +
			"is decided again"},
	}
}

// watchPairs are those of watching.
func watchPairs() []Pair {
	return []Pair{
		{A: Watch, B: Memory, Why: "watching continues from the state, which would not be kept",
			Out: "set [store] store = badger"},
		{A: Watch, B: Retry, Fate: Noted, Why: "failed URLs are checked again with the pages"},
		{A: Watch, B: Pause, Fate: Noted, Why: "an iteration whose checks are refused too often is paused, and " +
			"the next run continues it; the graph stays"},
	}
}

// scopePairs are those of what is taken for a site.
func scopePairs() []Pair {
	return []Pair{
		{A: Starts, B: List, Fate: Apart, Why: "a list already names the start pages"},
		{A: List, B: Depth, Why: "links of a list are not followed, so all its pages have depth 0",
			Out: "remove --max-depth, or name the URLs as start pages"},
		{A: Entity, B: Folder, Why: "a saved site has one host", Out: leaveOne},
		{A: Check, B: Begin, Fate: Apart, Why: "two values of one setting; `start` includes `check`"},
	}
}

// hitPairs are those of access logs.
func hitPairs() []Pair {
	return []Pair{
		{A: Agents, B: Hits, Why: "visits are held against the graph of a site, and agents go through many",
			Out: leaveOne},
		{A: List, B: Hits, Fate: Noted, Why: "a list follows no link, so which URLs no link leads to is unknown"},
		{A: AsOf, B: Hits, Fate: Noted, Why: "all visits of the logs count, whatever their time"},
		{A: Hits, B: Shard, Fate: Noted, Why: "lines of logs must name their hosts, or `HOST=FILE` does"},
	}
}

// sourcePairs are those of where pages come from, and where they go.
func sourcePairs() []Pair {
	return []Pair{
		{A: Folder, B: Archive, Why: "pages can come from only one of them", Out: leaveOne},
		{A: WARC, B: Folder, Why: "only what comes from the web is archived", Out: leaveOne},
		{A: WARC, B: Archive, Why: "only what comes from the web is archived", Out: leaveOne},
	}
}

// statePairs are those of a state and of runs after the first.
func statePairs() []Pair {
	return []Pair{
		{A: Memory, B: AsOf, Why: "earlier moments are in the state, which would not be kept",
			Out: "set [store] store = badger"},
		{A: Memory, B: Retry, Why: "failed URLs are in the state, which would not be kept",
			Out: "set [store] store = badger"},
	}
}

// shardPairs are those of a part of the sites: nothing may depend on the other parts.
func shardPairs() []Pair {
	const way = "crawl all sites in one run"
	return []Pair{
		{A: Shard, B: Budget, Why: "the sites share the budget, and a shard does not know what others spend",
			Out: way},
		{A: Shard, B: Rule, Why: "a rule chooses among all sites, and a shard does not know the others", Out: way},
		{A: Shard, B: Agents, Why: "agents choose among all hosts, and a shard does not know the others", Out: way},
		{A: Shard, B: TheDesk, Fate: Apart, Why: "a project is crawled as a whole"},
		{A: Shard, B: Policy, Fate: Noted, Why: "merge writes no sites.budget.csv, which has the sequence of one run"},
		{A: Workers, B: Shard, Fate: Apart, Why: "workers take groups of sites, which are shards already"},
		{A: Workers, B: TheDesk, Fate: Noted, Why: "a project is given to workers as a whole, from scratch"},
		{A: Workers, B: Watch, Fate: Apart, Why: "two commands; `merge --job` brings a state that can be watched"},
		{A: Workers, B: AsOf, Fate: Apart, Why: "two commands; `merge --job` brings a state that can be asked"},
		{A: Workers, B: Retry, Fate: Apart, Why: "a job begins from scratch"},
		{A: Workers, B: WARC, Why: "an archive stays on the machine that wrote it", Out: "crawl with --shard"},
		{A: Workers, B: Memory, Why: "the state must outlast the worker", Out: "set [store] store = badger"},
		{A: Workers, B: Hits, Why: "the logs are on this machine",
			Out: "add visits later, with sitegraph report --hits"},
		{A: Workers, B: Folder, Why: "the folder is on this machine", Out: "crawl with --shard"},
		{A: Workers, B: Archive, Why: "the archive is on this machine", Out: "crawl with --shard"},
	}
}

// deskPairs are those of the desk: who may use it may not read and write all that its user may.
func deskPairs() []Pair {
	return []Pair{
		{A: Folder, B: TheDesk, Why: "a project reads nothing outside its folder", Out: onlyHere},
		{A: Archive, B: TheDesk, Why: "a project reads nothing outside its folder", Out: onlyHere},
		{A: Memory, B: TheDesk, Why: "the desk needs a state that is kept", Out: "set [store] store = badger"},
		{A: List, B: TheDesk, Fate: Apart, Why: "a project has its sites in hosts.txt"},
		{A: Budget, B: TheDesk, Fate: Noted, Why: "the sites share one crawl, which is stopped as a whole"},
		{A: Exclude, B: TheDesk, Fate: Noted, Why: "the rule is added to settings.ini, for all sites of the project"},
	}
}
