package command

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/config"
)

// console is where the program reads and writes.
type console struct {
	out, err io.Writer
	in       io.Reader
	env      []string
}

// flags are the command line's, beside those of the table of settings.
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
	overrides    map[string]*string // by the name of the setting
}

// newRoot returns the command sitegraph, which crawls.
func newRoot(c console) *cobra.Command {
	f := &flags{overrides: map[string]*string{}}
	crawl := func(cmd *cobra.Command, args []string) error {
		if err := noMistypedCommand(cmd.Root(), args); err != nil {
			return err
		}
		return runCrawl(cmd, c, f, args)
	}
	root := &cobra.Command{
		Use:   "sitegraph [host...]",
		Short: "Turn web sites into graphs for Gephi, networkx, igraph and Pajek",
		Long: "sitegraph walks every site of hosts.txt (or of the command line) breadth-first from\n" +
			"its home page and writes its web graph. settings.ini says how; README.md tells all.",
		Args: cobra.ArbitraryArgs, RunE: crawl,
		SilenceUsage: true, SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SuggestionsMinimumDistance = 2
	root.SetOut(c.out)
	root.SetErr(c.err)
	addFlags(root, f)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		says, _, _ := strings.Cut(err.Error(), ": strconv.") // the rest is for programmers
		return usage(fmt.Errorf("%s (see %s --help)", says, cmd.CommandPath()))
	})
	root.AddCommand(
		&cobra.Command{Use: "crawl [host...]", Short: "Crawl sites (what sitegraph does without a command)", RunE: crawl},
		&cobra.Command{Use: "export [host...]", Short: "Write the files again from the state of earlier crawls",
			Long: "export writes the files of the hosts, or of all sites of the state, into result/ again:\n" +
				"those of --export, or all of [export] exporters. Nothing is fetched.",
			RunE: func(cmd *cobra.Command, args []string) error { return runExport(cmd, c, f, args) }},
		&cobra.Command{Use: "compare A B", Short: "Tell what changed between two crawls, from their result folders", Args: twoFolders,
			Long: "compare reads two result folders, the earlier one first, and writes what changed into comparison/.\n" +
				"Folders of result folders are compared site by site.",
			Example: "  sitegraph compare before/result/example.com after/result/example.com\n  sitegraph compare before/result after/result",
			RunE:    func(cmd *cobra.Command, args []string) error { return runCompare(cmd, c, f, args[0], args[1]) }},
		&cobra.Command{Use: "stats [host or folder...]", Short: "Show statistics of crawled sites, from the state or from result folders",
			Long:    "stats shows the main numbers of " + inputsHelp,
			Example: "  sitegraph stats example.com\n  sitegraph stats old/result/example.com",
			RunE:    func(cmd *cobra.Command, args []string) error { return runStats(cmd, c, f, args) }},
		&cobra.Command{Use: "report [host or folder...]", Short: "Write the report of crawled sites again, from the state or from result folders",
			Long:    "report writes the numbers, the charts and the report into reports/, of " + inputsHelp,
			Example: "  sitegraph report example.com\n  sitegraph report old/result/example.com",
			RunE:    func(cmd *cobra.Command, args []string) error { return runReport(cmd, c, f, args) }},
		&cobra.Command{Use: "status", Short: "Show what the state folder holds", Args: noArguments,
			RunE: func(cmd *cobra.Command, _ []string) error { return runStatus(cmd, c, f) }},
		&cobra.Command{Use: "why URL", Short: "Tell what became of a URL, why, and who links to it", Args: oneURL,
			RunE: func(cmd *cobra.Command, args []string) error { return runWhy(cmd, c, f, args[0]) }},
		&cobra.Command{Use: "config", Short: "Print the settings in effect as a settings.ini", Args: noArguments,
			RunE: func(cmd *cobra.Command, _ []string) error { return runConfig(cmd, c, f) }},
		&cobra.Command{Use: "version", Short: "Print the version", Args: noArguments,
			Run: func(*cobra.Command, []string) { fmt.Fprintln(c.out, "sitegraph", version) }},
	)
	root.AddCommand(newReplay(c, f))
	return root
}

