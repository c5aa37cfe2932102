package export

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sitegraph/site"
	"sitegraph/wording"
)

// Folder is a result folder opened for reading. Several goroutines may use it.
type Folder struct {
	Manifest Manifest // the content of manifest.json

	path, prefix string
	files        map[string]File // the files that we can read, by name without prefix
	missing      []string
	ranked       bool // nodes.csv has the importance of the pages
	factual      bool // nodes.csv has facts of the pages
	timed        bool // nodes.csv says when the pages were seen
	believed     bool // nodes.csv says how likely they have changed since

	// verified has the fs.FileInfo of files that we read to the end and found to match the manifest, by name. We do
	// not check them again unless they change on disk, because some tables are read a dozen times.
	verified sync.Map
}

// Open reads the manifest of a result folder and finds its files. A missing or foreign manifest is an error, and
// so is a file whose size differs from the manifest.
func Open(dir string) (*Folder, error) {
	path, err := findManifest(dir)
	if err != nil {
		return nil, fmt.Errorf("read the result folder: %w", err)
	}
	m, err := ReadManifest(path)
	if err != nil {
		return nil, err
	}
	prefix := strings.TrimSuffix(filepath.Base(path), "."+manifestName)
	f := &Folder{Manifest: m, path: dir, prefix: prefix, files: map[string]File{}}
	listed := map[string]File{}
	for _, file := range m.Files {
		listed[file.Name] = file
	}
	for _, name := range []string{nodesTable.name, arcsTable.name, aliasesTable.name, ledgerTable.name,
		externalTable.name, badTable.name, linksTable.name, frontierTable.name,
		iterationsTable.name, nextTable.name, rulesTable.name, sitemapTable.name, linkedTable.name, hitsTable.name,
		followedTable.name, declaredTable.name} {
		file, ok := listed[f.prefix+"."+name]
		if !ok && name == declaredTable.name {
			continue // it exists only if pages declare something
		}
		path := filepath.Join(f.path, file.Name)
		if !ok || !exists(path) {
			f.missing = append(f.missing, name)
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("read the result folder: %w", err)
		}
		if info.Size() != file.Bytes {
			return nil, fmt.Errorf("%s has %d bytes, the manifest says %d: the folder is damaged or half copied; %s",
				path, info.Size(), file.Bytes, remedy)
		}
		f.files[name] = file
	}
	// Only comparisons read problems.csv, and people edit it, so its size may differ.
	if file := listed[f.prefix+"."+linkerTable.name]; file.Name != "" && exists(filepath.Join(f.path, file.Name)) {
		f.files[linkerTable.name] = file
	}
	if err := f.findLacking(); err != nil {
		return nil, err
	}
	return f, nil
}

// findLacking adds to missing the columns that an older version did not write, and drops tables the crawl never had.
func (f *Folder) findLacking() error {
	columns, err := lacking(f, ledgerTable)
	if err != nil {
		return err
	}
	columns = slices.DeleteFunc(columns, func(name string) bool { return name == "location" || name == "linked_from" })
	if len(columns) > 0 { // only replays need the two left out above
		f.missing = append(f.missing, fmt.Sprintf("columns %s of %s", wording.List(columns), ledgerTable.name))
	}
	columns, err = lacking(f, nodesTable)
	_, there := f.files[nodesTable.name]
	if err != nil {
		return err
	}
	f.factual = there && hasFacts(columns)
	f.ranked = there && !slices.Contains(columns, "importance")
	f.timed = there && !slices.Contains(columns, seenColumns[0].name)
	f.believed = f.timed && !slices.Contains(columns, chanceColumn.name)
	f.missing = slices.DeleteFunc(f.missing, func(name string) bool {
		return f.Manifest.Search != nil && name != nodesTable.name && name != arcsTable.name ||
			name == frontierTable.name && !f.ranked || name == iterationsTable.name && !f.timed ||
			name == nextTable.name && !f.believed || name == rulesTable.name && f.Manifest.Sameness.rows() == 0 ||
			name == sitemapTable.name && f.Manifest.Sitemaps == nil ||
			name == hitsTable.name && f.Manifest.Hits == nil ||
			name == followedTable.name && (f.Manifest.Hits == nil || !f.Manifest.Hits.Referers) ||
			name == linkedTable.name && f.Manifest.Settings["linked.check"] == ""
	})
	return f.checkTimed(nodesTable.name, columns)
}

// checkTimed returns an error if a table has only some of the columns of a watched crawl.
func (f *Folder) checkTimed(table string, lacking []string) error {
	var lost []string
	for _, c := range seenColumns {
		if slices.Contains(lacking, c.name) {
			lost = append(lost, c.name)
		}
	}
	if len(lost) == 0 || len(lost) == len(seenColumns) && !f.timed {
		return nil
	}
	return fmt.Errorf("%s, line 1: no %s beside the other columns of a watched crawl; %s",
		filepath.Join(f.path, f.files[table].Name), wording.List(lost), remedy)
}

