// Package sitelab replays the policies of schedule/sites: which site, and which
// page, to scan next when external links are wanted and there is time for N
// pages. The oracle is a set of finished crawls, or of synthetic sites.
//
// The site rules are compared with R1, the uniform division, and with the
// clairvoyant optimum: the best that any division of N pages among the sites
// could bring, computed exactly. The page policies are compared with greedy
// coverage, and with a bound that nothing can exceed.
//
//	run.go        the experiment and its options
//	crawl.go      what the pages of a crawl bring
//	failed.go     URLs that failed, which cost a page too
//	worlds.go     worlds: sets of sites chosen by seeds
//	ensembles.go  synthetic sites, after BeeBot's table 1
//	optimum.go    the clairvoyant optimum
//	rules.go      site rules on worlds
//	coverage.go   greedy coverage and the bound
//	pages.go      page policies on worlds
//	table.go      shares, tables and charts
package sitelab
