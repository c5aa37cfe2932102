package download

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"sitegraph/extractor/refusal"
	"sitegraph/site"
)

const (
	// robotsLimit is where a robots.txt is cut (RFC 9309 section 2.5 asks for at least 500 KiB).
	robotsLimit = 500 << 10
	// sitemapLimit is where a sitemap is cut: the size that sitemaps.org allows.
	sitemapLimit = 50 << 20
	// drainLimit is the longest unwanted body that is read to keep the
	// connection; a longer one costs more than a new connection.
	drainLimit = 16 << 10
	// drainTime is how long that may take.
	drainTime = time.Second
	// pooledLimit is the largest buffer kept for the next body.
	pooledLimit = 1 << 20
)

var errTooLarge = errors.New("body over the limit")

// wantsBody reports whether the body of an answer is read. A robots.txt counts with any status of success.
func wantsBody(r site.Request, status int, contentType string) bool {
	if r.Head || r.Probe {
		return false
	}
	if r.Robots && status > http.StatusOK && status < 300 {
		return true
	}
	return status == http.StatusOK && (r.Robots || r.Sitemap || site.IsHTML(contentType, r.NoXHTML))
}

// bodyLimit is how much of a body is read, and whether a longer one is cut there
// instead of refused. Pages may have maxBody.
func bodyLimit(r site.Request, maxBody int64) (limit int64, cut bool) {
	switch {
	case r.Robots:
		return min(maxBody, robotsLimit), true
	case r.Sitemap:
		return sitemapLimit, true
	}
	return maxBody, false
}

func (d *decoders) take(got *http.Response, r site.Request, answer *site.Response, maxBody int64) error {
	answer.Status = got.StatusCode
	answer.ContentType = strings.Join(got.Header.Values("Content-Type"), ", ")
	answer.Location = headerText(got.Header.Get("Location"))
	answer.RobotsTag = headerText(strings.Join(got.Header.Values("X-Robots-Tag"), "; "))
	answer.Canonical = canonicalIn(got.Header.Values("Link"), r.URL)
	answer.RetryAfter = retryAfter(got.Header, answer.Started)
	answer.Refused = refusal.ByHeader(got.Header)
	answer.SetsCookie = site.IsRedirect(answer.Status) && got.Header.Get("Set-Cookie") != ""
	if wantsBody(r, answer.Status, answer.ContentType) {
		if err := d.readBody(got, r, answer, maxBody); err != nil {
			return err
		}
	}
	answer.Validators = validators(answer.Status, got.Header)
	return nil
}

// readBody reads the decoded body into an answer, never nil without an error.
func (d *decoders) readBody(got *http.Response, r site.Request, answer *site.Response, maxBody int64) error {
	codings, err := contentCodings(got.Header)
	if err != nil {
		return err
	}
	limit, cut := bodyLimit(r, maxBody)
	if len(codings) == 0 && !cut && got.ContentLength > limit {
		return errTooLarge
	}
	err = d.read(got.Body, codings, answer, limit, max(limit, maxBody))
	if answer.Body != nil && errors.Is(err, errTooLarge) && cut {
		return nil
	}
	if err != nil {
		answer.Body = nil
		return cutShort(got, err)
	}
	return nil
}

