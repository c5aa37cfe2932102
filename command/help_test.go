package command

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// described matches the description of an option in a help text.
var described = regexp.MustCompile(`(?m)^(?:\w+(?: \w+)?)? {2,}(?:-(\w), )?--([\w-]+)`)

// root returns the command line for a test.
func root() *cobra.Command { return newRoot(&app{}) }

// TestHelp checks that the help fits on a screen and shows ten existing options and all commands.
func TestHelp(t *testing.T) {
	help := sitegraph("--help").MustEnd(t, exitDone).Out
	for _, args := range [][]string{{"-h"}, {"help"}} {
		if o := sitegraph(args...).MustEnd(t, exitDone); o.Out != help {
			t.Errorf("%s shows another help than --help:\n%s", args, o.Out)
		}
	}
	lines := strings.Split(strings.TrimSuffix(help, "\n"), "\n")
	for _, line := range lines {
		if utf8.RuneCountInString(line) > helpWidth {
			t.Errorf("a line of more than %d columns: %s", helpWidth, line)
		}
	}
	found := described.FindAllStringSubmatch(help, -1)
	if len(lines) > 24 || len(found) != 10 {
		t.Errorf("the help has %d lines and %d options, want at most 24 and 10", len(lines), len(found))
	}
	for _, option := range found {
		f := root().Flag(option[2])
		if f == nil || f.Shorthand != option[1] {
			t.Errorf("the help shows %q, which is not so", option[0])
		}
	}
	_, commands, _ := strings.Cut(help, "\nCrawling ")
	for _, c := range root().Commands() {
		if !regexp.MustCompile(`[ ,]` + c.Name() + `\b`).MatchString(commands) {
			t.Errorf("the help does not name the command %s", c.Name())
		}
	}
}

// TestHelpOptions checks that each option is described once, with names from papers at the end.
func TestHelpOptions(t *testing.T) {
	help := sitegraph("help", "options").MustEnd(t, exitDone).Out
	times := map[string]int{}
	for _, option := range described.FindAllStringSubmatch(help, -1) {
		times[option[2]]++
	}
	root().Flags().VisitAll(func(f *pflag.Flag) { times[f.Name] += 0 })
	root().PersistentFlags().VisitAll(func(f *pflag.Flag) { times[f.Name] += 0 })
	for name, n := range times {
		if n != 1 {
			t.Errorf("--%s is described %d times", name, n)
		}
	}
	if len(times) < 30 {
		t.Errorf("only %d options", len(times))
	}
	plain, _, _ := strings.Cut(help, "\nPolicies")
	for _, name := range []string{"r1", "r3", "good-ucb", "opic-cycle", "links-r5", "S.C.E.N.T", "quantum"} {
		if strings.Contains(plain, name) || !strings.Contains(help, name) {
			t.Errorf("%s is not among the policies alone", name)
		}
	}
	for line := range strings.Lines(help) {
		if utf8.RuneCountInString(line) > helpWidth+1 {
			t.Errorf("a line is too wide: %s", line)
		}
	}
}

// TestHelpOfCommands checks that each command has a help text, with either way to ask for it.
func TestHelpOfCommands(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())[1:]
		asked := sitegraph(append(path, "--help")...).MustEnd(t, exitDone)
		if !strings.Contains(asked.Out, "Usage:\n  "+c.CommandPath()) {
			t.Errorf("%s --help shows:\n%s", c.CommandPath(), asked.Out)
		}
		if named := sitegraph(append([]string{"help"}, path...)...); named.Out != asked.Out {
			t.Errorf("help %s shows another text than --help:\n%s", path, named.Out)
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	for _, c := range root().Commands() {
		walk(c)
	}
}
