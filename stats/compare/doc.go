// Package compare finds what has changed between two crawls of a site: which pages and arcs were added and removed,
// which pages moved to another URL or changed their content, and how levels and degrees have shifted.
//
//	d := compare.New(a, b, compare.SettingsDiff(settingsOfA, settingsOfB))
//	for change := range d.Pages() { ... }
//	for change := range d.Arcs() { ... }
//
// A page of A and a page of B are the same page if they have the same normalized URL, or else the same content,
// which no other page has. When the crawls are of different origins, for instance because the site went from http
// to https, normalized URLs are compared without the origin.
//
// What [Difference.Pages] and [Difference.Arcs] yield is the whole difference:
// A's graph and these rows give B's graph. A test matches them with an oracle.
//
// Time is that of one pass over the pages and arcs of both crawls; memory besides the two graphs is about 100 bytes a
// page, and nothing an arc.
//
//	difference.go     New, the changes of pages and settings, and the pages of both crawls in one graph
//	match.go          which page of A is which of B
//	likeness.go       the same of pages that moved and were edited
//	arcs.go           the same of arcs
//	effects.go        what changes do to a site: pages no longer reached, and those that win or lose PageRank
//	problems.go       which problems are new, fixed and still there
//	summary.go        counts, and how they are written as text and JSON
package compare
