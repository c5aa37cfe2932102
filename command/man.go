package command

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sitegraph/config"
	"sitegraph/run"
)

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
