// Package sites crawls artificial sites over HTTP with the whole program. It consists of tests alone. Each site runs on
// a loopback port, and the tests know all its pages and compare them with what the program finds.
//
//	applications  sites like well-known kinds of web applications. Each knows its truth: which URLs show one page.
//	              application_test.go has the common parts, *kinds*, values and browsers the applications,
//	              trapped* and trap_kinds those with traps and large ones without. The tests are in truth,
//	              applications, one_thing, posts and traps
//	the hostile   a server that misbehaves on purpose, in families of cases with the report of a good crawler:
//	web           server, site. web crawls each case, soak for as long as you like
//	budgets       variety serves sites with URLs of all kinds, to see what a budget finds. replay has the tests
//	topics        random webs of several hosts, which topical agents search: topics*, account
//	watching      sites that change by the test's clock, with all pages known at any time: website, watched*;
//	              conduct and files have the tests
package sites
