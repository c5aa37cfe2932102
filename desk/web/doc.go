// Package web shows a desk in the browser: pages of HTML, and the same as JSON under
// /api/, which openapi.json describes. See docs/design/desk.md.
//
//	server.go    Server: what it is made of, its routes; Serve, until its context ends
//	guard.go     who may ask: Host, origin, token; headers and limits of all answers
//	login.go     the token in a header or a cookie
//	guesses.go   how many wrong tokens a client may send
//	answer.go    JSON and errors as answers
//	projects.go  /api/projects: projects, sites, actions, settings
//	whatif.go    the page of a site after changes
//	rows.go      tables, rows struck out, exclude rules
//	search.go    the search by agents: its state, actions, files and page
//	files.go     result files
//	changes.go   Server-Sent Events, and polling for them
//	health.go    /metrics, /healthz, /readyz
//	pages.go     the pages, of templates/
//	states.go    what the states of sites mean, and how far workers are
//	budget.go    what a budget brought, S(N)
//	map_page.go  the map of a site, drawn again while it is crawled
//	site_page.go the page of a site: its state, tables and files
//	settings_page.go settings.ini as a form and as a text
//	table_page.go the part of a page that shows a table
//
// Pages are written by html/template; desk.js replaces parts of them when something
// changes. Nothing is loaded from elsewhere.
package web
