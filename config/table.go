package config

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gopkg.in/ini.v1"

	"sitegraph/site"
)

// defaultsINI has the sections, keys, defaults and descriptions of all settings. The rows below have the rest: type,
// bounds, flag and field.
//
//go:embed defaults.ini
var defaultsINI string

// Section is a section of settings.ini.
type Section struct {
	Name, Doc string // the name has no brackets
}

// Sections returns the sections in the order of settings.ini.
func Sections() []Section {
	all, _ := readDefaults(defaultsINI)
	return all
}

// readDefaults reads an embedded file of defaults. Each section and key has its description in the line above. The
// options, and Value instead of String, switch off features of ini.v1 besides keys and values: comments within values,
// continuation by backslash, and %(name)s.
func readDefaults(text string) (sections []Section, keys []Setting) {
	file, err := ini.LoadSources(ini.LoadOptions{
		IgnoreContinuation: true, IgnoreInlineComment: true, PreserveSurroundedQuote: true, KeyValueDelimiters: "=",
	}, []byte(text))
	if err != nil {
		panic("config: embedded file: " + err.Error())
	}
	for _, section := range file.Sections()[1:] {
		name := section.Name()
		sections = append(sections, Section{name, strings.TrimPrefix(section.Comment, "# ")})
		for _, k := range section.Keys() {
			doc := strings.TrimPrefix(k.Comment, "# ")
			keys = append(keys, Setting{Section: name, Key: k.Name(), Default: k.Value(), Doc: doc})
		}
	}
	return sections, keys
}

// Table returns every setting of s in the order of settings.ini.
func Table(s *Settings) []Setting {
	rows := slices.Concat(sitesRows(s), lineRows(s), walkRows(s), limitsRows(s), checksRows(s), exportRows(s))
	_, keys := readDefaults(defaultsINI) // in the same order
	for i := range rows {
		rows[i].Default, rows[i].Doc = keys[i].Default, keys[i].Doc
	}
	return rows
}

// Setting returns the row of a setting that must exist.
func (s *Settings) Setting(name string) Setting {
	rows := Table(s)
	return rows[slices.IndexFunc(rows, func(r Setting) bool { return r.Name() == name })]
}

const hour = time.Hour

// sitesRows has the rows of [sites] except those of lineRows.
func sitesRows(s *Settings) []Setting {
	return []Setting{
		text(&s.Sites.Hosts, "sites.hosts").file("the name of a file, or - for standard input").flag("hosts", ""),
		number(&s.Sites.AtOnce, "sites.sites_at_once", 1, 1000).flag("concurrency", "c"),
		text(&s.Sites.Scope, "sites.scope").of("host", "section", "entity").flag("scope", ""),
		text(&s.Sites.Sitemaps, "sites.sitemaps").of("off", "check", "start").flag("sitemaps", ""),
	}
}

// lineRows has the rows of the fields in a line of hosts.txt, in order.
func lineRows(s *Settings) []Setting {
	return []Setting{
		number(&s.Sites.ConnectionsPerHost, "sites.connections_per_host", 1, 256).flag("per-host", ""),
		number(&s.Sites.MaxDepth, "sites.max_depth", -1, 1e6).
			allow("a whole number up to 1000000 (negative: no limit)").flag("max-depth", "d"),
		duration(&s.Sites.CrawlDelay, "sites.crawl_delay", 0, hour).flag("delay", ""),
	}
}

// walkRows has the rows of [walk], [order] and [revisit].
func walkRows(s *Settings) []Setting {
	rules, o, r := site.RuleNames(), &s.Order, &s.Revisit
	return []Setting{
		number(&s.Walk.MaxPages, "walk.max_pages", 0, 1e9).flag("max-pages", ""),
		list(&s.Walk.Elements, "walk.elements").of("a", "area", "frame", "iframe", "meta"),
		profile(&s.Walk.URLProfile, "walk.url_profile").of(rules...).
			allow("default, paper, or a list of " + strings.Join(rules, ", ")),
		extensions(&s.Walk.Extensions, "walk.extensions").orEmpty(),
		pattern(&s.Walk.Include, "walk.include").flag("include", "i"),
		pattern(&s.Walk.Exclude, "walk.exclude").flag("exclude", "e"),
		number(&s.Walk.MaxRedirects, "walk.max_redirects", 0, 50),
		number(&s.Walk.MaxURLLength, "walk.max_url_length", 64, 65536),

		text(&o.Sites, "order.sites").of("all", "sequential", "quantum", "r1", "r2", "r3", "good-ucb", "r4", "auto").
			flag("order-sites", ""),
		text(&o.Pages, "order.pages").of("levels", "auto", "stored", "opic-greedy", "opic-cycle", "opic-random",
			"backlinks", "pagerank-of-known", "random", "links-r5", "links-auto").flag("order-pages", ""),
		number(&o.Budget, "order.budget", 0, 1e9).flag("budget", "b"),
		text(&o.Theme, "order.theme").of(site.Names(themes())...).orEmpty().flag("theme", ""),
		number(&o.Lookahead, "order.lookahead", 1, 1000),
		number(&o.Seed, "order.seed", 0, 1e9),
		number(&o.Quantum, "order.quantum", 1, 1e6),
		number(&o.Block, "order.block", 1, 1e6),
		number(&o.Start, "order.start", 0, 1e6),

		text(&r.Policy, "revisit.policy").of("learned", "scent", "round-robin", "proportional").flag("policy", ""),
		amount(&r.Checks, "revisit.checks").flag("checks", ""),
		number(&r.Seconds, "revisit.seconds", 0, 1e7).flag("seconds", ""),
		decimal(&r.DeltaS, "revisit.delta_s", 0, 1e6),
		text(&r.Form, "revisit.form").of("log", "ratio", "clip"),
	}
}

