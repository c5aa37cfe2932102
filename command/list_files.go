package command

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"sitegraph/export"
	"sitegraph/run"
	"sitegraph/site"
)

// mostListed is the number of sites up to which every file is listed.
const mostListed = 4

// showFiles says which files there are and how to open them.
func (a *app) showFiles(out run.Outcome) {
	var graphs, reports []string
	for _, res := range out.Results {
		if res.Dir == nil || res.LeftOut() != "" {
			continue
		}
		fmt.Fprintf(a.out, "\n%s\n", site.Show(res.Crawl.Site))
		if len(out.Results) > mostListed {
			fmt.Fprintf(a.out, "  %s (%d files)\n", res.Dir.Path(), len(res.Files()))
		} else {
			a.list(res.Dir)
		}
		graphs = append(graphs, ending(res.Dir, ".gexf")...)
		reports = append(reports, ending(res.Dir, ".report.html")...)
	}
	if out.Across != nil {
		fmt.Fprintf(a.out, "\nall sites%s\n", leftOut(out.Results))
		a.list(out.Across)
		reports = append(ending(out.Across, ".report.html"), reports...)
	}
	if len(reports) > 0 {
		fmt.Fprintf(a.out, "\nin a browser: %s\n", reports[0])
	}
	if len(graphs) > 0 {
		fmt.Fprintf(a.out, "\nin Gephi: File > Open > %s\n", graphs[0])
	}
}

// leftOut names the sites that the comparison has no part of.
func leftOut(results []run.Result) string {
	var names []string
	for _, res := range results {
		if why := res.LeftOut(); why != "" {
			names = append(names, nameInTable(res.Site())+" ("+why+")")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", without " + joined(names)
}

// joined lists names, the first ten of many.
func joined(names []string) string {
	const most = 10
	if n := len(names); n > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", n-most)
	}
	return strings.Join(names, ", ")
}

// list names the files of a folder; of a folder in it, how many there are.
func (a *app) list(d *export.Dir) {
	inFolder := map[string]int{}
	for _, f := range d.Files() {
		inFolder[path.Dir(f.Name)]++
	}
	for _, f := range d.Files() {
		folder := path.Dir(f.Name)
		switch n := inFolder[folder]; {
		case folder == ".":
			fmt.Fprintf(a.out, "  %s\n", filepath.Join(d.Path(), f.Name))
		case n > 0:
			fmt.Fprintf(a.out, "  %s (%d pictures)\n", filepath.Join(d.Path(), folder)+string(filepath.Separator), n)
			inFolder[folder] = 0
		}
	}
}

// ending returns the paths of the files whose names end so.
func ending(d *export.Dir, with string) []string {
	var found []string
	for _, f := range d.Files() {
		if strings.HasSuffix(f.Name, with) {
			found = append(found, filepath.Join(d.Path(), filepath.FromSlash(f.Name)))
		}
	}
	return found
}
