package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/run"
	"sitegraph/wording"
)

// The files that init writes.
const (
	settingsName = "settings.ini"
	hostsName    = "hosts.txt"
	topicsName   = "topics.ini"
)

func newInit(a *app) *cobra.Command {
	var force bool
	cmd := texts("init")
	cmd.Args, cmd.ValidArgsFunction, cmd.PreRunE = atMostOneFolder, completeFolders, refuseOthers
	cmd.RunE = func(_ *cobra.Command, args []string) error { return initialise(a, append(args, ".")[0], force) }
	cmd.Flags().BoolVar(&force, "force", false, "replace existing files")
	return &cmd
}

// initialise asks questions and writes the first files of a folder.
func initialise(a *app, folder string, force bool) error {
	if err := unused(folder, force, settingsName, hostsName); err != nil {
		return err
	}
	n := &answers{folder: folder, set: map[string]string{}}
	if err := n.askAll(newQuestions(a.in, a.err, isTerminal(a.in))); err != nil {
		return err
	}
	names, texts, err := n.files()
	if err != nil {
		return err
	}
	if err := unused(folder, force, names...); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for i, name := range names {
		if err := writeFirst(filepath.Join(folder, name), texts[i], force); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	fmt.Fprintf(a.out, "\nWritten: %s. Next:\n\n%s", wording.ListFirst(names, maxNamed), n.next())
	return nil
}

// isEmpty reports whether neither flags nor files say what to crawl.
func (a *app) isEmpty() bool {
	missing := func(name string) bool { _, err := os.Stat(name); return errors.Is(err, fs.ErrNotExist) }
	return a.flags.list == "" && a.flags.settings == "" && missing(settingsName) && missing(a.config.Sites.Hosts)
}

// offer asks what to crawl in an empty folder. It returns addresses. An empty list means the sample, nil the desk.
func (a *app) offer() (args []string, err error) {
	text, usual := "There is nothing to crawl here yet. Type an address such as https://www.example.com,\n"+
		"desk to open the desk in the browser", "desk"
	if a.sample != nil {
		text, usual = text+", or sample to crawl a small museum without a network", "sample"
	}
	take := func(answer string) error {
		switch args = strings.Fields(answer); {
		case answer == "desk":
			args = nil
		case answer == usual:
			args = []string{}
			a.config.Sample = config.Sample{Host: "http://museum.example", Folder: "sample"}
			return errors.Join(os.CopyFS("sample", a.sample),
				writeFirst(settingsName, "[sample]\nhost = http://museum.example\nfolder = sample\n", false),
				writeFirst(hostsName, "http://museum.example;4;-1;0\n", false))
		case !hostLike(answer):
			return run.Usage("%q is not an address such as https://www.example.com", answer)
		}
		return nil
	}
	err = newQuestions(a.in, a.err, isTerminal(a.in)).ask(question{text, usual, take})
	return args, err
}

// unused refuses to overwrite files, unless force is set.
func unused(folder string, force bool, names ...string) error {
	for _, name := range names {
		path := filepath.Join(folder, name)
		if _, err := os.Lstat(path); !force && !errors.Is(err, fs.ErrNotExist) {
			return run.Usage("%s exists: name another folder (sitegraph init FOLDER), or replace it with --force", path)
		}
	}
	return nil
}

// writeFirst writes a file. It replaces an existing one only by force.
func writeFirst(path, text string, force bool) error {
	if force {
		return config.ReplaceFile(path, text)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// settings returns the settings that the answers ask for, checked as for a crawl.
func (n *answers) settings() (*config.Settings, error) {
	s, err := config.Load(config.Sources{Overrides: n.set})
	if err != nil {
		return nil, usage(err)
	}
	command := pairs.OfCrawl
	if n.purpose.Topics {
		command = pairs.OfAgents
	}
	u := pairs.Use{Settings: *s, Command: command, Hosts: n.hosts}
	if err := u.Check(); err != nil {
		return nil, usage(err)
	}
	inputs := []run.Input{{What: "the settings", Path: filepath.Join(n.folder, settingsName)}}
	if n.purpose.Topics {
		inputs = append(inputs, run.Input{What: "the topics", Path: filepath.Join(n.folder, topicsName)})
	}
	return s, run.NewConfig(*s, n.folder).CheckFiles(inputs...)
}

func (n *answers) files() (names, texts []string, err error) {
	s, err := n.settings()
	if err != nil {
		return nil, nil, err
	}
	var ini bytes.Buffer
	if err := s.WriteChanged(&ini); err != nil {
		return nil, nil, err
	}
	names, texts = []string{settingsName, hostsName}, []string{ini.String(), hostsText(n.lines)}
	if n.purpose.Topics {
		names, texts = append(names, topicsName), append(texts, n.topicsText())
	}
	return names, texts, nil
}

func hostsText(lines []string) string {
	return "# The sites to crawl, one per line:\n#\n#   scheme://host;connections;max depth;delay (ms)\n#\n" +
		"# Fields at the end can be omitted: the settings have their defaults.\n\n" + strings.Join(lines, "\n") + "\n"
}

// topicsText returns a file of topics with one topic that begins at the sites.
func (n *answers) topicsText() string {
	var seeds []string
	for _, h := range n.hosts {
		seeds = append(seeds, h.URL.String())
		for _, u := range h.Further {
			seeds = append(seeds, u.String())
		}
	}
	return "# What sitegraph agents collects: a section for each topic.\n\n[topic]\nkeywords = " + n.keywords +
		"\nseeds = " + strings.Join(seeds, " ") + "\n"
}

func (n *answers) next() string {
	var out strings.Builder
	width := 0
	for _, s := range n.purpose.Next {
		width = max(width, len(s.Command))
	}
	if folder := filepath.Clean(n.folder); folder != "." {
		fmt.Fprintf(&out, "  cd %s\n", config.ShellWord(folder))
	}
	for _, s := range n.purpose.Next {
		fmt.Fprintf(&out, "  %-*s   %s\n", width, s.Command, s.Doc)
	}
	return out.String()
}
