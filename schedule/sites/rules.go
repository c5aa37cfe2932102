package sites

import (
	"fmt"

	"sitegraph/site"
)

// kind is how a policy is made: its rule, and how many pages of every site it
// asks for before the rule decides.
type kind struct {
	rule  func(Options) rule
	start func(Options) int
}

// orStart takes Options.Start, or so many pages if it is not set.
func orStart(pages int) func(Options) int {
	return func(o Options) int {
		if o.Start > 0 {
			return o.Start
		}
		return pages
	}
}

// kinds holds the site rules by name; it is never written to.
var kinds = map[string]kind{
	"sequential": {func(Options) rule { return sequential{} }, noStart},
	"quantum":    {newQuantum, noStart},
	"r1":         {newUniform, func(o Options) int { return max(1, o.Budget/o.Sites) }},
	"r2":         {newBestMean, func(o Options) int { return o.Block }},
	"r3":         {newUCB, orStart(1)},
	"good-ucb":   {newGoodUCB, orStart(1)},
	"r4":         {newR4, orStart(3)},
	"auto":       {newAuto, orStart(3)},
}

func noStart(Options) int { return 0 }

// Known lists the names of the rules, sorted.
func Known() []string { return site.Names(kinds) }

// New returns the policy with that rule. The error for an unknown name lists
// the known ones.
func New(name string, o Options) (*Policy, error) {
	k, err := site.Lookup("site rule", name, kinds)
	if err != nil {
		return nil, err
	}
	if err := o.complete(name); err != nil {
		return nil, err
	}
	p := &Policy{
		name: name, options: o, rule: k.rule(o), start: k.start(o),
		sites: make([]tally, o.Sites), lines: make([]line, o.Sites), waking: o.Sites,
	}
	p.turns = o.Budget > 0 && p.start > o.Budget/o.Sites
	for i := range p.sites {
		p.update(i)
	}
	return p, nil
}

// complete fills in the defaults and checks the rest.
func (o *Options) complete(name string) error {
	if o.Sites < 1 || o.Sites > MaxSites {
		return fmt.Errorf("site rule %s: %d sites; allowed are 1 to %d", name, o.Sites, MaxSites)
	}
	if o.Budget < 0 {
		return fmt.Errorf("site rule %s: the budget is %d pages; it must be 0 (no limit) or more", name, o.Budget)
	}
	if o.Budget == 0 && name == "r1" {
		return fmt.Errorf("site rule r1 needs a budget: it divides the pages among the sites beforehand")
	}
	for _, n := range []int{o.Quantum, o.Block, o.Start} {
		if n < 0 {
			return fmt.Errorf("site rule %s: quantum, block and start are %d, %d, %d; none may be negative",
				name, o.Quantum, o.Block, o.Start)
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
