package run

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/site"
)

// Version is the program's version, also sent to the servers it visits.
const Version = "0.1.0"

// Config is the effective configuration, and where the files go.
type Config struct {
	config.Settings
	// OutputDir is the folder that relative paths of results, logs, state and
	// stop file start from.
	OutputDir string
}

// NewConfig returns the configuration of settings that were read. A limit that
// is set takes effect: its stop condition is added if the list lacks it.
func NewConfig(s config.Settings, outputDir string) Config {
	stops := slices.Clone(s.Finish.Finishers)
	for name, set := range map[string]bool{"max-pages": s.Walk.MaxPages > 0, "timeout": s.Finish.Timeout > 0} {
		if set && !slices.Contains(stops, name) {
			stops = append(stops, name)
		}
	}
	slices.Sort(stops[len(s.Finish.Finishers):])
	s.Finish.Finishers = stops
	return Config{Settings: s, OutputDir: outputDir}
}

// UsageError is an error in what the user gave: settings, arguments, folders.
type UsageError struct {
	// Err says what is wrong.
	Err error
}

// Error returns the text of the error inside.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the error inside.
func (e *UsageError) Unwrap() error { return e.Err }

// usage marks an error as the user's.
func usage(format string, args ...any) error { return &UsageError{Err: fmt.Errorf(format, args...)} }

// Path places a file of the run in the output folder.
func (c Config) Path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.OutputDir, name)
}

// StateDir is the folder of the state.
func (c Config) StateDir() string { return c.Path("state") }

// resultDir is the folder of a site's files.
func (c Config) resultDir(name string) string {
	return filepath.Join(c.Path(c.Export.ResultFolder), name)
}

// HostOf returns a line of hosts.txt for a site that has none.
func (c Config) HostOf(u site.URL) config.Host {
	s := c.Sites
	return config.Host{URL: u, Connections: s.ConnectionsPerHost, MaxDepth: s.MaxDepth, Delay: s.CrawlDelay}
}

// SettingsOf returns all settings that hold for one site, by name, for the
// manifest. What its line of hosts.txt says replaces the section [sites].
func (c Config) SettingsOf(h config.Host) map[string]string {
	of := c.Settings
	of.Sites.ConnectionsPerHost, of.Sites.MaxDepth, of.Sites.CrawlDelay = h.Connections, h.MaxDepth, h.Delay
	all := map[string]string{}
	for _, row := range config.Table(&of) {
		all[row.Name()] = row.Text()
	}
	return all
}

// LimitsOf returns the limits of one site's crawl.
func (c Config) LimitsOf(h config.Host, d Details) extractor.Limits {
	paper := c.Walk.URLProfile == site.ProfilePaper
	l := extractor.Limits{
		Downloads: h.Connections, Parsers: c.Parse.Parsers, MaxLevel: h.MaxDepth, MaxPages: c.Walk.MaxPages,
		MaxRedirects: c.Walk.MaxRedirects, MaxURLLength: c.Walk.MaxURLLength, Extensions: map[string]bool{},
		Include: c.Walk.Include, Exclude: c.Walk.Exclude, RewriteScheme: !paper, NoXHTML: paper,
		PathDepth: c.Limits.PathDepth, PathRepeats: c.Limits.PathRepeats,
		LinksPerPage: c.Limits.LinksPerPage, PerDirectory: c.Limits.PerDirectory,
		KeepLinks: d.Links, KeepTexts: d.Texts,
	}
	for _, e := range c.Walk.Extensions {
		l.Extensions[e] = true
	}
	if l.Parsers == 0 {
		l.Parsers = runtime.NumCPU()
	}
	return l
}
