// Package marketlab replays the schemes of schedule/market: agents crawl a
// synthetic topical web, in simulated time, and the document's measures (Liu
// Jia, Du Yajun, "System of intelligent crawler based on multi-Agent", 2016,
// section 3) are taken beside true recall. Whether a page is on topic is a
// label that the agents cannot see; they go by texts.
//
//	run.go         the study: many webs, topics and schemes
//	model.go       the web's parameters
//	web.go         pages and links
//	text.go        their texts
//	topics.go      topics and keywords
//	task.go        one topic's search on one web: seeds, values
//	simulation.go  agents at work on a task
//	measures.go    measures, means and intervals
//	table.go       the tables and charts of a study
//	matching.go    the ways of matching, compared on random markets
package marketlab
