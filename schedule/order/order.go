// Package order decides which URL a crawl takes next over all sites. It combines BeeBot's site rules with AOPIC's page
// policies. The crawl and its simulation in internal/lab share it, so they decide alike. It knows neither HTTP nor
// files.
//
// A crawl is a sequence of decisions. The caller asks for decisions (Next) and reports their results (Done), some of
// them late. A decision depends only on the reports before it. The home page of every site is known from the start and
// has number 0. The site's other URLs get numbers when they become known.
package order

import (
	"slices"

	"sitegraph/schedule/page"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

// Levels is the name of the order by depth.
const Levels = "levels"

// All is the name of the rule that takes one page of each site in turn.
const All = "all"

// Options are the settings of an order.
type Options struct {
	// Rule is the name of a site rule. Pages is the name of the order of a site's pages, or of a policy over the URLs
	// of all sites.
	Rule, Pages string
	// Sites is the number of sites, from 1.
	Sites int
	// Budget is the number of pages to process; only the rule r1 uses it.
	Budget int
	// Seed initializes the random numbers.
	Seed uint64
	// Quantum, Block and Start are as in [sites.Options].
	Quantum, Block, Start int
	// Links returns the current numbers of the URLs in the links of a read page, as in site.Outcome. The slice is valid
	// until the next call.
	Links func(site int, page uint32) []uint32
}

// ByDepth reports whether no site is preferred and each site is crawled by depth.
func (o Options) ByDepth() bool {
	return (o.Pages == "" || o.Pages == Levels) && (o.Rule == "" || o.Rule == All)
}

// overLinks maps the names of the policies over all sites' URLs to their names in package sites.
func overLinks() map[string]string {
	all := map[string]string{}
	for _, name := range sites.KnownPagePolicies() {
		all["links-"+name] = name
	}
	return all
}

// Rules lists the names of the site rules: All first, the others sorted.
func Rules() []string { return append([]string{All}, sites.Known()...) }

// Pages lists the names of the orders of pages: by depth, within a site, over all sites. The last, which begin with
// "links-", replace the site rule.
func Pages() []string {
	return slices.Concat([]string{Levels}, page.Known(), site.Names(overLinks()))
}

// chooser is the part that differs between the kinds of orders. It does not choose the targets of redirects.
type chooser interface {
	next() (site int, page uint32, ok bool)
	// done reports the result of a decision. A free decision gives its turn back.
	done(site int, page uint32, out site.Outcome)
	// found takes newly known URLs.
	found(i int, known []site.Known)
	// pass replaces a page's decision by the target of its redirect. It returns false if the target was already
	// decided.
	pass(site int, page, target uint32) bool
	// again takes a page once more that was gone.
	again(site int, page uint32)
	importance(site int) []float64
}

// Order decides. It is not safe for concurrent use.
type Order struct {
	chooser
	// targets are decisions made by redirects. They come first.
	targets []decision
}

type decision struct {
	site int
	page uint32
}

// New returns the order with these options. Their names are in [Rules] and [Pages].
func New(o Options) *Order {
	if policy, ok := overLinks()[o.Pages]; ok {
		return &Order{chooser: newByLink(policy, o)}
	}
	return &Order{chooser: newBySite(o)}
}

// Next returns the next decision. It returns none while the order waits for reports, and once all known URLs are
// decided.
func (o *Order) Next() (site int, page uint32, ok bool) {
	if len(o.targets) > 0 {
		first := o.targets[0]
		o.targets = o.targets[1:]
		return first.site, first.page, true
	}
	return o.next()
}

// Done reports the result of a decision. The target of a redirect is the next decision, in the same turn. The error is
// always nil; other orders return some.
func (o *Order) Done(i int, page uint32, out site.Outcome) error {
	o.done(i, page, out)
	if out.Kind == site.OutcomeMerged && out.Free && !out.Last && o.pass(i, page, out.Into) {
		o.targets = append(o.targets, decision{i, out.Into})
	}
	return nil
}

// Again decides for a page once more that was gone, so it is requested again.
func (o *Order) Again(site int, page uint32) {
	o.again(site, page)
	o.targets = append(o.targets, decision{site, page})
}

// Found takes the URLs of a site that became known since the last report.
func (o *Order) Found(i int, known []site.Known) { o.found(i, known) }

// Importance estimates the importance of a site's URLs, with one value for each number. The sum is 1. It returns nil if
// the order does not estimate importance.
func (o *Order) Importance(site int) []float64 { return o.importance(site) }
