package download

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// maxCodings limits the content codings of a body. More than one is rare, more than a few are an attack.
const maxCodings = 4

// zstdWindow is the largest window of the content coding zstd (RFC 9659).
const zstdWindow = 8 << 20

type codingError struct {
	detail string // in our words
	cause  error  // the decoder's error, may be nil
}

func brokenCoding(coding string, cause error) *codingError {
	detail := "body is not valid " + coding
	if errors.Is(cause, io.ErrUnexpectedEOF) {
		detail = coding + " body ends too early"
	}
	return &codingError{detail: detail, cause: cause}
}

func (e *codingError) Error() string { return e.detail }

func (e *codingError) Unwrap() error { return e.cause }

// contentCodings returns the codings of a body in lower case, in the order of their application (RFC 9110 section 8.4).
// Like browsers, it skips words that name no coding, such as "none" and "UTF-8". The error names a coding that we
// cannot decode.
func contentCodings(header http.Header) ([]string, error) {
	var codings []string
	for _, line := range header["Content-Encoding"] {
		for coding := range strings.SplitSeq(line, ",") {
			coding = strings.ToLower(strings.TrimSpace(coding))
			switch coding {
			case "gzip", "x-gzip", "br", "zstd", "deflate":
				codings = append(codings, coding)
			case "compress", "x-compress", "dcb", "dcz", "exi", "pack200-gzip", "aes128gcm", "bzip2", "lzma", "xz",
				"sdch":
				return nil, &codingError{detail: fmt.Sprintf("unknown content coding %q", coding)}
			}
		}
	}
	if len(codings) > maxCodings {
		return nil, &codingError{detail: fmt.Sprintf("%d content codings, more than %d", len(codings), maxCodings)}
	}
	return codings, nil
}

// decoders reuses decoders and buffers. The zero value is ready.
type decoders struct {
	buffers
	gzip, brotli, zstd sync.Pool
}

type decoder interface {
	io.Reader
	Reset(io.Reader) error
}

// open returns a reader that decodes coding, and a function that releases it.
func (d *decoders) open(from io.Reader, coding string) (r io.Reader, release func(), err error) {
	switch coding {
	case "deflate":
		r, err = openDeflate(from)
		return r, func() {}, err
	case "br":
		return reuse(&d.brotli, from, func() (decoder, error) { return new(brotli.Reader), nil })
	case "zstd":
		// Without concurrency the decoder has no goroutines to leak.
		return reuse(&d.zstd, from, func() (decoder, error) {
			return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
				zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
		})
	}
	return reuse(&d.gzip, from, func() (decoder, error) { return &gzipMembers{from: bufio.NewReader(nil)}, nil })
}

// gzipMembers reads the members of a gzip file, and stops before anything else, such as zeros.
type gzipMembers struct {
	now  gzip.Reader
	from *bufio.Reader
}

// Reset switches to another file.
func (g *gzipMembers) Reset(from io.Reader) error {
	g.from.Reset(from)
	return g.member()
}

func (g *gzipMembers) member() error {
	err := g.now.Reset(g.from)
	g.now.Multistream(false)
	return err
}

func (g *gzipMembers) Read(p []byte) (int, error) {
	n, err := g.now.Read(p)
	if err == io.EOF {
		if magic, _ := g.from.Peek(2); string(magic) == "\x1f\x8b" {
			err = g.member()
		}
	}
	return n, err
}

func reuse(pool *sync.Pool, from io.Reader, construct func() (decoder, error)) (io.Reader, func(), error) {
	d, _ := pool.Get().(decoder)
	if d == nil {
		var err error
		if d, err = construct(); err != nil {
			return nil, nil, err
		}
	}
	release := func() { pool.Put(d) }
	if err := d.Reset(from); err != nil {
		release()
		return nil, nil, err
	}
	return d, release, nil
}

// openDeflate decodes "deflate". This should be a zlib stream (RFC 9110 section 8.4.1.2), but some servers send a raw
// one; the first two bytes decide.
func openDeflate(from io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(from)
	head, err := buffered.Peek(2)
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(buffered)
	}
	return flate.NewReader(buffered), nil
}
