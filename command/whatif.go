package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/compare"
	"sitegraph/export"
	"sitegraph/gate"
	"sitegraph/past"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/whatif"
	"sitegraph/wording"
)

// whatIfFolder has a folder for each file of changes.
const whatIfFolder = "what-if"

// newWhatIf returns the command what-if.
func newWhatIf(a *app) *cobra.Command {
	var w past.Changing
	blocks, suggest := false, ""
	do := func(ctx context.Context, a *app, args []string) error {
		args = append(args, "", "")
		if a.gate.asked() && (blocks || suggest != "" || w.Explain) {
			return run.Usage("--fail-on needs the graph after the changes: leave out --explain, --blocks and --suggest")
		}
		switch {
		case blocks:
			return a.showBlocks(args[0])
		case suggest != "":
			return a.suggest(ctx, suggest, args[0])
		}
		w.Site = args[1]
		return a.gate.around(func() error { return a.whatIf(args[0], w) })
	}
	cmd := a.command(do, cobra.Command{Use: "what-if CHANGES [site]",
		Short: "Show the graph of a crawled site after changes, before they are made",
		Long: "what-if reads a file of changes (move, delete, redirect, canonical, noindex, robots:, add-link,\n" +
			"drop-link, ...), builds the graph that a crawl would find after them, without a request, and\n" +
			"writes its files, the comparison with the present graph and the list of redirects into\n" +
			"what-if/NAME/; NAME is the name of the file. docs/what-if.md explains the changes. With --fail-on\n" +
			"it ends with exit code 5 if a condition holds, and prints Markdown for a pull request.",
		Example: "  sitegraph what-if relaunch.txt example.com\n  sitegraph what-if --explain relaunch.txt\n" +
			"  sitegraph what-if --blocks example.com\n" +
			"  sitegraph what-if --fail-on 'new:broken-link,removed>5%' relaunch.txt\n" +
			"  sitegraph what-if --suggest missing-links example.com > links.txt",
		Args: func(cmd *cobra.Command, args []string) error {
			if (blocks || suggest != "") && len(args) < 2 {
				return nil
			}
			if len(args) == 0 || len(args) > 2 {
				return run.Usage("%s takes a file of changes, and a site if the state has several; got %q",
					cmd.CommandPath(), args)
			}
			return nil
		}})
	cmd.Flags().BoolVar(&w.Explain, "explain", false, "show what each change touches, and build nothing")
	cmd.Flags().BoolVar(&blocks, "blocks", false, "list the blocks of links of the site, for drop-block")
	a.gate.addTo(cmd)
	cmd.Flags().StringVar(&suggest, "suggest", "", "print a file of changes that the site could do with: "+
		"`missing-links`")
	completes(cmd, "suggest", completeName(site.Names(suggesters)))
	cmd.Flags().BoolVar(&w.AllowEmpty, "allow-empty", false, "allow changes that touch nothing")
	return cmd
}

// whatIf shows a site after the changes of a file.
func (a *app) whatIf(name string, w past.Changing) error {
	f, err := os.Open(name)
	if err != nil {
		return run.Usage("the changes: %w", err)
	}
	defer f.Close()
	if w.File, err = whatif.Parse(name, f); err != nil {
		return usage(err)
	}
	in, err := a.inputs(a.config.Details())
	if err != nil {
		return err
	}
	return in.WhatIf(w, func(c past.Forecast) error {
		if w.Explain {
			a.explainChanges(c.Plan)
			return nil
		}
		return a.forecast(c, filepath.Join(whatIfFolder, nameOfChanges(name)))
	})
}

// mostBlocks bounds how many blocks are listed: those that few pages have are seldom ones of a template.
const mostBlocks = 20

// showBlocks lists the blocks of links of a site.
func (a *app) showBlocks(name string) error {
	in, err := a.inputs(run.Details{})
	if err != nil {
		return err
	}
	all, err := in.Blocks(name)
	for _, b := range all[:min(len(all), mostBlocks)] {
		fmt.Fprintf(a.out, "%s: %s, %s; as on %s: %s\n", b.Name, wording.Count(b.Pages, "page", "pages"),
			wording.Count(b.Links, "link", "links"), site.Show(b.Page), strings.Join(b.Some, ", "))
	}
	return err
}

// nameOfChanges is the name of the folder of a file of changes.
func nameOfChanges(file string) string {
	base := filepath.Base(file)
	if name := strings.TrimSuffix(base, filepath.Ext(base)); name != "" {
		return name
	}
	return base
}

// explainChanges shows what each change touches.
func (a *app) explainChanges(p *whatif.Plan) {
	for _, t := range p.Explain() {
		fmt.Fprintf(a.out, "%d: %s\n", t.Line, site.Printable(t.Text))
		switch more := t.Count - len(t.Some); {
		case t.Count == 0:
			fmt.Fprintln(a.out, "   touches nothing")
		case more > 0:
			fmt.Fprintf(a.out, "   %s: %s and %d more\n", wording.Count(t.Count, "URL", "URLs"),
				strings.Join(t.Some, ", "), more)
		default:
			fmt.Fprintf(a.out, "   %s: %s\n", wording.Count(t.Count, "URL", "URLs"), strings.Join(t.Some, ", "))
		}
	}
}

// forecast writes the files of a site after changes, into a folder, and shows what differs.
func (a *app) forecast(c past.Forecast, folder string) error {
	config := a.config
	config.Export.Hits = nil // visits are of the site as it is
	exporter := &run.Exporter{Config: config, Folder: folder}
	result, _, err := exporter.Export(c.Then.Crawl, c.Then.Line, a.progress.Computing)
	a.progress.clear()
	if err != nil {
		return err
	}
	name := c.Then.Name
	redirects, err := a.writeRedirects(c.Plan, filepath.Join(a.config.Path(folder), "redirects", name), name)
	if err != nil {
		return err
	}
	d := compare.New(c.Now.Crawl, c.Then.Crawl, compare.Options{Moved: c.Plan.Moved})
	if err := run.CompareProblems(d, c.Now.Crawl, c.Then.Crawl); err != nil {
		return err
	}
	changes := gate.Changes{A: c.Now.Crawl, B: c.Then.Crawl, Difference: d}
	if err := a.showChanges(changes, "A as it is, B after the changes"); err != nil {
		return err
	}
	comparison, err := a.config.WriteComparison(folder, name, d)
	if err != nil {
		return err
	}
	a.noteForecast(c)
	if !a.gate.asked() {
		fmt.Fprintf(a.text(), "\n%s in %s\n", wording.Count(len(result.Files()), "file", "files"), result.Path())
	}
	a.list(redirects)
	a.list(comparison)
	return nil
}

// noteForecast shows the remarks that the crawl of now does not have.
func (a *app) noteForecast(c past.Forecast) {
	for _, note := range c.Then.Notes {
		if !slices.Contains(c.Now.Notes, note) {
			a.progress.Notice(note)
		}
	}
	if !c.Now.Complete {
		a.progress.Notice("the crawl is not complete: pages that it did not reach are missing here, too")
	}
}

// writeRedirects writes the lists of redirects into a folder.
func (a *app) writeRedirects(p *whatif.Plan, path, name string) (*export.Dir, error) {
	dir, err := export.NewDir(path, name)
	if err != nil || p.Redirects() == 0 {
		return dir, err
	}
	for _, form := range whatif.Forms() {
		write := func(w io.Writer) error { return p.WriteRedirects(form, w) }
		if err := dir.Write(form, write); err != nil {
			return nil, err
		}
	}
	return dir, nil
}
