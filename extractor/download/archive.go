package download

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"sitegraph/extractor/warc"
	"sitegraph/site"
)

// Archive answers from web archives with the last capture of each URL, or with site.FailNotArchived. Many goroutines
// may use an Archive at once.
type Archive struct {
	index    *warc.Index
	options  HTTPOptions
	failed   func(error)
	decoders decoders
}

// NewArchive returns a downloader. It uses only MaxBody and MaxHeader of the options. It calls failed when it can no
// longer read the archive; failed must end the context of all downloads.
func NewArchive(index *warc.Index, o HTTPOptions, failed func(error)) *Archive {
	return &Archive{index: index, options: o, failed: failed}
}

// Zstd decodes the zstd frames of an archive; it is a warc.Zstd.
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

// Download answers from the archive.
func (a *Archive) Download(ctx context.Context, r site.Request) site.Response {
	if ctx.Err() != nil {
		return cancelled(ctx, r)
	}
	answer := site.Response{URL: r.URL, Attempts: 1, Started: time.Now()}
	c, err := a.index.Find(r.URL.String(), warc.AskedBy(r), 2*a.options.MaxHeader) // stored heads are longer
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

// net/http uses the same words.
var (
	errHeadTooLong = errors.New("response headers exceeded")
	errNoStatus    = errors.New("malformed HTTP response")
)

// replay fills in the answer as HTTP would. A recorded failure counts even if we could read the body today.
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

// read fills in the server's answer. If a text body cannot be decoded, the archive stored it decoded.
func (a *Archive) read(c *warc.Capture, r site.Request, answer *site.Response) error {
	got, err := archived(c)
	if err != nil {
		return err
	}
	body := bufio.NewReaderSize(got.Body, sniffLength)
	got.Body = io.NopCloser(body)
	var again bytes.Buffer
	plain := false
	if got.Header.Get("Content-Encoding") != "" {
		begins, _ := body.Peek(sniffLength)
		plain = strings.HasPrefix(http.DetectContentType(begins), "text/")
	}
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

// recorded returns the failure that an archive names. It rejects the classes of failures that concern only a run.
func recorded(f site.Failure) site.Failure {
	switch f.Class {
	case site.FailDNS, site.FailRefused, site.FailReset, site.FailTLS, site.FailTimeout, site.FailProtocol,
		site.FailSyntax, site.FailTruncated, site.FailEncoding, site.FailTooLarge, site.FailHeader, site.FailRefusal,
		site.FailOther:
		return f
	}
	return site.Failure{Class: site.FailOther, Detail: "the archive names an unknown failure"}
}

// ending ends a body, with an error if it came too early.
type ending struct{ truncated bool }

func (e *ending) Read([]byte) (int, error) {
	if e.truncated {
		return 0, io.ErrUnexpectedEOF
	}
	return 0, io.EOF
}

// Many programs write archives. So the record sets the length of an answer, and the head counts only if the body agrees
// with it.

// archived reads a capture as HTTP. It fails if the head has no status.
func archived(c *warc.Capture) (*http.Response, error) {
	got := &http.Response{ProtoMajor: 1, ContentLength: -1}
	var err error
	if got.StatusCode, got.Header, err = headOf(c.Head); err != nil {
		return nil, err
	}
	if c.BodyHead != nil { // another record has the body and its coding
		_, transfer, err := headOf(c.BodyHead)
		if err != nil {
			return nil, err
		}
		for _, name := range []string{"Transfer-Encoding", "Content-Encoding"} {
			if got.Header.Del(name); transfer[name] != nil {
				got.Header[name] = transfer[name]
			}
		}
	}
	body := bufio.NewReader(io.MultiReader(c.Body, &ending{truncated: c.Truncated != ""}))
	got.Body = io.NopCloser(body)
	if strings.Contains(strings.ToLower(got.Header.Get("Transfer-Encoding")), "chunked") {
		got.Body = io.NopCloser(&chunks{from: body})
	}
	return got, nil
}

// headOf reads the head of an answer. It skips lines that are not headers.
func headOf(head []byte) (status int, header http.Header, err error) {
	lines := strings.Split(strings.TrimLeft(string(head), "\r\n"), "\n")
	version, rest, _ := strings.Cut(strings.TrimSpace(lines[0]), " ")
	rest = strings.TrimLeft(rest, " ")
	status, err = strconv.Atoi(rest[:min(3, len(rest))])
	if err != nil || len(version) < 4 || !strings.EqualFold(version[:4], "HTTP") {
		return 0, nil, errNoStatus
	}
	header = http.Header{}
	last := ""
	for _, line := range lines[1:] {
		name, value, ok := strings.Cut(line, ":")
		switch {
		case last != "" && strings.TrimLeft(line, " \t") != line: // folded
			values := header[last]
			values[len(values)-1] += " " + strings.TrimSpace(line)
		case ok && strings.TrimSpace(name) != "":
			last = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
			header.Add(last, strings.TrimSpace(value))
		}
	}
	return status, header, nil
}

// chunks joins the chunks of a body. After the last valid chunk it passes on the body unchanged.
type chunks struct {
	from *bufio.Reader
	left int64 // of this chunk
	over bool  // the rest is not chunked
}

func (c *chunks) Read(p []byte) (int, error) {
	for c.left == 0 && !c.over {
		size, line := c.next()
		switch {
		case size == 0:
			return 0, io.EOF
		case size < 0:
			c.over = true
		default:
			_, _ = c.from.Discard(line) // already peeked
			c.left = size
		}
	}
	if !c.over {
		p = p[:min(int64(len(p)), c.left)]
	}
	n, err := c.from.Read(p)
	c.left -= int64(n)
	return n, err
}

// next returns the size of the next chunk and the length of the line with this size. The size is negative if there is
// no such line.
func (c *chunks) next() (size int64, length int) {
	begins, _ := c.from.Peek(256)
	text := bytes.TrimLeft(begins, "\r\n")
	if len(text) == 0 {
		return 0, 0
	}
	line, _, whole := bytes.Cut(text, []byte("\n"))
	length = len(begins) - len(text) + len(line) + 1
	digits, _, _ := bytes.Cut(line, []byte(";"))
	size, err := strconv.ParseInt(strings.TrimSpace(string(digits)), 16, 64)
	if err != nil || !whole && size > 0 {
		return -1, 0
	}
	return size, length
}
