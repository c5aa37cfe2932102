package warc

import (
	"archive/zip"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// part is a WARC file on disk, or one inside a WACZ (https://specs.webrecorder.net/wacz/1.1.1/).
type part struct {
	path       string   // path of the file to open
	unpacked   *os.File // replaces path if the file had to be unpacked
	name       string   // for messages
	base, size int64    // its position in that file, in bytes
}

// open opens the part; the caller closes it.
func (p part) open() (io.Closer, *io.SectionReader, error) {
	if p.unpacked != nil {
		return io.NopCloser(nil), io.NewSectionReader(p.unpacked, 0, p.size), nil
	}
	f, err := os.Open(p.path)
	if err != nil {
		return nil, nil, err
	}
	return f, io.NewSectionReader(f, p.base, p.size), nil
}

// find finds the archives at a path, which is a file, or a folder that it walks in the order of names. It notes
// archives of other kinds.
func (x *Index) find(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return x.findIn(ctx, path)
	}
	found := false
	err = filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || e.IsDir():
			return err
		case isWARC(name), isWACZ(name):
			found = true
			return x.findIn(ctx, name)
		}
		x.nameOther(name, name)
		return nil
	})
	if err == nil && !found {
		err = fmt.Errorf("%s: no file .warc, .warc.gz, .warc.zst or .wacz is in this folder", path)
	}
	return err
}

var (
	warcName  = regexp.MustCompile(`(?i)\.warc(\.gz|\.zst)?$`)
	otherName = regexp.MustCompile(`(?i)\.w?arc(\.\w+)*$`)
)

func isWARC(name string) bool { return warcName.MatchString(name) }

func isWACZ(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".wacz") }

// nameOther notes a file whose name looks like an archive of a kind that we do not read.
func (x *Index) nameOther(name, said string) {
	if otherName.MatchString(name) {
		x.damaged(said + ": left out: only .warc, .warc.gz, .warc.zst and .wacz are read")
	}
}

func (x *Index) findIn(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: is neither a file nor a folder", path)
	}
	if err != nil {
		return err
	}
	whole := part{path: path, name: path, size: info.Size()}
	if isWACZ(path) {
		return x.findInWACZ(ctx, whole)
	}
	x.parts = append(x.parts, whole)
	return nil
}

// findInWACZ finds the WARC files in a WACZ and in any WACZ inside it. The specification wants them stored
// uncompressed; compressed ones are unpacked.
func (x *Index) findInWACZ(ctx context.Context, p part) error {
	file, section, err := p.open()
	if err != nil {
		return err
	}
	defer file.Close()
	inside, err := archivesIn(section, p)
	if err != nil {
		x.damaged(fmt.Sprintf("%s: left out: %v", p.name, err))
		return nil
	}
	if len(inside) == 0 {
		x.damaged(p.name + ": no file .warc, .warc.gz or .warc.zst is in it")
	}
	for _, e := range inside {
		if !isWARC(e.Name) && !isWACZ(e.Name) {
			x.nameOther(e.Name, e.name)
			continue
		}
		if e.Method != zip.Store {
			err = x.inflate(ctx, e.File, &e.part)
		}
		if isWARC(e.Name) {
			x.parts = append(x.parts, e.part)
		} else if err == nil {
			err = x.findInWACZ(ctx, e.part)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type entry struct {
	*zip.File
	part
}

// archivesIn returns the archives in a WACZ, in the order of its directory. It fails if the directory is bad.
// Overlapping entries could make us read the same text again and again.
func archivesIn(wacz io.ReaderAt, p part) (all []entry, err error) {
	z, err := zip.NewReader(wacz, p.size)
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		if !isWACZ(f.Name) && !otherName.MatchString(f.Name) {
			continue
		}
		base, err := f.DataOffset()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		inside := part{path: p.path, unpacked: p.unpacked, name: p.name + ": " + f.Name, base: p.base + base,
			size: int64(f.CompressedSize64)}
		all = append(all, entry{f, inside})
	}
	inOrder := slices.SortedFunc(slices.Values(all), func(a, b entry) int { return cmp.Compare(a.base, b.base) })
	end := p.base
	for _, e := range inOrder {
		if e.size < 0 || e.base < end || e.base > p.base+p.size-e.size {
			return nil, fmt.Errorf("%s overlaps another entry, or the end", e.Name)
		}
		end = e.base + e.size
	}
	return all, nil
}
