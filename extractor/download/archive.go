package download

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"

	"sitegraph/extractor/warc"
	"sitegraph/site"
)

// Archive answers from web archives as the web did when they were made: with the last capture of each URL.
// What has none is site.FailNotArchived. An Archive may be used by many goroutines.
type Archive struct {
	index    *warc.Index
	options  HTTPOptions
	failed   func(error)
	decoders decoders
}

// NewArchive returns a downloader. Of the options, MaxBody and MaxHeader count. failed is called when the
// files of the archive can no longer be read; it must end the context of all downloads.
func NewArchive(index *warc.Index, o HTTPOptions, failed func(error)) *Archive {
	return &Archive{index: index, options: o, failed: failed}
}

// Zstd decodes the zstd frames of an archive, as warc.Zstd has it.
func Zstd(from io.Reader, dictionary []byte) (io.ReadCloser, error) {
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true)}
	if dictionary != nil {
		options = append(options, zstd.WithDecoderDicts(dictionary))
	}
	d, err := zstd.NewReader(from, options...)
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

// Download answers with what is in the archive.
func (a *Archive) Download(ctx context.Context, r site.Request) site.Response {
	if ctx.Err() != nil {
		return cancelled(ctx, r)
	}
	answer := site.Response{URL: r.URL, Attempts: 1, Started: time.Now()}
	c, err := a.index.Find(r.URL.String(), warc.AskedBy(r), 2*a.options.MaxHeader) // heads are written longer than sent
	switch {
	case errors.Is(err, warc.ErrHead):
		answer.Failure, err = a.options.failure(errHeadTooLong, false), nil
	case err == nil && c == nil:
		answer.Failure = site.Failure{Class: site.FailNotArchived, Detail: "the archive has no answer to it"}
	case err == nil:
		defer c.Close()
		a.replay(c, r, &answer)
		err = c.Err()
	}
	if err != nil {
		a.failed(err)
		<-ctx.Done()
		return cancelled(ctx, r)
	}
	answer.Elapsed = time.Since(answer.Started)
	return answer
}

// These have the words by which net/http says the same.
var (
	errHeadTooLong = errors.New("response headers exceeded")
	errNoStatus    = errors.New("malformed HTTP response")
)

// replay fills in the answer as HTTP does with what comes from a server. A failure
// that was recorded counts whatever can be read today.
func (a *Archive) replay(c *warc.Capture, r site.Request, answer *site.Response) {
	if c.Missing {
		answer.Failure = site.Failure{Class: site.FailNotArchived, Detail: "the record that it repeats is missing"}
		return
	}
	var err error
	if c.Head != nil {
		err = a.read(c, r, answer)
	}
	if err != nil {
		answer.Failure = a.options.failure(err, answer.Status != 0)
		if c.Truncated != "" && answer.Failure.Class == site.FailTruncated {
			answer.Failure.Detail = "the archive has only a part of the body"
		}
	}
	if c.Failure.Failed() {
		answer.Failure, answer.Body, answer.Validators = recorded(c.Failure), nil, site.Validators{}
	}
}

// read fills in what the server sent. A body that is text and cannot be decoded was stored decoded.
func (a *Archive) read(c *warc.Capture, r site.Request, answer *site.Response) error {
	got, err := archived(c)
	if err != nil {
		return err
	}
	body := bufio.NewReaderSize(got.Body, sniffLength)
	got.Body = io.NopCloser(body)
	var again bytes.Buffer
	plain := got.Header.Get("Content-Encoding") != "" && isText(body)
	if plain {
		got.Body = io.NopCloser(io.TeeReader(body, &again))
	}
	err = a.decoders.take(got, r, answer, a.options.MaxBody)
	if err != nil && plain && !errors.Is(err, errTooLarge) {
		got.Header.Del("Content-Encoding")
		got.Body = io.NopCloser(io.MultiReader(&again, body))
		err = a.decoders.take(got, r, answer, a.options.MaxBody)
	}
	return err
}

// recorded is a failure that an archive names. Classes of the run itself are none that a site can have.
func recorded(f site.Failure) site.Failure {
	switch f.Class {
	case site.FailDNS, site.FailRefused, site.FailReset, site.FailTLS, site.FailTimeout, site.FailProtocol,
		site.FailSyntax, site.FailTruncated, site.FailEncoding, site.FailTooLarge, site.FailHeader, site.FailRefusal,
		site.FailOther:
		return f
	}
	return site.Failure{Class: site.FailOther, Detail: "the archive names an unknown failure"}
}

// ending is the end of a body, which may have come too early.
type ending struct{ truncated bool }

func (e *ending) Read([]byte) (int, error) {
	if e.truncated {
		return 0, io.ErrUnexpectedEOF
	}
	return 0, io.EOF
}
