// Package robots fetches a site's robots.txt and decides which URLs it allows (RFC 9309). Only this package imports
// temoto/robotstxt.
//
// There are four classes of rules. "rfc9309" (default) is this package's own matcher, "disallow-only" is the paper's
// OnlyDisallowRobotsTxt, "temoto" is the library temoto/robotstxt, and "none" allows everything. All but "none" read
// the file in the same way. They cut it at 500 KiB, drop a byte order mark, even a partial one, end lines with CR, LF
// or CRLF, merge groups of the same agent, skip unreadable lines and accept common misspellings. All classes allow
// /robots.txt itself (RFC 9309 section 2.2.2).
//
// Escapes. RFC 9309 section 2.2.2 unescapes %62 to b before comparing. Google's reference matcher compares escapes as
// written. Class rfc9309 allows a URL only if both readings allow it. It compares reserved characters (: / ? & = and so
// on) as written. The RFC's table escapes some of them in queries, but no known crawler does.
//
// Conformance. Google's robots_test.cc and robotstxt-spec-test have 460 verdicts that follow from RFC 9309. The matcher
// passes all. Four of them forbid /robots.txt by "Disallow: /", against the RFC's "implicitly allowed", so Parse
// differs there. Another 95 verdicts are Google's own, and it passes 93: the empty URL, the agent's name up to the
// first space, lines over 16 KiB, lines without colon, the examples in Google's documentation. It fails the two in
// which "Allow: /x/index.html" also allows /x/, since we would fetch a forbidden URL.
//
// Class temoto exists for comparison with programs that use the library. It fails 11 of the 460. It
//
//   - compares escapes as written, so "/~joe" and "/%7Ejoe" differ, and a rule in raw UTF-8 matches no URL;
//   - searches a pattern with "*" or "$" anywhere in the URL, not only at its start;
//   - takes the first of equally long rules instead of Allow, and overestimates
//     the length of patterns with wildcards;
//   - drops a "*" at the end of a rule, so "Disallow: *" forbids nothing, and everything after a space.
//
// The matcher of rfc9309 handles rules with more than 256 wildcards, and rules that the library cannot read.
package robots