// limitsRows has the rows of [limits], [download] and [robots].
func limitsRows(s *Settings) []Setting {
	d := &s.Download
	return []Setting{
		number(&s.Limits.PathDepth, "limits.max_path_depth", 0, 1e6),
		number(&s.Limits.PathRepeats, "limits.max_path_repeats", 0, 1e6),
		number(&s.Limits.PathTandems, "limits.max_path_tandems", 0, 1e6),
		boolean(&s.Limits.SkipMiswritten, "limits.skip_miswritten"),
		number(&s.Limits.LinksPerPage, "limits.max_links_per_page", 0, 1e9),
		number(&s.Limits.PerDirectory, "limits.max_per_directory", 0, 1e9),
		decimal(&s.Limits.Refused, "limits.refused", 0, 1),

		text(&d.Downloader, "download.downloader").of("http", "folder", "warc"),
		text(&d.Folder, "download.folder").allow("the name of a folder").orEmpty(),
		text(&d.Archive, "download.archive").file("the name of a file or folder").orEmpty().flag("archive", ""),
		boolean(&d.WARC, "download.warc").flag("warc", ""),
		text(&d.Credentials, "download.credentials").file("the name of a file").orEmpty().flag("credentials", ""),
		text(&d.UserAgent, "download.user_agent").orEmpty().flag("user-agent", ""),
		text(&d.Contact, "download.contact").orEmpty().flag("contact", ""),
		duration(&d.ConnectTimeout, "download.connect_timeout", time.Millisecond, hour),
		duration(&d.HeaderTimeout, "download.header_timeout", time.Millisecond, hour),
		duration(&d.Timeout, "download.timeout", time.Millisecond, hour),
		size(&d.MaxBody, "download.max_body", 1<<10, 4<<30),
		size(&d.MaxHeader, "download.max_header", 1<<10, 64<<20),
		number(&d.Tries, "download.tries", 1, 10),
		duration(&d.RetryWait, "download.retry_wait", 0, hour),
		duration(&d.MaxRetryAfter, "download.max_retry_after", 0, 24*hour),

		text(&s.Robots.Rules, "robots.robots").of("rfc9309", "disallow-only", "temoto", "none"),
		duration(&s.Robots.MaxCrawlDelay, "robots.max_crawl_delay", 0, hour),
	}
}

// checksRows has the rows of [linked], [parse], [duplicates], [store] and [finish].
func checksRows(s *Settings) []Setting {
	l := &s.Linked
	return []Setting{
		list(&l.Check, "linked.check").of("documents", "external", "fonts", "images", "scripts", "styles").orEmpty().
			flag("check-linked", ""),
		duration(&l.Delay, "linked.delay", 0, hour),
		number(&l.Hosts, "linked.hosts_at_once", 1, 1000),
		number(&l.MaxURLs, "linked.max_urls", 0, 1e9),
		duration(&l.MaxTime, "linked.max_time", 0, 10*365*24*hour),

		text(&s.Parse.Parser, "parse.parser").of("tokenizer", "goquery"),
		number(&s.Parse.Parsers, "parse.parsers", 0, 1024),

		text(&s.Duplicates.Key, "duplicates.key").of("none", "exact", "text", "stable"),
		boolean(&s.Duplicates.Save, "duplicates.save"),

		text(&s.Store.Store, "store.store").of("badger", "memory"),
		boolean(&s.Store.Sync, "store.sync"),

		list(&s.Finish.Finishers, "finish.finishers").of("work-done", "timeout", "stop-file", "max-pages"),
		duration(&s.Finish.Timeout, "finish.timeout", 0, 10*365*24*hour).flag("max-time", "").allow("a duration " +
			"from 0 to 87600h (such as 90s or 2h; a plain number is milliseconds, behind --max-time seconds)"),
		text(&s.Finish.StopFile, "finish.stop_file").file("the name of a file"),
	}
}

