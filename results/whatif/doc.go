// Package whatif changes the answers that a finished crawl got, so that the usual code can build the future graph from
// them. A file of changes says which pages move or go and which links change. There is no second crawler. A change
// rewrites answers (their URL, status, redirect, links and head) while copying them from one journal to another, and
// everything else is built from that as usual. URLs that were never fetched stay unknown.
package whatif
