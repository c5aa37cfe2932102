package command

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/site"
)

// setup is everything that is known before the first request.
type setup struct {
	config.Settings
	console   console
	flags     *flags
	overrides map[string]string
	dial      map[string]string // where the sample site is reached
}

// newSetup reads and judges settings and flags.
func newSetup(cmd *cobra.Command, c console, f *flags) (*setup, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	overrides := f.changed(cmd)
	file := f.settings
	if file == "" {
		file = "settings.ini"
	}
	settings, err := config.Load(config.Sources{File: file, MustExist: f.settings != "", Env: c.env, Overrides: overrides, Known: known()})
	if err != nil {
		return nil, usage(err)
	}
	s := &setup{Settings: *settings, console: c, flags: f, overrides: overrides, dial: map[string]string{}}
	if _, ok := overrides["walk.max_pages"]; ok {
		s.finisher("max-pages")
	}
	if _, ok := overrides["finish.timeout"]; ok {
		s.finisher("timeout")
	}
	return s, nil
}

// finisher makes sure that a finisher asked for by a flag is there.
func (s *setup) finisher(name string) {
	if !slices.Contains(s.Finish.Finishers, name) {
		s.Finish.Finishers = append(s.Finish.Finishers, name)
	}
}

// path places a file of the run under the output folder.
func (s *setup) path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.flags.outputDir, name)
}

func (s *setup) maxPages() int {
	if !slices.Contains(s.Finish.Finishers, "max-pages") {
		return 0
	}
	return s.Walk.MaxPages
}

// kept is what only some files show, so that a state need not have it.
type kept struct{ links, texts bool }

// How the state calls them.
const (
	keptLinks = "single links (for [export] exporters = links)"
	keptTexts = "anchor texts (for [export] exporters = external, bad, links)"
)

// shown is what the chosen files show.
func (s *setup) shown() (k kept) {
	for _, e := range s.Export.Exporters {
		k.links = k.links || e == "links"
		k.texts = k.texts || e == "links" || e == "external" || e == "bad"
	}
	return k
}

// or is what either has.
func (k kept) or(other kept) kept { return kept{k.links || other.links, k.texts || other.texts} }

// limits are the walk's, for one site.
func (s *setup) limits(h config.Host, k kept) extractor.Limits {
	l := extractor.Limits{
		Downloads: h.Downloads, Parsers: s.Parse.Parsers, MaxLevel: h.MaxLevel, MaxPages: s.maxPages(),
		MaxRedirects: s.Walk.MaxRedirects, MaxURLLength: s.Walk.MaxURLLength, Extensions: map[string]bool{},
		Include: s.Walk.Include, Exclude: s.Walk.Exclude, RewriteScheme: s.Walk.URLProfile != site.ProfilePaper, NoXHTML: s.Walk.URLProfile == site.ProfilePaper,
		PathDepth: s.Limits.PathDepth, PathRepeats: s.Limits.PathRepeats, LinksPerPage: s.Limits.LinksPerPage, PerDirectory: s.Limits.PerDirectory,
		KeepLinks: k.links, KeepTexts: k.texts,
	}
	for _, e := range s.Walk.Extensions {
		l.Extensions[e] = true
	}
	if l.Parsers == 0 {
		l.Parsers = runtime.NumCPU()
	}
	return l
}

