// Package finish holds the stop conditions of a crawl: each decides when the
// crawl of a site is over (spec 1.5, ApplicationFinisher). Any one suffices.
//
//	work-done  nothing is left to fetch
//	timeout    the run has lasted as long as the settings allow
//	stop-file  a file of the given name has appeared
//	max-pages  the site has as many pages as the settings allow
//
//	stop_conditions.go  the conditions by name, and the stop file
package finish