// exportRows has the rows of [export], [report], [logs] and [sample].
func exportRows(s *Settings) []Setting {
	return []Setting{
		choice(&s.Export.Exporters, "export.exporters").orEmpty().flag("export", "").of("csv", "gexf", "graphml",
			"pajek", "parquet", "webgraph", "directories", "subdomains", "aliases", "external", "bad", "ledger",
			"stats", "report", "charts", "xlsx", "tickets", "links", "content", "pages"),
		text(&s.Export.GEXFVersion, "export.gexf_version").of("1.2draft", "1.3"),
		list(&s.Export.Facts, "export.facts").orEmpty().of("description", "h1", "h1_count", "words", "x_robots_tag",
			"hreflang", "last_modified", "title_length", "description_length"),
		boolean(&s.Export.Measures, "export.measures"),
		text(&s.Export.NodeColor, "export.node_color").of("level", "community"),
		number(&s.Export.DirectoryDepth, "export.directory_depth", 0, 1000),
		boolean(&s.Export.SelfLoops, "export.self_loops"),
		boolean(&s.Export.LinkedHosts, "export.linked_hosts"),
		accessLogs(&s.Export.Hits, "export.hits").orEmpty().flag("hits", ""),
		text(&s.Export.ResultFolder, "export.result_folder").allow("the name of a folder"),

		tokens(&s.Report.Robots, "report.robots").orEmpty(),
		boolean(&s.Report.Times, "report.times"),

		text(&s.Logs.CommonLog, "logs.common_log").file("the name of a file").orEmpty(),
		text(&s.Logs.ErrorLog, "logs.error_log").file("the name of a file").orEmpty(),
		boolean(&s.Logs.DisplayCommon, "logs.display_common"),
		boolean(&s.Logs.DisplayErrors, "logs.display_errors"),

		text(&s.Sample.Host, "sample.host").allow("http://host").orEmpty(),
		text(&s.Sample.Folder, "sample.folder").allow("the name of a folder").orEmpty(),
	}
}

// check checks settings of a section against each other. Package pairs checks which features go together.
func check(s *Settings) (errs []error) {
	if s.Download.Downloader == "folder" && s.Download.Folder == "" {
		errs = append(errs, errors.New(
			"[download] downloader = folder: [download] folder must name the root of a saved site"))
	}
	if s.Download.Downloader == "warc" && s.Download.Archive == "" {
		errs = append(errs, errors.New(
			"[download] downloader = warc: [download] archive must name a web archive, or a folder of them"))
	}
	errs = append(errs, checkOrder(s.Order)...)
	if s.Sample.Host == "" {
		return errs // there is no sample
	}
	if s.Sample.Folder == "" {
		errs = append(errs, fmt.Errorf("[sample] host = %s: [sample] folder must name the root of the site "+
			"that is served under it; an empty host switches the sample off", quote(s.Sample.Host)))
	}
	u, err := site.Parse(s.Sample.Host)
	if err != nil || u.Scheme != "http" || u.Host == "" || u.Target() != "/" {
		errs = append(errs, fmt.Errorf("[sample] host = %s: must be http://host: the sample is served without TLS",
			quote(s.Sample.Host)))
	}
	return errs
}

func checkOrder(o Order) (errs []error) {
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf("[order] "+format, args...)) }
	if o.Theme != "" && o.Sites != "all" {
		wrong("theme = %s means sites = %s, and sites = %s is set too: remove one of the two",
			o.Theme, o.Rule(), o.Sites)
	}
	if strings.HasPrefix(o.Pages, "links-") && o.Rule() != "all" {
		wrong("pages = %s chooses among the pages of all sites and leaves no choice to sites = %s: "+
			"remove one of the two", o.Pages, o.Rule())
	}
	if o.Rule() == "r1" && o.Budget == 0 {
		wrong("sites = r1 divides the budget among the sites beforehand: set budget")
	}
	return errs
}

// former maps former names of settings, which settings files and the environment may still use, to present ones.
var former = map[string]string{
	"sites.max_level":         "sites.max_depth",
	"sites.downloads_at_once": "sites.connections_per_host",
}

func currentName(section, key string) string {
	name := section + "." + key
	return cmp.Or(former[name], name)
}

func formerNames(name string) (names []string) {
	for old, now := range former {
		if now == name {
			names = append(names, old)
		}
	}
	return names
}
