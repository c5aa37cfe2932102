package command

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/run"
	"sitegraph/site"
)

// flags are those of the command line.
type flags struct {
	settings     string
	outputDir    string
	ignoreRobots bool
	fresh        bool
	retryFailed  bool
	quiet        bool
	verbose      bool
	progress     string
	color        string
	settingTexts map[string]*string // flags of the table of settings, by the setting's name
}

// add adds the flags of the table of settings, and the program's own.
func (f *flags) add(cmd *cobra.Command) {
	f.settingTexts = map[string]*string{}
	p := cmd.PersistentFlags()
	for _, s := range config.Table(new(config.Settings)) {
		if s.Flag != "" {
			f.settingTexts[s.Name()] = new(string)
			p.VarP(settingFlag{f.settingTexts[s.Name()], s.Placeholder}, s.Flag, s.Short, helpOf(s))
		}
	}
	p.StringVar(&f.settings, "settings", "", "settings `file` (default settings.ini)")
	p.StringVarP(&f.outputDir, "output-dir", "O", ".", "`folder` for result/, logs/, state/ and the stop file")
	p.BoolVar(&f.ignoreRobots, "ignore-robots", false, "do not obey robots.txt (only on sites of your own)")
	p.BoolVar(&f.fresh, "fresh", false, "discard the saved state of these sites and crawl from scratch")
	p.BoolVar(&f.retryFailed, "retry-failed", false, "request again what failed in earlier runs (no answer, 5xx, 429)")
	p.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
	p.BoolVarP(&f.verbose, "verbose", "v", false, "verbose log")
	p.StringVar(&f.progress, "progress", "auto",
		"progress display: auto (bar on a terminal, else plain), bar, plain, json or none")
	p.StringVar(&f.color, "color", "auto",
		"color output: auto (on a terminal, unless NO_COLOR is set), always or never")
}

// settingFlag is the text of a flag of the table; kind stands for it in the help.
type settingFlag struct {
	text *string
	kind string
}

func (f settingFlag) String() string        { return "" }
func (f settingFlag) Set(text string) error { *f.text = text; return nil }
func (f settingFlag) Type() string          { return f.kind }

// helpOf describes a flag of the table, with the names that it takes.
func helpOf(s config.Setting) string {
	if len(s.Names) == 0 {
		return s.Doc
	}
	return strings.TrimSuffix(s.Doc, ".") + ": " + strings.Join(s.Names, ",") + "."
}

// bareNumber is a duration without a unit.
var bareNumber = regexp.MustCompile(`^[0-9]+$`)

// overrides returns the settings that flags override.
func (f *flags) overrides(cmd *cobra.Command) map[string]string {
	overrides := map[string]string{}
	for _, s := range config.Table(new(config.Settings)) {
		if s.Flag != "" && cmd.Flags().Changed(s.Flag) {
			overrides[s.Name()] = *f.settingTexts[s.Name()]
		}
	}
	if t := overrides["finish.timeout"]; bareNumber.MatchString(t) {
		overrides["finish.timeout"] = t + "s" // a run's time is in seconds, as elsewhere
	}
	if f.ignoreRobots {
		overrides["robots.robots"] = "none"
	}
	return overrides
}

// check checks the flags that are no settings.
func (f *flags) check() error {
	for _, c := range []struct {
		flag, value string
		known       []string
	}{
		{"progress", f.progress, site.Names(progressStyles)},
		{"color", f.color, []string{"always", "auto", "never"}},
	} {
		if !slices.Contains(c.known, c.value) {
			return run.Usage("--%s %q: must be one of %s", c.flag, c.value, strings.Join(c.known, ", "))
		}
	}
	return nil
}
