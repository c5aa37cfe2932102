// Package web shows a desk in the browser: pages of HTML, and the same as JSON under
// /api/, which openapi.json describes. See docs/design/desk.md.
//
//	server.go    Server: what it is made of, its routes; Serve, until its context ends; /metrics, /healthz, /readyz
//	guard.go     who may ask: Host, origin, token and how many wrong ones; headers and limits of all answers
//	answer.go    JSON, errors and result files as answers
//	projects.go  /api/projects: projects, sites, actions, settings, and the page of settings.ini
//	page.go      the page of a URL, and that of a site after changes
//	rows.go      tables, rows struck out, exclude rules
//	search.go    the search by agents: its state, actions, files and page
//	changes.go   Server-Sent Events, and polling for them
//	pages.go     the pages, of templates/
//	map_page.go  the map of a site, drawn again while it is crawled
//	site_page.go the page of a site: its state, tables and files; how far workers are, what a budget brought
//	table_page.go the part of a page that shows a table
//
// Pages are written by html/template; desk.js replaces parts of them when something
// changes. Nothing is loaded from elsewhere.
package web
