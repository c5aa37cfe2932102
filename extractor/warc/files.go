package warc

import (
	"archive/zip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// part is a WARC file on the disk, or one inside a WACZ
// (https://specs.webrecorder.net/wacz/1.1.1/).
type part struct {
	path       string // of the file to open
	name       string // for messages
	base, size int64  // where in that file it is, in bytes
}

// open opens the part; the caller closes the file.
func (p part) open() (*os.File, *io.SectionReader, error) {
	f, err := os.Open(p.path)
	if err != nil {
		return nil, nil, err
	}
	return f, io.NewSectionReader(f, p.base, p.size), nil
}

// partsOf finds the archives of a file, or of a folder and those below it, in the
// order of their names.
func partsOf(path string) (all []part, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return partsOfFile(path)
	}
	err = filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !isWARC(name) && !isWACZ(name) {
			return err
		}
		more, err := partsOfFile(name)
		all = append(all, more...)
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: no file .warc, .warc.gz or .wacz is in this folder", path)
	}
	return all, err
}

func isWARC(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".warc") || strings.HasSuffix(name, ".warc.gz")
}

func isWACZ(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".wacz") }

func partsOfFile(path string) ([]part, error) {
	if isWACZ(path) {
		return partsOfWACZ(path)
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: is neither a file nor a folder", path)
	}
	if err != nil {
		return nil, err
	}
	return []part{{path: path, name: path, size: info.Size()}}, nil
}

// partsOfWACZ finds the WARC files of a WACZ. They are stored as they are, as its
// specification asks for, so that single records can be read.
func partsOfWACZ(path string) (all []part, err error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer z.Close()
	for _, f := range z.File {
		if !isWARC(f.Name) {
			continue
		}
		if f.Method != zip.Store {
			return nil, fmt.Errorf("%s: %s is compressed twice: unpack it with unzip, and name the folder",
				path, f.Name)
		}
		base, err := f.DataOffset()
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, f.Name, err)
		}
		all = append(all, part{path: path, name: path + ": " + f.Name, base: base, size: int64(f.CompressedSize64)})
	}
	if len(all) == 0 {
		err = fmt.Errorf("%s: no file .warc or .warc.gz is in it", path)
	}
	return all, err
}
