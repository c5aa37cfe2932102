// Package command is the command line: flags, messages, exit codes. It talks
// to the user, package run does the work, package results remembers earlier work.
//
//	root.go      Main, all commands, exit codes; config, version
//	app.go       what commands share: configuration, sites, inputs
//	help.go      the help: of the program on one screen, of all options by purpose
//	man.go       manual pages
//	completion.go  what shells complete
//	flags.go     the flags, those of the table of settings too; which commands take them
//	scope.go     lists of URLs; what a start page means, asked once; questions on a terminal
//	init.go      init: asks what is wanted, and writes the first files
//	init_answers.go  its questions and answers
//	crawl.go     the command crawl, also without a name; the first signal stops in order, the second at once
//	watch.go     watch: checks crawled sites again, once or time after time; moments of their history
//	agents.go    agents: crawl by topics
//	agents_summary.go  what agents brought, and how far they are
//	compare.go   compare: what has changed between two crawls
//	whatif.go    what-if: the graph of a site after changes; changes that are suggested
//	forecast.go  what one file of changes does; whatif_several.go what several do, side by side
//	gate.go      --fail-on: what must not change
//	report.go    report: reports of finished crawls; export: the files of a saved state, written again
//	status.go    status: how far the sites of a state are; stats: the main numbers of finished crawls
//	why.go       why: what became of a URL
//	hosts.go     hosts: what sites link to, into hosts.txt
//	merge.go     merge: joins what the shards of a crawl gave
//	part.go      what other programs add, such as that of the workers, and where that is
//	forget.go    forget: removes what is known of sites
//	serve.go     serve: the desk in the browser; mcp: answers programs about result folders
//	progress.go  how far crawls are; the standard error: remarks, errors, lines that are overwritten
//	progress_lines.go  those lines, on a high terminal one for each site; URLs requested a second
//	progress_json.go   the same as JSON
//	grid.go      tables that fit a terminal
//	summary.go   what a crawl gave, at its end, in color; remarks.go what to know about it
//	summary_files.go  its problems, its files and the one to open; the results as JSON
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sitegraph/run"
	"sitegraph/wording"
)

func newRoot(a *app) *cobra.Command {
	root := a.command(runCrawl, texts("sitegraph"))
	root.Version, root.Args = run.Version, noMistypedCommand
	root.SilenceUsage, root.SilenceErrors = true, true
	root.SetVersionTemplate("sitegraph {{.Version}}\n")
	root.SuggestionsMinimumDistance = 2
	root.SetOut(a.out)
	root.SetErr(a.err)
	a.flags.add(root)
	completeFlags(root)
	root.SetFlagErrorFunc(a.flagError)
	root.AddCommand(a.subcommands()...)
	root.AddCommand(newInit(a), newWatch(a), newAgents(a), newServe(a), newHosts(a), newMerge(a),
		newWhatIf(a), newMCP(a))
	a.add(root)
	checkShells(root)
	ownHelp(root)
	return root
}

// flagError is the error of a flag, with the name that was meant.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	text, _, _ := strings.Cut(err.Error(), ": strconv.") // the rest is for programmers
	text, _, _ = strings.Cut(text, ": time: ")
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := unknown.GetSpecifiedName()
		if a.parts == nil && slices.Contains(flagsElsewhere, name) {
			return run.Usage("%s --%s %s", cmd.CommandPath(), name, withWorkers)
		}
		text += hint(cmd, name, unknown.GetSpecifiedShortnames())
	}
	return run.Usage("%s (see %s)", text, helpOn(cmd))
}

// hint says what to write instead of a flag that a command does not have, which may be a word behind one dash.
func hint(cmd *cobra.Command, name, word string) (text string) {
	known := func(flag string) bool {
		f := cmd.Flags().Lookup(flag)
		return f != nil && (cmd.Root().PersistentFlags().Lookup(flag) != f || heeds(cmd, flag))
	}
	ours, way := otherFlag(name)
	if way != "" && (name == "url" || known("delay")) {
		text = "; " + way
	}
	meant := strings.Split(ours+"|"+word, "|")
	if len(name) > 1 && ours == "" {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		meant = append(meant, wording.Nearest(name, slices.DeleteFunc(names, func(n string) bool { return !known(n) })))
	}
	for _, flag := range meant {
		if n, _, _ := strings.Cut(flag, " "); known(n) {
			return text + "; did you mean --" + flag + "?"
		}
	}
	return text
}

