package site

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// kind is how a policy is made: its rule, and how many pages of every site its
// opening takes.
type kind struct {
	rule  func(Options) rule
	start func(Options) int
}

func own(m int) func(Options) int {
	return func(o Options) int {
		if o.Start > 0 {
			return o.Start
		}
		return m
	}
}

func kinds() map[string]kind {
	none := func(Options) int { return 0 }
	return map[string]kind{
		"sequential": {func(Options) rule { return sequential{} }, none},
		"quantum":    {newQuantum, none},
		"r1":         {newTrivial, func(o Options) int { return max(1, o.Budget/o.Sites) }},
		"r2":         {newMean, func(o Options) int { return o.Block }},
		"r3":         {newUCB, own(1)},
		"good-ucb":   {newGoodUCB, own(1)},
		"r4":         {newR4, own(3)},
		"auto":       {newAuto, own(3)},
	}
}

// Known lists the names of the policies, sorted.
func Known() []string { return slices.Sorted(maps.Keys(kinds())) }

// ForTheme returns the rule that BeeBot takes for sites of a theme: r3 for
// "universities", r2 for "institutes", and quantum when no theme ("") is
// given. For the last auto is the better choice.
func ForTheme(theme string) (string, error) {
	themes := map[string]string{"": "quantum", "universities": "r3", "institutes": "r2"}
	name, ok := themes[theme]
	if !ok {
		return "", fmt.Errorf("no theme %q; known are institutes and universities", theme)
	}
	return name, nil
}

// New returns the policy of that name. The error of an unknown name lists the
// known ones.
func New(name string, o Options) (*Policy, error) {
	k, ok := kinds()[name]
	if !ok {
		return nil, fmt.Errorf("no site policy %q; known are %s", name, strings.Join(Known(), ", "))
	}
	if err := o.complete(name); err != nil {
		return nil, err
	}
	p := &Policy{
		name: name, options: o, rule: k.rule(o), start: k.start(o),
		sites: make([]tally, o.Sites), awake: newSet(o.Sites), opening: newSet(o.Sites),
	}
	p.turns = o.Budget > 0 && p.start > o.Budget/o.Sites
	for i := range p.sites {
		p.awake.add(i)
		p.opening.put(i, p.opens(i))
		p.rule.changed(p, i)
	}
	return p, nil
}

// complete puts in the defaults and checks the rest.
func (o *Options) complete(name string) error {
	if o.Sites < 1 || o.Sites > MaxSites {
		return fmt.Errorf("policy %s: %d sites; allowed are 1 to %d", name, o.Sites, MaxSites)
	}
	if o.Budget < 0 {
		return fmt.Errorf("policy %s: a budget of %d pages", name, o.Budget)
	}
	if o.Budget == 0 && name == "r1" {
		return fmt.Errorf("policy r1 needs a budget: it divides the pages among the sites beforehand")
	}
	for _, n := range []int{o.Quantum, o.Block, o.Start} {
		if n < 0 {
			return fmt.Errorf("policy %s: negative quantum, block or start: %d, %d, %d", name, o.Quantum, o.Block, o.Start)
		}
	}
	if o.Quantum == 0 {
		o.Quantum = 10
	}
	if o.Block == 0 {
		o.Block = 10
	}
	return nil
}
