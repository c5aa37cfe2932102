package run

import (
	"path/filepath"
	"slices"

	"sitegraph/export"
	"sitegraph/site"
)

// folder returns the name of a site's result folder. line is the origin of
// the line of hosts.txt, which may have led to another site. Two lines never
// share a folder: http and https of one host do not, nor do "a:80" and a host
// "a_80", and none gets one that an earlier run filled for a third site. A run
// that found no page fills nothing: who meant the other scheme gets the name.
func (e *Exporter) folder(u site.URL, line string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	names := folderNames(u)
	for _, own := range []bool{true, false} { // first of all the one it had
		for _, try := range names {
			if owner := e.folders[try]; owner != "" && owner != line {
				continue
			}
			if before := e.filledFor(try); before == u.Origin() || before == line || before == "" && !own {
				e.folders[try] = line
				return try
			}
		}
	}
	return names[0]
}

// folder returns the name of a site's folder in reports/: that of its result
// folder, unless a report of another source has it now.
func (r *Reporter) folder(u site.URL, source string) string {
	names := folderNames(u)
	free := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return r.made[name] != "" && r.made[name] != source
	})
	own := slices.IndexFunc(free, func(name string) bool { return r.filledFor(name) == u.Origin() })
	switch {
	case len(free) == 0:
		return names[0]
	case own >= 0:
		return free[own]
	}
	return free[0]
}

// folderNames are the names that a site's folder can have, the best first.
func folderNames(u site.URL) []string {
	name := export.FolderName(u)
	return []string{name, name + "_" + u.Scheme, name + "_" + u.Scheme + "_" + u.Port}
}

// filledFor reads from the manifest in a result folder whose pages it holds; ""
// if it holds none.
func (c Config) filledFor(name string) string {
	m, err := export.ReadManifest(filepath.Join(c.resultDir(name), name+".manifest.json"))
	if err != nil || m.Counts.Pages == 0 {
		return ""
	}
	return m.Site
}
