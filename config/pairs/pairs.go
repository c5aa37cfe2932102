package pairs

import (
	"strings"

	"sitegraph/config"
)

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

// Ways out that several rows have.
const (
	leaveOne = "remove one of the two"
	onlyHere = "crawl on the command line"
	keepIt   = "set [store] store = badger"
)

// Reasons that several rows have.
const (
	notKept   = "a state in memory is not kept after the run"
	ofOneSite = "it needs the graph of one site, and agents visit many"
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
		{A: Agents, B: Reach, Why: ofOneSite, Out: leaveOne},
		{A: Stable, B: WhatIf, Fate: Noted, Why: "which URLs are one page is what the crawl has learnt"},
		{A: Memory, B: WhatIf, Why: notKept, Out: keepIt},
		{A: Hits, B: WhatIf, Fate: Noted,
			Why: "visits are left out of the new graph's files"},
		{A: Watch, B: WhatIf, Fate: Noted, Why: "both graphs show the newest answers, without history"},
		{A: AsOf, B: WhatIf, Fate: Apart, Why: "a forecast is made of the newest answers"},
		{A: Agents, B: WhatIf, Fate: Apart, Why: "a search is not the graph of a site"},
		{A: Workers, B: WhatIf, Fate: Apart, Why: "the state of a group is removed when it is done"},
	}
	for _, order := range []Feature{Budget, Rule, Policy} {
		all = append(all, Pair{A: order, B: WhatIf, Fate: Noted, Why: "both graphs are by depth"})
	}
	return all
}

func orderPairs() (all []Pair) {
	for _, order := range []Feature{Budget, Rule, Policy} {
		all = append(all, Pair{A: order, B: Exclude, Fate: Noted, Why: "the crawl is decided again and fetches " +
			"only what is missing; other URLs replace the excluded ones"})
	}
	return append(all,
		Pair{A: Rule, B: Agents, Why: "agents choose their pages themselves", Out: leaveOne},
		Pair{A: Policy, B: Agents, Why: "agents choose their pages themselves", Out: leaveOne})
}

func stablePairs() []Pair {
	return []Pair{
		{A: Stable, B: Budget, Fate: Noted, Why: "pages fetched twice count; traps come last only if one site " +
			"has the budget alone, without a rule or a policy"},
		{A: Stable, B: Agents, Fate: Noted, Why: "the files show the duplicates known at the end; energy spent " +
			"before stays spent"},
		{A: Stable, B: Pause, Fate: Noted, Why: "second requests for a page count among the answers"},
	}
}

func agentPairs() []Pair {
	return []Pair{
		{A: Agents, B: Watch, Fate: Noted, Why: "`sitegraph watch --topics`: the checks come first, then the search " +
			"is decided again"},
	}
}

func watchPairs() []Pair {
	return []Pair{
		{A: Watch, B: Memory, Why: notKept, Out: keepIt},
		{A: Watch, B: Retry, Fate: Noted, Why: "failed URLs are checked again with the pages"},
		{A: Watch, B: Pause, Fate: Noted, Why: "an iteration that is refused too often is paused, and the next " +
			"run continues it; the graph stays"},
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

func hitPairs() []Pair {
	return []Pair{
		{A: Agents, B: Hits, Why: ofOneSite, Out: leaveOne},
		{A: List, B: Hits, Fate: Noted, Why: "links of a list are not followed, so URLs without a link are unknown"},
		{A: AsOf, B: Hits, Fate: Noted, Why: "all visits of the logs count, whatever their time"},
		{A: Hits, B: Shard, Fate: Noted, Why: "log lines must name their hosts, or use `HOST=FILE`"},
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
		{A: Memory, B: AsOf, Why: notKept, Out: keepIt},
		{A: Memory, B: Retry, Why: notKept, Out: keepIt},
	}
}

// shardPairs are those of a part of the sites: nothing may depend on the other parts.
func shardPairs() []Pair {
	const (
		alone = "a shard does not know the sites of the others"
		way   = "crawl all sites in one run"
		files = "a worker may be on another machine, without the files of this one"
		state = "two commands; `merge --job` brings the state for it"
	)
	return []Pair{
		{A: Shard, B: Budget, Why: alone, Out: way},
		{A: Shard, B: Rule, Why: alone, Out: way},
		{A: Shard, B: Agents, Why: alone, Out: way},
		{A: Shard, B: TheDesk, Fate: Apart, Why: "a project is crawled as a whole"},
		{A: Shard, B: Policy, Fate: Noted, Why: "merge writes no sites.budget.csv"},
		{A: Workers, B: Shard, Fate: Apart, Why: "workers take groups of sites, which are shards already"},
		{A: Workers, B: TheDesk, Fate: Noted, Why: "a project is given to workers as a whole, from scratch"},
		{A: Workers, B: Watch, Fate: Apart, Why: state},
		{A: Workers, B: AsOf, Fate: Apart, Why: state},
		{A: Workers, B: Retry, Fate: Apart, Why: "a job begins from scratch"},
		{A: Workers, B: WARC, Why: "an archive stays on the machine that wrote it", Out: "crawl with --shard"},
		{A: Workers, B: Memory, Why: notKept, Out: keepIt},
		{A: Workers, B: Hits, Why: files,
			Out: "add visits later, with sitegraph report --hits"},
		{A: Workers, B: Folder, Why: files, Out: "crawl with --shard"},
		{A: Workers, B: Archive, Why: files, Out: "crawl with --shard"},
	}
}

// deskPairs are those of the desk: who may use it may not read and write all that its user may.
func deskPairs() []Pair {
	return []Pair{
		{A: Folder, B: TheDesk, Why: "a project reads nothing outside its folder", Out: onlyHere},
		{A: Archive, B: TheDesk, Why: "a project reads nothing outside its folder", Out: onlyHere},
		{A: Memory, B: TheDesk, Why: notKept, Out: keepIt},
		{A: List, B: TheDesk, Fate: Apart, Why: "a project has its sites in hosts.txt"},
		{A: Budget, B: TheDesk, Fate: Noted, Why: "the sites share one crawl, which is stopped as a whole"},
		{A: Exclude, B: TheDesk, Fate: Noted, Why: "the rule is added to settings.ini, for all sites of the project"},
	}
}

// Conflict is something that a setting does not go with.
type Conflict struct {
	// Asked is how the setting asks for its feature, such as "--budget"; With is the other feature, Why the reason.
	Asked, With, Why string
}

// Conflicts returns what a setting does not go with, in the order of the table.
func Conflicts(s config.Setting) (all []Conflict) {
	names := map[Feature]string{}
	for _, k := range Kinds() {
		names[k.Feature] = k.Name
	}
	for _, k := range Kinds() {
		asked := k.askedBy(s)
		if asked == "" {
			continue
		}
		for _, p := range Pairs() {
			other := p.B
			if p.A != k.Feature {
				other = p.A
			}
			if p.Fate == Refused && (p.A == k.Feature || p.B == k.Feature) {
				all = append(all, Conflict{asked, names[other], p.Why})
			}
		}
	}
	return all
}

// askedBy is how a setting asks for the feature, "" if it does not.
func (k Kind) askedBy(s config.Setting) string {
	for _, asked := range strings.Split(k.Asked, ", ") {
		asked = strings.Trim(asked, "`")
		word, _, _ := strings.Cut(asked, " ")
		if s.Flag != "" && word == "--"+s.Flag {
			return asked
		}
		if key := "[" + s.Section + "] " + s.Key; asked == key || strings.HasPrefix(asked, key+" ") {
			return asked
		}
	}
	return ""
}
