package download

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"regexp"
	"time"

	"sitegraph/extractor/warc"
	"sitegraph/site"
)

// Archive answers from web archives as the web did when they were made: with the
// last capture of each URL. What has none is site.FailNotArchived. An Archive may be
// used by many goroutines.
type Archive struct {
	index    *warc.Index
	options  HTTPOptions
	failed   func(error)
	decoders decoders
}

// NewArchive returns a downloader. Of the options, MaxBody and MaxHeader count.
// failed is called when the files of the archive can no longer be read; it must end
// the context of all downloads.
func NewArchive(index *warc.Index, o HTTPOptions, failed func(error)) *Archive {
	return &Archive{index: index, options: o, failed: failed}
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

// errHeadTooLong has the words by which net/http says the same.
var errHeadTooLong = errors.New("response headers exceeded")

// replay fills in the answer as HTTP does with what comes from a server. A failure
// that was recorded counts whatever can be read today.
func (a *Archive) replay(c *warc.Capture, r site.Request, answer *site.Response) {
	if c.Missing {
		answer.Failure = site.Failure{Class: site.FailNotArchived, Detail: "the record that it repeats is missing"}
		return
	}
	var err error
	if c.Head != nil {
		var got *http.Response
		if got, err = response(c); err == nil {
			err = a.decoders.take(got, r, answer, a.options.MaxBody)
		}
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

// recorded is a failure that an archive names. Classes of the run itself are none
// that a site can have.
func recorded(f site.Failure) site.Failure {
	switch f.Class {
	case site.FailDNS, site.FailRefused, site.FailReset, site.FailTLS, site.FailTimeout, site.FailProtocol,
		site.FailSyntax, site.FailTruncated, site.FailEncoding, site.FailTooLarge, site.FailHeader, site.FailRefusal,
		site.FailOther:
		return f
	}
	return site.Failure{Class: site.FailOther, Detail: "the archive names an unknown failure"}
}

// response reads a capture as net/http does the answer of a server.
func response(c *warc.Capture) (*http.Response, error) {
	body := bufio.NewReader(io.MultiReader(c.Body, &ending{truncated: c.Truncated != ""}))
	text := io.MultiReader(bytes.NewReader(asHTTP1(c.Head, body)), body)
	return http.ReadResponse(bufio.NewReader(text), &http.Request{Method: http.MethodGet})
}

// ending is the end of a body, which may have come too early.
type ending struct{ truncated bool }

func (e *ending) Read([]byte) (int, error) {
	if e.truncated {
		return 0, io.ErrUnexpectedEOF
	}
	return 0, io.EOF
}

var (
	otherVersion = regexp.MustCompile(`^HTTP/([023-9]\S*|1) `)
	aboutChunks  = regexp.MustCompile(`(?im)^(Transfer-Encoding|Content-Length):.*\n`)
	isChunked    = regexp.MustCompile(`(?im)^Transfer-Encoding:.*chunked`)
	chunkSize    = regexp.MustCompile(`^[0-9a-fA-F]+[ \t]*(;[^\n]*)?\r?\n`)
)

// asHTTP1 mends heads that archives have and servers do not send: those of HTTP/2,
// and those that speak of chunks which were joined.
func asHTTP1(head []byte, body *bufio.Reader) []byte {
	head = otherVersion.ReplaceAll(head, []byte("HTTP/1.1 "))
	if isChunked.Match(head) {
		if begins, _ := body.Peek(64); !chunkSize.Match(begins) {
			return aboutChunks.ReplaceAll(head, nil)
		}
	}
	return head
}
