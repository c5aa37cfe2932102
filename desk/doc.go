// Package desk keeps projects and their crawls for people who look at them in the browser. A project is a
// folder as the command line uses it; a crawl is package run in that folder. See docs/design/desk.md.
//
//	desk.go      Desk: the projects of a folder, which of them crawl what; what has changed
//	project.go   Project: its folder, settings and sites as they are at the moment
//	state.go     the states of sites and projects, and the actions that each offers
//	actions.go   Do: an action, if the state offers it
//	crawl.go     a crawl under way: how far it is, how it ended
//	claims.go    which project crawls which sites
//	workers.go   a crawl that workers do on other machines; job.go what is kept of it
//	sites.go     the sites of a project with their states
//	hosts.go     sites added to hosts.txt and taken out of it
//	settings.go  settings.ini read, checked and replaced
//	form.go      settings.ini as a form
//	whatif.go    a site after changes
//	exclude.go   exclude rules: what one would take away; added while a crawl goes on
//	search.go    the search of a project by topical agents
//	result.go    the result files of a site, and of a search
//	everything.go all files of a project as a zip
//	index_cache.go the tables and the map of a site, built when they are looked at
//	index_build.go how they are built, of a copy of the state
//	errors.go    what callers can tell apart
package desk
