package export

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// maxFolderName is in bytes. File systems allow 255; file names need the rest for their suffixes.
const maxFolderName = 200

// FolderName returns the name of a site's folder, also used as the prefix of its files. This is the host, with
// _PORT if the URL has a port, made legal by [LegalName]. http and https get the same name; use two folders.
func FolderName(u site.URL) string {
	name := u.Host
	if u.Port != "" {
		name += "_" + u.Port
	}
	return LegalName(strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf { // no host name in ASCII form contains one
			return '_'
		}
		return r
	}, name))
}

// LegalName turns a text into a folder name that every system accepts. It keeps letters and digits of any script,
// dots, minus signs and underscores, and replaces any other character, and a dot at either end, with _. Device
// names of Windows (con, nul, com1.example, ...) and the empty name get a leading _. A name of over 200 bytes is
// cut and ends in _ and 16 hexadecimal digits of the SHA-256 of the whole.
func LegalName(whole string) string {
	name := strings.Map(folderRune, whole)
	if strings.HasPrefix(name, ".") {
		name = "_" + name[1:]
	}
	if strings.HasSuffix(name, ".") {
		name = name[:len(name)-1] + "_"
	}
	if stem, _, _ := strings.Cut(name, "."); name == "" || isDevice(stem) {
		name = "_" + name
	}
	if len(name) > maxFolderName {
		sum := sha256.Sum256([]byte(whole))
		tail := fmt.Sprintf("_%x", sum[:8])
		name = strings.ToValidUTF8(name[:maxFolderName-len(tail)], "") + tail
	}
	return name
}

func folderRune(r rune) rune {
	switch {
	case r == utf8.RuneError:
		return '_'
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '.', r == '-':
		return r
	}
	return '_'
}

// isDevice reports whether Windows reserves a name, alone and before a dot ("Naming Files, Paths, and Namespaces").
func isDevice(stem string) bool {
	stem = strings.ToLower(stem)
	return slices.Contains([]string{"con", "prn", "aux", "nul"}, stem) ||
		len(stem) == 4 && (stem[:3] == "com" || stem[:3] == "lpt") && '0' <= stem[3] && stem[3] <= '9'
}

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
