// Package compare finds what has changed between two crawls of a site: which pages and arcs were added and removed,
// which pages moved to another URL or changed their content, and how levels and degrees have shifted.
//
//	d := compare.New(a, b, compare.SettingsDiff(settingsOfA, settingsOfB))
//	for change := range d.Pages() { ... }
//	for change := range d.Arcs() { ... }
//
// A page of A and a page of B are the same page if they have the same normalized URL, or otherwise the same content,
// unless other pages share it. If the crawls have different origins, for instance because the site went from http to
// https, normalized URLs are compared without the origin.
//
// [Difference.Pages] and [Difference.Arcs] yield the whole difference: A's graph and these rows give B's graph.
// A test checks that with an oracle.
//
// Comparing takes one pass over the pages and arcs of both crawls. Besides the two graphs it needs about 100 bytes per
// page and nothing per arc.
package compare
