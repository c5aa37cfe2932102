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

// maxCodings is the longest list of content codings that is decoded; more than
// one is rare, more than a few an attack.
const maxCodings = 4

// zstdWindow is the largest window of the content coding zstd (RFC 9659).
const zstdWindow = 8 << 20

// codingError is a content coding that is unknown or broken.
type codingError struct {
	detail string // in our words
	cause  error  // the decoder's error; nil if there was none
}

// brokenCoding is a body that cannot be decoded.
func brokenCoding(coding string, cause error) *codingError {
	detail := "body is not valid " + coding
	if errors.Is(cause, io.ErrUnexpectedEOF) {
		detail = coding + " body ends too early"
	}
	return &codingError{detail: detail, cause: cause}
}

func (e *codingError) Error() string { return e.detail }

func (e *codingError) Unwrap() error { return e.cause }

// contentCodings returns the codings of a body in the order in which they were
// applied (RFC 9110 section 8.4), lower case, "identity" left out.
func contentCodings(header http.Header) ([]string, error) {
	var codings []string
	for _, line := range header["Content-Encoding"] {
		for coding := range strings.SplitSeq(line, ",") {
			coding = strings.ToLower(strings.TrimSpace(coding))
			switch coding {
			case "", "identity":
			case "gzip", "x-gzip", "br", "zstd", "deflate":
				codings = append(codings, coding)
			default:
				return nil, &codingError{detail: fmt.Sprintf("unknown content coding %.40q", coding)}
			}
		}
	}
	if len(codings) > maxCodings {
		return nil, &codingError{detail: fmt.Sprintf("%d content codings, more than %d", len(codings), maxCodings)}
	}
	return codings, nil
}

// decoders keeps decoders and buffers for reuse. The zero value is ready.
type decoders struct {
	buffers
	gzip, brotli, zstd sync.Pool
}

// open returns a reader that decodes coding, and a function that gives it back.
func (d *decoders) open(from io.Reader, coding string) (io.Reader, func(), error) {
	switch coding {
	case "br":
		return d.openBrotli(from)
	case "zstd":
		return d.openZstd(from)
	case "deflate":
		return openDeflate(from)
	default:
		return d.openGzip(from)
	}
}

func (d *decoders) openGzip(from io.Reader) (io.Reader, func(), error) {
	r, _ := d.gzip.Get().(*gzip.Reader)
	if r == nil {
		r = new(gzip.Reader)
	}
	if err := r.Reset(from); err != nil {
		d.gzip.Put(r)
		return nil, nil, err
	}
	return r, func() { d.gzip.Put(r) }, nil
}

func (d *decoders) openBrotli(from io.Reader) (io.Reader, func(), error) {
	r, _ := d.brotli.Get().(*brotli.Reader)
	if r == nil {
		r = brotli.NewReader(from)
	} else if err := r.Reset(from); err != nil {
		return nil, nil, err
	}
	return r, func() { d.brotli.Put(r) }, nil
}

func (d *decoders) openZstd(from io.Reader) (io.Reader, func(), error) {
	r, _ := d.zstd.Get().(*zstd.Decoder)
	if r == nil {
		var err error
		// Without concurrency the decoder has no goroutines to leak.
		r, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, nil, err
		}
	}
	if err := r.Reset(from); err != nil {
		return nil, nil, err
	}
	release := func() {
		if r.Reset(nil) == nil {
			d.zstd.Put(r)
		}
	}
	return r, release, nil
}

// openDeflate decodes "deflate", which is a zlib stream (RFC 9110 section
// 8.4.1.2), and from some servers a raw one; the first two bytes decide.
func openDeflate(from io.Reader) (io.Reader, func(), error) {
	buffered := bufio.NewReader(from)
	head, err := buffered.Peek(2)
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, nil, err
	}
	if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		r, err := zlib.NewReader(buffered)
		return r, func() {}, err
	}
	return flate.NewReader(buffered), func() {}, nil
}
