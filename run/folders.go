package run

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/export/struck"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// Exporter writes a result folder for each site. Several goroutines may use it.
type Exporter struct {
	Config
	Folder   string // parent of the result folders; "" is the one in the settings
	folders  claims // gives each line of hosts.txt its folder
	hostless claims // gives one site the lines of access logs without a host
}

// Computing is called during the computation of a site's measure, with the finished share from 0 to 1.
type Computing func(site, measure string, share float64)

// Export writes a crawl's chosen files, the manifest last. The summary is nil if no file needs it.
func (e *Exporter) Export(c *site.Crawl, line config.Host, report Computing) (*export.Dir, *stats.Summary, error) {
	path, err := e.place(c, line)
	if err != nil {
		return nil, nil, err
	}
	whole := c
	c, list, counts, err := e.withoutStruck(whole)
	if err != nil {
		return nil, nil, err
	}
	c, notes, err := withHits(e.Config, c, line, &e.hostless)
	if err != nil {
		return nil, nil, err
	}
	whole.Notes = append(whole.Notes[:len(whole.Notes):len(whole.Notes)], notes...)
	dir, err := export.NewDir(path, c.Name)
	if err != nil {
		return nil, nil, withAdvice(err)
	}
	settings := e.SettingsOf(line)
	if c.Scope != "" {
		settings["sites.scope"] = c.Scope
	}
	a := newArtefacts(e.Config, c, dir, settings, report)
	a.struck = list
	if err := a.write(e.Config.Export.Exporters); err != nil {
		return nil, nil, withAdvice(err)
	}
	m := export.NewManifest(Version, settings, c)
	m.Struck = counts
	return dir, a.summary, withAdvice(export.WriteManifest(dir, m))
}

// place names a crawl's folder and returns its path.
func (e *Exporter) place(c *site.Crawl, line config.Host) (path string, err error) {
	u, err := site.Parse(c.Site)
	if err != nil {
		return "", fmt.Errorf("export: %w", err)
	}
	c.Name = e.folder(u, line.URL.Origin())
	if e.Folder != "" {
		return filepath.Join(e.Path(e.Folder), c.Name), nil
	}
	return e.resultDir(c.Name), nil
}

// keeps returns a remark if a crawl found no pages but the files of an earlier crawl have some. These files stay, since
// a mistyped address or a site that is down must not cost the last graph.
func (e *Exporter) keeps(c *site.Crawl, line config.Host) (remark string, err error) {
	path, err := e.place(c, line)
	if err != nil || c.Counts.Pages > 0 {
		return "", err
	}
	m := filledBy(path, c.Name)
	if m.Counts.Pages == 0 {
		return "", nil
	}
	return fmt.Sprintf("%s: no pages were found, so %s keeps the files of %s with %s", c.Site, path,
		m.Finished.Local().Format("2006-01-02 15:04"), wording.Count(m.Counts.Pages, "page", "pages")), nil
}

// withoutStruck returns a crawl without rows struck out, the list of these rows, and their number by table.
func (c Config) withoutStruck(crawl *site.Crawl) (*site.Crawl, *struck.List, map[string]int, error) {
	list, err := struck.Open(c.Path(struck.Name))
	if err != nil {
		return nil, nil, nil, Usage("%w", err)
	}
	crawl, counts, err := struck.Without(crawl, list)
	return crawl, list, counts, err
}

// withAdvice tells the user to make space when the disk is full.
func withAdvice(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%w: make space and run again to resume", err)
	}
	return err
}

// reportsFolder has the files of the command report. Result folders must stay as their manifests describe them.
const reportsFolder = "reports"

// Reporter writes statistics, reports and, if that exporter is chosen, charts of finished crawls into reports/.
type Reporter struct {
	Config
	Summary  bool              // also writes a one-page summary
	made     map[string]string // source of each report, by folder name
	hostless claims            // see Exporter
}

// NewReporter returns a reporter that has written nothing yet.
func NewReporter(c Config) *Reporter { return &Reporter{Config: c, made: map[string]string{}} }

// Source is a finished crawl to report on.
type Source struct {
	Crawl    *site.Crawl       // gets its folder's name if it has none
	Name     string            // site in the state, or path of a folder
	Settings map[string]string // all settings of the crawl, by name
	Missing  []string          // tables that were missing when the crawl was read
}

