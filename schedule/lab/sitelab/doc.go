// Package sites judges the policies of schedule/site: which site, and which
// page, to scan next when external links are wanted and there is time for N
// pages. The oracle is a set of finished crawls ([NewSite]), or sites drawn
// from a seed ([Ensembles]).
//
// [MeasureRules] compares the site rules with R1, the uniform split, and with
// the clairvoyant optimum: the best that any division of N pages among the
// sites could bring, computed exactly. [MeasurePages] compares the page
// policies with greedy coverage, and with a bound that nothing can pass.
//
//	oracle.go     what the pages of a crawl bring
//	failed.go     addresses that failed, which cost a page too
//	draw.go       worlds: sets of sites drawn from seeds
//	ensemble.go   the seeded ensembles, after BeeBot's table 1
//	optimum.go    the clairvoyant optimum
//	rules.go      site rules on worlds
//	coverage.go   greedy coverage and the bound
//	pages.go      page policies on worlds
//	table.go      means, shares and cells
package sitelab
