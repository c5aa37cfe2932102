// Package command is the command line: flags, messages, exit codes. It talks
// to the user, package run does the work, package past remembers earlier work.
//
//	exit.go      Main, exit codes
//	root.go      all commands
//	flags.go     flags, those of the table of settings too
//	app.go       what commands share: configuration, sites, inputs
//	crawl.go     the command crawl, which is also that without a name
//	export.go    export
//	stats.go     stats
//	report.go    report
//	compare.go   compare
//	status.go    status
//	why.go       why
//	config.go    config
//	replay.go    replay
//	terminal.go  the standard error: remarks, errors, a line that is overwritten
//	progress.go  how far crawls are
//	signal.go    the first signal stops in order, the second at once
//	summary.go   what a crawl gave, at its end
//	files.go     its files and how to open them
//	colour.go    how each site ended, in color
package command
