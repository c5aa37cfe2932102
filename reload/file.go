package reload

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
)

// remedy ends the messages about damage.
const remedy = "crawl again, or write the files again with `sitegraph export`"

const (
	// readSize is how much is read at once.
	readSize = 1 << 18
	// longestRow bounds the memory that a file without line ends can take. A
	// body has at most 4 GiB by the settings, 32 MiB by default; a title is
	// only a part of it.
	longestRow = 256 << 20
)

// file is a table that is read line by line and compared with what the
// manifest says of it: the digest is known when the last line is.
type file struct {
	path   string
	want   File
	f      *os.File
	left   int64 // bytes until the size that the manifest says
	digest hash.Hash
	lines  *bufio.Reader
	long   []byte // a line that is longer than the buffer
	number int    // of the line, from 1
}

// openFile opens a table of the folder.
func (f *Folder) openFile(name string) (*file, error) {
	want := f.files[name]
	t := &file{path: filepath.Join(f.path, want.Name), want: want, left: want.Bytes, digest: sha256.New()}
	var err error
	if t.f, err = openRegular(t.path); err != nil {
		return nil, fmt.Errorf("read %s: %w", t.path, err)
	}
	t.lines = bufio.NewReaderSize(t, readSize)
	return t, nil
}

// Read reads on from the file and takes what it reads into the digest. It is
// not asked for more than the manifest promises, and one byte.
func (t *file) Read(p []byte) (int, error) {
	if t.left < 0 {
		return 0, io.EOF
	}
	if int64(len(p)) > t.left+1 {
		p = p[:t.left+1]
	}
	n, err := t.f.Read(p)
	t.left -= int64(n)
	t.digest.Write(p[:n])
	return n, err
}

// line returns the next line without its end; it is good until the next call.
// After the last one it returns io.EOF, if the file is what the manifest says.
func (t *file) line() ([]byte, error) {
	t.number++
	line, err := t.lines.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = t.longLine(line)
	}
	switch {
	case err == nil:
		return line[:len(line)-1], nil
	case errors.Is(err, io.EOF) && len(line) == 0:
		return nil, t.whole()
	case errors.Is(err, io.EOF):
		return nil, t.damage("the last row does not end")
	}
	return nil, fmt.Errorf("read %s: %w", t.path, err)
}

// longLine gathers a line that does not fit into the buffer.
func (t *file) longLine(begin []byte) ([]byte, error) {
	t.long = append(t.long[:0], begin...)
	for {
		part, err := t.lines.ReadSlice('\n')
		t.long = append(t.long, part...)
		if len(t.long) > longestRow {
			return nil, t.damage("a row of over %d bytes", longestRow)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return t.long, err
		}
	}
}

// whole returns io.EOF if all was read and is what the manifest says.
func (t *file) whole() error {
	if t.left != 0 {
		return fmt.Errorf("%s changed its size while it was read; %s", t.path, remedy)
	}
	if !t.matches() {
		return fmt.Errorf("%s is not the file that the manifest lists (its SHA-256 is another): it is damaged or was changed; %s", t.path, remedy)
	}
	return io.EOF
}

func (t *file) matches() bool { return hex.EncodeToString(t.digest.Sum(nil)) == t.want.SHA256 }

// damage returns the error of a line that cannot be right.
func (t *file) damage(format string, args ...any) error {
	return t.wrong(fmt.Sprintf("%s, line %d", t.path, t.number), fmt.Sprintf(format, args...))
}

// mismatch returns the error of a file that cannot be right as a whole.
func (t *file) mismatch(format string, args ...any) error {
	return t.wrong(t.path, fmt.Sprintf(format, args...))
}

// wrong reads the rest of the file to tell a damaged file from one that was
// written so.
func (t *file) wrong(where, what string) error {
	_, err := io.Copy(io.Discard, t.lines)
	why := "the file was damaged or changed since it was written"
	if err == nil && t.left == 0 && t.matches() {
		why = "the file is as it was written, perhaps by another version"
	}
	return fmt.Errorf("%s: %s (%s); %s", where, what, why, remedy)
}

// close gives the file back. Nothing was written, so an error means nothing.
func (t *file) close() { _ = t.f.Close() }
