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
	"time"

	"sitegraph/export/struck"
)

// Everything writes the files of the project as a zip: those that people edit, the result files of all sites, about all
// sites, and of the search, in the folders that they have in the project. It writes while it reads, and keeps nothing
// in memory. The state is not part of it.
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

// resultFolders are the folders of the project that have result files, with slashes; none that lies outside.
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

// filesBelow are the regular files below a folder; none if there is no such folder. States and hidden files are
// left out.
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

// secrets is the file with the credentials of the project, nil if there is none.
func (s *setup) secrets() fs.FileInfo {
	info, err := os.Stat(s.config.InputPath(s.config.Download.Credentials))
	if err != nil {
		return nil
	}
	return info
}

// addFile adds a file under the name of the project. One that is gone is left out, and so are the credentials, whatever
// folder they are in.
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
