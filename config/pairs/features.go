package pairs

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/config"
	"sitegraph/site"
	"sitegraph/wording"
)

// Feature is something a crawl can do or be, by its short name.
type Feature string

// The features, in the order of the table.
const (
	Section Feature = "sec"
	Starts  Feature = "sta"
	List    Feature = "lst"
	Entity  Feature = "ent"
	Stable  Feature = "stb"
	Budget  Feature = "bud"
	Rule    Feature = "rul"
	Policy  Feature = "pol"
	Agents  Feature = "agt"
	Watch   Feature = "wat"
	AsOf    Feature = "aso"
	Check   Feature = "smc" // of sitemaps
	Begin   Feature = "sms" // at what sitemaps list
	Linked  Feature = "lnk"
	Hits    Feature = "hit"
	Folder  Feature = "fol"
	Archive Feature = "win"
	WARC    Feature = "wou"
	Memory  Feature = "mem"
	Shard   Feature = "shd"
	Workers Feature = "wrk"
	Exclude Feature = "exc"
	Depth   Feature = "dep"
	Limits  Feature = "lim"
	Retry   Feature = "rtf"
	Pause   Feature = "pau"
	Struck  Feature = "stk"
	TheDesk Feature = "dsk"
	Reach   Feature = "rob"
	WhatIf  Feature = "wif"
)

// Command is what does the work.
type Command int

// The commands that fetch.
const (
	OfCrawl Command = iota
	OfWatch
	OfAgents
	OfWatchedAgents
)

func (c Command) agents() string {
	return map[Command]string{OfAgents: "sitegraph agents", OfWatchedAgents: "sitegraph watch --topics"}[c]
}

// Use is what a run is to do.
type Use struct {
	// Settings are those of the run, and know where they were written.
	Settings config.Settings
	// Hosts are the sites.
	Hosts []config.Host
	// Command fetches.
	Command Command
	// List says that the sites are those of a list of URLs.
	List bool
	// AsOf is the moment that is asked for; "" is now.
	AsOf string
	// Shard says that the sites are one part of several, Workers that they are divided among workers.
	Shard, Workers bool
	// RetryFailed asks again for what failed.
	RetryFailed bool
	// Desk says that the desk does it.
	Desk bool
	// WhatIf says that a crawl is looked at after changes.
	WhatIf bool
}

// Kind describes a feature.
type Kind struct {
	Feature
	// Name is for readers, Asked is how it is asked for, in Markdown.
	Name, Asked string

	on func(Use) string // what the user wrote to ask for it, "" if nothing
}

// Kinds returns all features in the order of the table.
func Kinds() []Kind {
	return slices.Concat(scopes(), orders(), sources(), runs())
}

func scopes() []Kind {
	return []Kind{
		{Section, "a section of a site", "`--scope section`", setting("sites.scope", func(u Use) bool {
			return u.Settings.Sites.Scope == site.ScopeSection
		})},
		{Starts, "several start pages of a site", "several URLs of one site", severalStarts},
		{List, "a list of URLs", "`--list`", func(u Use) string {
			return ifSo("--list", u.List || hasHost(u, func(h config.Host) bool { return h.List }))
		}},
		{Entity, "several hosts as one site", "`a.example = b.example`, `--scope entity`", severalHosts},
		{Stable, "one page under many URLs", "`[duplicates] key = stable`", setting("duplicates.key", isStable)},
	}
}

func orders() []Kind {
	return []Kind{
		{Budget, "a budget", "`--budget`", setting("order.budget", func(u Use) bool {
			return u.Settings.Order.Budget > 0
		})},
		{Rule, "a rule for sites", "`--order-sites`, `--theme`", siteRule},
		{Policy, "a policy for pages", "`--order-pages`", setting("order.pages", func(u Use) bool {
			return u.Settings.Order.Pages != "levels" && u.Settings.Order.Pages != ""
		})},
		{Agents, "topical agents", "`sitegraph agents`", func(u Use) string {
			return u.Command.agents()
		}},
		{Watch, "watching", "`sitegraph watch`", watching},
		{AsOf, "an earlier moment", "`--as-of`", func(u Use) string { return ifSo("--as-of "+u.AsOf, u.AsOf != "") }},
		{Check, "sitemaps compared with the crawl", "`--sitemaps check`", sitemaps("check")},
		{Begin, "a crawl that begins at sitemap entries", "`--sitemaps start`", sitemaps("start")},
		{Linked, "checks of links", "`--check-linked`", setting("linked.check", func(u Use) bool {
			return len(u.Settings.Linked.Check) > 0
		})},
		{Hits, "visits from access logs", "`--hits`", setting("export.hits", func(u Use) bool {
			return len(u.Settings.Export.Hits) > 0
		})},
	}
}

