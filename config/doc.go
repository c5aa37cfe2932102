// Package config turns settings.ini, the environment, the flags and hosts.txt
// into typed, checked values.
//
// One table (table*.go) names every setting: its section, key, default, what
// is allowed, its flag and where its value goes. Parsing, defaults, the names
// of environment variables, the printed settings.ini and docs/settings.md all
// come from it, so none of them can disagree.
//
// Precedence: flags, then the environment, then settings.ini, then defaults.
// The check is strict: an unknown key, a value of the wrong kind or out of
// range is an error that names file, line, key, value and what is allowed,
// and all errors are told at once.
//
// Values are read by gopkg.in/ini.v1, of which this package is the only
// importer. That library knows no line numbers, keeps the last of two equal
// keys without a word and may swallow lines after an open quote; scan.go
// looks at the text first and hands it over one clean line per key.
//
//	settings.go    the typed settings
//	table*.go      the table
//	setting.go     a row of it: names, what is allowed
//	value.go       text to value and back
//	units.go       durations and sizes
//	text.go        bytes to text: BOM, line ends, what is no text
//	scan.go        text to entries with line numbers
//	load.go        all sources in their order
//	check.go       what no row can check alone
//	nearest.go     "did you mean"
//	rccrawler.go   the flat keys of RCCrawler's settings.ini
//	write.go       settings.ini and docs/settings.md
//	hosts.go       hosts.txt
package config
