package run

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/schedule/order"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

type ordered struct {
	*runner
	hosts []config.Host
	names string   // identifies the hosts in the states
	sites []*begun // nil before a site's first request
	walk  *extractor.Ordered

	byDepth bool // there is one site and no order
}

func (r *runner) alone(ctx context.Context, h config.Host) (*site.Crawl, error) {
	o := &ordered{runner: r, hosts: []config.Host{h}, sites: make([]*begun, 1)}
	defer o.release()
	if err := o.crawl(ctx, func(site.BudgetProgress) {}); err != nil {
		return nil, fmt.Errorf("%s: %w", h.URL.Origin(), err)
	}
	return o.result(0)
}

// together crawls all sites in one sequence of decisions and writes their files.
func (r *runner) together(ctx context.Context) []Result {
	results := make([]Result, len(r.job.Hosts))
	for i, h := range r.job.Hosts {
		results[i].Host = h
	}
	if r.stopped(ctx) {
		return results
	}
	o := &ordered{runner: r, hosts: r.job.Hosts, sites: make([]*begun, len(r.job.Hosts))}
	defer o.release()
	if err := o.crawl(ctx, r.job.Observer.Budget); err != nil {
		results[0].Err = err
		return results
	}
	each(o.Sites.AtOnce, len(o.hosts), func(i int) {
		res := &results[i]
		res.Err = site.Safely(func() (err error) {
			res.Crawl, err = o.result(i)
			return err
		})
		if res.Crawl != nil || res.Err != nil {
			r.finish(ctx, res)
		}
	})
	return results
}

func (o *ordered) crawl(ctx context.Context, observer func(site.BudgetProgress)) error {
	ordering := o.Ordering(len(o.hosts), func(site int, page uint32) []uint32 { return o.walk.Links(site, page) })
	o.names = namesOf(o.hosts)
	sites := make([]extractor.OrderedSite, len(o.hosts))
	for i, h := range o.hosts {
		_, kept := o.kept[h.URL.Origin()]
		sites[i] = extractor.OrderedSite{Start: h.URL, Delay: h.Delay, Kept: kept,
			Open:  func() (extractor.Parts, scope.Limits, error) { return o.open(ctx, i) },
			Close: func() { o.close(i) }}
	}
	if o.job.Watch {
		ordering.ChecksAtOnce = o.Sites.AtOnce
	}
	if o.byDepth = ordering.Found != nil; o.byDepth && o.hosts[0].Members != nil {
		ordering.Lookahead = entityWindow
	}
	ordering.Resident, ordering.Parsers, ordering.RetryFailed = resident, o.Parse.Parsers, o.job.RetryFailed
	ordering.StopConditions, ordering.Observer, ordering.Now = o.stopConditions(), observer, o.job.Now
	o.walk = extractor.NewOrdered(sites, ordering)
	if err := site.Safely(func() error { return o.walk.Walk(ctx) }); err != nil {
		return o.failed(err)
	}
	return nil
}

// Ordering makes the order in the settings, by default by depth. links returns the links on a site's page.
func (c Config) Ordering(sites int, links func(site int, page uint32) []uint32) (o extractor.Ordering) {
	s := c.Order
	options := order.Options{Rule: s.Rule(), Pages: s.Pages, Sites: sites, Budget: s.Budget,
		Seed: uint64(s.Seed), Quantum: s.Quantum, Block: s.Block, Start: s.Start, Links: links}
	decides := order.New(options)
	o = extractor.Ordering{Order: decides, Again: decides.Again, Importance: decides.Importance, Budget: s.Budget,
		Lookahead: s.Lookahead, Now: time.Now}
	if options.ByDepth() && sites == 1 {
		o.Lookahead, o.Found = depthWindow, decides.Found
	}
	return o
}

// open assembles the parts of a site's crawl when its turn comes.
func (o *ordered) open(ctx context.Context, i int) (p extractor.Parts, l scope.Limits, err error) {
	b, err := o.begin(ctx, o.hosts[i])
	if err != nil {
		return p, l, err
	}
	o.sites[i] = b
	id := b.parts.Settings
	if o.byDepth { // whatever its budget
		maps.DeleteFunc(id, func(key, _ string) bool { return strings.HasPrefix(key, "[order] ") })
	} else {
		id["[order] the sites of the sequence"] = o.names
	}
	id[evidence.SettingDepth] = fmt.Sprint(b.limits.MaxLevel)
	if len(o.hosts) > 1 {
		id[evidence.SettingPages] = fmt.Sprint(b.limits.MaxPages)
	}
	return b.parts, b.limits, nil
}

