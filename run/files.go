package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sitegraph/export/struck"
)

// Input is a user's file that no run may overwrite.
type Input struct {
	What  string // name in messages, such as "--topics"
	Path  string // path of the file
	Hosts bool   // it lists sites, so it may be the file of [sites] hosts
}

// output is a setting's file that a run writes.
type output struct{ key, value, path string }

// outputsOf returns hosts.txt and the files in the settings that a run writes or removes.
func outputsOf(c Config) []output {
	hosts := c.Sites.Hosts
	if hosts == "-" {
		hosts = ""
	}
	return []output{{"[sites] hosts", hosts, c.InputPath(hosts)},
		{"[logs] common_log", c.Logs.CommonLog, c.Path(c.Logs.CommonLog)},
		{"[logs] error_log", c.Logs.ErrorLog, c.Path(c.Logs.ErrorLog)},
		{"[finish] stop_file", c.Finish.StopFile, c.Path(c.Finish.StopFile)}}
}

// CheckFiles refuses settings by which a run would overwrite or remove an input, the state, a result, or another file
// of the settings. It compares the files themselves, not only their paths.
func (c Config) CheckFiles(inputs ...Input) error {
	known := append(inputs[:len(inputs):len(inputs)], Input{What: struck.Name, Path: c.Path(struck.Name)},
		Input{What: "[download] credentials", Path: c.InputPath(c.Download.Credentials)})
	for _, log := range c.Export.Hits {
		known = append(known, Input{What: "[export] hits", Path: c.InputPath(log.Path)})
	}
	var errs []error
	for _, in := range append(known, Input{What: "[sites] hosts", Path: c.InputPath(c.Sites.Hosts)}) {
		if info, err := os.Stat(in.Path); err == nil && info.IsDir() {
			return Usage("%s = %s is a folder: name a file", in.What, in.Path)
		}
	}
	for i, out := range outputsOf(c) {
		if out.path == "" || isDevice(out.path) {
			continue
		}
		what := ownerOf(c, out.path)
		for _, in := range known {
			if what == "" && in.Path != "" && !(in.Hosts && i == 0) && samePath(in.Path, out.path) {
				what = in.What
			}
		}
		if what != "" {
			const text = "%s = %s: the file belongs to %s: name another one"
			errs = append(errs, fmt.Errorf(text, out.key, out.value, what))
		}
		known = append(known, Input{What: out.key, Path: out.path})
	}
	for _, in := range append(known, closedFolders(c)...) {
		if in.Path != "" && !isDevice(in.Path) && within(c.Path(c.Export.ResultFolder), in.Path) {
			const text = "[export] result_folder = %s: the folder belongs to %s: name another one"
			errs = append(errs, fmt.Errorf(text, c.Export.ResultFolder, in.What))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return &UsageError{err}
	}
	return nil
}

// closedFolders returns the folders that contain only our own files.
func closedFolders(c Config) []Input {
	return []Input{{What: "the state", Path: c.StateDir()}, {What: "the state of the search", Path: c.SearchStateDir()},
		{What: "the archive", Path: c.ArchiveDir()}}
}

// ownerOf names the state, archive or result that a path belongs to, or returns "".
func ownerOf(c Config, path string) string {
	for _, in := range closedFolders(c) {
		if within(path, in.Path) {
			return in.What
		}
	}
	for _, dir := range []string{c.resultDir(""), c.Path(beforeFolder), c.Path(reportsFolder), c.Path(comparisonFolder),
		c.Path(acrossFolder), c.Path(topicsFolder)} {
		if isResult(path, dir) {
			return "a result"
		}
	}
	return ""
}

// isResult reports whether a path in dir is a result file. Its name begins with the name of a folder above it.
func isResult(path, dir string) bool {
	if !within(path, dir) {
		return false
	}
	base := strings.ToLower(filepath.Base(path))
	for at := filepath.Dir(path); ; at = filepath.Dir(at) {
		top := !within(at, dir) || samePath(at, dir)
		shared := filepath.Base(dir) == acrossFolder || filepath.Base(dir) == topicsFolder // it contains results itself
		if (!top || shared) && strings.HasPrefix(base, strings.ToLower(filepath.Base(at))+".") {
			return true
		}
		if top {
			return false
		}
	}
}

// isDevice reports whether a path leads to neither a file nor a folder, such as /dev/stdout.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// samePath reports whether two paths lead, or would lead, to one file. Names may differ in case or by links.
func samePath(a, b string) bool { return strings.EqualFold(resolved(a), resolved(b)) || sameFile(a, b) }

func within(path, dir string) bool {
	below, err := filepath.Rel(strings.ToLower(resolved(dir)), strings.ToLower(resolved(path)))
	return err == nil && filepath.IsLocal(below)
}

// resolved returns an absolute path. It resolves symbolic links as far as the path exists.
func resolved(path string) string {
	whole, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	rest := ""
	for at := whole; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return whole
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}
