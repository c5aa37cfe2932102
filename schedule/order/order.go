// Package order decides which URL a crawl takes next, over all sites: BeeBot's site rules combined with AOPIC's page
// policies. The crawl and its simulation in internal/lab both use it, so that they decide alike. It knows neither HTTP
// nor files.
//
// A crawl is a sequence of decisions. The caller asks for decisions (Next) and reports their results (Done), some of
// them late. A decision depends only on the reports before it. The home page of every site is known from the start and
// has the number 0; the other URLs of a site are numbered in the order in which they become known.
//
//	order.go    what the caller sees: asking, reporting, the targets of redirects
//	by_site.go  a site rule chooses the site, the site's own order the page
//	by_link.go  links-r5, links-auto: one policy over the URLs of all sites
//	depth.go    the order levels: by depth, then by normalized URL
//	rank.go     the orders of schedule/page
package order

import (
	"slices"

	"sitegraph/schedule/page"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

// Levels is the name of the order by depth.
const Levels = "levels"

// All is the name of the rule by which all sites have their turns, a page each.
const All = "all"

// Options are the settings of an order.
type Options struct {
	// Rule is the name of a site rule, Pages that of the order of a site's
	// pages, or of a policy over the URLs of all sites.
	Rule, Pages string
	// Sites is the number of sites, from 1.
	Sites int
	// Budget is the number of pages to process; only the rule r1 uses it.
	Budget int
	// Seed is that of random numbers.
	Seed uint64
	// Quantum, Block and Start are those of [sites.Options].
	Quantum, Block, Start int
	// Links returns the current numbers of the URLs that a page read links to, as in site.Outcome. The slice is valid
	// until the next call.
	Links func(site int, page uint32) []uint32
}

// ByDepth reports whether no site is preferred, and each is crawled by depth.
func (o Options) ByDepth() bool {
	return (o.Pages == "" || o.Pages == Levels) && (o.Rule == "" || o.Rule == All)
}

// overLinks returns the policies over the URLs of all sites, by their names here.
func overLinks() map[string]string {
	all := map[string]string{}
	for _, name := range sites.KnownPagePolicies() {
		all["links-"+name] = name
	}
	return all
}

// Rules lists the names of the site rules, sorted but for the first.
func Rules() []string { return append([]string{All}, sites.Known()...) }

// Pages lists the names of the orders of pages: the order by depth, those of a site, those over all sites.
func Pages() []string {
	return slices.Concat([]string{Levels}, page.Known(), site.Names(overLinks()))
}

// OverAllSites reports whether a name of Pages is that of a policy over all
// sites, which leaves no choice to a site rule.
func OverAllSites(pages string) bool { return overLinks()[pages] != "" }

// chooser is the part in which the kinds of orders differ. Targets of redirects are taken without being chosen.
type chooser interface {
	next() (site int, page uint32, ok bool)
	// done reports a decision. A decision that was free gives its turn back.
	done(site int, page uint32, out site.Outcome)
	// found takes URLs that became known.
	found(i int, known []site.Known)
	// pass makes the target of a redirect the decision in place of the page; it is false if the target was decided
	// already.
	pass(site int, page, target uint32) bool
	// again takes a page again that was gone.
	again(site int, page uint32)
	importance(site int) []float64
}

// Order decides. It is not safe for concurrent use.
type Order struct {
	chooser
	// targets are the decisions that redirects have made, to be taken first.
	targets []decision
}

type decision struct {
	site int
	page uint32
}

// New returns the order with those options, whose names are among [Rules] and [Pages].
func New(o Options) *Order {
	if policy, ok := overLinks()[o.Pages]; ok {
		return &Order{chooser: newByLink(policy, o)}
	}
	return &Order{chooser: newBySite(o)}
}

// Next returns the next decision. There is none when all known URLs were decided about, and while the order waits for
// reports.
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

// Again makes a decision of a page that was gone: it is requested once more.
func (o *Order) Again(site int, page uint32) {
	o.again(site, page)
	o.targets = append(o.targets, decision{site, page})
}

// Found takes URLs of a site that became known since the last report.
func (o *Order) Found(i int, known []site.Known) { o.found(i, known) }

// Importance estimates the importance of the URLs of a site: a value for each
// number, 1 in sum. It is nil if the order does not estimate importance.
func (o *Order) Importance(site int) []float64 { return o.importance(site) }
