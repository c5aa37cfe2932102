package run

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/export"
	"sitegraph/site"
)

// Merging says what to merge, and how.
type Merging struct {
	Folders []string  // output folders of the shards
	States  bool      // merges their states too
	Pages   bool      // writes the graph of all pages
	Partial bool      // leaves out shards that are missing or not done
	Absent  []string  // names of what a partial merge leaves out; nil names the shards
	Report  Computing // follows long computations; may be nil
}

// Merge joins the output folders of all shards of a crawl in another folder. It writes the sites' result folders and
// the files about all sites as one run would have. It checks everything before it writes, and complete files appear at
// once. A killed merge leaves nothing behind, and the next merge starts over. A partial merge names in a file the parts
// that it left out, and a later merge replaces its results.
func Merge(to string, o Merging) (Outcome, error) {
	m, err := newMerger(to, o)
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
	if err == nil && o.States {
		err = m.TakeStates(o.Folders)
	}
	return out, errors.Join(err, os.RemoveAll(staged.OutputDir))
}

const mergeFolder = ".merge" // results are merged here before they move into place

// clear removes a killed merge's files and refuses to overwrite results.
func (m *merger) clear(staged Config) error {
	var err error
	if _, none := os.Lstat(staged.resultDir("")); none == nil { // the files about all sites may be moved already
		err = os.RemoveAll(m.Path(acrossFolder))
	}
	return cmp.Or(err, os.RemoveAll(staged.OutputDir), m.checkEmpty())
}

// take moves the merged folders into place, the sites' results last. A file marks partial results.
func (m *merger) take(staged Config, out *Outcome) error {
	across, err := m.Path(acrossFolder), m.writePartial()
	if err == nil {
		err = replaceFolder(staged.Path(acrossFolder), across)
	}
	if err == nil {
		err = replaceFolder(staged.resultDir(""), m.resultDir(""))
	}
	if out.Across != nil {
		out.Across = out.Across.Moved(across)
	}
	if err == nil && len(m.absent) == 0 {
		err = removeFile(m.Path(partialName + ".json"))
	}
	return err
}

