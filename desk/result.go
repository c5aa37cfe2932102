package desk

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"sitegraph/export"
	"sitegraph/export/struck"
	"sitegraph/site"
)

// Result is the files of a site after its last run.
type Result struct {
	Name     string          // the name of the folder and the prefix of all files
	Dir      string          // the folder
	Manifest export.Manifest // lists the files
}

// Result returns the files of a site. The error is ErrNotFound if there are none.
func (p *Project) Result(line string) (r Result, err error) {
	s, err := p.Site(line)
	if err != nil {
		return r, err
	}
	setup := p.setup()
	if r.Dir, r.Name = setup.config.ResultOf(s.At); r.Dir == "" {
		return r, fmt.Errorf("files of %s: %w", line, ErrNotFound)
	}
	r.Manifest, err = export.ReadManifest(filepath.Join(r.Dir, r.manifest()))
	return r, err
}

// Iterations returns the iterations of a watched site from its files.
func (r Result) Iterations() ([]site.Iteration, error) {
	if r.Manifest.Iterations == 0 {
		return nil, nil
	}
	f, err := export.Open(r.Dir)
	if err != nil {
		return nil, err
	}
	return f.Iterations()
}

// Across returns the files about all sites, without digests. The error is ErrNotFound if there are none.
func (p *Project) Across() (r Result, err error) {
	setup := p.setup()
	r.Dir, r.Name = setup.config.AcrossDir()
	entries, err := os.ReadDir(r.Dir)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasPrefix(e.Name(), r.Name+".") {
			continue
		}
		r.Manifest.Files = append(r.Manifest.Files, export.File{Name: e.Name(), Bytes: info.Size()})
		if r.Manifest.Finished.Before(info.ModTime()) {
			r.Manifest.Finished = info.ModTime().UTC()
		}
	}
	if errors.Is(err, os.ErrNotExist) || err == nil && len(r.Manifest.Files) == 0 {
		return r, fmt.Errorf("files about all sites: %w", ErrNotFound)
	}
	return r, err
}

// SearchFiles returns the files of the search and, in folders, of its topics; the error is ErrNotFound without any.
func (p *Project) SearchFiles() (r Result, err error) {
	setup := p.setup()
	r.Dir, r.Name = setup.config.SearchDir()
	if r.Manifest, err = export.ReadManifest(filepath.Join(r.Dir, r.manifest())); errors.Is(err, os.ErrNotExist) {
		return r, fmt.Errorf("files of the search: %w", ErrNotFound)
	} else if err != nil {
		return r, err
	}
	if info, err := os.Stat(filepath.Join(r.Dir, r.manifest())); err == nil {
		r.Manifest.Finished = info.ModTime().UTC() // a manifest of a search has no time
	}
	folders, err := os.ReadDir(r.Dir)
	for _, e := range folders {
		topic := r.of(e.Name())
		if m, err := export.ReadManifest(filepath.Join(topic.Dir, topic.manifest())); err == nil {
			for _, f := range m.Files {
				f.Name = topic.Name + "/" + f.Name
				r.Manifest.Files = append(r.Manifest.Files, f)
			}
		}
	}
	return r, err
}

func (r Result) of(topic string) Result { return Result{Name: topic, Dir: filepath.Join(r.Dir, topic)} }

// Open opens a result file by its path in the project, as reports link to it. Errors are as for Result.Open.
func (p *Project) Open(path string) (*os.File, error) {
	none := fmt.Errorf("file %q: %w", path, ErrNotFound)
	setup := p.setup()
	_, across := setup.config.AcrossDir()
	_, search := setup.config.SearchDir()
	for name, files := range map[string]func() (Result, error){across: p.Across, search: p.SearchFiles} {
		if file, within := strings.CutPrefix(path, name+"/"); within {
			r, err := files()
			if err != nil {
				return nil, err
			}
			return r.Open(file)
		}
	}
	rest, of := strings.CutPrefix(path, filepath.ToSlash(setup.config.Export.ResultFolder)+"/")
	name, file, whole := strings.Cut(rest, "/")
	if setup.trouble != nil || !of || !whole || checkName(name) != nil {
		return nil, none
	}
	r := Result{Name: name, Dir: filepath.Join(setup.config.Path(setup.config.Export.ResultFolder), name)}
	var err error
	if r.Manifest, err = export.ReadManifest(filepath.Join(r.Dir, r.manifest())); err != nil {
		return nil, none
	}
	return r.Open(file)
}

