// Package command is the command line: flags, messages and exit codes. It talks to the user. Package run does the
// work, and package results finds earlier work. A command is in the file of its name.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sitegraph/run"
	"sitegraph/wording"
)

func newRoot(a *app) *cobra.Command {
	root := a.command(a.runCrawl, texts("sitegraph"))
	root.Version, root.Args = run.Version, noMistypedCommand
	root.SilenceUsage, root.SilenceErrors = true, true
	root.SetVersionTemplate("sitegraph {{.Version}}\n")
	root.SuggestionsMinimumDistance = 2
	root.SetOut(a.out)
	root.SetErr(a.err)
	a.flags.add(root)
	completeFlags(root)
	root.SetFlagErrorFunc(a.flagError)
	crawl := a.command(a.runCrawl, texts("crawl"))
	crawl.Args = noMistypedCommand
	showConfig := func(context.Context, []string) error { return a.config.WriteINI(a.out) }
	root.AddCommand(crawl, newInit(a), newWatch(a), newAgents(a), newServe(a), newHosts(a), newMerge(a), newWhatIf(a),
		newCompare(a), newRedirects(a), newReport(a), newWhy(a), newBlame(a), newForget(a), newVersion(a),
		a.command(a.runMCP, texts("mcp")), withoutArguments(a.command(showConfig, texts("config"))),
		a.flags.addAsOf(a.command(a.runExport, texts("export"))),
		a.flags.addAsOf(a.command(a.runStats, texts("stats"))),
		withoutArguments(a.command(a.runStatus, texts("status"))))
	a.add(root)
	checkShells(root)
	ownHelp(root)
	return root
}

// flagError explains a wrong flag and suggests the one that the user may have meant.
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

// hint suggests an alternative to an unknown flag. word is set if the user wrote it after a single dash.
func hint(cmd *cobra.Command, name, word string) (text string) {
	known := func(flag string) bool {
		f := cmd.Flags().Lookup(flag)
		return f != nil && (cmd.Root().PersistentFlags().Lookup(flag) != f || heeds(cmd, flag))
	}
	ours, advice, _ := strings.Cut(maps.Collect(wording.Lines(otherFlags))[name], "\t")
	if advice != "" && (name == "url" || known("delay")) {
		text = "; " + advice
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

func newVersion(a *app) *cobra.Command {
	cmd := texts("version")
	cmd.Args, cmd.PreRunE = argCount("no arguments", 0), refuseOthers
	cmd.Run = func(*cobra.Command, []string) { fmt.Fprintln(a.out, "sitegraph", run.Version) }
	return &cmd
}

// command returns a command that reads the configuration before it runs.
func (a *app) command(do func(context.Context, []string) error, cmd cobra.Command) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.configure(cmd); err != nil {
			return err
		}
		return do(cmd.Context(), args)
	}
	return &cmd
}

// withoutArguments makes arguments of a command an error.
func withoutArguments(cmd *cobra.Command) *cobra.Command {
	cmd.Args = argCount("no arguments", 0)
	return cmd
}

// argCount accepts any of the given numbers of arguments. what describes the arguments for the user.
func argCount(what string, counts ...int) cobra.PositionalArgs {
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

// noMistypedCommand refuses a word such as "stat", which would otherwise be crawled as a site.
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
	exitNothing = 4 // nothing could be fetched, or nothing is known of the URL
	exitFails   = 5 // a condition of --fail-on holds or cannot be judged, or redirects have faults
)

// exitCode is an exit code whose reason the user has already seen.
type exitCode int

// Error implements error.
func (c exitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

func usage(err error) error { return run.Usage("%w", err) }

// wantsJSON finds --progress json even if the arguments are otherwise wrong.
func wantsJSON(args []string) bool {
	for i, arg := range args {
		if arg == "--progress=json" || arg == "--progress" && i+1 < len(args) && args[i+1] == "json" {
			return true
		}
	}
	return false
}

// Main runs the program and returns the exit code. args lacks the program's name, env is as from os.Environ.
func Main(in io.Reader, out, err io.Writer, args, env []string, parts ...Part) int {
	return (&app{in: in, out: out, err: err, env: env, parts: parts}).main(args)
}

// WithSample is like Main, for a program that contains the sample site.
func WithSample(sample fs.FS, in io.Reader, out, err io.Writer, args, env []string) int {
	return (&app{sample: sample, in: in, out: out, err: err, env: env}).main(args)
}

func (a *app) main(args []string) int {
	log.SetOutput(io.Discard) // net/http would complain about servers there
	root := newRoot(a)
	root.SetArgs(args)
	hideForCompletion(root, args)
	failure := root.ExecuteContext(context.Background())
	if a.progress == nil { // the flags are wrong or were not read
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
