package export

import (
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
)

type rule struct {
	kind, shape, name, value       string
	trials, agreed, heldOut, urls  int
	of                             int
	state, first, second, at, rule string
}

// rulesTable is rules.csv, which says what the crawl learned about URLs that show the same page.
var rulesTable = table[rule]{name: "rules.csv", columns: []column[rule]{
	{name: "kind", text: func(r *rule) *string { return &r.kind }, repeats: true},
	{name: "shape", text: func(r *rule) *string { return &r.shape }},
	{name: "name", text: func(r *rule) *string { return &r.name }},
	{name: "value", text: func(r *rule) *string { return &r.value }},
	{name: "trials", number: func(r *rule) *int { return &r.trials }},
	{name: "agreed", number: func(r *rule) *int { return &r.agreed }},
	{name: "held_out", number: func(r *rule) *int { return &r.heldOut }},
	{name: "urls", number: func(r *rule) *int { return &r.urls }},
	{name: "state", text: func(r *rule) *string { return &r.state }, repeats: true},
	{name: "first", text: func(r *rule) *string { return &r.first }},
	{name: "second", text: func(r *rule) *string { return &r.second }},
	{name: "page", text: func(r *rule) *string { return &r.at }},
	{name: "exclude", text: func(r *rule) *string { return &r.rule }},
	{name: "of", number: func(r *rule) *int { return &r.of }, later: true, optional: true},
}}

const kindShape = "shape"

// These are states of rows that are not rules.
const (
	stateMask     = "accepted"
	stateDeferred = "deferred"
)

// These are the kinds of rules and masks.
var (
	ruleKinds = []site.URLRuleKind{site.RuleDeclared, site.RuleParam, site.RuleDefault, site.RuleSegment,
		site.RuleSession}
	maskKinds = []site.MaskKind{site.MaskDigits, site.MaskText, site.MaskRegion, site.MaskParam,
		site.MaskMarkup, site.MaskOrder}
)

func hasRules(c *site.Crawl) bool { return newSameness(c.Sameness).rows() > 0 }

func rulesOf(s *site.Sameness) (all []rule) {
	for _, r := range s.Rules {
		all = append(all, rule{kind: string(r.Kind), shape: r.Shape, name: r.Name, value: r.Value, trials: r.Trials,
			agreed: r.Agreed, heldOut: r.HeldOut, urls: r.URLs, state: r.State(), first: r.First, second: r.Second})
	}
	for _, m := range s.Masks {
		all = append(all, rule{kind: string(m.Kind), shape: m.Shape, name: m.Name, trials: m.Seen, agreed: m.Differed,
			state: stateMask, first: m.First, second: m.Second, at: m.URL})
	}
	for _, d := range deferred(s) {
		all = append(all, rule{kind: kindShape, shape: d.Shape, trials: d.Requests, agreed: d.New, urls: d.Waiting,
			of: d.Of, state: stateDeferred, first: d.Example, rule: d.Exclude})
	}
	return all
}

func deferred(s *site.Sameness) []site.Shape {
	return slices.DeleteFunc(slices.Clone(s.Shapes), func(d site.Shape) bool { return !d.Deferred })
}

// add adds a row to s. A shape begins with a slash; a rule whose shape does not holds for one URL only.
func (r *rule) add(s *site.Sameness) error {
	state := stateMask
	switch {
	case slices.Contains(ruleKinds, site.URLRuleKind(r.kind)):
		u := site.URLRule{Kind: site.URLRuleKind(r.kind), Shape: r.shape, Only: !strings.HasPrefix(r.shape, "/"),
			Name: r.name, Value: r.value, Trials: r.trials, Agreed: r.agreed, HeldOut: r.heldOut, URLs: r.urls,
			Retracted: r.state == "retracted", First: r.first, Second: r.second}
		state = u.State()
		s.Rules = append(s.Rules, u)
	case slices.Contains(maskKinds, site.MaskKind(r.kind)):
		s.Masks = append(s.Masks, site.Mask{Kind: site.MaskKind(r.kind), Shape: r.shape, Name: r.name,
			Seen: r.trials, Differed: r.agreed, First: r.first, Second: r.second, URL: r.at})
	case r.kind == kindShape:
		state = stateDeferred
		s.Shapes = append(s.Shapes, site.Shape{Shape: r.shape, Requests: r.trials, New: r.agreed, Waiting: r.urls,
			Of: r.of, Deferred: true, Exclude: r.rule, Example: r.first})
	default:
		return fmt.Errorf("kind %s is unknown", shown(r.kind))
	}
	switch {
	case r.state != state:
		return fmt.Errorf("state %s of the kind %s", shown(r.state), r.kind)
	case r.agreed > r.trials:
		return fmt.Errorf("%d of %d trials agreed", r.agreed, r.trials)
	}
	return nil
}

// Sameness is the manifest's summary about URLs that show the same page.
type Sameness struct {
	Twins    site.Twins `json:"twins"` // pages fetched twice
	Rules    int        `json:"rules"` // this and the next two count rows of rules.csv
	Masks    int        `json:"masks"`
	Deferred int        `json:"deferred"`
}

func newSameness(s *site.Sameness) *Sameness {
	if s == nil {
		return nil
	}
	return &Sameness{Twins: s.Twins, Rules: len(s.Rules), Masks: len(s.Masks), Deferred: len(deferred(s))}
}

func (s *Sameness) rows() int {
	if s == nil {
		return 0
	}
	return s.Rules + s.Masks + s.Deferred
}

func (f *Folder) readSameness(c *site.Crawl) error {
	if f.Manifest.Sameness == nil {
		return nil
	}
	want := *f.Manifest.Sameness
	s := &site.Sameness{Twins: want.Twins}
	if c.Sameness = s; want.rows() == 0 {
		return nil
	}
	return eachOf(f, rulesTable, tableCheck[rule]{func(r *tableReader[rule], row *rule) error {
		if err := row.add(s); err != nil {
			return r.damage("%v", err)
		}
		return nil
	}, func(r *tableReader[rule]) error {
		if got := *newSameness(s); got != want {
			return r.mismatch("%d rules, %d masks and %d shapes, the manifest counts %d, %d and %d",
				got.Rules, got.Masks, got.Deferred, want.Rules, want.Masks, want.Deferred)
		}
		return nil
	}})
}
