// Package visits reads access logs of web servers, in one pass, and matches them with a finished crawl.
//
// It is a view of the graph: nothing of the crawl depends on it.
//
//	line.go    a line of a log, in the common or the combined format; robots by their user agents
//	formats.go lines in other formats
//	read.go    the files, plain or compressed, and what is counted of them
//	view.go    the counts held against a crawl
//
// A line may begin with the name of the host, as Apache's "vhost_combined" has it. Lines that name no host are those
// of the site, or of the host that was given with the file.
package visits
