package dedup

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// judge returns the accepted rules, and rules that only a contradiction keeps from being accepted.
func (l *ruleLearner) judge() (rules []site.URLRule) {
	var all []*candidate
	for members := range divided(l.members, func(m member) int32 { return m.slot }) {
		all = append(all, l.weigh(members))
	}
	sessions := map[string]bool{}
	for _, c := range all {
		if c.rule.Kind == site.RuleSession && c.meets(needToken) && c.varied >= minVaried {
			rules = append(rules, c.rule)
			sessions[c.rule.Name] = !c.rule.Retracted
		}
	}
	all = slices.DeleteFunc(all, func(c *candidate) bool {
		return c.rule.Kind == site.RuleSession || sessions[c.rule.Name]
	})
	known, classes, general := knownOf(all), map[int][]int32{}, map[string]bool{}
	for i, s := range l.samples {
		classes[s.Class] = append(classes[s.Class], int32(i))
	}
	for _, g := range everywhere(all) {
		if p := known[g.rule.Name]; g.shapes >= minShapes && g.isEnough(p) {
			g.rule = p.contradict(g.rule)
			general[g.rule.Shape+" "+g.rule.Name] = !g.rule.Retracted
			rules = append(rules, g.rule)
		}
	}
	all = slices.DeleteFunc(all, func(c *candidate) bool {
		return general[anyDirectory+namesOf(c.rule.Shape)+" "+c.rule.Name]
	})
	for _, c := range all {
		c.rules = l.decide(c, known[c.rule.Name], classes)
	}
	for _, c := range all {
		if p := known[c.rule.Name]; l.isLikeOnly(c, p) {
			c.rules = []site.URLRule{p.contradict(c.rule)}
		}
		rules = append(rules, c.rules...)
	}
	return rules
}

// parameter is the evidence from all URLs of the site about a parameter.
type parameter struct {
	candidate
	// first and second are two URLs that differ in its value and are two pages, or "". A name that distinguishes pages
	// anywhere has a meaning on the site. If it seems to have none elsewhere, the pages may show too little, unless
	// many pages of one shape agree.
	first, second string
	onlyClasses   map[int]bool // classes of accepted rules about one URL
}

func knownOf(all []*candidate) map[string]*parameter {
	known := map[string]*parameter{}
	for _, c := range all {
		p := known[c.rule.Name]
		if p == nil {
			p = &parameter{onlyClasses: map[int]bool{}}
			known[c.rule.Name] = p
		}
		p.merge(c)
		if c.rule.Retracted && (p.first == "" || c.rule.First < p.first ||
			c.rule.First == p.first && c.rule.Second < p.second) {
			p.first, p.second = c.rule.First, c.rule.Second
		}
	}
	for _, p := range known {
		slices.Sort(p.values)
		p.values = slices.Compact(p.values)
	}
	return known
}

func (p *parameter) contradict(rule site.URLRule) site.URLRule {
	if p.first != "" && !rule.Retracted {
		rule.Retracted, rule.First, rule.Second = true, p.first, p.second
	}
	return rule
}

// decide returns the rules about a slot. This is one rule for all its URLs, or rules for single URLs and for values.
func (l *ruleLearner) decide(c *candidate, p *parameter, classes map[int][]int32) (rules []site.URLRule) {
	if c.isEnough(p) {
		rule := c.rule
		if rule.Kind != site.RuleSegment && !(c.meets(needShared) && c.varied >= minVaried) {
			rule = p.contradict(rule)
		}
		if rules = append(rules, rule); !rule.Retracted {
			return rules
		}
	}
	for _, o := range c.only {
		if !o.hasBase && !p.meets(needName) || l.isCatchAll(o, classes) {
			continue
		}
		rule := p.contradict(o.rule)
		if rules = append(rules, rule); !rule.Retracted {
			p.onlyClasses[o.classes[0]] = true
		}
	}
	return append(rules, l.defaults(c)...)
}

// isLikeOnly reports whether a rule about a single URL covers each page of a slot, and the slot has further URLs.
func (l *ruleLearner) isLikeOnly(c *candidate, p *parameter) bool {
	if c.rule.Kind != site.RuleParam || len(p.onlyClasses) == 0 || c.isEnough(p) || !c.meets(needOnly) {
		return false
	}
	own := 0
	for _, o := range c.only {
		own += o.rule.Trials
	}
	for _, m := range c.members {
		if s := l.samples[m.sample]; !s.Thin && !p.onlyClasses[s.Class] {
			return false
		}
	}
	return own < c.rule.Trials
}

// isEnough reports whether there is enough evidence for a rule about all URLs of the slot.
func (c *candidate) isEnough(p *parameter) bool {
	switch {
	case c.rule.Kind == site.RuleSegment && c.rule.Name == "":
		return c.meets(needSegment)
	case 10*c.tokens >= 9*c.size && len(p.values) >= needToken.trials && 4*len(p.values) >= p.rule.Trials:
		// new values keep coming, as for a session
		return p.meets(needToken) && c.rule.Trials >= minTokens && p.varied >= minVaried
	case 10*len(c.values) >= 9*c.size: // almost no two pages share a value
		return c.meets(needUnequal) && c.varied >= minVaried
	}
	return 2*c.counted < c.size && c.meets(needShared)
}

// isCatchAll reports whether a page answers many kinds of URLs, like a "not found" page. These are at least three URLs
// that are not the rule's URL with more parameters.
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

func hasParams(query, other string) bool {
	all := queryParams(query)
	for _, param := range queryParams(other) {
		if other != "" && !slices.Contains(all, param) {
			return false
		}
	}
	return true
}

// defaults returns rules about single values, if another value matters or there is only one (printable=yes).
func (l *ruleLearner) defaults(c *candidate) (rules []site.URLRule) {
	if c.rule.Kind != site.RuleParam {
		return nil
	}
	site.Sort(c.pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.second, b.second))
	})
	for pairs := range divided(c.pairs, func(p pair) uint64 { return p.value }) {
		var all, telling verdict
		all.rule = site.URLRule{Kind: site.RuleDefault, Shape: c.rule.Shape, Name: c.rule.Name}
		for _, p := range pairs {
			all.add(l.samples[p.first], l.samples[p.second])
			if p.matters {
				telling.add(l.samples[p.first], l.samples[p.second])
			}
		}
		alone := len(c.values) == 1 && !pairs[0].ordinal
		if telling.meets(needDefault) || alone && all.meets(needShared) {
			all.rule.Value = l.valueOf(pairs[0].second, c.rule.Name)
			rules = append(rules, all.rule)
		}
	}
	return rules
}

func (l *ruleLearner) valueOf(i int32, name string) (value string) {
	without(l.samples[i].URL, func(param string) bool {
		if paramName(param) == name {
			value = paramValue(param)
		}
		return false
	})
	return value
}
