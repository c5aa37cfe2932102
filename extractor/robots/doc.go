// Package robots fetches a site's robots.txt and decides which URLs it allows
// (RFC 9309). It is the only package that knows temoto/robotstxt.
//
// There are four classes of rules: "rfc9309" (default) is this package's own matcher, "disallow-only" is the
// paper's OnlyDisallowRobotsTxt, "temoto" is the library temoto/robotstxt, "none" allows everything. All but
// "none" share the reading of the file: it is cut at 500 KiB, a byte order mark (a partial one too) is
// dropped, lines end with CR, LF or CRLF, groups of the same agent are merged, unreadable lines skipped and
// common misspellings accepted. All classes allow /robots.txt itself (RFC 9309 section 2.2.2).
//
// Escapes. RFC 9309 section 2.2.2 unescapes %62 to b before comparing; the reference matcher of Google
// compares escapes as they are written. Class rfc9309 allows a URL only if both readings allow it. Reserved
// characters (: / ? & = and so on) are compared as written; the RFC's table escapes some of them in queries,
// which no crawler is known to do.
//
// Conformance. Of Google's robots_test.cc and robotstxt-spec-test the matcher passes all 460 verdicts that
// follow from RFC 9309. Four of these forbid /robots.txt by "Disallow: /", against the RFC's "implicitly
// allowed", so Parse answers them otherwise. Of the 95 that are Google's own it passes 93:
// the empty URL, the agent's name up to the first space, lines over 16 KiB, lines without colon, the examples
// of Google's documentation. It leaves out the two by which "Allow: /x/index.html" allows /x/ too: that would
// fetch what the file forbids.
//
// Class temoto is there to compare with programs that use that library, and fails 11 of the 460. It
//
//   - compares escapes as written, so "/~joe" and "/%7Ejoe" differ, and a rule in raw UTF-8 matches no URL;
//   - looks for a pattern with "*" or "$" anywhere in the URL, not only at its beginning;
//   - of equally long rules takes the first one, not Allow, and takes a
//     pattern with wildcards for longer than it is;
//   - drops a "*" at the end of a rule, so "Disallow: *" forbids nothing, and everything after a space.
//
// Rules with more than 256 wildcards, or that it cannot read, it leaves to the matcher of rfc9309.
//
//	group.go   bytes → the lines that concern one agent
//	match.go   class rfc9309: the longest pattern wins, Allow wins ties; which rule forbids a URL; percent-encoding
//	rule.go    robots.txt of a site, after redirects, and what it means; the classes disallow-only, temoto and none
package robots
