// Package desk keeps projects and their crawls for users in the browser. A project is a folder as the command line uses
// it, and package run crawls in that folder. See docs/design/desk.md.
//
//	desk.go      Desk: the projects of a folder, and notice of changes
//	project.go   Project: its folder, settings and sites; imports sites
//	state.go     the states of sites and projects, the actions they offer, and errors
//	actions.go   Do does an action if the state offers it
//	crawl.go     a crawl under way or over
//	workers.go   a crawl by workers on other machines; job.go its record
//	sites.go     the sites of a project with their states
//	settings.go  reads, checks and replaces settings.ini; its form
//	page.go      all that is known of a URL; a site after changes
//	exclude.go   the effect of an exclude rule; adds one, even during a crawl
//	search.go    the search of a project by topical agents
//	result.go    the result files of a site and of a search; all files of a project as a zip
//	index_cache.go  the tables and the map of a site; index_build.go builds them from a copy of the state
package desk
