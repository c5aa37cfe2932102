// Package run crawls many sites. It assembles the parts of each crawl, gives each site its folder, and writes the
// files. It knows neither the command line nor the terminal.
//
//	job.go         the job of a run, its results, and reports on a site while it is crawled
//	run.go         Run: all sites of a job
//	open.go        resources that the sites of a run share; the secrets of sites; the sample site
//	wire.go        constructors of parts by name; the parts of one site's crawl
//	config.go      the effective configuration, paths, the settings that decide the graph; files.go refuses bad paths
//	status.go      the record of a site in the state
//	folders.go     result and report folders; before.go what changed since the previous crawl
//	artefacts.go   writers of files by name; tables.go their measures, problems, and what robots reach
//	comparison.go  the files about all sites, their graphs, and the files of a comparison of two crawls
//	watch.go       parts for a watched site; policies replay its history
//	agents.go      Agents: a crawl by topical agents; agents_parts.go its parts and values, agents_files.go its files
//	agents_recall.go  searches read from the state, and the graphs of their iterations
//	ordered.go     sites crawled in an order of decisions, alone or together; the account of a budget
//	logs.go        the two logs
//	shard.go       a shard of the sites and its file; merge.go joins shards, all or only some of them
//	spec.go        a crawl divided among workers
//	archive.go     the web archive of a run, and the days of a watched archive
//	hits.go        access logs of the web server
//	forget.go      removes everything known about a site
//	reread.go      reads pages of a finished crawl once more
//	linked.go      checks what pages link to or use
package run
