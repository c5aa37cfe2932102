// Package config turns settings.ini, the environment, the flags, hosts.txt
// and files of credentials into typed, checked values.
//
// Every setting has an entry in defaults.ini (key, default, description), a field in Settings, and a row in
// the table (type, bounds, flag). Parsing, defaults, the names of environment variables, the printed
// settings.ini and docs/settings.md all follow from them.
//
// Precedence: flags, then the environment, then settings.ini, then defaults. The check is strict: an unknown
// key, a value of the wrong kind or out of range is an error that names file, line, key, value and what is
// allowed, and all errors are reported at once.
//
//	settings.go    the typed settings
//	defaults.ini   keys, defaults and descriptions
//	table.go       the rows of the table, former names, what no row can check alone
//	setting.go     a row: its names, what is allowed, how it is and was written; "did you mean"
//	value.go       the types of values: text to value and back, lists that a stronger source can change
//	units.go       durations and sizes
//	load.go        all sources in their order
//	file.go        a settings file: bytes to text to entries with line numbers
//	edit.go        settings changed in the text of a settings file
//	rccrawler.go   the flat keys of RCCrawler's settings.ini
//	purpose.go     what users come for, and the settings that serve it
//	hosts.go       hosts.txt
//	members.go     the hosts of a site that has several; lines that share one
//	groups.go      which sites may share a server
//	about.go       names, tags and notes in its comments
//	hosts_edit.go  lines of hosts.txt added and taken out
//	list.go        lists of URLs, which are fetched as they are
//	credentials.go  a file of passwords, tokens, cookies and headers, by site
//	regular.go     regular files, and what those with secrets must be
//	cookies.go     a file of cookies in the format of Netscape
//	topics.go      the typed settings of topical agents
//	topics_defaults.ini  keys, defaults and descriptions of a file of topics
//	topics_table.go  the rows of their table; seeds, patterns of hosts
//	topics_read.go   a file of topics, and all that can be wrong with it
package config
