// Package command is the command line: flags, messages, exit codes. It talks
// to the user, package run does the work, package past remembers earlier work.
//
//	exit.go      Main, exit codes
//	root.go      all commands; config, version
//	flags.go     flags, those of the table of settings too
//	app.go       what commands share: configuration, sites, inputs
//	crawl.go     the command crawl, also without a name; the first signal stops in order, the second at once
//	export.go, stats.go, report.go, compare.go, status.go, why.go
//	             the commands that work on finished crawls
//	replay.go    replay
//	terminal.go  the standard error: remarks, errors, a line that is overwritten
//	progress.go  how far crawls are
//	summary.go   what a crawl gave, at its end, in color
//	list_files.go  its files and how to open them
package command
