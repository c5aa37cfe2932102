package results

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sitegraph/export"
	"sitegraph/run"
)

// ReadFolder reads the crawl of one result folder.
func ReadFolder(dir string) (Crawl, error) {
	folder, err := export.Open(dir)
	if err != nil {
		return Crawl{}, err
	}
	crawl, err := folder.Crawl()
	if err != nil {
		return Crawl{}, err
	}
	return Crawl{Crawl: crawl, Folder: folder, Settings: folder.Manifest.Settings}, nil
}

// Folders returns the result folders that an argument names: the folder itself, or those in it, sorted. That there are
// none is an error.
func Folders(arg string) ([]string, error) {
	found := resultFolders(arg)
	if len(found) > 0 {
		return found, nil
	}
	_, err := export.Open(arg) // says what is wrong with it
	return nil, run.Usage("%w", cmp.Or(err, fmt.Errorf("%s is not a result folder", arg)))
}

// foldersOf returns the result folders that an argument names, none if it is meant as a site.
func foldersOf(arg string) ([]string, error) {
	found, err := Folders(arg)
	if err != nil && !looksLikeFolder(arg) {
		return nil, nil
	}
	return found, err
}

// looksLikeFolder reports whether an argument is meant as a folder: one that exists, or that no site is written like.
func looksLikeFolder(arg string) bool {
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return true
	}
	return !strings.Contains(arg, "://") &&
		(strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "/") || strings.ContainsRune(arg, filepath.Separator))
}

// resultFolders returns the folder itself, if it is a result folder, or the result folders in it, sorted. A link to a
// folder counts.
func resultFolders(dir string) []string {
	const manifest = "[^.]*.manifest.json"
	for _, pattern := range []string{manifest, "*/" + manifest} {
		files, _ := fs.Glob(os.DirFS(dir), pattern) // the only error is that of a pattern
		var found []string
		for _, name := range files {
			found = append(found, filepath.Join(dir, filepath.FromSlash(path.Dir(name))))
		}
		if len(found) > 0 {
			return slices.Compact(found)
		}
	}
	return nil
}

// Pair is the result folders of one site in an earlier and a later crawl.
type Pair struct {
	// A is the earlier one, B the later one.
	A, B string
}

// Pairs matches the result folders of two arguments: the two themselves, or those of equal names in two folders of
// them. alone are those without a counterpart.
func Pairs(a, b string) (matched []Pair, alone []string, err error) {
	inA, errA := Folders(a)
	inB, errB := Folders(b)
	if err := cmp.Or(errA, errB); err != nil {
		return nil, nil, err
	}
	if len(inA) == 1 && len(inB) == 1 {
		return []Pair{{inA[0], inB[0]}}, nil, nil
	}
	byName := map[string]string{}
	for _, dir := range inB {
		byName[filepath.Base(dir)] = dir
	}
	for _, dir := range inA {
		name := filepath.Base(dir)
		if other, ok := byName[name]; ok {
			matched = append(matched, Pair{dir, other})
			delete(byName, name)
		} else {
			alone = append(alone, dir)
		}
	}
	for _, dir := range byName {
		alone = append(alone, dir)
	}
	slices.Sort(alone)
	if len(matched) == 0 {
		return nil, nil, run.Usage("no site is in both %s and %s", a, b)
	}
	return matched, alone, nil
}