// namesOf identifies the sites that share a sequence of decisions. The sequence depends on all of them.
func namesOf(hosts []config.Host) string {
	h := fnv.New64a()
	for _, host := range hosts {
		h.Write([]byte(host.URL.Origin() + "\n"))
	}
	return fmt.Sprintf("%s (%016x)", wording.Count(len(hosts), "site", "sites"), h.Sum64())
}

// result returns a site's crawl, or nil if it never had a turn.
func (o *ordered) result(i int) (*site.Crawl, error) {
	c, err := o.walk.Crawl(i)
	if err != nil || c == nil {
		return nil, err
	}
	c.Waited = o.walk.Waited()
	return c, o.records.end(o.hosts[i].URL.Origin(), c, o.job.Watch)
}

func (o *ordered) failed(err error) error {
	for _, b := range o.sites {
		if b != nil {
			_ = b.observer.failed() // the user sees the first error
		}
	}
	return err
}

func (o *ordered) release() {
	for i := range o.sites {
		o.close(i)
	}
}

// URLs of a depth that may wait for answers, enough to keep connections busy while an answer or a host is slow.
const (
	depthWindow  = 512
	entityWindow = 4096
)

const resident = 256 // sites kept in memory with their connections

func (o *ordered) close(i int) {
	if b := o.sites[i]; b != nil {
		b.release()
		o.sites[i] = nil
	}
}

// decisionsHeld is the number of decisions to hold in memory. Each portion reads every site's decisions once.
const decisionsHeld = 100_000

// decisions are the decisions about the site's URLs. There are none before its first turn.
func (res Result) decisions() iter.Seq[site.Decision] {
	if res.Crawl == nil || res.Crawl.Decisions == nil {
		return func(func(site.Decision) bool) {}
	}
	return res.Crawl.Decisions
}

// sharing returns all sites if they share one sequence of decisions, else nil, since numbers repeat over sites.
func sharing(results []Result) []Result {
	first, _ := between(results, 1, decisionsHeld)
	once := slices.CompactFunc(slices.Clone(first), func(a, b decision) bool { return a.Number == b.Number })
	if len(first) == 0 || len(once) < len(first) {
		return nil
	}
	return results
}

// budgetOf returns the account of sites that share a sequence of decisions, or nil if there are none.
func budgetOf(sites []Result) *stats.Budget {
	if len(sites) == 0 {
		return nil
	}
	var accounts []stats.SiteAccount
	for _, res := range sites {
		account := stats.SiteAccount{Site: res.Site(), ToFetch: 1} // the start page
		if res.Crawl != nil {
			account.ToFetch = res.Crawl.Counts.ToFetch()
		}
		accounts = append(accounts, account)
	}
	return new(stats.CountBudget(accounts, decisions(sites, decisionsHeld)))
}

type decision struct {
	site.Decision
	of int // the site's index
}

// decisions yields decisions of several sites in order, each with its site's index. It holds at most held of them.
func decisions(sites []Result, held int) iter.Seq2[int, site.Decision] {
	return func(yield func(int, site.Decision) bool) {
		for from, more := 1, true; more; from += held {
			var some []decision
			some, more = between(sites, from, from+held)
			for _, d := range some {
				if !yield(d.of, d.Decision) {
					return
				}
			}
		}
	}
}

// between returns the decisions with numbers from..to-1 in order, and whether there are more beyond.
func between(sites []Result, from, to int) (some []decision, more bool) {
	for i, res := range sites {
		for d := range res.decisions() {
			if d.Number >= to {
				more = true
				break
			}
			if d.Number >= from {
				some = append(some, decision{d, i})
			}
		}
	}
	return site.ByMost(some, func(d *decision) float64 { return -float64(d.Number) }), more
}

func budgetRows(sites []Result) iter.Seq2[export.Decision, error] {
	return func(yield func(export.Decision, error) bool) {
		total := 0
		for i, d := range decisions(sites, decisionsHeld) {
			total += d.Found
			if !yield(export.Decision{Decision: d, Site: sites[i].Site(), Total: total}, nil) {
				return
			}
		}
	}
}
