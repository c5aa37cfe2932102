package dedup

import (
	"iter"
	"math"
	"slices"

	"sitegraph/site"
)

// A rule is accepted if the lower bound for the share of agreeing trials exceeds minAgreement.
const minAgreement = 0.8

// minAgreed is the minimum number of agreeing trials for any rule. If all agree, Wilson's bound exceeds minAgreement.
const minAgreed = 16

// need is the evidence that a rule needs, as numbers of trials and of classes of pages.
type need struct{ trials, classes int }

// The evidence that a rule needs depends on how pages could ignore a parameter by accident. A list of three items is
// the same for every order and every number of items to show, so options that many pages share need many pages. A month
// without entries is the same as the next one, so ordinals are never believed if pages share them. A session cannot
// matter on some pages only. A missed rule costs requests; a wrong one costs pages.
var (
	needToken   = need{16, 10}
	needUnequal = need{60, 30}  // values that each belong to one page
	needShared  = need{100, 50} // options
	needDefault = need{16, 10}  // a default value, if another one matters
	needSegment = need{60, 30}
	// One URL has one class. If the URL without the parameter is known and is the same page, no value is like any
	// value. Otherwise other URLs must be evidence for the name.
	needOnly = need{16, 1}
	needName = need{30, 1}
)

// minTokens is the minimum number of trials of a session's parameter in a single shape.
const minTokens = 4

// minVaried is the number of times that two values of a parameter must give the same page. If one value is like none,
// this says little about others. For example, a commit's difference to its parent is also shown without naming the
// parent, but a merge has two.
const minVaried = 4

// minShapes is the minimum number of shapes for a rule about all directories.
const minShapes = 10

// Wilson returns the lower bound of Wilson's interval (95 %) for the share of agreed among trials.
func Wilson(agreed, trials int) float64 {
	if trials == 0 {
		return 0
	}
	const z = 1.96
	n := float64(trials)
	p := float64(agreed) / n
	return (p + z*z/(2*n) - z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))) / (1 + z*z/n)
}

// count adds a trial of two pages that a rule joins. Different pages contradict the rule unless one is thin.
func count(rule *site.URLRule, first, second Sample) {
	if first.Thin && second.Thin {
		return
	}
	rule.Trials++
	if HeldOut(second.URL) {
		rule.HeldOut++
	}
	switch {
	case first.Thin || second.Thin:
	case first.Class == second.Class:
		if rule.Agreed++; !rule.Retracted && rule.First == "" {
			rule.First, rule.Second = first.URL, second.URL
		}
	case !rule.Retracted:
		rule.Retracted, rule.First, rule.Second = true, first.URL, second.URL
	}
}

type candidate struct {
	verdict
	members []member
	size    int // members
	shapes  int // shapes with agreeing trials
	values  []uint64
	varied  int // agreeing trials with two values
	tokens  int
	counted int       // members whose value isOrdinal
	only    []verdict // verdicts on groups that may get their own rules
	pairs   []pair    // URLs with and without the parameter
	rules   []site.URLRule
}

// pair is a URL with a parameter and the same URL without it.
type pair struct {
	value         uint64
	first, second int32
	ordinal       bool
	matters       bool // another value of the parameter gives another page
}

func (l *ruleLearner) weigh(members []member) *candidate {
	s := l.names[members[0].slot]
	c := &candidate{members: members, size: len(members)}
	c.rule = site.URLRule{Kind: s.kind, Shape: s.shape, Name: s.name}
	if s.kind == site.RuleSegment && s.name[0] != ';' {
		c.rule.Name, c.rule.Value = "", s.name
	}
	for group := range divided(members, func(m member) uint64 { return m.group }) {
		l.weighGroup(c, group)
	}
	slices.Sort(c.values)
	c.values = slices.Compact(c.values)
	c.shapes = min(c.rule.Agreed, 1)
	return c
}

// everywhere returns candidates for all directories. If each post has its own directory, no shape has many URLs.
func everywhere(all []*candidate) (general []*candidate) {
	bySlot := map[slot]*candidate{}
	for _, c := range all {
		if c.rule.Kind != site.RuleParam || c.shapes == 0 {
			continue
		}
		s := slot{site.RuleParam, anyDirectory + namesOf(c.rule.Shape), c.rule.Name}
		g := bySlot[s]
		if g == nil {
			g = &candidate{verdict: verdict{rule: site.URLRule{Kind: s.kind, Shape: s.shape, Name: s.name}}}
			bySlot[s] = g
			general = append(general, g)
		}
		g.merge(c)
	}
	for _, g := range general {
		slices.Sort(g.values)
		g.values = slices.Compact(g.values)
	}
	return general
}

// divided yields the runs of items with equal keys.
func divided[T any, K comparable](list []T, key func(T) K) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		from := 0
		for to := range list {
			if key(list[to]) != key(list[from]) {
				if !yield(list[from:to]) {
					return
				}
				from = to
			}
		}
		if from < len(list) {
			yield(list[from:])
		}
	}
}

func (c *candidate) merge(o *candidate) {
	c.size, c.tokens, c.counted, c.shapes = c.size+o.size, c.tokens+o.tokens, c.counted+o.counted, c.shapes+1
	c.varied += o.varied
	c.values, c.classes = append(c.values, o.values...), append(c.classes, o.classes...)
	r := &c.rule
	r.Trials, r.Agreed, r.HeldOut = r.Trials+o.rule.Trials, r.Agreed+o.rule.Agreed, r.HeldOut+o.rule.HeldOut
	if r.First == "" || o.rule.First < r.First {
		r.First, r.Second = o.rule.First, o.rule.Second
	}
}

// weighGroup compares URLs that differ only in the slot, and the URL without the slot if known.
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
	varied := v.rule.Agreed
	if hasBase && first == base {
		l.pairs(c, base, group)
		varied--
	}
	c.varied += max(varied, 0)
	if c.rule.Kind == site.RuleParam && isOnly(&v, group) {
		v.rule.Shape, v.hasBase = withoutParam(l.samples[first].URL, c.rule.Name), hasBase && first == base
		c.only = append(c.only, v)
	}
}

// full returns the first sample of a group that is not thin, or the first.
func (l *ruleLearner) full(group []member) int32 {
	i := slices.IndexFunc(group, func(m member) bool { return !l.samples[m.sample].Thin })
	return group[max(0, i)].sample
}

// pairs adds the members of a group that may have a default value.
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

// isOnly reports whether a group has enough values for a rule about its URL alone. Ordinals never have enough, since
// all empty months of a calendar are one page.
func isOnly(v *verdict, group []member) bool {
	counted := 0
	for _, m := range group {
		if m.ordinal {
			counted++
		}
	}
	return 2*counted < len(group) && v.meets(needOnly)
}
