package run

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/export"
	"sitegraph/site"
)

// Merge joins the output folders of all shards of a crawl in another one: the result folders of their sites, and the
// files about all sites, as one run over all of them would have written them, and the graph of all pages if that is
// wanted. It checks everything before it writes. The files are complete when they appear. A merge that was killed
// leaves none, and the next one goes on.
func Merge(to string, folders []string, pages bool, report Computing) (Outcome, error) {
	m, err := newMerger(to, folders, pages, report)
	if err != nil {
		return Outcome{}, err
	}
	staged := *m
	staged.OutputDir = filepath.Join(to, mergeFolder)
	if err := m.clear(staged.Config); err != nil {
		return Outcome{}, err
	}
	out, err := staged.merge()
	if err == nil {
		err = m.take(staged.Config, &out)
	}
	return out, errors.Join(err, os.RemoveAll(staged.OutputDir))
}

// mergeFolder is where results are merged before they are moved to their places.
const mergeFolder = ".merge"

// clear removes what a killed merge left, and reports results that are there already.
func (m *merger) clear(staged Config) error {
	if _, err := os.Lstat(staged.resultDir("")); err == nil { // the files about all sites may be moved already
		if err := os.RemoveAll(m.Path(acrossFolder)); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(staged.OutputDir); err != nil {
		return err
	}
	return m.checkEmpty()
}

// take moves the merged folders to their places, the results of the sites last.
func (m *merger) take(staged Config, out *Outcome) error {
	if out.Across != nil {
		across := m.Path(acrossFolder)
		if err := replaceFolder(staged.Path(acrossFolder), across); err != nil {
			return err
		}
		out.Across = out.Across.Moved(across)
	}
	if len(m.from) == 0 {
		return nil
	}
	return replaceFolder(staged.resultDir(""), m.resultDir(""))
}

// newMerger reads the shards, and checks what can be checked before anything is written.
func newMerger(to string, folders []string, pages bool, report Computing) (*merger, error) {
	shards, err := readShards(folders)
	if err != nil {
		return nil, err
	}
	settings, err := config.Load(config.Sources{Overrides: shards[0].Settings})
	if err != nil {
		return nil, Usage("%s: its settings: %w", folders[0], err)
	}
	if pages && !slices.Contains(settings.Export.Exporters, "pages") {
		settings.Export.Exporters = append(settings.Export.Exporters, "pages")
	}
	if err := pairs.PagesOf(*settings); err != nil {
		return nil, &UsageError{fmt.Errorf("%s: %w", folders[0], err)}
	}
	m := &merger{Config: NewConfig(*settings, to), report: report, results: make([]Result, shards[0].Lines),
		from: map[int]string{}, lines: map[string]string{}}
	for i, f := range shards {
		if err := m.add(folders[i], f); err != nil {
			return nil, err
		}
	}
	for i, res := range m.results {
		if res.Crawl == nil {
			return nil, Usage("no shard has the site in place %d of the list: run the shards again", i+1)
		}
	}
	return m, nil
}

// MergeOver does what Merge does where there may be results already: those of the same sites and the files about all
// sites are replaced, once the new ones are written in a folder for that, on the same file system.
func (c Config) MergeOver(folders []string, in string) error {
	m, err := newMerger(in, folders, false, nil)
	if err != nil {
		return err
	}
	out, err := m.merge()
	merged := c
	merged.OutputDir = in
	for _, res := range out.Results {
		if err == nil && res.Dir != nil {
			err = replaceFolder(merged.resultDir(res.Crawl.Name), c.resultDir(res.Crawl.Name))
		}
	}
	if err != nil || out.Across == nil { // a single site
		return err
	}
	return replaceFolder(merged.Path(acrossFolder), c.Path(acrossFolder))
}

func replaceFolder(from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// readShards reads what shards gave, and reports what keeps them from being all of one crawl.
func readShards(folders []string) (shards []shardFile, err error) {
	if len(folders) == 0 {
		return nil, Usage("name the output folders of all shards")
	}
	folder := map[int]string{} // by the number of the shard
	for _, dir := range folders {
		f, err := readShard(dir)
		if err != nil {
			return nil, err
		}
		if before, twice := folder[f.Shard]; twice {
			return nil, Usage("%s and %s both have shard %s: remove one of them", before, dir, f.shard())
		}
		folder[f.Shard], shards = dir, append(shards, f)
		if err := shards[0].fits(f); err != nil {
			return nil, Usage("%s and %s do not belong together: %w", folders[0], dir, err)
		}
	}
	sites := 0
	for _, f := range shards {
		sites += len(f.Sites)
	}
	if sites != shards[0].Lines {
		return nil, Usage("%s: damaged: the shards have %d sites, the list has %d: run the shards again", folders[0],
			sites, shards[0].Lines)
	}
	for n := range shards[0].Of {
		if folder[n+1] == "" {
			gone := Shard{Number: n + 1, Of: shards[0].Of}
			return nil, Usage("shard %v is missing: name its output folder, too", gone)
		}
	}
	return shards, nil
}

// fits reports why another shard is not of the same crawl.
func (f shardFile) fits(other shardFile) error {
	if f.Of != other.Of {
		return fmt.Errorf("they are shards %s and %s", f.shard(), other.shard())
	}
	for _, name := range slices.Sorted(maps.Keys(f.Settings)) {
		if a, b := f.Settings[name], other.Settings[name]; a != b {
			return fmt.Errorf("%s is %q and %q", name, a, b)
		}
	}
	if f.Lines != other.Lines || f.List != other.List {
		return errors.New("the lists of sites differ")
	}
	return nil
}

type merger struct {
	Config
	report  Computing
	results []Result          // in the order of the sites
	from    map[int]string    // the result folder of a site, by its place
	lines   map[string]string // of sites, by the names of their result folders
}

func (m *merger) add(folder string, f shardFile) error {
	of := m.Config
	of.OutputDir = folder
	for _, s := range f.Sites {
		if m.results[s.Place].Crawl != nil {
			return Usage("%s: %s is in another shard, too", folder, s.Line)
		}
		res, err := s.result()
		if err != nil {
			return Usage("%s: %s: %w: run the shard again", folder, s.Line, err)
		}
		m.results[s.Place] = res
		if s.Name == "" {
			continue
		}
		if before := m.lines[s.Name]; before != "" {
			return Usage("%s and %s share the result folder %s: remove one of them from the list of sites", before,
				s.Line, s.Name)
		}
		m.lines[s.Name], m.from[s.Place] = s.Line, of.resultDir(s.Name)
	}
	return nil
}

// result is what a site gave, as far as files about all sites show it.
func (s shardSite) result() (res Result, err error) {
	c := &site.Crawl{Site: s.Site, Name: s.Name}
	if len(s.Members) > 0 {
		if c.Members, err = site.ReadMembers(s.Members); err != nil {
			return res, err
		}
	}
	u, err := site.Parse(s.Line)
	if err != nil {
		return res, err
	}
	if res.Stats = s.Stats; s.Outside != nil && s.Stats != nil {
		res.Stats.Outside = *s.Outside
	}
	res.Host, res.Crawl, res.without = config.Host{URL: u, About: s.About}, c, s.LeftOut
	if s.Stats != nil {
		c.Complete, c.Counts.Pages = s.Stats.Complete, s.Stats.Pages
	}
	return res, nil
}

func (m *merger) merge() (out Outcome, err error) {
	for _, i := range slices.Sorted(maps.Keys(m.from)) {
		if m.results[i].Dir, err = copyResult(m.from[i], m.resultDir(m.results[i].Crawl.Name)); err != nil {
			return out, withAdvice(err)
		}
	}
	out.Results = m.results
	out.Across, err = m.WriteAcross(m.results, slices.Contains(m.Export.Exporters, "report"), m.report)
	return out, err
}

func (m *merger) checkEmpty() error {
	for _, dir := range []string{m.resultDir(""), m.Path(acrossFolder)} {
		entries, err := os.ReadDir(dir)
		if len(entries) > 0 {
			return Usage("%s has results already: choose another output folder with -O", dir)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("output folder: %w", err)
		}
	}
	return nil
}

// copyResult copies a result folder, and checks its files by the manifest.
func copyResult(from, to string) (*export.Dir, error) {
	name := filepath.Base(from)
	manifest, err := export.ReadManifest(filepath.Join(from, name+".manifest.json"))
	if err != nil {
		return nil, &UsageError{err}
	}
	d, err := export.NewDir(to, name)
	if err == nil {
		err = d.CopyFrom(from)
	}
	if err != nil {
		return nil, err
	}
	copied := map[string]export.File{}
	for _, f := range d.Files() {
		copied[f.Name] = f
	}
	for _, f := range manifest.Files {
		if c := copied[f.Name]; c.SHA256 != f.SHA256 {
			return nil, Usage("%s: not the file that its manifest names: copy the folder again, or run the shard again",
				filepath.Join(from, filepath.FromSlash(f.Name)))
		}
	}
	return d, nil
}
