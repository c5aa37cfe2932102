// Package run crawls many sites: it puts the parts of each crawl together, keeps sites and folders apart, and
// writes the files. It knows neither the command line nor the terminal.
//
//	job.go         what is asked for, and what each site gave
//	run.go         Run: all sites of a job
//	open.go        what the sites of a run share, opened and closed; the secrets of sites
//	wire.go        the tables name → constructor of the parts, and the crawl of one site put together
//	config.go      the effective configuration, where files go, the settings that decide the graph
//	status.go      the record of a site in the state, for the command status
//	observer.go    what is reported while a site is crawled
//	folders.go     result and report folders: which line has which site, and which site which folder
//	artefacts.go   the table name → files, and what several files share
//	reach.go       what robots reach
//	tables.go      the measures of measures.csv, and the problems of problems.csv
//	comparison.go  the files about all sites, and those of a comparison of two crawls
//	page_graph.go  the graph of the sites, and that of all their pages
//	sitemaps.go    the sitemaps of a site
//	watch.go       what a site needs to be watched; the policy that is told its history
//	agents.go      Agents: a crawl by topical agents; agents_parts.go what it is made of
//	topics.go      keywords that say nothing; what texts are worth to topics
//	agents_files.go  the files of such a crawl; agents_recall.go what the state has of one, and its report
//	agents_moments.go  the graphs of its iterations
//	ordered.go     sites that are crawled in an order of decisions, alone or together
//	budget.go      the decisions of a crawl with a budget, over all sites, and their account
//	logs.go        the two logs
//	shard.go       the part of the sites that a run takes, and what it leaves for a merge; merge.go joins the parts
//	partial.go     a merge that leaves parts out
//	archive.go     the web archive of a run
//	archive_days.go  the days of an archive that is watched
//	hits.go        what access logs of the web server say of a site
//	forget.go      removing what is known of a site
//	reread.go      pages of a finished crawl read once more
//	linked.go      what pages link to or use, checked after a crawl
//	sample_site.go  the sample site, served on loopback
package run
