package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
)

var (
	errSeveral = errors.New("a gzip member has several records, so none can be read alone: " +
		"unpack the file with gunzip, or rewrite it with warcio recompress")
	errNotAlone = errors.New("a record is followed by something else")
)

// counted counts the bytes that were taken out of a buffer. gzip takes no more
// than its member, since it can read single bytes.
type counted struct {
	*bufio.Reader
	at int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.at += int64(n)
	return n, err
}

// ReadByte implements io.ByteReader.
func (c *counted) ReadByte() (byte, error) {
	b, err := c.Reader.ReadByte()
	if err == nil {
		c.at++
	}
	return b, err
}

// records reads the records of a part, from any beginning of one.
type records struct {
	in     *counted
	z      *gzip.Reader // nil if nothing is compressed
	packed bool
	text   *bufio.Reader
}

// newRecords returns those from offset on.
func newRecords(section *io.SectionReader, offset int64) *records {
	var magic [2]byte
	n, _ := section.ReadAt(magic[:], offset)
	from := io.NewSectionReader(section, offset, section.Size()-offset)
	r := &records{in: &counted{Reader: bufio.NewReaderSize(from, 64<<10), at: offset}}
	r.packed = n == 2 && magic == [2]byte{0x1f, 0x8b}
	r.text = bufio.NewReader(r.in)
	return r
}

// next goes to the next record, whose fields and block can then be read from text.
// The error is io.EOF after the last one.
func (r *records) next() (offset int64, err error) {
	if !r.packed {
		for { // empty lines end the record before
			b, err := r.text.ReadByte()
			if err != nil {
				return r.in.at, err
			}
			if b != '\r' && b != '\n' {
				r.text.UnreadByte() // never fails after a byte was read
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

// end reads what is left of a record after its block.
func (r *records) end() error {
	if !r.packed {
		return nil // what follows is seen as the next record
	}
	var rest [64]byte
	n, err := io.ReadFull(r.text, rest[:])
	text := bytes.TrimLeft(rest[:n], "\r\n")
	switch {
	case bytes.HasPrefix(text, []byte("WARC/")):
		return errSeveral
	case err == nil || len(text) > 0:
		return errNotAlone
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) && r.whole():
		return nil
	}
	return err
}

// whole reports whether the member was read to its end: io.ReadFull has one error
// for that and for the end of the file.
func (r *records) whole() bool {
	_, err := r.text.ReadByte()
	return err == io.EOF
}

// scan notes the captures of a part. A last record that is cut off, as a kill leaves
// it, is a remark; everything else that is no record is an error.
func (x *Index) scan(ctx context.Context, number int32) error {
	p := x.parts[number]
	file, section, err := p.open()
	if err != nil {
		return err
	}
	defer file.Close()
	r := newRecords(section, 0)
	for ctx.Err() == nil {
		offset, err := r.next()
		if err == nil {
			err = x.note(r, number, offset)
		}
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF) && r.in.at == p.size:
			x.notes = append(x.notes, fmt.Sprintf("%s: the last record, at byte %d, is cut off", p.name, offset))
			return nil
		case err != nil:
			return fmt.Errorf("%s: damaged at byte %d: %w", p.name, offset, err)
		}
	}
	return nil
}

// note reads a record and keeps where it is, if it is a capture.
func (x *Index) note(r *records, number int32, offset int64) error {
	f, err := readFields(r.text)
	if err != nil {
		if err == io.EOF && r.packed {
			return nil // an empty member
		}
		return err
	}
	length, err := f.length()
	if err != nil {
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
	if err == nil {
		x.add(f, number, offset, isNotModified.Match(begins))
	}
	return err
}

// isNotModified matches the beginning of an answer of status 304.
var isNotModified = regexp.MustCompile(`(?i)^HTTP\S* +304\b`)
