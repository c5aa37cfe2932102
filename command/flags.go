package command

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sitegraph/config"
	"sitegraph/run"
	"sitegraph/site"
)

type flags struct {
	settings     string
	outputDir    string
	ignoreRobots bool
	fresh        bool
	retryFailed  bool
	list         string
	shard        string
	quiet        bool
	verbose      bool
	progress     string
	color        string
	asOf         string             // moment that the user wants to see
	settingTexts map[string]*string // values of flags that are settings, by the setting's name
}

// add defines the program's own flags and the flags in the table of settings.
func (f *flags) add(cmd *cobra.Command) {
	f.settingTexts = map[string]*string{}
	p := cmd.PersistentFlags()
	for _, s := range config.Table(new(config.Settings)) {
		if s.Flag != "" {
			f.settingTexts[s.Name()] = new(string)
			flag := p.VarPF(settingFlag{f.settingTexts[s.Name()], s.Placeholder}, s.Flag, s.Short, helpOf(s))
			if flag.Value.Type() == "bool" {
				flag.NoOptDefVal = "true" // the flag alone says yes
			}
		}
	}
	p.StringVar(&f.settings, "settings", "", "settings `file` (default settings.ini)")
	p.StringVarP(&f.outputDir, "output-dir", "O", ".", "`folder` for result/, logs/, state/ and the stop file")
	p.BoolVar(&f.ignoreRobots, "ignore-robots", false, "do not obey robots.txt (only on sites of your own)")
	p.StringVar(&f.list, "list", "",
		"fetch the URLs of a `file`, one per line, without following links (- for standard input)")
	p.StringVar(&f.shard, "shard", "",
		"crawl one `part` of the sites, such as 3/16; sitegraph merge joins the parts")
	p.BoolVar(&f.fresh, "fresh", false, "crawl these sites from scratch; before/ keeps the files of the crawl before")
	p.BoolVar(&f.retryFailed, "retry-failed", false, "request failed URLs of earlier runs again (no answer, "+
		"5xx, 429)")
	p.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
	p.BoolVarP(&f.verbose, "verbose", "v", false, "verbose log")
	p.StringVar(&f.progress, "progress", "auto",
		"`style` of the progress display: auto (bar on a terminal, else plain), bar, plain, json or none")
	p.StringVar(&f.color, "color", "auto",
		"`when` to use colors: auto (on a terminal, unless NO_COLOR is set), always or never")
}

func (f *flags) addAsOf(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().StringVar(&f.asOf, "as-of", "", "show the crawls of the state as they were at a `moment`: "+
		"a day (its end, in UTC), a time, or the number of an iteration")
	return cmd
}

// settingFlag holds the value of a flag that is a setting. kind is its placeholder in the help.
type settingFlag struct {
	text *string
	kind string
}

func (f settingFlag) String() string        { return "" }
func (f settingFlag) Set(text string) error { *f.text = text; return nil }
func (f settingFlag) Type() string          { return f.kind }

// helpOf describes a setting's flag and lists the allowed names that the description does not mention.
func helpOf(s config.Setting) string {
	names := strings.Join(s.Names, ", ") + "."
	switch {
	case !slices.ContainsFunc(s.Names, func(name string) bool { return !strings.Contains(s.Doc, name) }):
		return s.Doc
	case strings.ContainsAny(s.Doc, ":;") || strings.Contains(s.Doc, ". "):
		return s.Doc + " Allowed: " + names
	}
	return strings.TrimSuffix(s.Doc, ".") + ": " + names
}

// bareNumber matches a number without a unit.
var bareNumber = regexp.MustCompile(`^[0-9]+$`)

func (f *flags) overrides(cmd *cobra.Command) map[string]string {
	overrides := map[string]string{}
	for _, s := range config.Table(new(config.Settings)) {
		if s.Flag != "" && cmd.Flags().Changed(s.Flag) {
			overrides[s.Name()] = *f.settingTexts[s.Name()]
		}
	}
	if t := overrides["finish.timeout"]; bareNumber.MatchString(t) {
		overrides["finish.timeout"] = t + "s" // other programs take seconds here
	}
	if f.ignoreRobots {
		overrides["robots.robots"] = "none"
	}
	return overrides
}

