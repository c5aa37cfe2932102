package command

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sitegraph/config"
	"sitegraph/internal/console"
)

// described matches the description of an option in a help text.
var described = regexp.MustCompile(`(?m)^(?:\w+(?: \w+)?)? {2,}(?:-(\w), )?--([\w-]+)`)

// root returns the command line for a test.
func root() *cobra.Command { return newRoot(&app{}) }

// TestHelp checks that the help fits on a screen and shows ten existing options and all commands.
func TestHelp(t *testing.T) {
	help := sitegraph("--help").MustEnd(t, exitDone).Out
	for _, args := range [][]string{{"-h"}, {"help"}} {
		console.Equal(t, sitegraph(args...).MustEnd(t, exitDone).Out, help, args)
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
		console.Equal(t, n, 1, "--", name)
	}
	if len(times) < 30 {
		t.Errorf("only %d options", len(times))
	}
	plain, _, _ := strings.Cut(help, "\nPolicies")
	for _, name := range []string{"r1", "r3", "good-ucb", "opic-cycle", "links-r5", "S.C.E.N.T", "quantum"} {
		console.Lacks(t, plain, name)
		console.Has(t, help, name)
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
		asked.MustShow(t, "Usage:\n  "+c.CommandPath())
		console.Equal(t, sitegraph(append([]string{"help"}, path...)...).Out, asked.Out, "help", path)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	for _, c := range root().Commands() {
		walk(c)
	}
}

// completions returns the completions that a shell offers for the last word of a line.
func completions(t *testing.T, line string) []string {
	t.Helper()
	args := append([]string{cobra.ShellCompNoDescRequestCmd}, strings.Split(line, " ")...)
	o := sitegraph(args...).MustEnd(t, exitDone)
	words := strings.Fields(o.Out)
	if len(words) == 0 {
		t.Fatalf("%q is not completed: %s", line, o.Err)
	}
	return words[:len(words)-1] // the last word says whether the shell offers files
}

// TestCompletion completes words, names and lists of names, each command with its own flags.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{"sta": "stats status", "--export csv,ge": "csv,gexf",
		"crawl --export +links,-ch": "+links,-charts", "--export csv,cs": "", "--export +links,-li": "",
		"--check-linked external,s": "external,scripts external,styles", "--scope ": "host section entity",
		"--color ": "always auto never", "--max-pages ": "", "stats --ex": "--exclude", "version --s": "",
		"crawl --pol": "", "watch --pol": "--policy", "help o": "options", "help hosts ": "add",
		"help hosts nonsense ": ""} {
		got, names := completions(t, line), strings.Fields(want)
		slices.Sort(got)
		slices.Sort(names)
		console.Equal(t, got, names, line, "is completed by")
	}
}

// TestCompletionOfNames checks that a flag with names from the settings table offers all of them, and accepts them.
func TestCompletionOfNames(t *testing.T) {
	flags := 0
	for _, s := range config.Table(new(config.Settings)) {
		if s.Flag == "" || s.Names == nil {
			continue
		}
		flags++
		got := completions(t, "watch --"+s.Flag+" ")
		console.Equal(t, got, s.Names, "--", s.Flag)
		for _, name := range got {
			if err := s.Set(name); err != nil {
				t.Errorf("--%s %s: %v", s.Flag, name, err)
			}
		}
	}
	if flags < 8 {
		t.Errorf("only %d flags take names", flags)
	}
}

// TestCompletionScripts checks that there is a script for each of four shells.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if o := sitegraph("completion", shell); o.Code != exitDone || !strings.Contains(o.Out, "sitegraph") {
			t.Errorf("completion %s: exit %d: %s", shell, o.Code, o.Err)
		}
	}
}

// TestManuals checks that each command has a manual page with its own flags, which is reproducible.
func TestManuals(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	sitegraph("help", "man", dir).MustEnd(t, exitDone)
	texts, count := map[string]string{}, 0
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		name := filepath.Join(dir, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		texts[name], count = read(t, name), count+1
		title := strings.ToUpper(strings.TrimSuffix(filepath.Base(name), ".1"))
		console.Has(t, texts[name], ".TH \""+title+"\" \"1\" \"\" ", "fB--help")
		for _, sub := range c.Commands() {
			if !sub.Hidden { // it is in another program
				walk(sub)
			}
		}
	}
	walk(root())
	if files, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(files) < count || count < 20 {
		t.Errorf("%d pages of %d commands (%v)", len(files), count, err)
	}
	for page, flags := range map[string][2]string{ // flags on the page, and flags not on it
		"sitegraph":       {"--archive", "--checks"},
		"sitegraph-watch": {"--checks", "--at-least"},
		"sitegraph-why":   {"--all", "--warc"},
	} {
		text := strings.ReplaceAll(texts[filepath.Join(dir, page+".1")], `\-`, "-")
		console.Has(t, text, flags[0])
		console.Lacks(t, text, flags[1])
	}
	sitegraph("help", "man", dir).MustEnd(t, exitDone)
	for name, text := range texts {
		console.Equal(t, read(t, name), text, name)
	}
}
