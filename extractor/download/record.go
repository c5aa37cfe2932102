package download

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"

	"sitegraph/extractor/warc"
	"sitegraph/site"
)

// Recorder keeps requests and their results. An error must end the context of all downloads, since results that are not
// kept must not count.
type Recorder interface {
	Record(warc.Exchange) error
}

type tape struct {
	limit   int64 // limits the body that only the tape reads, in bytes
	ctx     context.Context
	address atomic.Pointer[string] // of the server
	request *http.Request
	got     *http.Response
	wire    io.ReadCloser
	heard   bytes.Buffer
	end     error // io.EOF after the whole body, nil before the end
}

func newTape(ctx context.Context, limit int64) (context.Context, *tape) {
	t := &tape{limit: limit}
	t.ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
		if host, _, err := net.SplitHostPort(c.Conn.RemoteAddr().String()); err == nil {
			t.address.Store(&host)
		}
	}})
	return t.ctx, t
}

func (t *tape) Read(p []byte) (int, error) {
	n, err := t.wire.Read(p)
	t.heard.Write(p[:n])
	if err != nil {
		t.end = err
	}
	return n, err
}

func (t *tape) Close() error { return t.wire.Close() }

// rest reads the rest of the body up to the limit. It does not read a body that is announced as longer. HEAD has no
// body.
func (t *tape) rest() {
	if t.got.ContentLength > t.limit && t.request.Method != http.MethodHead {
		return
	}
	for t.end == nil && int64(t.heard.Len()) <= t.limit {
		_, _ = io.CopyN(io.Discard, t, 32<<10) // the tape keeps the error
	}
}

func (t *tape) truncated() warc.Truncation {
	switch {
	case t.end == io.EOF:
		return ""
	case t.end == nil:
		return warc.TruncatedLength
	case isTimeout(t.end):
		return warc.TruncatedTime
	case t.ctx.Err() != nil:
		return warc.TruncatedUnspecified
	}
	return warc.TruncatedDisconnect
}

// record gives an exchange to the recorder. If the recorder fails, the answer does not count.
func (h *HTTP) record(ctx context.Context, t *tape, r site.Request, answer site.Response,
	said echoes) site.Response {
	e := warc.Exchange{URL: r.URL.String(), Asked: warc.AskedBy(r), Started: answer.Started, Failure: answer.Failure}
	if t.got != nil {
		q := t.request // archived as HTTP/1.1, even if it used another version
		e.Request = head(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s", q.Method, q.URL.RequestURI(), q.Host), q.Header)
		version := "HTTP/1.1" // archives write the heads of later versions in the same way
		if t.got.ProtoMajor == 1 {
			version = t.got.Proto
		}
		e.Head = head(version+" "+t.got.Status, t.got.Header) // net/http dropped the header of chunks that it joined
		e.Body, e.Truncated = said.maskBytes(t.heard.Bytes()), t.truncated()
		proxy, err := h.proxyFor(t.request)
		if address := t.address.Load(); address != nil && proxy == nil && err == nil {
			e.IP = *address
		}
	}
	if h.options.Recorder.Record(e) == nil {
		return answer
	}
	<-ctx.Done()
	return cancelled(ctx, r)
}

func head(first string, header http.Header) []byte {
	out := bytes.NewBufferString(first + "\r\n")
	header.Write(out) // a buffer takes everything
	out.WriteString("\r\n")
	return out.Bytes()
}
