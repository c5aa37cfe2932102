package command

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/export"
	"sitegraph/results"
	"sitegraph/results/whatif"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

const whatIfFolder = "what-if" // contains a folder for each file of changes

func newWhatIf(a *app) *cobra.Command {
	var w results.Changing
	var more whatIfMore
	blocks, suggest, crawls := false, "", false
	do := func(ctx context.Context, args []string) error {
		if a.show.gate.asked() && (blocks || suggest != "" || w.Explain) {
			return run.Usage("--fail-on needs the graph after the changes: leave out --explain, --blocks and --suggest")
		}
		if err := (pairs.Use{Settings: a.config.Settings, WhatIf: true}).CheckOf(pairs.WhatIf); err != nil {
			return usage(err)
		}
		switch {
		case blocks:
			return showBlocks(a, append(args, "")[0])
		case suggest != "":
			return suggestChanges(ctx, a, suggest, append(args, "")[0])
		case crawls:
			return writeMoves(a, args)
		}
		files := args
		last := args[len(args)-1]
		ending := filepath.Ext(last) // no site has the ending of a file of changes
		if len(args) > 1 && !isFile(last) && (ending == "" || ending != filepath.Ext(args[0])) {
			files, w.Site = args[:len(args)-1], last
		}
		return a.show.gate.outcome(whatIf(a, files, w, more))
	}
	cmd := a.command(do, texts("what-if"))
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if blocks || suggest != "" {
			if len(args) > 1 {
				return run.Usage("--blocks and --suggest take one site; got %q", args)
			}
			return nil
		}
		if crawls {
			return argCount("two result folders, the earlier one first", 2)(cmd, args)
		}
		if len(args) == 0 {
			return run.Usage("%s takes files of changes, and a site if the state has several", cmd.CommandPath())
		}
		return nil
	}
	cmd.Flags().BoolVar(&w.Explain, "explain", false, "show what each change touches, and build nothing")
	cmd.Flags().BoolVar(&crawls, "from-crawl", false,
		"print the changes that made the crawl of one result folder that of another one")
	cmd.Flags().BoolVar(&blocks, "blocks", false, "list the blocks of links of the site, for drop-block")
	a.show.gate.addTo(cmd)
	cmd.Flags().StringVar(&suggest, "suggest", "", "print suggested changes: `missing-links` or fix-first")
	_ = cmd.RegisterFlagCompletionFunc("suggest", completeName(suggestions))
	cmd.Flags().StringVar(&more.backlinks, "backlinks", "",
		"judge the links from other sites in a `file`: on each "+
			"line the URL, or the page that links and the URL")
	cmd.Flags().BoolVar(&w.Elsewhere, "linking-sites", false, "judge the links from the other sites of the state")
	cmd.Flags().StringArrayVar(&more.pages, "page", nil,
		"show the PageRank of this `URL`, with several files of changes")
	cmd.Flags().BoolVar(&w.AllowEmpty, "allow-empty", false, "allow changes that touch nothing")
	return cmd
}