func sources() []Kind {
	return []Kind{
		{Folder, "a saved site", "`[download] downloader = folder`", setting("download.downloader", func(u Use) bool {
			return u.Settings.Download.Downloader == "folder"
		})},
		{Archive, "crawling a web archive", "`--archive`", setting("download.archive", func(u Use) bool {
			return u.Settings.Download.Archive != ""
		})},
		{WARC, "writing a web archive", "`--warc`", setting("download.warc", func(u Use) bool {
			return u.Settings.Download.WARC
		})},
		{Memory, "a state in memory", "`[store] store = memory`", setting("store.store", func(u Use) bool {
			return u.Settings.Store.Store == "memory"
		})},
		{Shard, "one shard of several", "`--shard`", func(u Use) string {
			return cmp.Or(ifSo("--shard", u.Shard), workers(u))
		}},
		{Workers, "workers", "`sitegraph submit`", workers},
	}
}

// runs are about runs after the first, and what is made of a crawl.
func runs() []Kind {
	never := func(Use) string { return "" } // a state, a site or a reader decides
	return []Kind{
		{Exclude, "changed exclude rules", "`--exclude`, `--include`", never},
		{Depth, "a changed greatest depth", "`--max-depth`", depth},
		{Limits, "a changed page limit", "`--max-pages`", setting("walk.max_pages",
			func(u Use) bool { return u.Settings.Walk.MaxPages > 0 })},
		{Retry, "retrying failed URLs", "`--retry-failed`", func(u Use) string {
			return ifSo("--retry-failed", u.RetryFailed)
		}},
		{Pause, "pausing when a site refuses", "`[limits] refused`", never},
		{Struck, "struck rows", "struck.txt", never},
		{TheDesk, "the desk", "`sitegraph serve`", func(u Use) string { return ifSo("the desk", u.Desk) }},
		{Reach, "what robots reach", "`[report] robots`", setting("report.robots", func(u Use) bool {
			return len(u.Settings.Report.Robots) > 0
		})},
		{WhatIf, "a site after changes", "`sitegraph what-if`", func(u Use) string {
			return ifSo("sitegraph what-if", u.WhatIf)
		}},
	}
}

func workers(u Use) string { return ifSo("sitegraph submit", u.Workers) }

func ifSo(text string, so bool) string {
	if so {
		return text
	}
	return ""
}

func setting(name string, on func(Use) bool) func(Use) string {
	return func(u Use) string {
		if !on(u) {
			return ""
		}
		return u.Settings.Written(name)
	}
}

func sitemaps(how string) func(Use) string {
	return setting("sites.sitemaps", func(u Use) bool { return u.Settings.Sites.Sitemaps == how })
}

func isStable(u Use) bool { return u.Settings.Duplicates.Key == "stable" }

func hasHost(u Use, is func(config.Host) bool) bool { return slices.ContainsFunc(u.Hosts, is) }

// siteRule is a rule other than that of one page of each site in turn.
func siteRule(u Use) string {
	o := u.Settings.Order
	switch rule := o.Rule(); {
	case rule == "all" || rule == "r1" || rule == "":
		return ""
	case o.Theme != "":
		return u.Settings.Written("order.theme")
	}
	return u.Settings.Written("order.sites")
}

func severalStarts(u Use) string {
	for _, h := range u.Hosts {
		if !h.List && len(h.Further) > 0 {
			return fmt.Sprintf("%s with %s", h.URL, wording.Count(len(h.Further), "further start page",
				"further start pages"))
		}
	}
	return ""
}

func severalHosts(u Use) string {
	for _, h := range u.Hosts {
		switch {
		case h.Members == nil:
		case u.Settings.Sites.Scope == site.ScopeEntity:
			return u.Settings.Written("sites.scope")
		default:
			return h.URL.Origin() + ", a site of several hosts,"
		}
	}
	if u.Command.agents() != "" && u.Settings.Sites.Scope == site.ScopeEntity {
		return u.Settings.Written("sites.scope")
	}
	return ""
}

// watching is the command, or what is said of its checks where another command has no use for it.
func watching(u Use) string {
	return ifSo("sitegraph watch", u.Command == OfWatch || u.Command == OfWatchedAgents)
}

// depth is the one that a run gives; whether it is new only the state says.
func depth(u Use) string {
	return ifSo(u.Settings.Written("sites.max_depth"), u.Settings.Flagged("sites.max_depth"))
}
