package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
)

var (
	errSeveral   = errors.New("a gzip member has several records") // so the file is unpacked
	errNotAlone  = errors.New("a record is followed by something else")
	errNotAsLong = errors.New("the record is not as long as it says")
)

// gzipMember is the beginning of a gzip member (RFC 1952 section 2.3.1).
const gzipMember = "\x1f\x8b\x08"

// counted counts the bytes taken from a buffer. Since it can read single bytes, gzip takes no more than its member.
type counted struct {
	*bufio.Reader
	at int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.at += int64(n)
	return n, err
}

func (c *counted) ReadByte() (byte, error) {
	b, err := c.Reader.ReadByte()
	if err == nil {
		c.at++
	}
	return b, err
}

// records reads the records of a part, starting at any record.
type records struct {
	in     *counted
	z      *gzip.Reader // nil if nothing is compressed
	packed bool
	text   *bufio.Reader
}

func newRecords(section *io.SectionReader, offset int64) *records {
	r := &records{in: &counted{Reader: newBuffer(section, offset), at: offset}}
	magic, _ := r.in.Peek(2)
	r.packed = string(magic) == gzipMember[:2]
	r.text = bufio.NewReader(r.in)
	return r
}

func newBuffer(section *io.SectionReader, from int64) *bufio.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(section, from, section.Size()-from), 64<<10)
}

// next moves to the next record. The caller then reads its fields and block from text. The error is io.EOF after the
// last record.
func (r *records) next() (offset int64, err error) {
	if !r.packed {
		for { // empty lines end the previous record
			b, err := r.text.ReadByte()
			if err != nil {
				return r.in.at, err
			}
			if b != '\r' && b != '\n' {
				r.text.UnreadByte() // cannot fail right after ReadByte
				return r.in.at - int64(r.text.Buffered()), nil
			}
		}
	}
	offset = r.in.at
	if r.z == nil {
		r.z, err = gzip.NewReader(r.in)
	} else {
		err = r.z.Reset(r.in)
	}
	if err != nil {
		return offset, err
	}
	r.z.Multistream(false)
	r.text.Reset(r.z)
	return offset, nil
}

// end checks the bytes after a record's block.
func (r *records) end() error {
	if !r.packed { // the next record follows
		if rest, _ := r.text.Peek(len("\r\n\r\nW")); !endsRecord(rest) {
			return errNotAsLong
		}
		return nil
	}
	rest, err := io.ReadAll(io.LimitReader(r.text, 64))
	text := bytes.Trim(rest, "\r\n\x00")
	switch {
	case err != nil:
		return err
	case bytes.HasPrefix(text, []byte("WARC/")):
		return errSeveral
	case len(text) > 0 || len(rest) == 64:
		return errNotAlone
	}
	return nil
}

// endsRecord reports whether a record ends before this text. Two line ends (the standard), zeros and the end of the
// file end it. One line end or none also does if the next record follows.
func endsRecord(rest []byte) bool {
	text := bytes.TrimLeft(rest, "\r\n\x00")
	lines := bytes.Count(rest[:len(rest)-len(text)], []byte("\n"))
	return len(text) == 0 || lines > 1 || text[0] == 'W'
}

// scan notes the captures of a part. It skips and notes damaged records. The error comes from reading the file.
func (x *Index) scan(ctx context.Context, number int32) error {
	p := x.parts[number]
	file, section, err := p.open()
	if err != nil {
		return err
	}
	defer file.Close()
	if isZstd(section) {
		return x.unpack(ctx, p, section, 0)
	}
	r := newRecords(section, 0)
	for ctx.Err() == nil {
		offset, err := r.next()
		if err == nil {
			err = x.note(r, number, offset)
		}
		switch {
		case err == nil:
			continue
		case err == io.EOF || isZero(section, offset):
			return nil
		case err == errSeveral:
			return x.unpack(ctx, p, section, offset)
		case errors.As(err, new(*os.PathError)):
			return err
		case x.damages == maxDamages:
			x.damaged(p.name + ": too many damaged places, the rest is left out")
			return nil
		case x.damages > maxDamages:
			return nil
		}
		next := seek(section, offset+1, func(at int64) bool { return beginsRecord(section, at) }, "WARC/", gzipMember)
		if errors.Is(err, io.ErrUnexpectedEOF) && r.in.at == p.size && next == p.size {
			x.damaged(fmt.Sprintf("%s: the last record, at byte %d, is cut off", p.name, offset))
			return nil
		}
		x.damaged(fmt.Sprintf("%s: damaged at byte %d, left out: %v", p.name, offset, err))
		r = newRecords(section, next)
	}
	return nil
}

const (
	maxNamed   = 10     // damaged places that the notes list
	maxDamages = 10_000 // after these, skip the rest of each damaged file
)

func (x *Index) damaged(text string) {
	if x.damages++; x.damages <= maxNamed {
		x.notes = append(x.notes, text)
	}
}

// isZero reports whether only zeros follow, as after a power failure.
func isZero(section *io.SectionReader, from int64) bool {
	r := newBuffer(section, from)
	for {
		begins, err := r.Peek(1 << 12)
		if len(bytes.TrimLeft(begins, "\r\n\x00")) > 0 {
			return false
		}
		if err != nil {
			return err == io.EOF
		}
		_, _ = r.Discard(len(begins)) // already peeked
	}
}

// seek returns the offset of the next pattern at which begins is true, or the size of the part.
func seek(section *io.SectionReader, from int64, begins func(at int64) bool, patterns ...string) int64 {
	buffer := make([]byte, 64<<10)
	for at := from; at < section.Size(); {
		n, _ := section.ReadAt(buffer, at)
		first := n
		for _, p := range patterns {
			if i := bytes.Index(buffer[:n], []byte(p)); i >= 0 {
				first = min(first, i)
			}
		}
		switch {
		case first < n && begins(at+int64(first)):
			return at + int64(first)
		case first < n:
			at += int64(first) + 1
		case n < len(buffer):
			return section.Size()
		default:
			at += int64(n) - 8 // a pattern may continue in the next buffer
		}
	}
	return section.Size()
}

// beginsRecord reports whether a record begins at this offset, at the start of a line or in a gzip member.
func beginsRecord(section *io.SectionReader, at int64) bool {
	r := newRecords(section, at)
	if !r.packed {
		var before [1]byte
		_, err := section.ReadAt(before[:], at-1)
		return err == nil && before[0] == '\n'
	}
	if _, err := r.next(); err != nil {
		return false
	}
	begins, _ := r.text.Peek(len("WARC/"))
	return string(begins) == "WARC/"
}

// note reads a record, and keeps its place if it is a capture.
func (x *Index) note(r *records, number int32, offset int64) error {
	f, length, err := readFields(r.text)
	if err != nil {
		if err == io.EOF && r.packed {
			return nil // an empty member
		}
		return err
	}
	begins, err := r.text.Peek(int(min(length, 32)))
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	n, err := io.CopyN(io.Discard, r.text, length)
	if err == io.EOF && n < length {
		err = io.ErrUnexpectedEOF
	}
	if err == nil {
		err = r.end()
	}
	if err == nil || err == errNotAlone { // trust the length
		x.add(f, number, offset, isNotModified.Match(begins))
	}
	return err
}

// isNotModified matches the start of an answer with status 304.
var isNotModified = regexp.MustCompile(`(?i)^HTTP\S* +304\b`)