func (f *flags) check() error {
	check := func(flag, value string, known ...string) error {
		if !slices.Contains(known, value) {
			return run.Usage("--%s %q: must be one of %s", flag, value, strings.Join(known, ", "))
		}
		return nil
	}
	return cmp.Or(check("progress", f.progress, site.Names(progressStyles)...),
		check("color", f.color, colors()...))
}

func colors() []string { return []string{"always", "auto", "never"} }

// The persistent flags by purpose. All commands parse all of them, so that a misplaced one gets a helpful error.
var (
	// Every command that reads settings takes these.
	ofAll = []string{"settings", "output-dir", "quiet", "verbose"}
	// Slow commands.
	ofLong = []string{"progress"}
	// Commands that read saved crawls. These flags select a part of a crawl or must match the saved state.
	ofState = []string{"hosts", "scope", "max-depth", "max-pages", "include", "exclude", "budget", "order-pages",
		"order-sites", "theme", "archive", "check-linked", "ignore-robots"}
	// Commands that request pages of a saved crawl again.
	ofRequests = []string{"contact", "user-agent", "delay", "per-host", "credentials", "warc"}
	// Watched sites.
	ofIterations = []string{"checks", "seconds", "policy"}
	// Single sites; agents refuse these.
	ofSites = []string{"order-sites", "order-pages", "theme", "checks", "seconds", "policy", "sitemaps", "check-linked"}
	// One run; these are not settings.
	ofRuns = []string{"fresh", "retry-failed", "list", "shard"}
)

// takenBy lists the persistent flags that commands take, unless they take all. A new flag is for crawls only.
var takenBy = map[string][]string{
	"export":    slices.Concat(ofAll, ofLong, ofState, []string{"export", "hits"}),
	"report":    slices.Concat(ofAll, ofLong, ofState, []string{"hits"}),
	"stats":     slices.Concat(ofAll, ofLong, ofState),
	"compare":   slices.Concat(ofAll, ofState),
	"redirects": ofAll,
	"what-if":   slices.Concat(ofAll, ofLong, ofState, ofRequests, []string{"export", "hits"}),
	"why":       slices.Concat(ofAll, ofState),
	"blame":     slices.Concat(ofAll, ofState),
	"hosts":     slices.Concat(ofAll, ofLong, ofState),
	"status":    ofAll,
	"forget":    ofAll,
	"merge":     {"output-dir", "quiet"},
	"worker":    {"output-dir", "quiet", "verbose"},
	"serve":     {"quiet"},
	"mcp":       ofAll,
	"version":   {},
	"init":      {},

	"help":       {},
	"completion": {},
}

// heeds reports whether a command takes a persistent flag. Subcommands take the flags of their parent.
func heeds(cmd *cobra.Command, flag string) bool {
	name := cmd.Name()
	if cmd.HasParent() && cmd.Parent().HasParent() {
		name = cmd.Parent().Name()
	}
	if names, limited := takenBy[name]; limited {
		return slices.Contains(names, flag)
	}
	switch {
	case name == "config":
		return !slices.Contains(ofRuns, flag)
	case name == "submit" && flag != "list" && slices.Contains(ofRuns, flag):
		return false
	case name == "watch":
		return true
	case name == "agents" && slices.Contains(ofSites, flag):
		return false
	}
	return !slices.Contains(ofIterations, flag)
}

// unrefused flags do no harm where they have no effect.
var unrefused = []string{"progress", "color", "quiet", "verbose"}

// refuseOthers refuses flags that a command would ignore. Agents refuse theirs elsewhere.
func refuseOthers(cmd *cobra.Command, _ []string) (err error) {
	root := cmd.Root().PersistentFlags()
	cmd.Flags().Visit(func(f *pflag.Flag) {
		known := root.Lookup(f.Name) != f || heeds(cmd, f.Name) || slices.Contains(unrefused, f.Name)
		if !known && cmd.Name() != "agents" && err == nil {
			err = run.Usage("%s takes no --%s (see %s)", cmd.CommandPath(), f.Name, helpOn(cmd))
		}
	})
	return err
}
