// Package config turns settings.ini, the environment, the flags, hosts.txt and files of credentials into typed, checked
// values.
//
// Every setting has an entry in defaults.ini (key, default, description), a field in Settings, and a row in the table
// (type, bounds, flag). Everything else follows from them: parsing, the names of environment variables, the printed
// settings.ini and docs/settings.md.
//
// Flags override the environment, which overrides settings.ini, which overrides the defaults. Checks are strict: an
// unknown key or a bad value is an error that names file, line, key, value and what is allowed. All errors are reported
// at once.
//
//	settings.go    the typed settings
//	defaults.ini   keys, defaults and descriptions
//	table.go       the rows of the table, former names, checks across rows
//	setting.go     a row: its names, what it allows, how the user wrote it; "did you mean"
//	value.go       types of values: text to value and back; units.go durations and sizes
//	load.go        reads all sources in order
//	file.go        a settings file: bytes to text to entries with line numbers; regular files, and files with secrets
//	edit.go        edits the text of a settings file; adds and removes lines of hosts.txt
//	rccrawler.go   the flat keys of RCCrawler's settings.ini
//	purpose.go     why users come, and the settings for each purpose
//	hosts.go       hosts.txt; about.go names, tags and notes in its comments
//	members.go     sites with several hosts; lines that share one; sites that may share a server
//	list.go        lists of URLs to fetch without following links
//	credentials.go  passwords, tokens, cookies and headers by site; cookies.go cookies in the format of Netscape
//	topics_defaults.ini  keys, defaults and descriptions of a file of topics
//	topics_table.go  the typed settings of topical agents, and the rows of their table; seeds, patterns of hosts
//	topics_read.go   reads a file of topics
package config
