package export

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

const remedy = "crawl again, or write the files again with `sitegraph export`"

const (
	readSize   = 1 << 18   // bytes read at once
	longestRow = 256 << 20 // limits memory
)

var errUnended = errors.New("the last row does not end")

// verifiedReader reads a table line by line. After the last line it compares the digest with the manifest.
type verifiedReader struct {
	name     string // file name without prefix
	path     string
	want     File
	f        *os.File
	info     fs.FileInfo
	verified bool  // an earlier pass found the digest right
	left     int64 // bytes left of the size in the manifest
	digest   hash.Hash
	lines    *bufio.Scanner
	number   int // line number, from 1
}

func (f *Folder) openFile(name string) (*verifiedReader, error) {
	want := f.files[name]
	path := filepath.Join(f.path, want.Name)
	t := &verifiedReader{name: name, path: path, want: want, left: want.Bytes, digest: sha256.New()}
	var err error
	if t.f, t.info, err = openRegular(t.path); err != nil {
		return nil, fmt.Errorf("read %s: %w", t.path, err)
	}
	value, _ := f.verified.Load(t.name)
	was, ok := value.(fs.FileInfo)
	t.verified = ok && os.SameFile(was, t.info) && was.Size() == t.info.Size() && was.ModTime().Equal(t.info.ModTime())
	t.lines = bufio.NewScanner(t)
	t.lines.Buffer(make([]byte, readSize), longestRow)
	t.lines.Split(splitLine)
	return t, nil
}

// openRegular opens a regular file only, because a pipe or device could block for ever.
func openRegular(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, errors.New("not a regular file")
	}
	f, err := os.Open(path)
	return f, info, err
}

// Read adds the bytes to the digest. It reads at most one byte more than the manifest promises.
func (t *verifiedReader) Read(p []byte) (int, error) {
	if t.left < 0 {
		return 0, io.EOF
	}
	if int64(len(p)) > t.left+1 {
		p = p[:t.left+1]
	}
	n, err := t.f.Read(p)
	t.left -= int64(n)
	if !t.verified {
		t.digest.Write(p[:n])
	}
	return n, err
}

// line returns the next line, valid until the next call, or io.EOF after the last if the file matches the manifest.
func (t *verifiedReader) line() ([]byte, error) {
	t.number++
	if t.lines.Scan() {
		return t.lines.Bytes(), nil
	}
	switch err := t.lines.Err(); {
	case err == nil:
		return nil, t.end()
	case errors.Is(err, errUnended):
		return nil, t.damage("%v", err)
	case errors.Is(err, bufio.ErrTooLong):
		return nil, t.damage("a row of over %d bytes", longestRow)
	default:
		return nil, fmt.Errorf("read %s: %w", t.path, err)
	}
}

// splitLine is a bufio.SplitFunc for lines that each end in \n.
func splitLine(data []byte, atEOF bool) (advance int, line []byte, err error) {
	if end := bytes.IndexByte(data, '\n'); end >= 0 {
		return end + 1, data[:end], nil
	}
	if atEOF && len(data) > 0 {
		err = errUnended
	}
	return 0, nil, err
}

// end returns io.EOF if the whole file was read and matches the manifest.
func (t *verifiedReader) end() error {
	if t.left != 0 {
		return fmt.Errorf("%s changed its size while it was read; %s", t.path, remedy)
	}
	if !t.verified && !t.matches() {
		return fmt.Errorf("%s is not the file that the manifest lists (its SHA-256 differs): "+
			"it is damaged or was changed; %s", t.path, remedy)
	}
	return io.EOF
}

func (t *verifiedReader) matches() bool {
	return hex.EncodeToString(t.digest.Sum(nil)) == t.want.SHA256
}

func (t *verifiedReader) damage(format string, args ...any) error {
	return t.wrong(fmt.Sprintf("%s, line %d", t.path, t.number), fmt.Sprintf(format, args...))
}

func (t *verifiedReader) mismatch(format string, args ...any) error {
	return t.wrong(t.path, fmt.Sprintf(format, args...))
}

// wrong reads the rest of the file to find out whether it was damaged or written like this.
func (t *verifiedReader) wrong(where, what string) error {
	_, err := io.Copy(io.Discard, t)
	why := "the file was damaged or changed since it was written"
	if err == nil && t.left == 0 && t.matches() {
		why = "the file is as it was written, perhaps by another version"
	}
	return fmt.Errorf("%s: %s (%s); %s", where, what, why, remedy)
}

// close ignores errors because nothing was written.
func (t *verifiedReader) close() { _ = t.f.Close() }
