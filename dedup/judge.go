package dedup

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// candidate is a slot with what its groups say.
type candidate struct {
	verdict
	members []member
	values  []uint64
	tokens  int
	counted int           // members whose value isOrdinal
	only    []onlyVerdict // groups that could be rules of their own
	pairs   []pair        // with URLs that lack the parameter
	rules   []site.URLRule
}

// onlyVerdict is about one URL; hasBase tells that it is known without the
// parameter.
type onlyVerdict struct {
	verdict
	hasBase bool
}

// pair is a URL with a parameter, and the one without.
type pair struct {
	value         uint64
	first, second int32
	ordinal       bool
	// matters says that another value of the parameter gives another page here.
	matters bool
}

// judge returns the rules that are accepted, or would be but for what
// contradicts them.
func (l *ruleLearner) judge() (rules []site.URLRule) {
	var all []*candidate
	for from := 0; from < len(l.members); {
		to := from + 1
		for to < len(l.members) && l.members[to].slot == l.members[from].slot {
			to++
		}
		all = append(all, l.weigh(l.members[from:to]))
		from = to
	}
	known, classes := knownOf(all), l.byClass()
	for _, c := range all {
		c.rules = l.decide(c, known[c.rule.Name], classes)
	}
	for _, c := range all {
		if p := known[c.rule.Name]; l.isLikeOnly(c, p) {
			c.rules = []site.URLRule{p.contradict(c.rule)}
		}
		rules = append(rules, c.rules...)
	}
	for _, v := range l.files {
		if v.meets(needFile) {
			rules = append(rules, v.rule)
		}
	}
	return rules
}

// parameter is what all URLs of the site say of a parameter.
type parameter struct {
	verdict
	// first and second are two URLs that differ in its value and are two pages,
	// "" if there are none. A name that tells pages apart anywhere means
	// something to the site: where it seems to mean nothing there may be too
	// little to show.
	first, second string
	only          map[int]bool // the classes of accepted rules about one URL
}

// knownOf returns what is known of every parameter.
func knownOf(all []*candidate) map[string]*parameter {
	known := map[string]*parameter{}
	for _, c := range all {
		p := known[c.rule.Name]
		if p == nil {
			p = &parameter{only: map[int]bool{}}
			known[c.rule.Name] = p
		}
		p.rule.Trials += c.rule.Trials
		p.rule.Agreed += c.rule.Agreed
		p.classes = append(p.classes, c.classes...)
		if c.rule.Retracted && (p.first == "" || c.rule.First < p.first ||
			c.rule.First == p.first && c.rule.Second < p.second) {
			p.first, p.second = c.rule.First, c.rule.Second
		}
	}
	return known
}

// contradict takes a rule back if its parameter tells pages apart.
func (p *parameter) contradict(rule site.URLRule) site.URLRule {
	if p.first != "" && !rule.Retracted {
		rule.Retracted, rule.First, rule.Second = true, p.first, p.second
	}
	return rule
}

// weigh compares the members of a slot's groups.
func (l *ruleLearner) weigh(members []member) *candidate {
	s := l.names[members[0].slot]
	c := &candidate{members: members}
	c.rule = site.URLRule{Kind: s.kind, Shape: s.shape, Name: s.name}
	if s.kind == site.RuleSegment && s.name[0] != ';' {
		c.rule.Name, c.rule.Value = "", s.name
	}
	for from := 0; from < len(members); {
		to := from + 1
		for to < len(members) && members[to].group == members[from].group {
			to++
		}
		l.weighGroup(c, members[from:to])
		from = to
	}
	slices.Sort(c.values)
	c.values = slices.Compact(c.values)
	return c
}

// weighGroup compares URLs that are equal but for the slot, and the one that
// lacks it, if it is known.
func (l *ruleLearner) weighGroup(c *candidate, group []member) {
	base, hasBase := l.byHash[group[0].group]
	first, v := base, verdict{rule: site.URLRule{Kind: c.rule.Kind, Only: true, Name: c.rule.Name}}
	if !hasBase || l.samples[base].Thin {
		first = l.full(group)
	}
	for _, m := range group {
		c.values = append(c.values, m.value)
		if m.token {
			c.tokens++
		}
		if m.ordinal {
			c.counted++
		}
		if m.sample != first {
			c.add(l.samples[first], l.samples[m.sample])
			v.add(l.samples[first], l.samples[m.sample])
		}
	}
	if hasBase && first == base {
		l.pairs(c, base, group)
	}
	if c.rule.Kind == site.RuleParam && isOnly(&v, group) {
		v.rule.Shape = withoutParam(l.samples[first].URL, c.rule.Name)
		c.only = append(c.only, onlyVerdict{v, hasBase && first == base})
	}
}

// full returns the first sample of a group that is not thin, or the first.
func (l *ruleLearner) full(group []member) int32 {
	for _, m := range group {
		if !l.samples[m.sample].Thin {
			return m.sample
		}
	}
	return group[0].sample
}