// cutShort distinguishes a body that the end of the connection cut off from one that was broken at the server:
// HTTP/1.0 bodies end where the connection does, so only their coding shows that something is missing.
func cutShort(r *http.Response, err error) error {
	untilClose := r.ProtoMajor == 1 && r.ContentLength < 0 && len(r.TransferEncoding) == 0
	if untilClose && errors.Is(err, io.ErrUnexpectedEOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// gauge counts the bytes read through it, stops at a limit and keeps the error,
// which a decoder above may replace by one of its own.
type gauge struct {
	from io.Reader
	left int64
	seen bool
	err  error
}

func (g *gauge) Read(p []byte) (int, error) {
	if g.left <= 0 {
		g.err = errTooLarge
		return 0, errTooLarge
	}
	n, err := g.from.Read(p[:min(int64(len(p)), g.left)])
	g.left -= int64(n)
	g.seen = g.seen || n > 0
	if err != nil && err != io.EOF {
		g.err = err
	}
	return n, err
}

// read decodes the codings, the last one first, and gives an answer at most limit bytes of the result; with
// errTooLarge there was more. No step may yield more than bound bytes, so that a bomb inside a bomb stays small.
func (d *decoders) read(wire io.Reader, codings []string, answer *site.Response, limit, bound int64) error {
	gauges := []*gauge{{from: wire, left: bound + 1}}
	top := gauges[0]
	for i := len(codings) - 1; i >= 0; i-- {
		decoded, release, err := d.open(top, codings[i])
		if err != nil {
			return emptyOr(gauges, codings[i], answer, err)
		}
		defer release()
		top = &gauge{from: decoded, left: bound + 1}
		gauges = append(gauges, top)
	}
	err := d.collect(top, limit, answer)
	if err != nil && !errors.Is(err, errTooLarge) {
		return emptyOr(gauges, strings.Join(codings, ", "), answer, err)
	}
	return err
}

// emptyOr finds the reason of a failed read: the first step that failed by
// itself, else the coding. An empty body under a coding is an empty body.
func emptyOr(gauges []*gauge, coding string, answer *site.Response, err error) error {
	wire := gauges[0]
	if wire.err != nil {
		return wire.err
	}
	if !wire.seen {
		answer.Body = []byte{}
		return nil
	}
	for _, g := range gauges {
		if errors.Is(g.err, errTooLarge) {
			return errTooLarge
		}
	}
	return brokenCoding(coding, err)
}

// buffers keeps buffers for reuse. The zero value is ready.
type buffers struct{ pool sync.Pool }

// collect gives an answer up to limit bytes; with errTooLarge there were more.
func (b *buffers) collect(from io.Reader, limit int64, answer *site.Response) error {
	buffer, _ := b.pool.Get().(*bytes.Buffer)
	if buffer == nil {
		buffer = bytes.NewBuffer([]byte{})
	}
	recycle := func() {
		if buffer.Cap() <= pooledLimit {
			buffer.Reset()
			b.pool.Put(buffer)
		}
	}
	if _, err := buffer.ReadFrom(io.LimitReader(from, limit+1)); err != nil {
		recycle()
		return err
	}
	answer.Body, answer.Recycle = buffer.Bytes(), recycle
	if int64(len(answer.Body)) > limit {
		answer.Body = answer.Body[:limit]
		return errTooLarge
	}
	return nil
}

// drain reads the rest of a short body, so that the connection can be reused. A body of unknown length is
// read so far too, but not after 200: it may be a stream. Nothing here changes the answer.
func drain(r *http.Response, read bool, cancel func()) {
	unread := r.StatusCode == http.StatusOK && !read
	if r.ContentLength > drainLimit || r.ContentLength < 0 && unread {
		return
	}
	timer := time.AfterFunc(drainTime, cancel)
	defer timer.Stop()
	_, _ = io.CopyN(io.Discard, r.Body, drainLimit+1)
}

var (
	// linkValue matches a link of the header Link (RFC 8288, section 3), and linkParameter one of its parameters.
	linkValue     = regexp.MustCompile(`<([^>]*)>((?:[^",<]|"(?:[^"\\]|\\.)*")*)`)
	linkParameter = regexp.MustCompile(`;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?`)
)

// canonicalIn returns the URL of the first link in headers Link that names what is canonical for the page itself,
// resolved where that is possible.
func canonicalIn(headers []string, page site.URL) string {
	for _, header := range headers {
		for _, link := range linkValue.FindAllStringSubmatch(headerText(header), -1) {
			if !isCanonical(link[2]) {
				continue
			}
			if u, err := page.Resolve(link[1], nil); err == nil {
				return u.String()
			}
			return link[1]
		}
	}
	return ""
}

// isCanonical reports whether the parameters of a link say that it is canonical for the page. The first rel counts.
func isCanonical(parameters string) bool {
	var rel []string
	for _, p := range linkParameter.FindAllStringSubmatch(parameters, -1) {
		switch name := strings.ToLower(p[1]); {
		case name == "anchor": // it is about something else
			return false
		case name == "rel" && rel == nil:
			rel = strings.Fields(strings.ToLower(p[2] + p[3]))
		}
	}
	return slices.Contains(rel, "canonical")
}