func lacking[T any](f *Folder, t table[T]) ([]string, error) {
	if _, ok := f.files[t.name]; !ok {
		return nil, nil
	}
	r, err := openTable(f, t)
	if err != nil {
		return nil, err
	}
	defer r.close()
	return r.lacking, nil
}

// Path returns the folder's path as passed to Open.
func (f *Folder) Path() string { return f.path }

// Name returns the prefix of the files. It is the folder's name unless someone renamed the folder.
func (f *Folder) Name() string { return f.prefix }

// Missing returns the names, without prefix, of the tables that were never exported or were removed. It lists
// columns that an older version did not write as "columns class and limit of ledger.csv".
func (f *Folder) Missing() []string { return f.missing }

func findManifest(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no folder %s; name %s", dir, example(dir))
	}
	if err != nil {
		return "", err
	}
	var found, below []string
	for _, e := range entries {
		switch {
		case strings.HasSuffix(e.Name(), "."+manifestName) && !strings.HasPrefix(e.Name(), "."):
			found = append(found, e.Name())
		case e.IsDir() && exists(filepath.Join(dir, e.Name(), e.Name()+"."+manifestName)):
			below = append(below, filepath.Join(dir, e.Name()))
		}
	}
	// Someone may have copied a folder into another. The manifest that has the folder's own name wins.
	own := filepath.Base(dir) + "." + manifestName
	switch {
	case len(found) == 1:
		return filepath.Join(dir, found[0]), nil
	case len(found) > 1 && exists(filepath.Join(dir, own)):
		return filepath.Join(dir, own), nil
	case len(found) > 1:
		return "", fmt.Errorf("%s has several manifests, %s and %s for instance: leave the files of one site in it",
			dir, found[0], found[1])
	case len(below) > 0:
		return "", fmt.Errorf("%s is not a result folder of one site: name one of those in it, for instance %s",
			dir, below[0])
	}
	return "", fmt.Errorf("%s has no file ….%s, so it is not a result folder, or its crawl never ended; name %s",
		dir, manifestName, example(dir))
}

// example suggests a folder that a user who named dir may have meant.
func example(dir string) string {
	if results := filepath.Join(dir, "result"); exists(results) {
		return results
	}
	return "a folder like result/example.com"
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Crawl reads the crawl. It needs nodes.csv and arcs.csv. Each range over Ledger, External, Bad or Links reads the
// table again; the rest is in memory. A missing table gives an empty sequence, or nil for links.csv and frontier.csv.
// Counts come from the manifest, even if [export] self_loops = false left arcs out of the files; the notes then say so.
func (f *Folder) Crawl() (*site.Crawl, error) {
	w, err := f.watched()
	if err != nil {
		return nil, err
	}
	search := f.newSearchedReader()
	g, notes, err := f.readGraph(w, search)
	if err != nil {
		return nil, err
	}
	keys, err := f.pageKeys(g.Pages)
	if err != nil {
		return nil, err
	}
	m := f.Manifest
	pages := len(g.Pages)
	c := &site.Crawl{
		Site: m.Site, Name: f.prefix, Graph: g,
		Ledger:   f.ledger(keys, pages),
		External: rows(f, externalTable, byPage[site.ExternalLink](pages)),
		Bad:      rows(f, badTable, byPage[site.BadLink](pages)),
		Mentions: func(string) []int { return nil },
		Counts:   m.Counts, Ended: m.Ended, Complete: m.Complete,
		Notes:  slices.Concat(m.Notes, notes),
		Robots: m.Robots, Started: m.Started, Finished: m.Finished,
		Ranked: f.ranked, Watched: w, OfTables: true,
	}
	if search != nil {
		c.Searched = search.Searched
	}
	c.Members, _ = site.ReadMembers(m.Members) // ReadManifest already checked them
	c.MemberRobots = m.MemberRobots
	c.Sitemaps = f.sitemaps()
	if _, ok := f.files[linksTable.name]; ok {
		c.Links = rows(f, linksTable, linksCheck(pages))
	}
	err = cmp.Or(f.readAliases(c, keys), f.readHits(c), f.readSameness(c), f.readFrontier(c), f.readLinked(c),
		f.readDeclared(c))
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (f *Folder) pageKeys(pages []site.Page) (*site.Index, error) {
	keys := site.NewIndex(len(pages), func(i int, key string) bool { return pages[i].Key == key })
	for i := range pages {
		if _, added := keys.Add(pages[i].Key, i); !added {
			return nil, fmt.Errorf("%s, line %d: normalized_url %s is an earlier page's; %s",
				filepath.Join(f.path, f.files[nodesTable.name].Name), i+2, shown(pages[i].Key), remedy)
		}
	}
	return keys, nil
}