// newMerger reads the shards and checks them before any file is written.
func newMerger(to string, o Merging) (*merger, error) {
	shards, absent, err := readShards(o)
	if err != nil {
		return nil, err
	}
	settings, err := config.Load(config.Sources{Overrides: shards[0].Settings})
	if err != nil {
		return nil, Usage("%s: its settings: %w", shards[0].folder, err)
	}
	if o.Pages && !slices.Contains(settings.Export.Exporters, "pages") {
		settings.Export.Exporters = append(settings.Export.Exporters, "pages")
	}
	if err := pairs.PagesOf(*settings); err != nil {
		return nil, &UsageError{fmt.Errorf("%s: %w", shards[0].folder, err)}
	}
	m := &merger{Config: NewConfig(*settings, to), report: o.Report, lines: shards[0].Lines, list: shards[0].List,
		absent: absent, results: map[int]Result{}, named: map[string]string{}}
	for _, f := range shards {
		if err := m.add(f); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// MergeOver is Merge for a folder that may have results already. It replaces results of the same sites and the files
// about all sites once the new ones are complete in the folder in, which must be on the same file system.
func (c Config) MergeOver(folders []string, in string) error {
	out, err := Merge(in, Merging{Folders: folders})
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

// replaceFolder moves a folder, if there is one, and removes an older one in its new place.
func replaceFolder(from, to string) error {
	err := errors.Join(os.RemoveAll(to), os.MkdirAll(filepath.Dir(to), 0o755))
	if err != nil {
		return err
	}
	if err = os.Rename(from, to); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// readShards reads the shards, which must belong to one crawl. absent names what a partial merge leaves out.
func readShards(o Merging) (shards []shardFile, absent []string, err error) {
	folder, sites := map[int]string{}, 0 // folders by number of the shard
	for _, dir := range o.Folders {
		f, err := readShard(dir)
		if o.Partial && errors.Is(err, errNotDone) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if before, twice := folder[f.Shard]; twice {
			return nil, nil, Usage("%s and %s both have shard %s: remove one of them", before, dir, f.shard())
		}
		folder[f.Shard], shards, sites = dir, append(shards, f), sites+len(f.Sites)
		if err := shards[0].fits(f); err != nil {
			return nil, nil, Usage("%s and %s do not belong together: %w", shards[0].folder, dir, err)
		}
	}
	if len(shards) == 0 {
		return nil, nil, Usage("name the output folders of all shards or, with --partial, of at least one that is done")
	}
	first := shards[0]
	for n := range first.Of {
		if folder[n+1] == "" {
			absent = append(absent, fmt.Sprint("shard ", Shard{Number: n + 1, Of: first.Of}))
		}
	}
	if len(absent) == 0 && sites != first.Lines {
		return nil, nil, Usage("%s: damaged: the shards have %d sites, the list has %d: run the shards again",
			first.folder, sites, first.Lines)
	}
	if len(absent) > 0 && !o.Partial {
		return nil, nil, Usage("%s is missing: name its output folder, too, or add --partial", absent[0])
	}
	if len(absent) > 0 && o.Absent != nil {
		absent = o.Absent
	}
	return shards, absent, nil
}

// fits returns an error if another shard does not belong to the same crawl.
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
	lines   int               // number of sites
	list    string            // digest of the sites
	absent  []string          // sites or shards left out
	results map[int]Result    // by place of the site
	named   map[string]string // lines of sites by the names of their result folders
}

func (m *merger) add(f shardFile) error {
	of := m.Config
	of.OutputDir = f.folder
	for _, s := range f.Sites {
		if m.results[s.Place].Crawl != nil {
			return Usage("%s: %s is in another shard, too", f.folder, s.Line)
		}
		res, err := s.result()
		if err != nil {
			return Usage("%s: %s: %w: run the shard again", f.folder, s.Line, err)
		}
		if before := m.named[s.Name]; before != "" {
			return Usage("%s and %s share the result folder %s: remove one of them from the list of sites", before,
				s.Line, s.Name)
		}
		if s.Name != "" {
			m.named[s.Name], res.from = s.Line, of.resultDir(s.Name)
		}
		m.results[s.Place] = res
	}
	return nil
}

// result returns what the files about all sites need to know about a site.
func (s shardSite) result() (res Result, err error) {
	c := &site.Crawl{Site: s.Site, Name: s.Name}
	u, err := site.Parse(s.Line)
	if err == nil {
		c.Members, err = site.ReadMembers(s.Members)
	}
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
	for _, i := range slices.Sorted(maps.Keys(m.results)) {
		res := m.results[i]
		if res.from != "" {
			if res.Dir, err = copyResult(res.from, m.resultDir(res.Crawl.Name)); err != nil {
				return out, withAdvice(err)
			}
		}
		out.Results = append(out.Results, res)
	}
	all := out.Results
	for _, name := range m.absent {
		all = append(all, Result{Crawl: &site.Crawl{Site: name}, without: "no result yet"})
	}
	out.Absent = m.absent
	out.Across, err = m.WriteAcross(all, slices.Contains(m.Export.Exporters, "report"), m.report)
	return out, err
}

// copyResult copies a result folder and checks its files against the manifest.
func copyResult(from, to string) (*export.Dir, error) {
	name := filepath.Base(from)
	manifest, err := export.ReadManifest(filepath.Join(from, name+".manifest.json"))
	if err != nil {
		return nil, &UsageError{err}
	}
	d, err := export.NewDir(to, name)
	if err == nil {
		err = d.CopyFrom(from, false)
	}
	if err != nil {
		return nil, err
	}
	copied := d.Files()
	for _, f := range manifest.Files {
		if f.Replaced = 0; !slices.Contains(copied, f) {
			return nil, Usage("%s: not the file that its manifest names: copy the folder again, or run the shard again",
				filepath.Join(from, filepath.FromSlash(f.Name)))
		}
	}
	return d, nil
}
