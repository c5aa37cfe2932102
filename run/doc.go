// Package run crawls many sites: it puts the parts of each crawl together,
// keeps sites and folders apart, and writes the files. It knows neither the
// command line nor the terminal.
//
//	run.go         Run: all sites of a job, what each of them gave
//	walk.go        the crawl of one site: its parts put together
//	observer.go    what is reported while one site is crawled
//	wire.go        the tables name → constructor of the parts
//	config.go      the effective configuration, and where files go
//	identity.go    the settings that decide the graph
//	status.go      the record of one site in the state, for the command status
//	claims.go      which line of hosts.txt has which site
//	folders.go     which site has which folder
//	exporter.go    the result folder of one crawl
//	reporter.go    the folder reports/ of one crawl
//	artefacts.go   the table name → files, and what several files share
//	tables.go      the rows of measures.csv and problems.csv
//	across.go      the files about all sites
//	comparison.go  the files of a comparison of two crawls
//	logs.go        the two logs
//	sample.go      the sample site, served on loopback
package run