// decisive are the settings that change the graph: a state made with others
// is refused. The levels and the number of pages are not among them, since a
// state can always be carried further.
func (s *setup) decisive(k kept) map[string]string {
	d := map[string]string{
		"[walk] elements":       strings.Join(s.Walk.Elements, " "),
		"[walk] url_profile":    s.Walk.URLProfile,
		"[walk] extensions":     none(strings.Join(slices.Sorted(slices.Values(s.Walk.Extensions)), " ")),
		"[walk] include":        none(pattern(s.Walk.Include)),
		"[walk] exclude":        none(pattern(s.Walk.Exclude)),
		"[walk] max_redirects":  fmt.Sprint(s.Walk.MaxRedirects),
		"[walk] max_url_length": fmt.Sprint(s.Walk.MaxURLLength),
		"[download] downloader": s.Download.Downloader,
		"[download] max_body":   fmt.Sprint(s.Download.MaxBody),
		"[parse] parser":        s.Parse.Parser,
		"[robots] robots":       s.Robots.Rules,
		"[duplicates] key":      s.Duplicates.Key,

		"[limits] max_path_depth":     fmt.Sprint(s.Limits.PathDepth),
		"[limits] max_path_repeats":   fmt.Sprint(s.Limits.PathRepeats),
		"[limits] max_links_per_page": fmt.Sprint(s.Limits.LinksPerPage),
		"[limits] max_per_directory":  fmt.Sprint(s.Limits.PerDirectory),
	}
	if s.Download.Folder != "" {
		d["[download] folder"] = s.Download.Folder
	}
	if k.links {
		d[keptLinks] = "kept"
	}
	if k.texts {
		d[keptTexts] = "kept"
	}
	return d
}

// none writes an empty setting: in the state "" would mean "does not matter".
func none(value string) string {
	if value == "" {
		return "(none)"
	}
	return value
}

func pattern(p *regexp.Regexp) string {
	if p == nil {
		return ""
	}
	return p.String()
}

// all are the settings in effect for one site by name, for the manifest: what
// its line of hosts.txt says takes the place of the section [sites].
func (s *setup) all(h config.Host) map[string]string {
	of := s.Settings
	of.Sites.DownloadsAtOnce, of.Sites.MaxLevel, of.Sites.CrawlDelay = h.Downloads, h.MaxLevel, h.Delay
	all := map[string]string{}
	for _, row := range config.Table() {
		all[row.Name()] = row.Text(&of)
	}
	return all
}

// hosts returns the sites to crawl: those of the command line, or of the
// hosts file. Flags win over what a line says.
func (s *setup) hosts(args []string) ([]config.Host, error) {
	hosts, err := s.readHosts(args)
	if err != nil {
		return nil, usage(err)
	}
	for i := range hosts {
		h := &hosts[i]
		if _, ok := s.overrides["sites.downloads_at_once"]; ok {
			h.Downloads = s.Sites.DownloadsAtOnce
		}
		if _, ok := s.overrides["sites.max_level"]; ok {
			h.MaxLevel = s.Sites.MaxLevel
		}
		if _, ok := s.overrides["sites.crawl_delay"]; ok {
			h.Delay = s.Sites.CrawlDelay
		}
	}
	return hosts, nil
}

func (s *setup) readHosts(args []string) ([]config.Host, error) {
	if len(args) > 0 {
		return s.argumentHosts(args)
	}
	name := s.Sites.Hosts
	r := s.console.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("hosts file: %w: make it, one site a line (https://example.com), or name sites on the command line", err)
		}
		defer f.Close()
		r = f
	}
	hosts, warnings, err := config.ReadHosts(r, name, s.Settings)
	for _, w := range warnings {
		s.warn("%v", w)
	}
	return hosts, err
}

func (s *setup) argumentHosts(args []string) ([]config.Host, error) {
	var hosts []config.Host
	seen := map[string]bool{}
	for _, text := range args {
		h, remarks, err := config.ParseHost(text, s.Settings)
		if err != nil {
			return nil, err
		}
		for _, r := range remarks {
			s.warn("%s: %s", text, r)
		}
		if !seen[h.URL.Origin()] {
			hosts = append(hosts, h)
		}
		seen[h.URL.Origin()] = true
	}
	return hosts, nil
}

// warn tells the user something that does not stop the run.
func (s *setup) warn(format string, args ...any) {
	fmt.Fprintf(s.console.err, "sitegraph: "+format+"\n", args...)
}

// say tells the user something, unless quiet.
func (s *setup) say(format string, args ...any) {
	if !s.flags.quiet {
		fmt.Fprintf(s.console.err, format+"\n", args...)
	}
}

func runConfig(cmd *cobra.Command, c console, f *flags) error {
	s, err := newSetup(cmd, c, f)
	if err != nil {
		return err
	}
	s.notes()
	return s.WriteINI(c.out)
}
