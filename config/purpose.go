package config

// Purpose is a reason why users come, with settings for it.
type Purpose struct {
	Name     string            // a word
	Doc      string            // its meaning
	Settings map[string]string // settings that differ from the defaults
	Limit    string            // the setting that limits pages
	Topics   bool              // needs a file of topics
	Next     []Step            // the commands to run next, in order
}

// Step is a shell command with a description.
type Step struct {
	Command, Doc string // the command is as in a shell
}

// Purposes returns the reasons why users come, common ones first.
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
