package command

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sitegraph/config"
	"sitegraph/run"
)

// helpText is the help of the program on one screen.
//
//go:embed help.txt
var helpText string

// commandTexts has a section for each command: its use, a one-sentence summary, perhaps a description, and examples.
//
//go:embed commands.txt
var commandTexts string

// texts returns a command with its use and help texts but nothing to run.
func texts(name string) (cmd cobra.Command) {
	for section := range strings.SplitSeq("\n"+commandTexts, "\n# ") {
		use, text, _ := strings.Cut(section, "\n")
		if word, _, _ := strings.Cut(use, " "); word == name {
			text, cmd.Example, _ = strings.Cut(strings.Trim(text, "\n"), "\n\nExamples:\n")
			cmd.Use = use
			cmd.Short, cmd.Long, _ = strings.Cut(text, "\n\n")
		}
	}
	return cmd
}

// helpWidth is the width of the help in columns.
const helpWidth = 80

// optionGroups has sitegraph's options by purpose, specialised ones last.
var optionGroups = []struct {
	heading string
	flags   []string
}{
	{"Which pages", []string{"hosts", "scope", "include", "exclude", "list", "shard", "sitemaps", "archive"}},
	{"How much, and when", []string{"max-depth", "max-pages", "max-time", "budget", "fresh", "retry-failed"}},
	{"How politely", []string{"contact", "user-agent", "delay", "per-host", "concurrency", "credentials",
		"ignore-robots"}},
	{"Results", []string{"output-dir", "export", "hits", "check-linked", "warc"}},
	{"Checking again (sitegraph watch)", []string{"checks", "seconds"}},
	{"The program", []string{"settings", "quiet", "verbose", "progress", "color", "help", "version"}},
	{"Policies (docs/policies.md)",
		[]string{"order-pages", "order-sites", "theme", "policy"}},
}

func newHelp() *cobra.Command {
	cmd, all := texts("help"), texts("options")
	cmd.RunE, cmd.ValidArgsFunction = showHelp, completeCommands
	all.Args, all.PreRunE = argCount("no arguments", 0), refuseOthers
	all.RunE = func(cmd *cobra.Command, _ []string) error {
		_, err := io.WriteString(cmd.OutOrStdout(), options(cmd.Root()))
		return err
	}
	cmd.AddCommand(&all, newMan())
	return &cmd
}

func showHelp(cmd *cobra.Command, args []string) error {
	about, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return run.Usage("there is no command %q (see sitegraph --help)", strings.Join(args, " "))
	}
	if err := refuseOthers(cmd, nil); err != nil {
		return err
	}
	about.InitDefaultHelpFlag()
	return about.Help()
}

// options describes all options of the program, in their groups.
func options(root *cobra.Command) string {
	var out strings.Builder
	out.WriteString("Most options are settings too; an option overrides settings.ini.\n")
	for _, group := range optionGroups {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		flags.SortFlags = false
		for _, name := range group.flags {
			if f := root.Flag(name); f != nil {
				shown := *f
				shown.Hidden = false
				flags.AddFlag(&shown)
			}
		}
		fmt.Fprintf(&out, "\n%s\n%s", group.heading, flags.FlagUsagesWrapped(helpWidth))
	}
	return out.String()
}

// ownHelp gives the program a help of one screen. The help of a command shows only the flags that it takes, wrapped.
func ownHelp(root *cobra.Command) {
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	root.SetHelpCommand(newHelp())
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd == root {
			fmt.Fprint(cmd.OutOrStdout(), helpText)
			return
		}
		hideOthers(cmd)
		show(cmd, args)
	})
	text := strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprint(".FlagUsagesWrapped ", helpWidth))
	root.SetUsageTemplate(strings.ReplaceAll(text, "Global Flags:", "More flags:"))
}

// hideOthers hides the flags that a command does not take.
func hideOthers(cmd *cobra.Command) {
	cmd.Root().PersistentFlags().VisitAll(func(f *pflag.Flag) { f.Hidden = !heeds(cmd, f.Name) })
}

// helpOn says where the options of a command are listed.
func helpOn(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return cmd.Name() + " help options"
	}
	return cmd.CommandPath() + " --help"
}

func newMan() *cobra.Command {
	cmd := texts("man")
	cmd.Args, cmd.ValidArgsFunction, cmd.PreRunE = argCount("one folder", 1), completeFolders, refuseOthers
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return writeManuals(cmd.Root(), args[0]) }
	return &cmd
}

func writeManuals(cmd *cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			if err := writeManuals(c, folder); err != nil {
				return err
			}
		}
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	return config.ReplaceFile(filepath.Join(folder, name), manual(cmd))
}

// manual returns the manual page of a command. It has no date, so that the same version writes the same pages.
func manual(cmd *cobra.Command) string {
	hideOthers(cmd)
	cmd.InitDefaultHelpFlag()
	name := func(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }
	page := fmt.Sprintf(".nh\n.TH %q \"1\" \"\" \"sitegraph %s\" \"sitegraph\"\n",
		strings.ToUpper(name(cmd)), run.Version)
	section := func(title, text string) {
		if text != "" {
			page += "\n.SH " + title + "\n" + text + "\n"
		}
	}
	section("NAME", name(cmd)+" - "+roff(cmd.Short))
	section("SYNOPSIS", `\fB`+roff(cmd.UseLine())+`\fP`)
	section("DESCRIPTION", roff(cmp.Or(cmd.Long, cmd.Short)))
	section("OPTIONS", manualFlags(cmd.NonInheritedFlags()))
	section("OPTIONS INHERITED FROM PARENT COMMANDS", manualFlags(cmd.InheritedFlags()))
	if cmd.Example != "" {
		section("EXAMPLE", ".EX\n"+roff(cmd.Example)+"\n.EE")
	}
	var also []string
	if cmd.HasParent() {
		also = append(also, `\fB`+name(cmd.Parent())+`\fP(1)`)
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			also = append(also, `\fB`+name(c)+`\fP(1)`)
		}
	}
	section("SEE ALSO", strings.Join(also, ", "))
	return page
}

func manualFlags(flags *pflag.FlagSet) (text string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		text += "\n.TP\n"
		if f.Shorthand != "" {
			text += `\fB-` + f.Shorthand + `\fP, `
		}
		if text += `\fB--` + f.Name + `\fP`; kind != "" {
			text += ` \fI` + kind + `\fP`
		}
		text += "\n" + roff(usage)
	})
	return strings.TrimPrefix(text, "\n")
}

// roff keeps a text from being read as commands of roff.
func roff(text string) string {
	text = strings.ReplaceAll(text, `\`, `\e`)
	for _, command := range []string{".", "'"} {
		text = strings.ReplaceAll("\n"+text, "\n"+command, "\n\\&"+command)[1:]
	}
	return text
}
