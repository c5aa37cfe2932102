package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"sitegraph/export"
	"sitegraph/site"
)

// folder returns the name of a site's result folder. line is the origin of
// the line of hosts.txt, which may have led to another site. Two lines never
// share a folder: http and https of one host do not, nor do "a:80" and a host
// "a_80", and none gets one that an earlier run filled for a third site. A run
// that found no page fills nothing: who meant the other scheme gets the name.
func (r *run) folder(u site.URL, line string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := export.FolderName(u)
	tries := []string{name, name + "_" + u.Scheme, name + "_" + u.Scheme + "_" + u.Port}
	for _, own := range []bool{true, false} { // first of all the one it had
		for _, try := range tries {
			if owner := r.folders[try]; owner != "" && owner != line {
				continue
			}
			if before := r.filledFor(try); before == u.Origin() || before == line || before == "" && !own {
				r.folders[try] = line
				return try
			}
		}
	}
	return name
}

// filledFor reads from the manifest in a result folder whose pages it holds; ""
// when nobody's.
func (r *run) filledFor(name string) string {
	text, err := os.ReadFile(filepath.Join(r.resultDir(name), name+".manifest.json"))
	if err != nil {
		return ""
	}
	var manifest struct {
		Site   string
		Counts struct{ Pages int }
	}
	if json.Unmarshal(text, &manifest) != nil || manifest.Counts.Pages == 0 {
		return ""
	}
	return manifest.Site
}

// resultDir is the folder of a site's files.
func (r *run) resultDir(name string) string {
	return filepath.Join(r.path(r.Export.ResultFolder), name)
}
