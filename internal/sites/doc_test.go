// Package sites crawls made sites over HTTP with the whole program. It consists of tests alone. Each site is a port of
// the loopback interface, whose every page the tests know: what the program finds is held against that.
//
//	applications  sites like well-known kinds of web applications, each with its truth: which URLs show one page.
//	              application_test.go has what they share, *kinds*, values and browsers the applications, trapped*
//	              and trap_kinds those with traps and large ones without; truth, applications, one_thing, posts and
//	              traps are the tests
//	the hostile   a server that misbehaves on purpose, in families of cases with what a well-made crawler reports of
//	web           them: server, site; web crawls every case, soak for as long as one likes
//	budgets       sites with URLs of every kind, served to see what a budget finds: variety; replay has the tests
//	topics        random webs of several hosts, which topical agents search: topics*, account
//	watching      sites that change on a clock of the test, which knows every page at every moment: website, watched*;
//	              conduct and files are the tests
package sites
