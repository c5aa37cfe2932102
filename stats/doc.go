// Package stats turns a site's web graph into numbers: of the whole graph (its
// shape, its depth, how links are spread, of which parts it is made), of every
// page (PageRank and its kin), and of the places where something is wrong.
// docs/statistics.md defines each of them. Several sites can be compared.
//
//	a, err := stats.Analyse(crawl, progress)
//	across := stats.CompareSites(summaries)
//
// What the numbers are:
//
//	summary.go      the numbers and their names in stats.json
//	shape.go        those of the shape of a site
//	centre.go       those of degrees and centrality
//	parts.go        those of parts and problems
//	values.go       all that is computed; the numbers of single pages
//	compute.go      a crawl → its numbers, measure by measure
//	web.go          the bare graph that the measures loop over
//	parallel.go     loops on all processors whose results do not depend on them
//	top.go          the pages with the greatest values
//
// The shape of the graph:
//
//	arcs.go         density, reciprocity, self-loops, sinks
//	level.go        pages per level
//	component.go    strongly connected components
//	weak.go         weakly connected components
//	bowtie.go       core, in, out, tubes and tendrils
//	return.go       from where one can come home
//	depth.go        what is seen within k clicks
//	surfer.go       what a random surfer sees of each level
//	distance.go     distances and harmonic centrality, exact or sampled
//	wave.go         the searches behind them, 256 at once
//	dominator.go    pages whose loss cuts others off
//
// Degrees and what is central:
//
//	degree.go       in- and out-degrees
//	gini.go         their inequality
//	bins.go         bins that double in width
//	jointdegree.go  in- against out-degrees
//	powerlaw.go     a power law fitted to degrees, and tested
//	powerlawtail.go powerlawfit.go powerlawdraw.go  the tails, the law, random sets
//	assortativity.go  correlations of degrees over the arcs
//	pagerank.go     PageRank
//	hits.go         hubs and authorities
//	betweenness.go brandes.go  betweenness, exact or sampled
//	core.go         k-cores
//	clustering.go   triangles
//
// Parts and problems:
//
//	community.go    communities
//	community_leiden.go community_mesh.go  the algorithm and its graphs
//	label.go        their names, from folders and titles
//	directory.go    folders and the arcs between them
//	template.go template_segment.go  patterns of the URLs
//	parameter.go    parameters of the queries
//	problem.go      problems and where they occur
//	problem_kinds.go problem_finder.go  the kinds, and what they need to judge
//	problem_link.go problem_redirect.go problem_canonical.go problem_page.go
//
// Several sites, and what is shown:
//
//	across.go       sites beside each other
//	rank.go         Spearman's rank correlation
//	json.go         stats.json
//	table.go table_shape.go  the main numbers for a person at a terminal
//	shorten.go      text that fits a column and is safe on a terminal
//
// Means, quantiles and distributions are gonum's. The measures of the graph are
// plain loops over compact rows, because gonum's own recurse (a chain of pages
// overflows the stack), start from a random vector (no two files alike) or take
// a map entry an arc; gonum's graph algorithms are the oracle of the tests
// instead.
//
// All results are the same, bit for bit, for the same graph on every machine:
// what is sampled has a constant seed, and whether it is follows from the work
// that all would take, not from time.
package stats
