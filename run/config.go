package run

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Version is the program's version, also sent to the servers it visits.
const Version = "0.1.0"

// Config is the effective configuration with the folders of files.
type Config struct {
	config.Settings
	OutputDir string          // base of relative paths of results, logs, state and stop file
	InputDir  string          // base of relative paths of hosts and credentials; "" is the working folder
	Lookup    download.Lookup // finds hosts with private addresses; nil asks the system
	// TwinPause is the wait before second requests with key stable. 0 is 1.1 seconds, since pages may show seconds.
	TwinPause time.Duration
}

// NewConfig returns the configuration for settings. A limit implies its stop condition, an archive its downloader.
func NewConfig(s config.Settings, outputDir string) Config {
	stops := slices.Clone(s.Finish.Finishers)
	for name, set := range map[string]bool{"max-pages": s.Walk.MaxPages > 0, "timeout": s.Finish.Timeout > 0} {
		if set && !slices.Contains(stops, name) {
			stops = append(stops, name)
		}
	}
	slices.Sort(stops[len(s.Finish.Finishers):])
	s.Finish.Finishers = stops
	if s.Download.Archive != "" && s.Download.Downloader == "http" {
		s.Download.Downloader = "warc"
	}
	return Config{Settings: s, OutputDir: outputDir}
}

// UsageError is the user's mistake in settings, arguments or folders.
type UsageError struct{ error }

// Unwrap returns the error inside.
func (e *UsageError) Unwrap() error { return e.error }

