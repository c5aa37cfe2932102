package command

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"sitegraph/export"
	"sitegraph/run"
	"sitegraph/stats"
	"sitegraph/wording"
)

const (
	maxListed = 4  // folders to name one by one
	maxNamed  = 10 // names in a list
)

// showFiles shows where the files are, the problems, and the file to open.
func showFiles(w io.Writer, out run.Outcome) {
	var dirs []*export.Dir
	for _, res := range out.Results {
		if res.Dir != nil && res.LeftOut() == "" {
			dirs = append(dirs, res.Dir)
		}
	}
	if len(dirs) > 0 || out.Across != nil {
		fmt.Fprintln(w)
	}
	if len(dirs) > maxListed {
		fmt.Fprintf(w, "%s: %d folders\n", filepath.Dir(dirs[0].Path()), len(dirs))
	} else {
		for _, d := range dirs {
			showFolder(w, d, "")
		}
	}
	if out.Across != nil {
		showFolder(w, out.Across, leftOut(out.Results))
	}
	if found := foundProblems(out.Results); found != nil {
		fmt.Fprintf(w, "\nproblems: %s\n", found)
	}
	showSince(w, out.Results)
	showOpening(w, toOpen(out))
}

// showSince shows how many problems are new or fixed since the previous crawls, and where those crawls' files are.
func showSince(w io.Writer, results []run.Result) {
	var replaced []run.Result
	var sum run.Since
	for _, res := range results {
		if s := res.Since; s != nil {
			replaced = append(replaced, res)
			sum.Listed, sum.Fixed, sum.New = sum.Listed || s.Listed, sum.Fixed+s.Fixed, sum.New+s.New
		}
	}
	if len(replaced) == 0 {
		return
	}
	last := replaced[len(replaced)-1]
	when := last.Since.Finished.Local().Format("2 January 15:04")
	if sum.Listed {
		fmt.Fprintf(w, "since %s: %d fixed, %d new\n", when, sum.Fixed, sum.New)
	}
	if len(replaced) > 1 {
		fmt.Fprintf(w, "previous crawls: %s\n", filepath.Dir(last.Since.Folder))
		return
	}
	fmt.Fprintf(w, "what changed: sitegraph compare %s %s\n", last.Since.Folder, last.Dir.Path())
}

func showFolder(w io.Writer, d *export.Dir, remark string) {
	fmt.Fprintf(w, "%s: %s%s\n", d.Path(), wording.Count(len(d.Files()), "file", "files"), remark)
}

func showOpening(w io.Writer, file string) {
	switch {
	case strings.HasSuffix(file, ".gexf"):
		fmt.Fprintf(w, "open in Gephi: %s\n", file)
	case file != "":
		fmt.Fprintf(w, "open: %s\n", file)
	}
}

// toOpen returns the best file to open, the report of all sites, of the first site, or its graph, or "".
func toOpen(out run.Outcome) string {
	dirs := []*export.Dir{out.Across}
	for _, res := range out.Results {
		if res.LeftOut() == "" {
			dirs = append(dirs, res.Dir)
		}
	}
	return firstOf(dirs...)
}

// firstOf returns the first report in some folders, or else the first graph. A folder may be nil.
func firstOf(dirs ...*export.Dir) string {
	for _, kind := range []string{".report.html", ".gexf"} {
		for _, d := range dirs {
			if d == nil {
				continue
			}
			if found := ending(d, kind); len(found) > 0 {
				return found[0]
			}
		}
	}
	return ""
}

type problemCounts struct {
	bySeverity, byKind map[string]int
	kinds              []string // kinds of errors, in the order of reports
}

// foundProblems counts the problems of sites. It returns nil if no file needed them.
func foundProblems(results []run.Result) *problemCounts {
	var found *problemCounts
	for _, res := range results {
		if res.Stats == nil {
			continue
		}
		if found == nil {
			found = &problemCounts{bySeverity: map[string]int{}, byKind: map[string]int{}}
		}
		for _, p := range res.Stats.Problems {
			found.add(p)
		}
	}
	return found
}

func (f *problemCounts) add(p stats.Problem) {
	if f.byKind[p.Kind] == 0 && p.Severity == "error" {
		f.kinds = append(f.kinds, p.Kind)
	}
	f.bySeverity[p.Severity] += p.Count
	f.byKind[p.Kind] += p.Count
}

// String lists the kinds of errors and counts warnings and notices.
func (f *problemCounts) String() string {
	errors := wording.Count(f.bySeverity["error"], "error", "errors")
	var kinds []string
	for _, kind := range f.kinds {
		kinds = append(kinds, fmt.Sprintf("%s %d", kind, f.byKind[kind]))
	}
	if len(kinds) > 0 {
		errors += " (" + strings.Join(kinds, ", ") + ")"
	}
	return strings.Join([]string{errors, wording.Count(f.bySeverity["warning"], "warning", "warnings"),
		wording.Count(f.bySeverity["notice"], "notice", "notices")}, ", ")
}

// siteResult is a site's line in the results of --progress json.
type siteResult struct {
	Site     string         `json:"site"`
	Ended    string         `json:"ended"`
	Complete bool           `json:"complete"`
	Pages    int            `json:"pages"`
	Arcs     int            `json:"arcs"`
	Links    int            `json:"links"`
	Depth    int            `json:"depth"`
	Aliases  int            `json:"aliases"`
	External int            `json:"external"`
	Failed   int            `json:"failed"`
	Problems map[string]int `json:"problems,omitempty"` // by kind
	Folder   string         `json:"folder,omitempty"`
}

// runResult is the last line of the results of --progress json.
type runResult struct {
	Problems map[string]int `json:"problems,omitempty"` // by severity
	Open     string         `json:"open,omitempty"`
}

// results writes the results for --progress json, one object per line.
func (d *display) results(out run.Outcome) {
	if d.programs == io.Discard {
		return
	}
	for _, res := range out.Results {
		row := siteResult{Site: res.Site(), Ended: "not-started"}
		if res.Err != nil {
			row.Ended = "error"
		} else if c := res.Crawl; c != nil {
			row = siteResult{c.Site, string(c.Ended), c.Complete, c.Counts.Pages, c.Counts.Arcs, c.Counts.Links,
				depth(c.Graph), len(c.Aliases), c.Counts.ExternalLinks, failures(c), nil, ""}
		}
		if found := foundProblems([]run.Result{res}); found != nil {
			row.Problems = found.byKind
		}
		if res.Dir != nil {
			row.Folder = res.Dir.Path()
		}
		writeObject(d.programs, row)
	}
	last := runResult{Open: toOpen(out)}
	if found := foundProblems(out.Results); found != nil {
		last.Problems = found.bySeverity
	}
	writeObject(d.programs, last)
}

// leftOut names the sites that are missing from the comparison.
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
	return ", without " + wording.ListFirst(names, maxNamed)
}

// ending returns the paths of a folder's files with an ending.
func ending(d *export.Dir, with string) []string {
	var found []string
	for _, f := range d.Files() {
		if strings.HasSuffix(f.Name, with) {
			found = append(found, filepath.Join(d.Path(), filepath.FromSlash(f.Name)))
		}
	}
	return found
}
