package command

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"path/filepath"

	"sitegraph/export"
	"sitegraph/results/gate"
	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// display writes results on standard output, for people or, with --progress json, for programs. The other writer
// discards everything. With --quiet both do.
type display struct {
	people, programs io.Writer
	gate             gating
}

func (d *display) open(out io.Writer, json, quiet bool) {
	d.people, d.programs = io.Discard, io.Discard
	switch {
	case quiet:
	case json:
		d.programs = out
	default:
		d.people = out
	}
}

func (d *display) path(path string) {
	writeObject(d.programs, map[string]string{"file": path})
	fmt.Fprintln(d.people, path)
}

// list names a folder's files and counts the files in its subfolders. With --fail-on people see only the verdict.
func (d *display) list(dir *export.Dir) {
	json := d.programs != io.Discard
	if d.gate.asked() && !json {
		return
	}
	inFolder := map[string]int{}
	for _, f := range dir.Files() {
		inFolder[path.Dir(f.Name)]++
	}
	for _, f := range dir.Files() {
		folder := path.Dir(f.Name)
		switch n := inFolder[folder]; {
		case folder == "." || json:
			d.path(filepath.Join(dir.Path(), filepath.FromSlash(f.Name)))
		case n > 0:
			fmt.Fprintf(d.people, "%s (%s)\n", filepath.Join(dir.Path(), folder)+string(filepath.Separator),
				wording.Count(n, "file", "files"))
			inFolder[folder] = 0
		}
	}
}

// changes shows what changed between two crawls as a table, or the verdict of --fail-on.
func (d *display) changes(c gate.Changes, heading string) error {
	if !d.gate.asked() {
		fmt.Fprintf(d.people, "%s, %s\n\n", site.Show(c.B.Site), heading)
		err := compare.WriteTable(d.people, c.Summary())
		stake, wrong := c.Stake()
		if stake != nil {
			fmt.Fprintf(d.people, "\n%s\n", stake)
		}
		return cmp.Or(err, wrong)
	}
	v, err := gate.Judge(d.gate.conditions, c)
	if err != nil {
		return err
	}
	return d.verdict(v)
}

// alone judges a site that only one folder has, if there are conditions.
func (d *display) alone(folder string) error {
	if !d.gate.asked() {
		return nil
	}
	fmt.Fprintln(d.people)
	return d.verdict(gate.WithoutCounterpart(d.gate.conditions, folder))
}

func (d *display) verdict(v gate.Verdict) error {
	d.gate.failed = d.gate.failed || !v.Passed
	writeObject(d.programs, map[string]gate.Verdict{"gate": v})
	return v.WriteMarkdown(d.people)
}
