// Package stats turns a site's web graph into numbers: of the whole graph (its shape, its depth, how links are
// spread, what its parts are), of every page (PageRank and its kin), and of the places where something is
// wrong. docs/statistics.md defines each of them. Several sites can be compared.
//
//	a, err := stats.Analyse(crawl, progress)
//	across := stats.CompareSites(summaries)
//	budget := stats.CountBudget(accounts, decisions)
//	card := stats.CountSearch(search)
//
// The whole:
//
//	analysis.go       Analyse: a crawl → all its numbers, measure by measure; sizes, density, reciprocity
//	summary.go        the numbers of the whole, as in stats.json; rounding, the pages with the greatest values
//	compare_sites.go  several sites side by side
//	spearman.go       their rank correlations
//	budget.go         what a budget of pages brought, and what the uniform split would have
//	scorecard.go scorecard_markets.go  what topical agents fetched, stored and traded
//	table.go          the main numbers, for a terminal
//
// The shape of the graph:
//
//	adjacency.go      the graph as compressed rows, in both directions; loops on all processors
//	depth.go          pages a level, what lies within k clicks, and what a random surfer sees of it
//	components.go     strong and weak components
//	bow_tie.go        core, in, out, tubes and tendrils; from where the start page can be reached
//	robot_reach.go    which pages robots reach, and which rules of robots.txt keep them off
//	distances.go      distances and harmonic centrality, exact or sampled
//	multi_source_bfs.go  their breadth-first search, from 256 pages at once
//	dominators.go     pages whose loss cuts others off
//
// Degrees and centrality:
//
//	degrees.go        in- and out-degrees, their inequality, bins and correlations
//	power_law.go power_law_zeta.go  a power law fitted to degrees and tested, and the law
//	content_graph.go  the graph of the links in the content, compared with the whole
//	pagerank_hits.go  power iterations
//	betweenness.go    exact or sampled
//	brandes_lanes.go  the search from eight sources at once; brandes.go from one, whatever the number of paths
//	inner_arcs.go     arcs that shortest paths have elsewhere than at their beginning; pages whose searches are one
//	cohesion.go       k-cores and triangles
//
// Communities, URLs and problems:
//
//	communities.go    communities, their folders and words
//	leiden.go leiden_graph.go  the algorithm, and the weighted graph it runs on
//	url_folders.go    folders and the arcs between them
//	url_templates.go url_segments.go  patterns of the URLs, parameters of the queries
//	problem.go problem_kinds.go  what a problem is, and the kinds
//	problem_search.go where they occur, and what is needed to judge them
//	problem_link.go problem_fact.go problem_sitemap.go problem_page.go  those of links and redirects, of facts
//	                  that pages state, of sitemaps and visits, of pages
//	problem_place.go  where problems are, and the links there
//
// Other sites:
//
//	site_graph.go     the graph of the sites of a run, their impact factors and co-links; that of all pages
//	linked.go         what pages link to or use, checked: images, documents, links to other sites
//	outside_hosts.go  the hosts that a site links to, and which of them a page links to together
//
// Watched sites:
//
//	watched.go        how often pages change, of the site and by group, and how long ago they were checked
//
// Special functions are gonum's. The measures of the graph are plain loops over compact rows,
// because gonum's own recurse (a chain of pages overflows the stack), start from a random vector (no two files alike)
// or take a map entry an arc; gonum's graph algorithms are the oracle of the tests instead.
//
// All results are the same, bit for bit, for the same graph on every machine: what is sampled has a constant seed,
// and whether it is follows from the work that all would take, not from time.
package stats
