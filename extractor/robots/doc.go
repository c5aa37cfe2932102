// Package robots fetches a site's robots.txt and judges addresses by it (spec
// B8; RFC 9309). It is the only package that knows temoto/robotstxt.
//
// Four classes judge: "rfc9309" (default) is this package's own matcher,
// "disallow-only" is the paper's OnlyDisallowRobotsTxt, "temoto" lets
// temoto/robotstxt judge a text that is made safe for it first, "none" allows
// everything. All but "none" share the reading of the file: cut at 500 KiB,
// BOM (a partial one too) dropped, CR, LF or CRLF, groups of the same agent
// merged, unreadable lines skipped, common misspellings accepted; and for all
// of them /robots.txt itself is allowed (RFC 9309 section 2.2.2).
//
// Escapes. RFC 9309 section 2.2.2 unescapes %62 to b before comparing; the
// reference matcher of Google compares escapes as they are written. Class
// rfc9309 allows an address only if both readings allow it. Reserved
// characters (: / ? & = and so on) are compared as written; the RFC's table
// escapes some of them in queries, which no crawler is known to do.
//
// Conformance. Of Google's robots_test.cc and robotstxt-spec-test the matcher
// passes all 460 verdicts that follow from RFC 9309. Four of these forbid
// /robots.txt by "Disallow: /", against the RFC's "implicitly allowed", so
// Parse answers them otherwise. Of the 95 that are Google's own it passes 93:
// the empty address, the agent's name up to the first space, lines over 16 KiB,
// lines without colon, the examples of Google's documentation. It leaves
// the two by which "Allow: /x/index.html" allows /x/ too: that would fetch
// what the file forbids.
//
//	fetch.go      robots.txt of a site, after redirects; the status policy
//	rule.go       classes by name
//	lines.go      bytes → keys and values
//	group.go      the lines that concern one agent
//	spelling.go   percent-encoding of patterns and paths
//	match.go      the matcher: longest pattern, Allow wins ties
//	disallow.go   the paper's class
//	temoto.go     temoto/robotstxt, fenced in
package robots
