package command

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"sitegraph/export"
	"sitegraph/site"
)

// mostListed is the number of sites up to which every file is listed.
const mostListed = 4

// open says which files there are and how to open them.
func (r *run) open(results []result, together *export.Dir) {
	out := r.console.out
	var graphs, reports []string
	for _, res := range results {
		if res.err != nil || res.dir == nil || res.crawl.Counts.Pages == 0 {
			continue
		}
		fmt.Fprintf(out, "\n%s\n", site.Show(res.crawl.Site))
		if len(results) > mostListed {
			fmt.Fprintf(out, "  %s (%d files)\n", res.dir.Path(), len(res.written()))
		} else {
			r.list(res.dir)
		}
		graphs = append(graphs, ending(res.dir, ".gexf")...)
		reports = append(reports, ending(res.dir, ".report.html")...)
	}
	if together != nil {
		fmt.Fprintf(out, "\nall sites\n")
		r.list(together)
		reports = append(ending(together, ".report.html"), reports...)
	}
	if len(reports) > 0 {
		fmt.Fprintf(out, "\nin a browser: %s\n", reports[0])
	}
	if len(graphs) > 0 {
		fmt.Fprintf(out, "\nin Gephi: File > Open > %s\n", graphs[0])
	}
}

// list names the files of a folder; of a folder in it, how many there are.
func (s *setup) list(d *export.Dir) {
	within := map[string]int{}
	for _, f := range d.Files() {
		within[path.Dir(f.Name)]++
	}
	for _, f := range d.Files() {
		folder := path.Dir(f.Name)
		switch n := within[folder]; {
		case folder == ".":
			fmt.Fprintf(s.console.out, "  %s\n", filepath.Join(d.Path(), f.Name))
		case n > 0:
			fmt.Fprintf(s.console.out, "  %s (%d pictures)\n", filepath.Join(d.Path(), folder)+string(filepath.Separator), n)
			within[folder] = 0
		}
	}
}

// ending are the paths of the files whose names end so.
func ending(d *export.Dir, with string) []string {
	var found []string
	for _, f := range d.Files() {
		if strings.HasSuffix(f.Name, with) {
			found = append(found, filepath.Join(d.Path(), filepath.FromSlash(f.Name)))
		}
	}
	return found
}
