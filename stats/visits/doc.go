// Package visits reads access logs of web servers in one pass and matches them with a finished crawl.
//
// The crawl does not depend on its results.
//
//	line.go    a line of a log, in the common or the combined format; robots by their user agents
//	formats.go lines in other formats, and tables of Search Console and of analytics
//	read.go    reads and counts the files, plain or compressed
//	view.go    matches the counts with a crawl
//
// A line may begin with the host name, as in Apache's "vhost_combined". Lines without a host belong to the site, or to
// the host given with the file.
package visits
