package past

import (
	"iter"
	"path/filepath"
	"slices"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/run"
	"sitegraph/site"
)

// Crawl is a finished crawl.
type Crawl struct {
	*site.Crawl
	// Origin is the site's name in the state; "" when the crawl comes from a
	// folder.
	Origin string
	// Line is the site's line of hosts.txt, or what holds without one. It
	// matters only for a crawl of the state.
	Line config.Host
	// Folder is nil when the crawl comes from the state.
	Folder *export.Folder
	// Settings are all that the crawl was made with, by name.
	Settings map[string]string
}

// Missing are the tables that a result folder does not have. links.csv is
// seldom chosen, and nobody misses it.
func (c Crawl) Missing() []string {
	if c.Folder == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Folder.Missing()), func(name string) bool { return name == "links.csv" })
}

// Source says where the crawl comes from: its origin in the state, or the path
// of its folder.
func (c Crawl) Source() string {
	if c.Folder == nil {
		return c.Origin
	}
	return filepath.Clean(c.Folder.Path())
}

// Inputs say where finished crawls are looked for.
type Inputs struct {
	run.Config
	// Lines are those of hosts.txt, by origin.
	Lines map[string]config.Host
	// Details are what the crawls of the state must have beside the graph.
	Details run.Details
}

// Open returns the crawls that arguments name: result folders, folders of
// result folders with all of theirs, sites of the state; without arguments all
// that the state has. Each crawl can be used until the next one is asked for.
// An error ends the sequence.
func (in Inputs) Open(args []string) iter.Seq2[Crawl, error] {
	return func(yield func(Crawl, error) bool) {
		var sites, folders []string
		for _, arg := range args {
			found, err := foldersOf(arg)
			if err != nil {
				yield(Crawl{}, err)
				return
			}
			folders = append(folders, found...)
			if len(found) == 0 {
				sites = append(sites, arg)
			}
		}
		for _, dir := range folders {
			if c, err := ReadFolder(dir); !yield(c, err) || err != nil {
				return
			}
		}
		if len(folders) == 0 || len(sites) > 0 {
			in.FromState(sites)(yield)
		}
	}
}

// FromState returns the crawls of the sites of the state that arguments name,
// or of all. An error ends the sequence.
func (in Inputs) FromState(args []string) iter.Seq2[Crawl, error] {
	return func(yield func(Crawl, error) bool) {
		s, err := in.openState()
		if err != nil {
			yield(Crawl{}, err)
			return
		}
		defer func() {
			if err := s.store.Close(); err != nil && !s.stopped {
				yield(Crawl{}, err)
			}
		}()
		s.each(args, yield)
	}
}
