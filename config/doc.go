// Package config turns settings.ini, the environment, the flags and hosts.txt
// into typed, checked values.
//
// Every setting has an entry in defaults.ini (key, default, description), a
// field in Settings, and a row in the table (type, bounds, flag). Parsing,
// defaults, the names of environment variables, the printed settings.ini and
// docs/settings.md all follow from them.
//
// Precedence: flags, then the environment, then settings.ini, then defaults.
// The check is strict: an unknown key, a value of the wrong kind or out of
// range is an error that names file, line, key, value and what is allowed,
// and all errors are reported at once.
//
//	settings.go     the typed settings
//	defaults.ini    keys, defaults and descriptions
//	table.go        the rows of the table
//	setting.go      a row: its names, what is allowed
//	value.go        the types of values: text to value and back
//	units.go        durations and sizes
//	load.go         all sources in their order
//	file.go         a settings file: bytes to text to entries with line numbers
//	former.go       former names of settings
//	rccrawler.go    the flat keys of RCCrawler's settings.ini
//	check.go        what no row can check alone
//	nearest.go      "did you mean"
//	write.go        settings written as a settings.ini
//	hosts.go        hosts.txt
package config