type whatIfMore struct {
	backlinks string // name of a list
	pages     []string
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

func whatIf(a *app, names []string, w results.Changing, more whatIfMore) error {
	var err error
	if w.Files, err = readChanges(names); err != nil {
		return err
	}
	if w.Backlinks, err = readBacklinks(more.backlinks); err != nil {
		return err
	}
	in := a.inputs(a.config.Details())
	s := several{pages: more.pages}
	err = in.WhatIf(w, func(c results.Forecast) error {
		if w.Explain {
			explainChanges(a.out, c.Plan, len(names) > 1)
			return nil
		}
		if a.show.gate.asked() && len(s.names) > 0 {
			fmt.Fprintln(a.show.people) // between verdicts
		}
		out, err := forecast(a, c, filepath.Join(whatIfFolder, nameOfChanges(c.Plan.Name)), len(names) > 1)
		if err != nil || len(names) == 1 {
			return err
		}
		return s.add(c, out)
	})
	if err != nil || w.Explain || len(names) == 1 {
		return err
	}
	return compareSeveral(a, &s)
}

// readChanges reads files of changes. Their names become folder names, so they must differ.
func readChanges(names []string) (files []*whatif.File, err error) {
	taken := map[string]string{}
	for _, name := range names {
		folder := nameOfChanges(name)
		if other, is := taken[folder]; is {
			return nil, run.Usage("%s and %s would both be written to %s: rename one", other, name,
				filepath.Join(whatIfFolder, folder))
		}
		taken[folder] = name
		text, err := config.ReadRegular(name)
		if err != nil {
			return nil, run.Usage("the changes: %w", err)
		}
		file, err := whatif.Parse(name, bytes.NewReader(text))
		if err != nil {
			return nil, usage(err)
		}
		files = append(files, file)
	}
	return files, nil
}

// readBacklinks reads a list of links from other sites; "" means none.
func readBacklinks(name string) ([]compare.Backlink, error) {
	if name == "" {
		return nil, nil
	}
	text, err := config.ReadRegular(name)
	if err != nil {
		return nil, run.Usage("--backlinks: %w", err)
	}
	all, err := whatif.ReadBacklinks(name, bytes.NewReader(text))
	if err != nil {
		return nil, usage(err)
	}
	if len(all) == 0 {
		return nil, run.Usage("--backlinks: %s has no URL", name)
	}
	return all, nil
}

const maxBlocks = 20 // blocks to list, since rarer ones seldom belong to a template

func showBlocks(a *app, name string) error {
	in := a.inputs(run.Details{})
	all, err := in.Blocks(name)
	if err == nil && len(all) == 0 {
		a.progress.Notice("no two pages have a block of links outside their content in common")
	}
	for _, b := range all[:min(len(all), maxBlocks)] {
		text := fmt.Sprintf("%s: %s, %s; as on %s: %s", b.Name, wording.Count(b.Pages, "page", "pages"),
			wording.Count(b.Links, "link", "links"), site.Show(b.Page), strings.Join(b.Some, ", "))
		fmt.Fprintln(a.out, site.Printable(text))
	}
	return err
}

func nameOfChanges(file string) string {
	base := filepath.Base(file)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	if strings.Trim(name, ".") == "" { // such as .txt, or .. which is another folder
		return export.LegalName(base)
	}
	return name
}

func explainChanges(w io.Writer, p *whatif.Plan, named bool) {
	if named {
		fmt.Fprintf(w, "%s\n", site.Printable(p.Name))
	}
	for _, t := range p.Explain() {
		fmt.Fprintf(w, "%d: %s\n", t.Line, site.Printable(t.Text))
		text := "touches nothing"
		if t.Touches > 0 {
			text = wording.Count(t.Touches, "URL", "URLs") + ": " + strings.Join(t.Some, ", ")
		}
		if more := t.Touches - len(t.Some); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		fmt.Fprintf(w, "   %s\n", text)
	}
}

// suggestions has the values of what-if --suggest.
var suggestions = []string{"fix-first", "missing-links"}

// suggestChanges prints suggested changes to a site. The name "" means the only site of the state.
func suggestChanges(ctx context.Context, a *app, what, name string) error {
	switch what {
	case suggestions[0]:
		return suggestRepairs(a, name)
	case suggestions[1]:
	default:
		return run.Usage("--suggest: unknown suggestion %q (known: %s)", what, wording.List(suggestions))
	}
	in := a.inputs(a.config.Details())
	ctx, release := stopBySignal(ctx, func() { a.progress.Notice("stopping") })
	defer release()
	job := a.job(nil)
	a.progress.Expect(1)
	found, err := in.MissingLinks(ctx, name, job)
	a.progress.clear()
	if ctx.Err() != nil {
		return exitCode(exitStopped)
	}
	if err != nil {
		return err
	}
	if n := len(found.Graph.Pages) - found.Read; n > 0 {
		a.progress.Noticef("%s could not be read again, so they are left out", wording.Count(n, "page", "pages"))
	}
	out := bufio.NewWriter(a.out)
	if err := found.Write(out); err != nil {
		return err
	}
	return out.Flush()
}

func suggestRepairs(a *app, name string) error {
	in := a.inputs(run.Details{})
	var found *stats.Findings
	for c, err := range in.FromState(slices.DeleteFunc([]string{name}, func(s string) bool { return s == "" })) {
		if err != nil {
			return err
		}
		if found != nil {
			return run.Usage("the state has several sites: name the one that changes")
		}
		found, err = stats.FixFirst(c.Crawl, func(measure string, share float64) {
			a.progress.Computing(c.Site, measure, share)
		})
		a.progress.clear()
		if err != nil {
			return err
		}
	}
	if found == nil {
		return run.Usage("the state has no site to suggest repairs for")
	}
	return found.WriteChanges(a.out)
}
