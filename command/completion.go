package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/site"
)

// completeFlags registers completions for the flags of the program. Shells complete files for all others.
func completeFlags(root *cobra.Command) {
	complete := map[string]cobra.CompletionFunc{
		"progress":   completeName(site.Names(progressStyles)),
		"color":      completeName(colors()),
		"output-dir": completeFolders,
	}
	for _, s := range config.Table(new(config.Settings)) {
		switch {
		case s.Flag == "":
		case s.Placeholder == "list":
			complete[s.Flag] = completeList(s.Names)
		case s.Names != nil:
			complete[s.Flag] = completeName(s.Names)
		case !strings.HasPrefix(s.Placeholder, "file"):
			complete[s.Flag] = cobra.NoFileCompletions
		}
	}
	for flag, values := range complete {
		_ = root.RegisterFlagCompletionFunc(flag, values) // tests notice a flag that does not exist
	}
}

// checkShells makes the command completion refuse anything but one shell.
func checkShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, _ := root.Find([]string{"completion"})
	for _, shell := range cmd.Commands() {
		shell.Args = argCount("no arguments", 0)
	}
	cmd.RunE, cmd.Args = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }, argCount("a shell alone", 0)
}

func completeName(names []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
}

// completeList completes the last name of a list such as csv,gexf or +links,-charts.
func completeList(names []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, start string) (lists []string, _ cobra.ShellCompDirective) {
		at := 1 + strings.LastIndexByte(start, ',')
		before, word := start[:at], start[at:]
		sign := word[:min(1, len(word))]
		if sign != "+" && sign != "-" {
			sign = ""
		}
		given := strings.FieldsFunc(before, func(c rune) bool { return strings.ContainsRune(",+-", c) })
		for _, name := range names {
			if strings.HasPrefix(sign+name, word) && !slices.Contains(given, name) {
				lists = append(lists, before+sign+name)
			}
		}
		return lists, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

func completeFolders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func completeCommands(cmd *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
	var names []string
	about, rest, err := cmd.Root().Find(args)
	if err == nil && len(rest) == 0 {
		for _, c := range about.Commands() {
			if c.IsAvailableCommand() && strings.HasPrefix(c.Name(), start) {
				names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// hideForCompletion keeps a shell from offering flags that the command does not take.
func hideForCompletion(root *cobra.Command, args []string) {
	asks := []string{cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}
	if len(args) < 2 || !slices.Contains(asks, args[0]) {
		return
	}
	if cmd, _, err := root.Find(args[1 : len(args)-1]); err == nil {
		hideOthers(cmd)
	}
}