// inputsHelp says what stats and report work on.
const inputsHelp = "hosts, which are looked up in the state,\n" +
	"of result folders, given by their paths, or without either of all sites of the state."

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage(fmt.Errorf("%s takes no arguments, got %s", cmd.CommandPath(), strings.Join(args, " ")))
	}
	return nil
}

// noMistypedCommand refuses to take a word like "stat" for a host.
func noMistypedCommand(root *cobra.Command, args []string) error {
	for _, word := range args {
		if strings.ContainsAny(word, ".:;/") {
			continue
		}
		if near := root.SuggestionsFor(word); len(near) > 0 {
			return usage(fmt.Errorf("unknown command %q: did you mean %s? (a host of that name is written https://%s)", word, strings.Join(near, " or "), word))
		}
	}
	return nil
}

func oneURL(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage(fmt.Errorf("%s takes one URL, got %d", cmd.CommandPath(), len(args)))
	}
	return nil
}

func twoFolders(cmd *cobra.Command, args []string) error {
	if len(args) != 2 {
		return usage(fmt.Errorf("%s takes two result folders, the earlier one first; got %d", cmd.CommandPath(), len(args)))
	}
	return nil
}

// addFlags adds the flags of the table and the program's own.
func addFlags(cmd *cobra.Command, f *flags) {
	p := cmd.PersistentFlags()
	for _, s := range config.Table() {
		if s.Flag != "" {
			f.overrides[s.Name()] = new(string)
			p.VarP(tableFlag{f.overrides[s.Name()], s.Placeholder()}, s.Flag, s.Short, usageOf(s))
		}
	}
	p.StringVar(&f.settings, "settings", "", "settings `file` (default settings.ini)")
	p.StringVarP(&f.outputDir, "output-dir", "O", ".", "`folder` for result/, logs/, state/ and the stop file")
	p.BoolVar(&f.ignoreRobots, "ignore-robots", false, "do not obey robots.txt (only on sites of your own)")
	p.BoolVar(&f.fresh, "fresh", false, "forget what earlier runs fetched from these sites")
	p.BoolVar(&f.retryFailed, "retry-failed", false, "ask again for what failed in earlier runs (no answer, 5xx, 429)")
	p.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
	p.BoolVarP(&f.verbose, "verbose", "v", false, "tell what happens, in detail")
	p.StringVar(&f.progress, "progress", "auto", "how far it is: auto (bar on a terminal, else plain), bar, plain, json or none")
	p.StringVar(&f.color, "color", "auto", "colour how each site ended: auto (on a terminal, unless NO_COLOR is set), always or never")
}

// tableFlag is the text of a flag of the table; kind stands for it in the help.
type tableFlag struct {
	text *string
	kind string
}

func (f tableFlag) String() string        { return "" }
func (f tableFlag) Set(text string) error { *f.text = text; return nil }
func (f tableFlag) Type() string          { return f.kind }

// usageOf describes a flag of the table, with the names that it takes.
func usageOf(s config.Setting) string {
	if len(s.Names) == 0 {
		return s.Doc
	}
	return strings.TrimSuffix(s.Doc, ".") + ": " + strings.Join(s.Names, ",") + "."
}

// bareNumber is a duration without a unit.
var bareNumber = regexp.MustCompile(`^[0-9]+$`)

// changed returns the settings that flags override.
func (f *flags) changed(cmd *cobra.Command) map[string]string {
	overrides := map[string]string{}
	for _, s := range config.Table() {
		if s.Flag != "" && cmd.Flags().Changed(s.Flag) {
			overrides[s.Name()] = *f.overrides[s.Name()]
		}
	}
	if t := overrides["finish.timeout"]; bareNumber.MatchString(t) {
		overrides["finish.timeout"] = t + "s" // a run's time is said in seconds, as elsewhere
	}
	if f.ignoreRobots {
		overrides["robots.robots"] = "none"
	}
	return overrides
}

// check judges the flags that are no settings.
func (f *flags) check() error {
	for _, c := range []struct {
		flag, value string
		known       []string
	}{
		{"progress", f.progress, slices.Sorted(maps.Keys(progressStyles))},
		{"color", f.color, []string{"always", "auto", "never"}},
	} {
		if !slices.Contains(c.known, c.value) {
			return usage(fmt.Errorf("--%s %q: must be one of %s", c.flag, c.value, strings.Join(c.known, ", ")))
		}
	}
	return nil
}
