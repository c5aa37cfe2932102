package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"sitegraph/export"
)

// Result is the files of a site as its last run left them.
type Result struct {
	// Name is that of the folder, and the prefix of all files; Dir is the folder.
	Name, Dir string
	// Manifest lists the files, and says how they were made.
	Manifest export.Manifest
}

// Result returns the files of a site. The error is ErrNotFound if there are none, or
// what is wrong with them.
func (p *Project) Result(line string) (r Result, err error) {
	s, err := p.Site(line)
	if err != nil {
		return r, err
	}
	p.mu.Lock()
	setup := p.now()
	p.mu.Unlock()
	if r.Dir, r.Name = setup.config.ResultOf(s.At); r.Dir == "" {
		return r, fmt.Errorf("files of %s: %w", line, ErrNotFound)
	}
	r.Manifest, err = export.ReadManifest(filepath.Join(r.Dir, r.manifest()))
	return r, err
}

func (r Result) manifest() string { return r.Name + ".manifest.json" }

// Open opens one of the files by its name in the manifest, or the manifest. The
// error is ErrNotFound for any other name; a link that leads out of the folder is
// not followed.
func (r Result) Open(name string) (*os.File, error) {
	listed := slices.ContainsFunc(r.Manifest.Files, func(f export.File) bool { return f.Name == name })
	if !listed && name != r.manifest() {
		return nil, fmt.Errorf("file %q: %w", name, ErrNotFound)
	}
	root, err := os.OpenRoot(r.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Open(filepath.FromSlash(name))
}
