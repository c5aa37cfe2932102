package past

import (
	"cmp"
	"fmt"
	"os"
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

// Folders returns the result folders that an argument names: the folder itself,
// or those in it, sorted. That there are none is an error.
func Folders(arg string) ([]string, error) {
	found := resultFolders(arg)
	if len(found) > 0 {
		return found, nil
	}
	_, err := export.Open(arg) // says what is wrong with it
	return nil, &run.UsageError{Err: cmp.Or(err, fmt.Errorf("%s is not a result folder", arg))}
}

// foldersOf returns the result folders that an argument names, none if it is
// meant as a site.
func foldersOf(arg string) ([]string, error) {
	found := resultFolders(arg)
	if len(found) == 0 && looksLikeFolder(arg) {
		return Folders(arg)
	}
	return found, nil
}

// looksLikeFolder reports whether an argument is meant as a folder: one that
// exists, or that no site is written like.
func looksLikeFolder(arg string) bool {
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return true
	}
	path := strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "/") || strings.ContainsRune(arg, filepath.Separator)
	return path && !strings.Contains(arg, "://")
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
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return strings.HasSuffix(e.Name(), ".manifest.json")
	})
}

// Pair is the result folders of one site in an earlier and a later crawl.
type Pair struct {
	// A is the earlier one, B the later one.
	A, B string
}

// Pairs matches the result folders of two arguments: the two themselves, or
// those of equal names in two folders of them. alone are those without a
// counterpart.
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
		return nil, nil, usage("no site is in both %s and %s", a, b)
	}
	return matched, alone, nil
}