// Usage returns an error that blames the user.
func Usage(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// Path returns the path of a file in the output folder.
func (c Config) Path(name string) string { return placed(c.OutputDir, name) }

// InputPath returns the path of a file in the input folder.
func (c Config) InputPath(name string) string { return placed(c.InputDir, name) }

func placed(dir, name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// StateDir returns the folder of the state.
func (c Config) StateDir() string { return c.Path("state") }

func (c Config) resultDir(name string) string {
	return filepath.Join(c.Path(c.Export.ResultFolder), name)
}

// HostOf returns the line that hosts.txt would have for a site.
func (c Config) HostOf(u site.URL) config.Host {
	s := c.Sites
	return config.Host{URL: u, Connections: s.ConnectionsPerHost, MaxDepth: s.MaxDepth, Delay: s.CrawlDelay}
}

// SettingsOf returns all settings of a site for the manifest, by name. Its line of hosts.txt overrides [sites].
func (c Config) SettingsOf(h config.Host) map[string]string {
	c.Sites.ConnectionsPerHost, c.Sites.MaxDepth, c.Sites.CrawlDelay = h.Connections, h.MaxDepth, h.Delay
	return settingsOf(c.Settings)
}

func settingsOf(s config.Settings) map[string]string {
	all := map[string]string{}
	for _, row := range config.Table(&s) {
		all[row.Name()] = row.Text()
	}
	return all
}

// LimitsOf returns the limits of one site's crawl.
func (c Config) LimitsOf(h config.Host, d Details) scope.Limits {
	paper := c.Walk.URLProfile == site.ProfilePaper
	l := scope.Limits{
		Downloads: h.Connections, Parsers: c.Parse.Parsers, MaxLevel: h.MaxDepth, MaxPages: c.Walk.MaxPages,
		MaxRedirects: c.Walk.MaxRedirects, MaxURLLength: c.Walk.MaxURLLength, Extensions: map[string]bool{},
		Include: c.Walk.Include, Exclude: c.Walk.Exclude, RewriteScheme: !paper, NoXHTML: paper,
		PathDepth: c.Limits.PathDepth, PathRepeats: c.Limits.PathRepeats,
		Refused:     c.Limits.Refused,
		PathTandems: c.Limits.PathTandems, SkipMiswritten: c.Limits.SkipMiswritten,
		PerHost: h.Connections, LinksPerPage: c.Limits.LinksPerPage, PerDirectory: c.Limits.PerDirectory,
		KeepLinks: d.Links, KeepTexts: d.Texts, Linked: kindsToCheck(c.Linked), Budget: c.Order.Budget,
	}
	if c.Download.Downloader == "http" {
		l.TwinPause = cmp.Or(c.TwinPause, 1100*time.Millisecond)
	}
	if h.Members != nil {
		l.Downloads *= c.Sites.AtOnce
	}
	for _, e := range c.Walk.Extensions {
		l.Extensions[e] = true
	}
	if l.Parsers == 0 {
		l.Parsers = runtime.NumCPU()
	}
	return l
}

func withoutMaxPages(c Config) Config {
	c.Finish.Finishers = slices.DeleteFunc(slices.Clone(c.Finish.Finishers), func(name string) bool {
		return name == "max-pages"
	})
	return c
}

func checkOverlaps(hosts []config.Host) error {
	shared := config.Overlaps(hosts)
	for _, i := range slices.Sorted(maps.Keys(shared)) {
		s := shared[i]
		return Usage("%s and %s share %s: remove one of them", hosts[s.Of].URL, hosts[i].URL, s.Member)
	}
	return nil
}

// Details are parts of a crawl that only some files need. The state may lack them.
type Details struct {
	Links bool // single links
	Texts bool // anchor texts of external and bad links
	Uses  bool // images, scripts and style sheets that pages use
}

// The names of details in a state.
const (
	detailLinks = "single links (for [export] exporters = links)"
	detailTexts = "anchor texts (for [export] exporters = external, bad, links)"
	detailUses  = "what pages use (for [linked] check = fonts, images, scripts, styles)"
	detailKept  = "kept"
)

// Details returns the details that the chosen files or checks need.
func (c Config) Details() (d Details) {
	d.Uses = keepsUses(c.Linked)
	for _, e := range c.Export.Exporters {
		d.Links = d.Links || e == "links"
		d.Texts = d.Texts || e == "links" || e == "external" || e == "bad"
	}
	return d
}

func detailsIn(settings map[string]string) Details {
	return Details{Links: settings[detailLinks] != "", Texts: settings[detailTexts] != "",
		Uses: settings[detailUses] != ""}
}

// Kept adds the details that a site's state keeps. An unreadable state keeps none.
func (d Details) Kept(journal evidence.Journal) Details {
	_, settings, _ := extractor.SiteOf(journal)
	return d.and(detailsIn(settings))
}

func (d Details) and(other Details) Details {
	return Details{Links: d.Links || other.Links, Texts: d.Texts || other.Texts, Uses: d.Uses || other.Uses}
}

const none = "(none)" // marks an empty setting in a state, where "" means that it does not matter

// Identity returns the settings that decide the graph. A state made with other settings is refused. Depth and number of
// pages are not among them, because any state can be continued.
func (c Config) Identity(d Details) map[string]string {
	id := map[string]string{
		"[walk] elements":       strings.Join(c.Walk.Elements, " "),
		"[walk] url_profile":    c.Walk.URLProfile,
		"[walk] extensions":     cmp.Or(strings.Join(slices.Sorted(slices.Values(c.Walk.Extensions)), " "), none),
		evidence.SettingInclude: cmp.Or(pattern(c.Walk.Include), none),
		evidence.SettingExclude: cmp.Or(pattern(c.Walk.Exclude), none),
		"[walk] max_redirects":  fmt.Sprint(c.Walk.MaxRedirects),
		"[walk] max_url_length": fmt.Sprint(c.Walk.MaxURLLength),
		"[download] downloader": c.Download.Downloader,
		"[download] max_body":   fmt.Sprint(c.Download.MaxBody),
		"[parse] parser":        c.Parse.Parser,
		"[robots] robots":       c.Robots.Rules,
		"[duplicates] key":      c.Duplicates.Key,

		"[limits] max_path_depth":     fmt.Sprint(c.Limits.PathDepth),
		"[limits] max_path_repeats":   fmt.Sprint(c.Limits.PathRepeats),
		"[limits] max_links_per_page": fmt.Sprint(c.Limits.LinksPerPage),
		"[limits] max_per_directory":  fmt.Sprint(c.Limits.PerDirectory),
	}
	if c.Limits.PathTandems > 0 {
		id["[limits] max_path_tandems"] = fmt.Sprint(c.Limits.PathTandems)
	}
	if c.Limits.SkipMiswritten {
		id["[limits] skip_miswritten"] = "true"
	}
	for name, path := range map[string]string{"folder": c.Download.Folder, "archive": c.Download.Archive} {
		if path != "" {
			id["[download] "+name] = path
		}
	}
	identifyOrder(c.Order, id)
	for name, kept := range map[string]bool{detailLinks: d.Links, detailTexts: d.Texts, detailUses: d.Uses} {
		if kept {
			id[name] = detailKept
		}
	}
	return id
}

// identifyOrder adds the settings of an order of decisions, with the budget only if the rule divides it in advance.
func identifyOrder(o config.Order, id map[string]string) {
	if o.ByDepth() {
		return
	}
	id["[order] sites"], id["[order] pages"] = o.Rule(), o.Pages
	id["[order] lookahead"], id["[order] seed"] = fmt.Sprint(o.Lookahead), fmt.Sprint(o.Seed)
	switch o.Rule() {
	case "r1":
		id["[order] budget, which r1 divides beforehand"] = fmt.Sprint(o.Budget)
	case "quantum":
		id["[order] quantum"] = fmt.Sprint(o.Quantum)
	case "r2":
		id["[order] block"] = fmt.Sprint(o.Block)
	case "r3", "good-ucb", "r4", "auto":
		id["[order] start"] = fmt.Sprint(o.Start)
	}
}

// inReport returns the settings that decide the graph, for the report. Their values come from the manifest, so that a
// result folder gives the same report as the state, and a saved site the same as the site.
func inReport(c Config, all map[string]string) map[string]string {
	shown := map[string]string{}
	for name := range c.Identity(Details{}) {
		if slices.Contains([]string{"[download] downloader", "[download] folder", "[download] archive"}, name) {
			continue
		}
		if value, ok := all[strings.NewReplacer("[", "", "] ", ".").Replace(name)]; ok {
			shown[name] = cmp.Or(value, none)
		}
	}
	if scope := all["sites.scope"]; scope != site.ScopeHost && scope != "" {
		shown["[sites] scope"] = scope
	}
	return shown
}

func pattern(p *regexp.Regexp) string {
	if p == nil {
		return ""
	}
	return p.String()
}
