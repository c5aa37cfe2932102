package command

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
)

// input is a crawl that a command works on: one of the state, or one that was
// read back from a result folder.
type input struct {
	crawl *site.Crawl
	// origin is the site's name in the state, "" when it comes from a folder.
	origin string
	// folder is nil when it comes from the state.
	folder *export.Folder
	// line is that of hosts.txt; it matters only without a folder.
	line config.Host
}

// settings are those that the crawl was made with.
func (in input) settings(s *setup) map[string]string {
	if in.folder != nil {
		return in.folder.Manifest.Settings
	}
	return s.all(in.line)
}

// missing are the tables that the folder does not have. links.csv is seldom
// chosen, and nobody misses it.
func (in input) missing() []string {
	if in.folder == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(in.folder.Missing()), func(name string) bool { return name == "links.csv" })
}

// noFolder is the error of an argument that is no result folder.
func noFolder(arg string) error {
	_, err := export.Open(arg) // says what is wrong with it
	return usage(cmp.Or(err, fmt.Errorf("%s is no result folder", arg)))
}

// tellVersion says when another version of the program wrote a result folder.
// What it cannot read of it is an error of its own.
func (s *setup) tellVersion(folder *export.Folder) {
	if wrote := folder.Manifest.Version; wrote != version {
		s.say("sitegraph: %s was written by sitegraph %q; this is version %q", folder.Path(), wrote, version)
	}
}

// eachInput calls do with every crawl that the arguments name: result folders
// as they are, folders of result folders with all of theirs, hosts from the
// state; without arguments all that the state has. Only one crawl is held at a
// time.
func eachInput(cmd *cobra.Command, c console, f *flags, args []string, do func(s *setup, in input) error) error {
	var hosts []string
	var dirs []string
	for _, arg := range args {
		if found := resultFolders(arg); len(found) > 0 || looksLikeFolder(arg) {
			if len(found) == 0 {
				return noFolder(arg)
			}
			dirs = append(dirs, found...)
		} else {
			hosts = append(hosts, arg)
		}
	}
	if len(dirs) > 0 {
		s, err := newSetup(cmd, c, f)
		if err != nil {
			return err
		}
		for _, dir := range dirs {
			if err := eachFolder(s, dir, do); err != nil {
				return err
			}
		}
	}
	if len(dirs) > 0 && len(hosts) == 0 {
		return nil
	}
	return eachCrawl(cmd, c, f, hosts, func(r *recaller, origin string, crawl *site.Crawl) error {
		line, err := r.line(origin)
		if err != nil {
			return err
		}
		return do(r.setup, input{crawl: crawl, origin: origin, line: line})
	})
}

func eachFolder(s *setup, dir string, do func(s *setup, in input) error) error {
	in, err := readFolder(dir)
	if err != nil {
		return err
	}
	s.tellVersion(in.folder)
	if missing := in.missing(); len(missing) > 0 {
		s.say("sitegraph: %s has no %s: what is told there is left out", dir, strings.Join(missing, ", "))
	}
	return do(s, in)
}

// readFolder reads one result folder.
func readFolder(dir string) (input, error) {
	folder, err := export.Open(dir)
	if err != nil {
		return input{}, err
	}
	crawl, err := folder.Crawl()
	if err != nil {
		return input{}, err
	}
	return input{crawl: crawl, folder: folder}, nil
}

// looksLikeFolder tells an argument that is meant as a folder: one that is
// there, or that no host is written like.
func looksLikeFolder(arg string) bool {
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return true
	}
	return !strings.Contains(arg, "://") && (strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "/") || strings.ContainsRune(arg, filepath.Separator))
}

// resultFolders returns the folder itself, if it is a result folder, or the
// result folders in it, sorted.
func resultFolders(dir string) []string {
	if hasManifest(dir) {
		return []string{dir}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range entries {
		if below := filepath.Join(dir, e.Name()); hasManifest(below) { // a link to a folder counts
			found = append(found, below)
		}
	}
	slices.Sort(found)
	return found
}

func hasManifest(dir string) bool {
	found, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*.manifest.json"))
	return err == nil && len(found) > 0
}

// escapeGlob makes a path match only itself.
func escapeGlob(path string) string {
	if filepath.Separator == '\\' {
		return path // no escaping there; such names have no brackets
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// pairs matches the result folders of two arguments: the two themselves, or
// those of equal names in two folders of them.
func pairs(a, b string) (matched [][2]string, alone []string, err error) {
	inA, inB := resultFolders(a), resultFolders(b)
	for i, in := range [][]string{inA, inB} {
		if dir := []string{a, b}[i]; len(in) == 0 {
			_, err := export.Open(dir)
			if err == nil {
				err = fmt.Errorf("%s is no result folder", dir)
			}
			return nil, nil, err
		}
	}
	if len(inA) == 1 && len(inB) == 1 {
		return [][2]string{{inA[0], inB[0]}}, nil, nil
	}
	byName := map[string]string{}
	for _, dir := range inB {
		byName[filepath.Base(dir)] = dir
	}
	for _, dir := range inA {
		if other, ok := byName[filepath.Base(dir)]; ok {
			matched = append(matched, [2]string{dir, other})
			delete(byName, filepath.Base(dir))
		} else {
			alone = append(alone, dir)
		}
	}
	for _, dir := range byName {
		alone = append(alone, dir)
	}
	slices.Sort(alone)
	if len(matched) == 0 {
		return nil, nil, fmt.Errorf("no site is in both %s and %s", a, b)
	}
	return matched, alone, nil
}
