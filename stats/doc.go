// Package stats turns a site's web graph into numbers about the whole graph and every page, and finds places where
// something is wrong. docs/statistics.md defines them all. Several sites can be compared.
//
//	a, err := stats.Analyse(crawl, progress)
//	across := stats.CompareSites(summaries)
//	budget := stats.CountBudget(accounts, decisions)
//	card := stats.CountSearch(search)
//
// Whole sites:
//
//	analysis.go       Analyse: a crawl → all its numbers, measure by measure
//	summary.go        the numbers of the whole site, as in stats.json, and which are unknown
//	table.go          the main numbers, for a terminal
//	compare_sites.go  several sites side by side, and their rank correlations
//	budget.go         the yield of a budget of pages
//	scorecard.go      what topical agents fetched, stored and traded
//	watched.go        how often pages of a watched site change
//
// The graph:
//
//	adjacency.go      the graph as compressed rows, in both directions; loops on all processors
//	depth.go          pages per level, the part within k clicks, and what a random surfer sees of it
//	components.go     strong and weak components; core, in, out, tubes and tendrils
//	robot_reach.go    which pages robots reach, and which rules of robots.txt keep them off
//	distances.go multi_source_bfs.go hyper_ball.go  distances: exact, sampled, estimated
//	dominators.go     pages whose loss cuts others off
//	degrees.go        in- and out-degrees, their inequality, bins and correlations
//	power_law.go power_law_zeta.go  a power law fitted to degrees and tested, and the law
//	content_graph.go  the graph of the links in the content, compared with the whole
//	pagerank_hits.go  power iterations
//	betweenness.go brandes_lanes.go  searches from eight sources, or from one
//	inner_arcs.go     arcs that shortest paths have after their beginning; pages that share a search
//	cohesion.go       k-cores and triangles
//	communities.go leiden.go  communities, their folders and words; the algorithm
//
// URLs, problems, other sites:
//
//	url_folders.go url_templates.go  folders and patterns of the URLs
//	problem.go problem_search.go problem_place.go  kinds of problems and places
//	problem_link.go problem_fact.go problem_page.go  problems of links; facts, sitemaps and visits; pages
//	findings.go       traces problems to where they are mended; what to fix first
//	declared.go       what pages declare to programs
//	site_graph.go     the graph of the sites of a run, and the graph of all their pages
//	outside_hosts.go  the hosts that a site links to, and which of them share a page; checks of what pages link to
//
// Special functions are gonum's. The measures of the graph are plain loops over compact rows. gonum's recurse (so a
// chain of pages overflows the stack), start from a random vector, or need a map entry per arc; tests use them as an
// oracle. Results are bit for bit the same for the same graph on every machine. Samples have a constant seed, and are
// used depending on the amount of work for all pages, not on time.
package stats