// pairs enters a group's members that can show a default value.
func (l *ruleLearner) pairs(c *candidate, base int32, group []member) {
	matters := false
	for _, m := range group {
		s := l.samples[m.sample]
		matters = matters || !s.Thin && s.Class != l.samples[base].Class
	}
	for _, m := range group {
		if !m.repeated {
			c.pairs = append(c.pairs, pair{m.value, base, m.sample, m.ordinal, matters})
		}
	}
}

// isOnly reports whether a group has enough values for a rule about its URL
// alone. What counts never has: the months of a calendar that are empty are one
// page, whatever their number.
func isOnly(v *verdict, group []member) bool {
	counted := 0
	for _, m := range group {
		if m.ordinal {
			counted++
		}
	}
	return 2*counted < len(group) && v.meets(needOnly)
}

// byClass returns the samples of every class.
func (l *ruleLearner) byClass() map[int][]int32 {
	classes := map[int][]int32{}
	for i, s := range l.samples {
		classes[s.Class] = append(classes[s.Class], int32(i))
	}
	return classes
}

// decide returns the rules about a slot: one for all its URLs, or those for
// single ones and for values.
func (l *ruleLearner) decide(c *candidate, p *parameter, classes map[int][]int32) (rules []site.URLRule) {
	if c.isEnough(p) {
		rule := c.rule
		if rule.Kind != site.RuleSegment {
			rule = p.contradict(rule)
		}
		if rules = append(rules, rule); !rule.Retracted {
			return rules
		}
	}
	for _, o := range c.only {
		if !o.hasBase && !p.meets(needName) || l.isCatchAll(o.verdict, classes) {
			continue
		}
		rule := p.contradict(o.rule)
		if rules = append(rules, rule); !rule.Retracted {
			p.only[o.classes[0]] = true
		}
	}
	return append(rules, l.defaults(c)...)
}

// isLikeOnly reports whether all pages of a slot are ones for which it means
// nothing on one URL, and more than those: the URL with further parameters.
func (l *ruleLearner) isLikeOnly(c *candidate, p *parameter) bool {
	if c.rule.Kind != site.RuleParam || len(p.only) == 0 || c.isEnough(p) || !c.meets(needOnly) {
		return false
	}
	own := 0
	for _, o := range c.only {
		own += o.rule.Trials
	}
	for _, m := range c.members {
		if s := l.samples[m.sample]; !s.Thin && !p.only[s.Class] {
			return false
		}
	}
	return own < c.rule.Trials
}

// isEnough reports whether all that is known speaks enough for a rule about all
// URLs of the slot.
func (c *candidate) isEnough(p *parameter) bool {
	switch {
	case c.rule.Kind == site.RuleSegment && c.rule.Name == "":
		return c.meets(needSegment)
	case 10*c.tokens >= 9*len(c.members) && 8*len(c.values) >= c.rule.Trials:
		return p.meets(needToken) && c.rule.Trials >= minTokens
	case !c.shared():
		return c.meets(needUnequal)
	}
	return 2*c.counted < len(c.members) && c.meets(needShared)
}

// shared reports whether pages have values in common.
func (c *candidate) shared() bool { return 10*len(c.values) < 9*len(c.members) }

// isCatchAll reports whether a class of pages is an answer to URLs of many
// sorts, as that for missing pages is: to three and more that are not the
// rule's URL with more parameters.
func (l *ruleLearner) isCatchAll(v verdict, classes map[int][]int32) bool {
	base, query := cutQuery(v.rule.Shape)
	others := 0
	for _, i := range classes[v.classes[0]] {
		otherBase, otherQuery := cutQuery(l.samples[i].URL)
		if base != otherBase || !hasParams(otherQuery, query) {
			others++
		}
	}
	return others > 2
}

// hasParams reports whether a query has all parameters of another.
func hasParams(query, other string) bool {
	all := slices.Collect(queryParams(query))
	for param := range queryParams(other) {
		if other != "" && !slices.Contains(all, param) {
			return false
		}
	}
	return true
}

// defaults returns the rules about single values.
func (l *ruleLearner) defaults(c *candidate) (rules []site.URLRule) {
	if c.rule.Kind != site.RuleParam {
		return nil
	}
	slices.SortFunc(c.pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.second, b.second))
	})
	for from := 0; from < len(c.pairs); {
		to := from
		var all, telling verdict
		all.rule = site.URLRule{Kind: site.RuleDefault, Shape: c.rule.Shape, Name: c.rule.Name}
		for to < len(c.pairs) && c.pairs[to].value == c.pairs[from].value {
			p := c.pairs[to]
			all.add(l.samples[p.first], l.samples[p.second])
			if p.matters {
				telling.add(l.samples[p.first], l.samples[p.second])
			}
			to++
		}
		if telling.meets(needDefault) || !c.pairs[from].ordinal && all.meets(needShared) {
			all.rule.Value = l.valueOf(c.pairs[from].second, c.rule.Name)
			rules = append(rules, all.rule)
		}
		from = to
	}
	return rules
}

// valueOf returns a sample's value of a parameter.
func (l *ruleLearner) valueOf(i int32, name string) (value string) {
	without(l.samples[i].URL, func(param string) bool {
		if paramName(param) == name {
			value = paramValue(param)
		}
		return false
	})
	return value
}
