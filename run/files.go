package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sitegraph/export/struck"
)

// Input is a file that its user wrote, and that no run may write to.
type Input struct {
	// What names the file for messages, such as "--topics".
	What, Path string
	// Hosts says that it has sites, so that it may be the file of [sites] hosts.
	Hosts bool
}

// output is a file that a setting names, and to which something is written.
type output struct{ key, value, path string }

// outputsOf are the files of the settings to which a run writes, or which it removes, and hosts.txt.
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

// CheckFiles reports settings by which a run would write to, or remove, what it needs: an input, the state, a result,
// or another file of the settings. Files are compared as the system finds them, whatever the spelling of their paths.
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

// closedFolders are those all of whose files are ours.
func closedFolders(c Config) []Input {
	return []Input{{What: "the state", Path: c.StateDir()}, {What: "the state of the search", Path: c.SearchStateDir()},
		{What: "the archive", Path: c.ArchiveDir()}}
}

// ownerOf is what has a file of this path: the state, archives or results; "" for none.
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

// isResult reports whether a path in a folder of results is that of a result: its name begins with that of its folder,
// or of the one above.
func isResult(path, dir string) bool {
	if !within(path, dir) {
		return false
	}
	base := strings.ToLower(filepath.Base(path))
	for at := filepath.Dir(path); ; at = filepath.Dir(at) {
		top := !within(at, dir) || samePath(at, dir)
		shared := filepath.Base(dir) == acrossFolder || filepath.Base(dir) == topicsFolder // has results itself
		if (!top || shared) && strings.HasPrefix(base, strings.ToLower(filepath.Base(at))+".") {
			return true
		}
		if top {
			return false
		}
	}
}

// isDevice reports whether a path leads to what is neither a file nor a folder, such as /dev/stdout.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// samePath reports whether two paths lead to one file, or would: on some machines names differ in more than the case
// of their letters.
func samePath(a, b string) bool { return strings.EqualFold(resolved(a), resolved(b)) || sameFile(a, b) }

// within reports whether a path is that of a folder, or lies below it.
func within(path, dir string) bool {
	below, err := filepath.Rel(strings.ToLower(resolved(dir)), strings.ToLower(resolved(path)))
	return err == nil && filepath.IsLocal(below)
}

// resolved is a path from the root, without symbolic links as far as it exists.
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
