// Package stats turns a site's web graph into numbers: of the whole graph (its
// shape, its depth, how links are spread, of which parts it is made), of every
// page (PageRank and its kin), and of the places where something is wrong.
// docs/statistics.md defines each of them. Several sites can be compared.
//
//	a, err := stats.Analyse(crawl, progress)
//	across := stats.CompareSites(summaries)
//
// The whole:
//
//	analysis.go       Analyse: a crawl → all its numbers, measure by measure
//	summary.go        the numbers of the whole, as in stats.json
//	compare_sites.go  several sites beside each other
//	rank_correlation.go  Spearman's rank correlation
//	json.go           stats.json
//	table.go table_rows.go  the main numbers, for a terminal
//
// What the measures share:
//
//	adjacency.go      the graph as compressed rows, in both directions
//	parallel.go       loops on all processors whose results do not depend on them
//	method.go         exact, or sampled and how well
//	top_pages.go      the pages with the greatest values
//	round.go runs.go  shares and rounding; runs of equal neighbours
//
// The shape of the graph:
//
//	arc_counts.go     density, reciprocity, self-loops, sinks
//	levels.go depth.go  pages a level; what lies within k clicks
//	random_surfer.go  which levels a random surfer sees
//	strong_components.go weak_components.go
//	bow_tie.go        core, in, out, tubes and tendrils
//	reachability.go   the pages from which the start page can be reached
//	distances.go      distances and harmonic centrality, exact or sampled
//	multi_source_bfs.go  their breadth-first search, from 256 pages at once
//	dominators.go     pages whose loss cuts others off
//
// Degrees and centrality:
//
//	degrees.go        in- and out-degrees, their inequality, their bins
//	power_law.go      a power law fitted to degrees, and tested
//	power_law_fit.go power_law_zeta.go power_law_sampling.go  the best tail, the law, synthetic sets
//	assortativity.go  correlations of degrees over the arcs
//	pagerank.go hits.go
//	betweenness.go betweenness_brandes.go  exact or sampled
//	k_cores.go        k-cores
//	clustering.go     triangles
//
// Communities, URLs and problems:
//
//	communities.go    communities
//	leiden.go leiden_graph.go  the algorithm, and the weighted graph it runs on
//	community_labels.go  their folders and words
//	url_folders.go    folders and the arcs between them
//	url_templates.go url_segments.go  patterns of the URLs
//	url_parameters.go  parameters of the queries
//	problem.go        what a problem is
//	problem_kinds.go  the kinds
//	problem_search.go  where they occur
//	problem_finder.go  what is needed to judge them
//	problem_link.go problem_redirect.go problem_canonical.go problem_page.go
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
