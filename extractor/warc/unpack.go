package warc

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// A record can be read on its own only if it has a gzip member to itself. Files packed in another way are unpacked
// once, into a temporary file that lasts until the Index is closed.

// Zstd decodes a stream of zstd frames, with a dictionary unless it is nil. It reads no further than necessary.
type Zstd func(from io.Reader, dictionary []byte) (io.ReadCloser, error)

// The starts of zstd frames (RFC 8878 sections 3.1.1 and 3.1.2). The skippable frame holds the dictionary of a file
// (https://iipc.github.io/warc-specifications/specifications/warc-zstd/).
const (
	zstdFrame       = "\x28\xb5\x2f\xfd"
	dictionaryFrame = "\x5d\x2a\x4d\x18"
)

// maxDictionary limits a dictionary, in bytes.
const maxDictionary = 64 << 20

func isZstd(section *io.SectionReader) bool {
	var begins [4]byte
	_, _ = section.ReadAt(begins[:], 0) // a shorter file cannot be zstd
	return string(begins[:]) == zstdFrame || string(begins[:]) == dictionaryFrame
}

// temporary creates a file for unpacked content. Close removes it if the system could not remove it at once.
func (x *Index) temporary() (*os.File, error) {
	f, err := os.CreateTemp("", "sitegraph-*.warc")
	if err != nil {
		return nil, fmt.Errorf("web archive: unpacking: %w", err)
	}
	_ = os.Remove(f.Name()) // some systems cannot remove an open file
	x.temps = append(x.temps, f)
	return f, nil
}

// Close removes the unpacked files.
func (x *Index) Close() error {
	var errs []error
	for _, f := range x.temps {
		errs = append(errs, f.Close())
		_ = os.Remove(f.Name()) // usually removed already
	}
	x.temps = nil
	return errors.Join(errs...)
}

func (x *Index) inflate(ctx context.Context, f *zip.File, p *part) error {
	out, err := x.temporary()
	if err != nil {
		return err
	}
	in, err := f.Open()
	if err == nil {
		defer in.Close()
		err = copyTo(ctx, out, in)
	}
	if isOurs(err) {
		return err
	}
	if err != nil {
		x.damaged(fmt.Sprintf("%s: damaged: %v", p.name, err))
	}
	p.unpacked, p.base = out, 0
	p.size, err = out.Seek(0, io.SeekCurrent)
	return err
}

// unpack unpacks a part from an offset on, and scans the result. At damage it continues with the next frame or member.
func (x *Index) unpack(ctx context.Context, p part, section *io.SectionReader, from int64) error {
	out, err := x.temporary()
	if err != nil {
		return err
	}
	open := func(in io.Reader) (io.ReadCloser, error) { return gzip.NewReader(in) }
	magic, begins := gzipMember, func(at int64) bool { return beginsRecord(section, at) }
	if isZstd(section) {
		if open, err = x.opener(section); err != nil {
			x.damaged(fmt.Sprintf("%s: left out: %v", p.name, err))
			return nil
		}
		magic, begins = zstdFrame, func(int64) bool { return true }
	}
	for from < section.Size() && ctx.Err() == nil {
		in := &counted{Reader: newBuffer(section, from), at: from}
		stream, err := open(in)
		if err == nil {
			err = copyTo(ctx, out, stream)
			stream.Close()
		}
		if err == nil || isZero(section, max(in.at-1, from)) {
			break
		}
		if isOurs(err) {
			return err
		}
		next := seek(section, max(in.at-int64(len(magic)), from+1), begins, magic)
		x.damaged(fmt.Sprintf("%s: damaged at byte %d, left out: %v", p.name, in.at, err))
		if from = next; from < section.Size() {
			io.WriteString(out, "\r\n\r\n") // so the next record begins a line
		}
	}
	end, err := out.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	x.parts = append(x.parts, part{unpacked: out, name: p.name + " (unpacked)", size: end})
	return x.scan(ctx, int32(len(x.parts)-1))
}

// opener returns a function that decodes the frames of a part with its dictionary.
func (x *Index) opener(section *io.SectionReader) (func(io.Reader) (io.ReadCloser, error), error) {
	if x.zstd == nil {
		return nil, errors.New("zstd is not read")
	}
	var head [8]byte
	if _, err := section.ReadAt(head[:], 0); err != nil {
		return nil, err
	}
	if string(head[:4]) != dictionaryFrame {
		return func(in io.Reader) (io.ReadCloser, error) { return x.zstd(in, nil) }, nil
	}
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	if size > min(maxDictionary, section.Size()) {
		return nil, errors.New("its dictionary is too large")
	}
	dictionary := make([]byte, size)
	if _, err := section.ReadAt(dictionary, int64(len(head))); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(dictionary, []byte(zstdFrame)) {
		packed, err := x.zstd(bytes.NewReader(dictionary), nil)
		if err != nil {
			return nil, err
		}
		defer packed.Close()
		if dictionary, err = io.ReadAll(io.LimitReader(packed, maxDictionary)); err != nil {
			return nil, err
		}
	}
	empty, err := x.zstd(bytes.NewReader(nil), dictionary)
	if err != nil {
		return nil, fmt.Errorf("its dictionary: %w", err)
	}
	return func(in io.Reader) (io.ReadCloser, error) { return x.zstd(in, dictionary) }, empty.Close()
}

type writeError struct{ error }

func isOurs(err error) bool {
	_, ours := errors.AsType[writeError](err)
	return ours || errors.Is(err, context.Canceled)
}

func copyTo(ctx context.Context, out *os.File, in io.Reader) error {
	buffer := make([]byte, 256<<10)
	for ctx.Err() == nil {
		read, err := in.Read(buffer)
		if _, err := out.Write(buffer[:read]); err != nil {
			return writeError{fmt.Errorf("web archive: unpacking: %w", err)}
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}
