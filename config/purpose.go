package config

// Purpose is what users come for, with the settings that serve it.
type Purpose struct {
	// Name is a word, Doc what it means.
	Name, Doc string
	// Settings differ from the defaults, by the names of settings.
	Settings map[string]string
	// Limit is the setting that bounds the pages.
	Limit string
	// Topics says that there is a file of topics.
	Topics bool
	// Next are the commands to run, one after the other.
	Next []Step
}

// Step is a command, and what it does.
type Step struct {
	// Command is written as in a shell, Doc says what it does.
	Command, Doc string
}

// Purposes are what users come for, the most common ones first.
func Purposes() []Purpose {
	crawls := Step{"sitegraph", "crawls the sites, and names the report to open"}
	return []Purpose{
		{Name: "study", Doc: "study one site: its graph, statistics and problems",
			Settings: map[string]string{"export.exporters": "+links,+content"},
			Limit:    "walk.max_pages", Next: []Step{crawls, {"sitegraph stats", "shows the main numbers"}}},
		{Name: "compare", Doc: "compare many sites, and see which of them link to which",
			Settings: map[string]string{"export.linked_hosts": "true"},
			Limit:    "walk.max_pages", Next: []Step{crawls, {"sitegraph hosts", "lists the sites that they link to"}}},
		{Name: "watch", Doc: "watch sites: what is new, changed or gone",
			Settings: map[string]string{"sites.sitemaps": "check"},
			Limit:    "walk.max_pages", Next: []Step{crawls,
				{"sitegraph watch --every 24h", "checks a tenth of the pages every day"}}},
		{Name: "topics", Doc: "collect pages on a topic, beginning at these sites",
			Limit: "order.budget", Topics: true, Next: []Step{
				{"sitegraph agents", "collects pages; topics.ini says on what"},
				{"sitegraph watch --topics topics.ini", "checks them again, and continues the search"}}},
		{Name: "audit", Doc: "audit links: broken ones, redirects, orphans, missing files",
			Settings: map[string]string{"sites.sitemaps": "check", "export.exporters": "+links,+xlsx",
				"linked.check": "documents,external,fonts,images,scripts,styles"},
			Limit: "walk.max_pages", Next: []Step{crawls, {"sitegraph --fresh", "crawls again, after repairs"}}},
	}
}
