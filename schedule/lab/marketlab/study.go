package marketlab

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/market"
)

// Setup is how a crew is equipped and how long it runs.
type Setup struct {
	Options market.Options
	// Seconds is how long a run takes, of simulated time.
	Seconds float64
}

// setups holds the setups by name; it is never written to.
var setups = map[string]func() Setup{
	"document": func() Setup { return Setup{market.Defaults(), 300} },
	"long":     func() Setup { return Setup{fourfold(), 1200} },
	"busy": func() Setup {
		o := fourfold()
		o.Lots, o.Whole, o.Interval = 20, true, 30
		return Setup{o, 1200}
	},
}

// fourfold are options for four times the document's pages an agent.
func fourfold() market.Options {
	o := market.Defaults()
	o.Energy, o.Target, o.Lifetime = 20, 10, 2400
	return o
}

// KnownSetups returns the names of the setups, sorted.
func KnownSetups() []string { return slices.Sorted(maps.Keys(setups)) }

// NewSetup returns a setup: "document", the document's parameters and 300
// seconds; "long", four times the energy and time (and target 10); "busy",
// like long with markets every 30 seconds, of up to 20 rounds each, open to all
// URLs.
func NewSetup(name string) (Setup, error) {
	build, ok := setups[name]
	if !ok {
		return Setup{}, fmt.Errorf("unknown setup %q; known are %s", name, strings.Join(KnownSetups(), ", "))
	}
	return build(), nil
}

// Schemes are the schemes compared: market first, then the document's
// comparison, then the others.
func Schemes() []string {
	return []string{"market", "separate", "shared", "random", "pool", Omniscient}
}

// Options are those of a study; the zero value is the study of the tables.
type Options struct {
	// Setup is the crew's equipment; "document" by default.
	Setup string
	// Matching is the way of matching, Exact by default.
	Matching string
	// Model is the web, Standard by default.
	Model *Model
	// First is the first seed, 1 by default; Webs how many webs, one a seed, 40
	// by default.
	First uint64
	Webs  int
	// Schemes are those to run, all by default.
	Schemes []string
	// Weights are those of links, the market package's by default.
	Weights *market.Weights
	// Workers is how many webs are worked on at once, the processors by
	// default.
	Workers int
}

// Study is what was measured.
type Study struct {
	Setup   string
	Schemes []string
	Seeds   []uint64
	// values holds, by scheme and measure, each web's mean over the topics;
	// topical each topic's mean over the webs.
	values, topical [][][]float64
}

// Run measures the schemes on many webs, every topic of each. progress, if
// any, is told how many webs are done. The result does not depend on Workers.
func Run(ctx context.Context, o Options, progress func(done, total int)) (*Study, error) {
	setup, err := o.complete()
	if err != nil {
		return nil, err
	}
	s := &Study{Setup: o.Setup, Schemes: o.Schemes}
	for i := range o.Webs {
		s.Seeds = append(s.Seeds, o.First+uint64(i))
	}
	tell := func(done int) {
		if progress != nil {
			progress(done, o.Webs)
		}
	}
	webs, err := lab.Each(ctx, o.Webs, o.Workers, tell, func(i int) (result, error) {
		return runWeb(ctx, o, setup, s.Seeds[i])
	})
	if err != nil {
		return nil, fmt.Errorf("market study: %w", err)
	}
	s.gather(webs, o.Model.Topics)
	return s, nil
}

// complete fills in the defaults and checks.
func (o *Options) complete() (Setup, error) {
	if o.Setup == "" {
		o.Setup = "document"
	}
	setup, err := NewSetup(o.Setup)
	if err != nil {
		return setup, err
	}
	if o.Matching != "" {
		setup.Options.Matching = o.Matching
	}
	if o.Model == nil {
		m := Standard()
		o.Model = &m
	}
	if o.Weights == nil {
		w := market.DefaultWeights()
		o.Weights = &w
	}
	if o.First == 0 {
		o.First = 1
	}
	if o.Webs == 0 {
		o.Webs = 40
	}
	if len(o.Schemes) == 0 {
		o.Schemes = Schemes()
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return setup, o.check()
}

func (o *Options) check() error {
	if o.Webs < 1 || o.Webs > 1e6 {
		return fmt.Errorf("market study: %d webs; it must be from 1 to 1000000", o.Webs)
	}
	if o.Matching != "" {
		if _, err := market.NewMatching(o.Matching, market.MatchingOptions{}); err != nil {
			return err
		}
	}
	for _, name := range o.Schemes {
		if !slices.Contains(Schemes(), name) {
			return fmt.Errorf("unknown scheme %q; known are %s", name, strings.Join(Schemes(), ", "))
		}
	}
	return o.Model.check()
}

// result are the measures of a web: [scheme][topic][measure].
type result [][][]float64

func runWeb(ctx context.Context, o Options, setup Setup, seed uint64) (result, error) {
	w := newWeb(*o.Model, seed)
	r := make(result, len(o.Schemes))
	for topic := range o.Model.Topics {
		t, err := newTask(w, topic, *o.Weights)
		if err != nil {
			return nil, fmt.Errorf("seed %d: %w", seed, err)
		}
		for i, scheme := range o.Schemes {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			setup.Options.Seed = seed
			c, err := run(t, scheme, setup.Options, setup.Seconds)
			if err != nil {
				return nil, fmt.Errorf("seed %d, scheme %s: %w", seed, scheme, err)
			}
			row := make([]float64, len(measures))
			for j, m := range measures {
				row[j] = m.of(t, c)
			}
			r[i] = append(r[i], row)
		}
	}
	return r, nil
}

// gather takes the means over topics, and over webs.
func (s *Study) gather(webs []result, topics int) {
	for i := range s.Schemes {
		perWeb := make([][]float64, len(measures))
		perTopic := make([][]float64, len(measures))
		for j := range measures {
			for _, w := range webs {
				var all []float64
				for t := range topics {
					all = append(all, w[i][t][j])
				}
				perWeb[j] = append(perWeb[j], mean(all))
			}
			for t := range topics {
				var all []float64
				for _, w := range webs {
					all = append(all, w[i][t][j])
				}
				perTopic[j] = append(perTopic[j], mean(all))
			}
		}
		s.values = append(s.values, perWeb)
		s.topical = append(s.topical, perTopic)
	}
}