func (r Result) manifest() string { return r.Name + ".manifest.json" }

// Open opens the manifest or a regular file that it lists, within the folder; anything else is ErrNotFound.
func (r Result) Open(name string) (*os.File, error) {
	none := fmt.Errorf("file %q: %w", name, ErrNotFound)
	listed := slices.ContainsFunc(r.Manifest.Files, func(f export.File) bool { return f.Name == name })
	if !listed && name != r.manifest() {
		return nil, none
	}
	root, err := os.OpenRoot(r.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(filepath.FromSlash(name))
	if _, system := errors.AsType[syscall.Errno](err); err != nil && (!system || errors.Is(err, os.ErrNotExist)) {
		return nil, none // os has no error value for a link that leads out
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // opening a named pipe would wait for its writer
		return nil, none
	}
	return root.Open(filepath.FromSlash(name))
}

// Everything writes a zip of the project: the files that people edit, and the result files of all sites, about all
// sites, and of the search. It keeps nothing in memory and leaves out the state.
func (p *Project) Everything(ctx context.Context, w io.Writer) error {
	root, err := os.OpenRoot(p.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	setup := p.setup()
	names := []string{settingsName, hostsName, topicsName, struck.Name}
	if hosts := setup.config.Sites.Hosts; hosts != "" && filepath.IsLocal(hosts) {
		names = append(names, filepath.ToSlash(filepath.Clean(hosts)))
	}
	for _, folder := range setup.resultFolders(p.dir) {
		more, err := filesBelow(root, folder)
		if err != nil {
			return err
		}
		names = append(names, more...)
	}
	slices.Sort(names)
	secret := setup.secrets()
	z := zip.NewWriter(w)
	for _, name := range slices.Compact(names) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := addFile(z, root, p.Name, name, secret); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return z.Close()
}

// resultFolders returns the folders in the project that have result files, with slashes.
func (s *setup) resultFolders(project string) (folders []string) {
	across, _ := s.config.AcrossDir()
	search, _ := s.config.SearchDir()
	for _, dir := range []string{s.config.Path(s.config.Export.ResultFolder), across, search} {
		if name, err := filepath.Rel(project, dir); err == nil && name != "." && filepath.IsLocal(name) {
			folders = append(folders, filepath.ToSlash(name))
		}
	}
	return folders
}

// filesBelow returns the regular files below a folder, except states and hidden files.
func filesBelow(root *os.Root, folder string) (names []string, err error) {
	err = fs.WalkDir(root.FS(), folder, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != folder && (d.Name() == "state" || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.Type().IsRegular() && !strings.HasPrefix(d.Name(), "."):
			names = append(names, name)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return names, err
}

// secrets returns the file of credentials, nil if there is none.
func (s *setup) secrets() fs.FileInfo {
	info, err := os.Stat(s.config.InputPath(s.config.Download.Credentials))
	if err != nil {
		return nil
	}
	return info
}

// addFile adds a file below the project's name, unless it is gone or has the credentials.
func addFile(z *zip.Writer, root *os.Root, project, name string, secret fs.FileInfo) error {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || os.SameFile(info, secret)) {
		return nil
	}
	if err != nil {
		return err
	}
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	header := &zip.FileHeader{Name: path.Join(project, name), Method: zip.Deflate,
		Modified: info.ModTime().UTC().Truncate(time.Second)}
	to, err := z.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, f)
	return err
}
