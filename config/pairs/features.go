package pairs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/site"
	"sitegraph/wording"
)

// Feature is something that a crawl can do or be, by its short name.
type Feature string

// These are the features, in the order of the table.
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
	Check   Feature = "smc" // reads sitemaps and checks them
	Begin   Feature = "sms" // begins at the URLs that sitemaps list
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

// Command is the command that runs.
type Command int

// These commands fetch.
const (
	OfCrawl Command = iota
	OfWatch
	OfAgents
	OfWatchedAgents
)

func (c Command) agents() string {
	return map[Command]string{OfAgents: "sitegraph agents", OfWatchedAgents: "sitegraph watch --topics"}[c]
}

// Use says what a run is asked to do.
type Use struct {
	Settings    config.Settings // with how the user wrote them
	Hosts       []config.Host   // the sites
	Command     Command
	List        bool   // the sites come from a list of URLs
	AsOf        string // the moment asked for; "" is now
	Shard       bool   // the sites are one of several parts
	Workers     bool   // the sites are divided among workers
	RetryFailed bool   // requests again what failed
	Desk        bool   // the desk runs it
	WhatIf      bool   // shows a crawl after changes
}

// Kind describes a feature.
type Kind struct {
	Feature
	Name  string // for readers
	Asked string // how users ask for it, in Markdown
}

// Kinds returns all features in the order of the table: the lines of pairs.txt with a single name.
func Kinds() (all []Kind) {
	for line := range strings.Lines(pairLines) {
		c := strings.Split(strings.TrimSpace(line), " | ")
		if len(c) == 3 && !strings.Contains(c[0], " ") {
			all = append(all, Kind{Feature(c[0]), c[1], c[2]})
		}
	}
	return all
}

// wrote returns how the user asked for each feature, "" if state, site or reader decides.
func (u Use) wrote() map[Feature]string {
	s := u.Settings
	setting := func(name string, on bool) string {
		if !on {
			return ""
		}
		return s.Written(name)
	}
	listed := slices.ContainsFunc(u.Hosts, func(h config.Host) bool { return h.List })
	watching := u.Command == OfWatch || u.Command == OfWatchedAgents
	return map[Feature]string{
		Section: setting("sites.scope", s.Sites.Scope == site.ScopeSection),
		Starts:  severalStarts(u),
		List:    ifSo("--list", u.List || listed),
		Entity:  severalHosts(u),
		Stable:  setting("duplicates.key", s.Duplicates.Key == "stable"),
		Budget:  setting("order.budget", s.Order.Budget > 0),
		Rule:    siteRule(u),
		Policy:  setting("order.pages", s.Order.Pages != "levels" && s.Order.Pages != ""),
		Agents:  u.Command.agents(),
		Watch:   ifSo("sitegraph watch", watching),
		AsOf:    ifSo("--as-of "+u.AsOf, u.AsOf != ""),
		Check:   setting("sites.sitemaps", s.Sites.Sitemaps == "check"),
		Begin:   setting("sites.sitemaps", s.Sites.Sitemaps == "start"),
		Linked:  setting("linked.check", len(s.Linked.Check) > 0),
		Hits:    setting("export.hits", len(s.Export.Hits) > 0),
		Folder:  setting("download.downloader", s.Download.Downloader == "folder"),
		Archive: setting("download.archive", s.Download.Archive != ""),
		WARC:    setting("download.warc", s.Download.WARC),
		Memory:  setting("store.store", s.Store.Store == "memory"),
		Shard:   cmp.Or(ifSo("--shard", u.Shard), workers(u)),
		Workers: workers(u),
		// Only the state knows whether a depth is new.
		Depth:   setting("sites.max_depth", s.Flagged("sites.max_depth")),
		Limits:  setting("walk.max_pages", s.Walk.MaxPages > 0),
		Retry:   ifSo("--retry-failed", u.RetryFailed),
		TheDesk: ifSo("the desk", u.Desk),
		Reach:   setting("report.robots", len(s.Report.Robots) > 0),
		WhatIf:  ifSo("sitegraph what-if", u.WhatIf),
	}
}

func workers(u Use) string { return ifSo("sitegraph submit", u.Workers) }

func ifSo(text string, so bool) string {
	if so {
		return text
	}
	return ""
}

// siteRule returns how the user chose a site rule, "" if the sites are read in turn.
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
