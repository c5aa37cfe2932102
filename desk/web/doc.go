// Package web shows a desk in the browser: pages of HTML, and the same as JSON under /api/, which openapi.json
// describes. See docs/design/desk.md.
//
//	server.go    Server and its routes; /metrics, /healthz, /readyz
//	guard.go     who may ask: checks Host, origin and token; headers and limits of all answers
//	answer.go    answers with JSON, errors and result files
//	projects.go  /api/projects: projects, sites, actions, settings, and the page of settings.ini
//	page.go      the page of a URL, and the page of a site after changes
//	rows.go      tables, rows struck out, exclude rules
//	changes.go   Server-Sent Events, and polling for changes
//	pages.go     fills in the pages of templates/
//	map_page.go  the map of a site
//	site_page.go the pages of a site and of the search by agents
//	table_page.go the part of a page that shows a table
//
// Package html/template writes the pages, and desk.js replaces parts of them when something changes. ask.js gives
// questions about a site (report/ask) the tables. They load nothing from elsewhere.
package web
