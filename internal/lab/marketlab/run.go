// Package marketlab replays the schemes of agents/market. Agents crawl a synthetic topical web in simulated time.
// The lab takes the measures of "the document" (Liu Jia, Du Yajun, "System of intelligent crawler based on
// multi-Agent", 2016, section 3) and true recall. A hidden label says whether a page is on topic. Agents see only
// texts.
//
//	run.go         the study: many webs, topics and schemes
//	web.go         the web's parameters, pages and links
//	text.go        topics, keywords and texts
//	simulation.go  one topic's search on one web, with its seeds, values and agents
//	table.go       measures, intervals, and the tables and charts of a study
//	matching.go    the matchings compared on random markets
package marketlab

import (
	"context"
	"fmt"
	"slices"

	"sitegraph/agents/market"
	"sitegraph/config"
	"sitegraph/internal/lab"
	"sitegraph/report/chart"
	"sitegraph/site"
)

// Options configure a study.
type Options struct {
	// Plan has a synthetic web for each seed.
	Plan lab.Plan
	// Setup names the agents' equipment, Web the kind of web, Matching the matching.
	Setup, Web, Matching string
	// Schemes are the schemes to run, all by default.
	Schemes []string
	// Matchings compares only the matchings, on random markets.
	Matchings bool
}

// Run measures agents on every topic of many webs, or compares matchings.
func Run(ctx context.Context, o Options) (lab.Result, error) {
	o, err := o.filled()
	if err != nil {
		return lab.Result{}, err
	}
	if o.Matchings {
		c := comparison{sizes: []int{5, 10, 20}, cases: 1000, seed: o.Plan.First, step: documentStep}
		table, err := c.run(ctx, o.Plan)
		return lab.Result{Tables: []lab.Table{table}}, err
	}
	m, err := site.Lookup("web", o.Web, models)
	if err != nil {
		return lab.Result{}, err
	}
	s, err := o.measure(ctx, m)
	if err != nil {
		return lab.Result{}, err
	}

	result := lab.Result{Charts: map[string]chart.Chart{}}
	for i, table := range s.tables() {
		if len(table.Rows) == 0 {
			continue // there is nothing to compare with
		}
		table.Name, table.Long = o.name()+"."+table.Name, i > 1
		result.Tables = append(result.Tables, table)
	}
	for _, name := range []string{"CR", "RCR", "RR", "recall"} {
		result.Charts[o.name()+"."+name] = s.bars(name)
	}
	return result, nil
}

// name tells the files of studies apart by setup, web and matching. It omits the default web and matching.
func (o Options) name() string {
	name := o.Setup
	if o.Web != "standard" {
		name += "." + o.Web
	}
	if o.Matching != "exact" {
		name += "." + o.Matching
	}
	return name
}

func (o Options) filled() (Options, error) {
	if o.Matchings && len(o.Schemes) > 0 {
		return o, fmt.Errorf("comparing the ways of matching takes no schemes")
	}
	if len(o.Schemes) == 0 {
		o.Schemes = Schemes()
	}
	if market.Matching(o.Matching) == nil {
		return o, fmt.Errorf("matching %q: must be auction, exact or literal", o.Matching)
	}
	return o, nil
}

// setup is the agents' equipment and working time.
type setup struct {
	options config.Topics
	seed    uint64       // of scheme random
	each    config.Agent // every agent's settings
	seconds float64      // simulated time
}

// setups has the read-only setups by name. document uses the document's parameters, long four times the energy and
// time and target 10. busy is long with markets every 30 seconds, of up to 20 rounds each, that sell all URLs.
var setups = map[string]setup{
	"document": {document(), 0, config.Agent{Energy: 5, Target: 5}, 300},
	"long":     {fourfold(false), 0, config.Agent{Energy: 20, Target: 10}, 1200},
	"busy":     {fourfold(true), 0, config.Agent{Energy: 20, Target: 10}, 1200},
}

// document returns the parameters in the document's sections 2 and 3.
func document() config.Topics {
	return config.Topics{
		Lifetime: 600, Interval: 120, Understanding: 0.2, Strict: true, PageEnergy: 0.5, Step: documentStep,
		WonTime: 10, WonSpace: 50 << 10, Matching: "exact", Lots: 1,
	}
}

// fourfold returns options that let an agent read four times as many pages as in the document.
func fourfold(busy bool) config.Topics {
	o := document()
	o.Lifetime = 2400
	if busy {
		o.Lots, o.Whole, o.Interval = 20, true, 30
	}
	return o
}

// Setups returns the names of the setups, sorted.
func Setups() []string { return site.Names(setups) }

// Schemes returns the schemes. market comes first, then the one that the document compares it with, then the others.
func Schemes() []string {
	return []string{"market", "separate", "shared", "random", "pool", omniscient}
}

type study struct {
	schemes []string
	// values has each web's mean over the topics, by scheme and measure. topical has each topic's mean over the webs.
	values, topical [][][]float64
}

// measure runs the schemes on one web per seed.
func (o Options) measure(ctx context.Context, m model) (*study, error) {
	equipment, err := site.Lookup("setup", o.Setup, setups)
	if err != nil {
		return nil, err
	}
	equipment.options.Matching = o.Matching
	webs, err := lab.Each(ctx, o.Plan, o.Plan.Seeds, func(i int) (measured, error) {
		return measureWeb(ctx, m, equipment, o.Schemes, o.Plan.First+uint64(i))
	})
	if err != nil {
		return nil, fmt.Errorf("market study: %w", err)
	}
	s := &study{schemes: o.Schemes}
	s.gather(webs, m.Topics)
	return s, nil
}

// measured has a web's measures by scheme, topic and measure.
type measured [][][]float64

func measureWeb(ctx context.Context, m model, s setup, schemes []string, seed uint64) (measured, error) {
	w := newWeb(m, seed)
	s.seed = seed
	all := make(measured, len(schemes))
	for topic := range m.Topics {
		t := newTask(w, topic)
		for i, scheme := range schemes {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			c, err := simulate(t, scheme, s)
			if err != nil {
				return nil, fmt.Errorf("seed %d, scheme %s: %w", seed, scheme, err)
			}
			row := make([]float64, len(measures))
			for j, m := range measures {
				row[j] = m.of(t, c)
			}
			all[i] = append(all[i], row)
		}
	}
	return all, nil
}

// gather computes the means over topics and over webs.
func (s *study) gather(webs []measured, topics int) {
	for i := range s.schemes {
		perWeb, perTopic := make([][]float64, len(measures)), make([][]float64, len(measures))
		for _, w := range webs {
			for j, v := range lab.Means(w[i], slices.Clone) {
				perWeb[j] = append(perWeb[j], v)
			}
		}
		for t := range topics {
			for j, v := range lab.Means(webs, func(w measured) []float64 { return w[i][t] }) {
				perTopic[j] = append(perTopic[j], v)
			}
		}
		s.values, s.topical = append(s.values, perWeb), append(s.topical, perTopic)
	}
}
