package past

import (
	"errors"
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
		if !in.eachFolder(folders, yield) || len(folders) > 0 && len(sites) == 0 {
			return
		}
		in.eachSite(sites, yield)
	}
}

// eachFolder yields the crawls of result folders; false ends the sequence.
func (in Inputs) eachFolder(folders []string, yield func(Crawl, error) bool) bool {
	for _, dir := range folders {
		c, err := ReadFolder(dir)
		if err != nil {
			yield(c, err)
			return false
		}
		if !yield(c, nil) {
			return false
		}
	}
	return true
}

// FromState returns the crawls of the sites of the state that arguments name,
// or of all. An error ends the sequence.
func (in Inputs) FromState(args []string) iter.Seq2[Crawl, error] {
	return func(yield func(Crawl, error) bool) { in.eachSite(args, yield) }
}

// eachSite yields the crawls of sites of the state.
func (in Inputs) eachSite(args []string, yield func(Crawl, error) bool) {
	state, err := in.OpenState()
	if err != nil {
		yield(Crawl{}, err)
		return
	}
	more, err := state.each(args, yield)
	if err = errors.Join(err, state.Close()); err != nil && more {
		yield(Crawl{}, err)
	}
}
