package export

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"sitegraph/site"
)

const tempPrefix = ".tmp-"

// File is a finished file of a result folder.
type File struct {
	Name string `json:"name"` // path in the folder, with slashes and prefix
	// Bytes is its size. SHA256 is its digest in lower-case hexadecimal.
	Bytes    int64  `json:"bytes"`
	SHA256   string `json:"sha256"`
	Replaced int64  `json:"replaced,omitempty"` // characters that the format cannot carry
}

// Dir is a site's result folder open for writing. Several goroutines may write to it, but only one process.
type Dir struct {
	path, prefix string
	sub          string    // path below the result folder, ending in a slash, or ""
	files        *sync.Map // the files written so far, File by name
}

// NewDir makes a folder with its parents, and removes unfinished files that a killed run left in it. All file
// names begin with prefix and a dot. It refuses a symbolic link, which may lead anywhere.
func NewDir(path, prefix string) (*Dir, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, fmt.Errorf("the result folder %s is a symbolic link, and nothing is written through one: remove it",
			path)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, fmt.Errorf("make the result folder %s: %w", path, err)
	}
	unfinished := func(name string) bool { return strings.HasPrefix(name, tempPrefix+prefix+".") }
	if err := removeFiles(path, unfinished); err != nil {
		return nil, err
	}
	return &Dir{path: path, prefix: prefix, files: &sync.Map{}}, nil
}

// Sub makes a subfolder of d, as NewDir does. Files written to it count as files of d.
func (d *Dir) Sub(name string) (*Dir, error) {
	below, err := NewDir(filepath.Join(d.path, name), d.prefix)
	if err != nil {
		return nil, err
	}
	below.sub, below.files = d.sub+name+"/", d.files
	return below, nil
}

// Prune removes files of earlier runs. These have the prefix but were not written through d.
func (d *Dir) Prune() error {
	return removeFiles(d.path, func(name string) bool {
		_, written := d.files.Load(d.sub + name)
		return !written && strings.HasPrefix(name, d.prefix+".")
	})
}

// Remove removes the file <prefix>.<name> of an earlier run, if it exists.
func (d *Dir) Remove(name string) error {
	return removeFiles(d.path, func(found string) bool { return found == d.prefix+"."+name })
}

func removeFiles(path string, such func(name string) bool) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("read the result folder %s: %w", path, err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !such(e.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(path, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a file of an earlier run: %w", err)
		}
	}
	return nil
}

// CopyFrom copies all files with d's prefix from another folder and its subfolders. link allows hard links instead:
// they survive when the other folder's files are replaced, and do not count as files of d.
func (d *Dir) CopyFrom(path string, link bool) error {
	return fs.WalkDir(os.DirFS(path), ".", func(below string, e fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("read the result folder %s: %w", path, err)
		}
		name, own := strings.CutPrefix(e.Name(), d.prefix+".")
		if !own || !e.Type().IsRegular() {
			return nil
		}
		from, to := filepath.Join(path, below), d
		if folder := filepath.Dir(below); folder != "." {
			if to, err = d.Sub(filepath.ToSlash(folder)); err != nil {
				return err
			}
		}
		if link && os.Link(from, filepath.Join(to.path, e.Name())) == nil {
			return nil
		}
		return to.copyFile(name, from)
	})
}

func (d *Dir) copyFile(name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return d.Write(name, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

// Path returns the folder's path.
func (d *Dir) Path() string { return d.path }

// Moved returns d for a folder that the caller has moved to path.
func (d *Dir) Moved(path string) *Dir {
	moved := *d
	moved.path = path
	return &moved
}

// Write creates the file <prefix>.<name> and lets fill write it. The file has a temporary name until it is complete,
// so it replaces an older one completely or not at all. Only a power cut before [WriteManifest] may leave part of
// a file. Errors name the file, including errors from fill.
func (d *Dir) Write(name string, fill func(io.Writer) error) error {
	return d.write(name, func(w io.Writer) (int64, error) { return 0, fill(w) })
}

// WriteJSON writes a value to <prefix>.<name> as indented JSON.
func (d *Dir) WriteJSON(name string, value any) error {
	return d.Write(name, func(w io.Writer) error {
		e := json.NewEncoder(CleanJSON(w))
		e.SetEscapeHTML(false) // the & of URLs stays readable
		e.SetIndent("", "  ")
		return e.Encode(value)
	})
}

// Files returns the files written through d, sorted by name.
func (d *Dir) Files() []File {
	var files []File
	d.files.Range(func(_, f any) bool {
		files = append(files, f.(File))
		return true
	})
	site.Sort(files, byName)
	return files
}

func byName(a, b File) int { return strings.Compare(a.Name, b.Name) }

func (d *Dir) stream(ctx context.Context, name string, fill func(*out) error) error {
	err := d.write(name, func(w io.Writer) (int64, error) {
		o := &out{ctx: ctx, w: w}
		if err := fill(o); err != nil {
			return 0, err
		}
		return o.replaced, o.flush()
	})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// write does what Write does, and fill also returns how many characters it replaced.
func (d *Dir) write(name string, fill func(io.Writer) (int64, error)) (err error) {
	full := d.prefix + "." + name
	path, temp := filepath.Join(d.path, full), filepath.Join(d.path, tempPrefix+full)
	defer func() {
		if err != nil {
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	written, err := fillFile(f, fill)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	written.Name = d.sub + full
	d.files.Store(written.Name, written)
	return nil
}

func fillFile(f *os.File, fill func(io.Writer) (int64, error)) (File, error) {
	digest := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(f, digest), 1<<16)
	replaced, err := fill(w)
	if err != nil {
		return File{}, err
	}
	if err := w.Flush(); err != nil {
		return File{}, err
	}
	size, err := f.Seek(0, io.SeekCurrent)
	return File{Bytes: size, SHA256: hex.EncodeToString(digest.Sum(nil)), Replaced: replaced}, err
}

// sync syncs the named files and their folders to disk, so that they survive a power cut.
func (d *Dir) sync(files ...File) error {
	folders := map[string]bool{}
	for _, f := range files {
		path := filepath.Join(d.path, filepath.FromSlash(f.Name))
		if err := syncPath(path, os.O_RDWR); err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
		folders[filepath.Dir(path)] = true
	}
	if runtime.GOOS == "windows" { // it cannot sync folders
		return nil
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		if err := syncPath(folder, os.O_RDONLY); err != nil {
			return fmt.Errorf("write into %s: %w", folder, err)
		}
	}
	return nil
}

// syncPath syncs a file or folder. It ignores systems that cannot, such as some network file systems.
func syncPath(path string, flag int) error {
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
