package command

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"sitegraph/export"
	"sitegraph/results"
	"sitegraph/results/gate"
	"sitegraph/results/whatif"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

type forecasted struct {
	difference *compare.Difference
	effects    *compare.Effects
}

// forecast writes the files of a changed site and shows the differences, fewer if it is one of several.
func forecast(a *app, c results.Forecast, folder string, among bool) (out forecasted, err error) {
	settings := a.config
	settings.Export.Hits = nil // visitors saw the site as it is
	exporter := &run.Exporter{Config: settings, Folder: folder}
	result, _, err := exporter.Export(c.Then.Crawl, c.Then.Line, a.progress.Computing)
	a.progress.clear()
	if err != nil {
		return out, err
	}
	name := c.Then.Name
	redirects, err := writeRedirects(c.Plan, filepath.Join(a.config.Path(folder), "redirects", name), name)
	if err != nil {
		return out, err
	}
	if out.difference, err = c.Difference(); err != nil {
		return out, err
	}
	if out.effects, err = c.Effects(out.difference); err != nil {
		return out, err
	}
	if err := showForecast(a, c, out, among); err != nil {
		return out, err
	}
	comparison, err := a.config.WriteComparison(folder, name, out.difference, out.effects)
	if err != nil {
		return out, err
	}
	noteForecast(a.progress, c)
	if among {
		return out, nil
	}
	if !a.show.gate.asked() {
		fmt.Fprintf(a.show.people, "\n%s in %s\n", wording.Count(len(result.Files()), "file", "files"), result.Path())
	}
	a.show.list(redirects)
	a.show.list(comparison)
	return out, nil
}

// showForecast shows what differs. One of several forecasts is shown only if --fail-on judges it.
func showForecast(a *app, c results.Forecast, out forecasted, among bool) error {
	if !a.show.gate.asked() && among {
		return nil
	}
	changes := gate.Changes{A: c.Now.Crawl, B: c.Then.Crawl, Difference: out.difference,
		Fates: func(all []compare.Backlink) error { return c.Plan.JudgeBacklinks(all, c.Now.Crawl, c.Then.Crawl) }}
	if among {
		changes.After = filepath.Base(c.Plan.Name)
	}
	if err := a.show.changes(changes, "A as it is, B after the changes"); err != nil || a.show.gate.asked() {
		return err
	}
	showEffects(a.show.people, out.effects)
	return nil
}

// showEffects shows how many pages each change cuts off and what happens to links from other sites.
func showEffects(w io.Writer, e *compare.Effects) {
	by := e.LossesBy()
	if n := len(e.Losses); n > 0 {
		fmt.Fprintf(w, "\nNothing leads to %s any more.\n", wording.Count(n, "page", "pages"))
	}
	for _, line := range slices.Sorted(maps.Keys(by)) {
		if line > 0 {
			fmt.Fprintf(w, "  %s: line %d: %s\n", wording.Count(by[line], "page", "pages"), line,
				site.Printable(e.Texts[line]))
		}
	}
	if e.Backlinks == nil {
		return
	}
	var parts []string
	count := e.CountBacklinks()
	for _, fate := range compare.Fates() {
		parts = append(parts, fmt.Sprintf("%s %s", fate, wording.Grouped(count[fate])))
	}
	fmt.Fprintf(w, "\nLinks from other sites: %s.\n", strings.Join(parts, ", "))
}

// noteForecast shows the notes that are new after the changes.
func noteForecast(p *progress, c results.Forecast) {
	news := func(notes, of []string) {
		p.Notice(slices.DeleteFunc(slices.Clone(notes), func(n string) bool { return slices.Contains(of, n) })...)
	}
	if news(c.Then.Notes, c.Now.Notes); c.Now.Hits != nil {
		news(c.Now.Notes, c.Then.Notes) // such as lines that could not be read
	}
	if !c.Now.Complete {
		p.Notice("the crawl is not complete: pages that it did not reach are missing here too")
	}
}

func writeRedirects(p *whatif.Plan, path, name string) (*export.Dir, error) {
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
