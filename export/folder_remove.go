package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// RemoveFolder removes the result folder of an earlier run. If a user added files, it removes only the run's own.
// Without a manifest it removes nothing, because path may be any folder.
func RemoveFolder(path string) error {
	manifest := filepath.Join(path, filepath.Base(path)+"."+manifestName)
	m, err := ReadManifest(manifest)
	if err != nil {
		return nil
	}
	folders := map[string]bool{}
	for _, f := range m.Files {
		name := filepath.FromSlash(f.Name)
		if !filepath.IsLocal(name) {
			continue
		}
		if err := os.Remove(filepath.Join(path, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a file of an earlier run: %w", err)
		}
		if dir := filepath.Dir(name); dir != "." {
			folders[dir] = true
		}
	}
	if err := os.Remove(manifest); err != nil {
		return fmt.Errorf("remove the manifest of an earlier run: %w", err)
	}
	for dir := range folders {
		_ = os.Remove(filepath.Join(path, dir)) // fails if something is left, as below
	}
	_ = os.Remove(path)
	return nil
}

// RemoveNamed removes files whose names begin with the folder's, in it and its subfolders, and then empty folders.
func RemoveNamed(path string) error {
	own := func(name string) bool { return strings.HasPrefix(name, filepath.Base(path)+".") }
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("read the folder %s: %w", path, err)
	}
	for _, e := range entries {
		if below := filepath.Join(path, e.Name()); e.IsDir() {
			if err := removeFiles(below, own); err != nil {
				return err
			}
			_ = os.Remove(below) // fails if something is left, as below
		}
	}
	if err := removeFiles(path, own); err != nil {
		return err
	}
	_ = os.Remove(path)
	return nil
}
