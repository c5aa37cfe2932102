// Package desk keeps projects and their crawls for people who look at them in the browser. A project is a
// folder as the command line uses it; a crawl is package run in that folder. See docs/design/desk.md.
//
//	desk.go      Desk: the projects of a folder, which of them crawl what; what has changed
//	project.go   Project: its folder, settings and sites as they are at the moment; sites added to hosts.txt
//	state.go     the states of sites and projects, the actions that each offers, and errors that callers tell apart
//	actions.go   Do: an action, if the state offers it; which project crawls which sites
//	crawl.go     a crawl under way: how far it is, how it ended
//	workers.go   a crawl that workers do on other machines; job.go what is kept of it
//	sites.go     the sites of a project with their states
//	settings.go  settings.ini read, checked and replaced, and as a form
//	page.go      all that is known of a URL
//	whatif.go    a site after changes
//	exclude.go   exclude rules: what one would take away; added while a crawl goes on
//	search.go    the search of a project by topical agents
//	result.go    the result files of a site, and of a search; all files of a project as a zip
//	index_cache.go the tables and the map of a site, built when they are looked at
//	index_build.go how they are built, of a copy of the state
package desk