// Report writes the files about one crawl. The result has no folder if this source was reported before.
func (r *Reporter) Report(s Source, report Computing) (res Result, err error) {
	c := s.Crawl
	if c.Name == "" {
		u, err := site.Parse(c.Site)
		if err != nil {
			return res, fmt.Errorf("report: %w", err)
		}
		c.Name = r.folder(u, s.Name)
	}
	path := filepath.Join(r.Path(reportsFolder), c.Name)
	switch before := r.made[c.Name]; before {
	case "":
		r.made[c.Name] = s.Name
	case s.Name:
		return res, nil
	default:
		const message = "report: %s has the report of %s now; write that of %s elsewhere, with -O"
		return res, Usage(message, path, before, s.Name)
	}
	res.Crawl = c
	if res.Dir, err = export.NewDir(path, c.Name); err != nil {
		return res, err
	}
	if c, _, err = withHits(r.Config, c, r.HostOf(site.URL{}), &r.hostless); err != nil {
		return res, err
	}
	a := newArtefacts(r.Config, c, res.Dir, s.Settings, report)
	a.missing, a.noManifest = s.Missing, true
	files := []string{"stats", "report"}
	if slices.Contains(r.Export.Exporters, "charts") {
		files = append(files, "charts")
	}
	if err = a.write(files); err == nil && r.Summary {
		err = a.writeSummary()
	}
	res.Stats = a.summary
	return res, err
}

// folder returns the name of a site's result folder. line is the origin of the line of hosts.txt, which may have led to
// another site. Two lines never share a folder, such as http and https of one host, or "a:80" and a host "a_80", and no
// line gets a folder that an earlier run filled for another site. A run without pages fills nothing, so a mistyped
// scheme does not keep the name.
func (e *Exporter) folder(u site.URL, line string) string {
	return firstName(u, func(name string, own bool) bool {
		before := filledBy(e.resultDir(name), name).Site
		fits := before == u.Origin() || before == line || before == "" && !own
		return fits && e.folders.claim(line, name)
	})
}

// folder returns a site's folder in reports/. It has the result folder's name unless another source's report does.
func (r *Reporter) folder(u site.URL, source string) string {
	return firstName(u, func(name string, own bool) bool {
		free := r.made[name] == "" || r.made[name] == source
		return free && (!own || filledBy(r.resultDir(name), name).Site == u.Origin())
	})
}

// firstName returns the first suitable name for a site's folder. It first offers names that the site may already own.
func firstName(u site.URL, suits func(name string, own bool) bool) string {
	names := folderNames(u)
	for _, own := range []bool{true, false} {
		for _, name := range names {
			if suits(name, own) {
				return name
			}
		}
	}
	return names[0]
}

// folderNames returns the possible names of a site's folder, best first.
func folderNames(u site.URL) []string {
	name := export.FolderName(u)
	return []string{name, name + "_" + u.Scheme, name + "_" + u.Scheme + "_" + u.Port}
}

// filledBy returns the manifest in a result folder, empty if the folder has no pages.
func filledBy(path, name string) export.Manifest {
	m, err := export.ReadManifest(filepath.Join(path, name+".manifest.json"))
	if err != nil || m.Counts.Pages == 0 {
		return export.Manifest{}
	}
	return m
}

// ResultOf returns the folder with a site's result files and its name, or "" if none has pages of the site.
func (c Config) ResultOf(origin string) (dir, name string) {
	u, err := site.Parse(origin)
	if err != nil {
		return "", ""
	}
	for _, name := range folderNames(u) {
		if filledBy(c.resultDir(name), name).Site == origin {
			return c.resultDir(name), name
		}
	}
	return "", ""
}

// claims gives each folder or site to one line of hosts.txt, since several lines' home pages may lead to one site.
type claims struct {
	mu    sync.Mutex
	lines map[string]string // origins of lines, by folder or site
}

// claim gives a folder or site to a line. It returns false if another line has it.
func (c *claims) claim(line, what string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lines == nil {
		c.lines = map[string]string{}
	}
	c.lines[what] = cmp.Or(c.lines[what], line)
	return c.lines[what] == line
}
