package results

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
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

// Folders returns the folder that arg names, or else the result folders in it, including links, sorted. Finding none
// is an error.
func Folders(arg string) ([]string, error) {
	const manifest = "[^.]*.manifest.json"
	for _, pattern := range []string{manifest, "*/" + manifest} {
		files, _ := fs.Glob(os.DirFS(arg), pattern) // only a bad pattern is an error
		found := site.Each(files, func(name string) string {
			return filepath.Join(arg, filepath.FromSlash(path.Dir(name)))
		})
		if len(found) > 0 {
			return slices.Compact(found), nil
		}
	}
	_, err := export.Open(arg) // its error says what is wrong
	return nil, run.Usage("%w", cmp.Or(err, fmt.Errorf("%s is not a result folder", arg)))
}

// looksLikeFolder reports whether an argument is an existing folder, or cannot be a site.
func looksLikeFolder(arg string) bool {
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return true
	}
	return !strings.Contains(arg, "://") &&
		(strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "/") || strings.ContainsRune(arg, filepath.Separator))
}

// Pair has two result folders of the same site, from an earlier and a later crawl.
type Pair struct {
	A, B string // earlier, later
}

// Pairs matches two result folders, or the folders with equal names in two arguments. alone has the unmatched ones.
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

// Compare compares two crawls, and their problems if both know them. The remarks, besides the comparison's notes, say
// what could not be compared.
func Compare(earlier, later Crawl) (d *compare.Difference, remarks []string, err error) {
	options := compare.SettingsDiff(earlier.Settings, later.Settings)
	missing := withProblems(earlier, later)
	if len(missing) > 0 {
		options.Notes = append(options.Notes, "problems were not compared: a crawl was read without "+
			wording.List(missing))
	}
	d = compare.New(earlier.Crawl, later.Crawl, options)
	if len(missing) > 0 {
		return d, nil, nil
	}
	return d, knowLinkers(earlier, later), run.CompareProblems(d, earlier.Crawl, later.Crawl)
}

// withProblems returns the tables that finding problems needs and that one of the crawls lacks.
func withProblems(crawls ...Crawl) (missing []string) {
	for _, c := range crawls {
		for _, name := range c.Missing() {
			if name != "external.csv" && !slices.Contains(missing, name) {
				missing = append(missing, name)
			}
		}
	}
	return missing
}

// knowLinkers reads the places of problems from problems.csv, unless someone edited it.
func knowLinkers(crawls ...Crawl) (remarks []string) {
	for _, c := range crawls {
		if c.Folder == nil {
			continue
		}
		if err := run.KnowLinkers(c.Folder, c.Crawl); err != nil {
			remarks = append(remarks, fmt.Sprintf("%s: the places of problems were not compared: %v", c.Source(), err))
		}
	}
	return remarks
}

// ParseMoment parses a past moment as a day (meaning its end, in UTC), a time, or the number of an iteration.
func ParseMoment(text string, now time.Time) (m extractor.Moment, err error) {
	if n, err := strconv.Atoi(text); err == nil && n > 0 && text[0] != '+' {
		return extractor.Moment{Iteration: n}, nil
	}
	begins, err := time.Parse(time.DateOnly, text)
	if m.At = begins.AddDate(0, 0, 1).Add(-time.Nanosecond); err != nil {
		begins, err = time.Parse(time.RFC3339, text)
		m.At = begins
	}
	switch {
	case err != nil:
		return m, fmt.Errorf("%q must be a day (2026-03-01), a time (2026-03-01T12:00:00Z), "+
			"or the number of an iteration", text)
	case begins.After(now):
		return m, fmt.Errorf("%q is still to come: name a moment of the past", text)
	case m.At.IsZero(): // the zero time means now
		m.At = m.At.Add(1)
	}
	return m, nil
}