func (a *app) subcommands() []*cobra.Command {
	settings, status := a.command(runConfig, texts("config")), a.command(runStatus, texts("status"))
	crawl := a.command(runCrawl, texts("crawl"))
	crawl.Args = noMistypedCommand
	version, none := texts("version"), takes("no arguments", 0)
	settings.Args, status.Args, version.Args = none, none, none
	version.PreRunE = refuseOthers
	version.Run = func(*cobra.Command, []string) { fmt.Fprintln(a.out, "sitegraph", run.Version) }
	return []*cobra.Command{
		crawl,
		a.flags.addAsOf(a.command(runExport, texts("export"))),
		newCompare(a),
		a.flags.addAsOf(a.command(runStats, texts("stats"))),
		newReport(a),
		status,
		newWhy(a),
		newForget(a),
		settings,
		&version,
	}
}

// runConfig prints the effective configuration as a settings.ini.
func runConfig(_ context.Context, a *app, _ []string) error { return a.config.WriteINI(a.out) }

// command completes a command, which runs with the configuration read.
func (a *app) command(do func(context.Context, *app, []string) error, cmd cobra.Command) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.configure(cmd); err != nil {
			return err
		}
		return do(cmd.Context(), a, args)
	}
	return &cmd
}

// takes accepts any of these numbers of arguments; what says in words which ones.
func takes(what string, counts ...int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if !slices.Contains(counts, len(args)) {
			return run.Usage("%s takes %s; got %q", cmd.CommandPath(), what, args)
		}
		return nil
	}
}

// hostLike reports whether a word is more likely a site than anything else.
func hostLike(word string) bool {
	host, _, _ := strings.Cut(word, ";")
	return strings.ContainsAny(host, ".:/\u3002") || host == "localhost"
}

// noMistypedCommand refuses to take a word like "stat" for a site.
func noMistypedCommand(cmd *cobra.Command, args []string) error {
	for _, word := range args {
		if hostLike(word) {
			continue
		}
		if !strings.ContainsFunc(word, unicode.IsLetter) {
			return run.Usage("%q is not a site: write http://host, https://host or a bare host name", word)
		}
		if flag := strings.TrimLeft(word, "\u2013\u2014"); flag != word {
			return run.Usage("%q begins with a dash that a word processor made: write --%s", word, flag)
		}
		host, _, _ := strings.Cut(word, ";")
		hint, near := "see sitegraph --help.", cmd.Root().SuggestionsFor(word)
		switch {
		case cmd.HasParent():
			return run.Usage("%s: %q is not a site. To crawl a host of that name write http://%s/", cmd.CommandPath(),
				word, host)
		case len(near) > 0:
			hint = "did you mean " + strings.Join(near, " or ") + "?"
		}
		const message = "unknown command %q: %s To crawl a host of that name write http://%s/"
		return run.Usage(message, word, hint, host)
	}
	return nil
}

// The exit codes.
const (
	exitDone    = 0 // work done
	exitFailure = 1 // a failure at run time
	exitUsage   = 2 // wrong flags, settings or arguments
	exitStopped = 3 // stopped early; run again to resume
	exitNothing = 4 // nothing could be fetched; nothing is known of what was asked about
	exitFails   = 5 // a condition of --fail-on holds, or cannot be told
)

// exitCode is an exit code as an error whose reason was shown.
type exitCode int

// Error implements error.
func (c exitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// usage marks an error as the user's.
func usage(err error) error { return run.Usage("%w", err) }

// wantsJSON finds --progress json among arguments that are wrong otherwise.
func wantsJSON(args []string) bool {
	for i, arg := range args {
		if arg == "--progress=json" || arg == "--progress" && i+1 < len(args) && args[i+1] == "json" {
			return true
		}
	}
	return false
}

// Main runs the program and returns its exit code. args are the command line's without the name of the
// program, env is like that of os.Environ.
func Main(in io.Reader, out, err io.Writer, args, env []string, parts ...Part) int {
	return (&app{in: in, out: out, err: err, env: env, parts: parts}).main(args)
}

// WithSample is Main for a program that has the files of the sample site.
func WithSample(sample fs.FS, in io.Reader, out, err io.Writer, args, env []string) int {
	return (&app{sample: sample, in: in, out: out, err: err, env: env}).main(args)
}

func (a *app) main(args []string) int {
	log.SetOutput(io.Discard) // net/http comments there on servers
	root := newRoot(a)
	root.SetArgs(args)
	hideForCompletion(root, args)
	failure := root.ExecuteContext(context.Background())
	if a.progress == nil { // the flags are wrong, or were not needed
		a.progress = newProgress("none", false, a.err)
		a.progress.json = a.flags.progress == "json" || wantsJSON(args)
	}
	defer a.progress.End()
	if failure == nil {
		return exitDone
	}
	if code := exitCode(exitDone); errors.As(failure, &code) {
		return int(code)
	}
	a.progress.Failed(failure)
	if errors.As(failure, new(*run.UsageError)) {
		return exitUsage
	}
	return exitFailure
}
