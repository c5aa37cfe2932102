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
	// robotsLimit cuts a robots.txt (RFC 9309 section 2.5 asks for at least 500 KiB).
	robotsLimit = 500 << 10
	// sitemapLimit cuts a sitemap. sitemaps.org allows this size.
	sitemapLimit = 50 << 20
	// drainLimit is the longest unwanted body that we read to keep the connection. Beyond it a new connection is
	// cheaper.
	drainLimit = 16 << 10
	// drainTime limits how long that may take.
	drainTime = time.Second
	// pooledLimit is the maximum size of a buffer that we keep for the next body.
	pooledLimit = 1 << 20
)

var errTooLarge = errors.New("body over the limit")

// wantsBody reports whether to read the body of an answer. A robots.txt counts with any 2xx status.
func wantsBody(r site.Request, status int, contentType string) bool {
	if r.Head || r.Probe {
		return false
	}
	if r.Robots && status > http.StatusOK && status < 300 {
		return true
	}
	return status == http.StatusOK && (r.Robots || r.Sitemap || site.IsHTML(contentType, r.NoXHTML))
}

// bodyLimit returns how much of a body to read, and whether to cut a longer one instead of refusing it. maxBody is the
// limit for pages.
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
	answer.AsFile = asFile(answer.Validators, got.Header)
	return nil
}

// readBody reads the decoded body into an answer. Without an error the body is never nil.
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

// cutShort tells a body that the connection cut off from one that was already broken at the server. HTTP/1.0 bodies end
// with the connection, so only their coding shows that something is missing.
func cutShort(r *http.Response, err error) error {
	untilClose := r.ProtoMajor == 1 && r.ContentLength < 0 && len(r.TransferEncoding) == 0
	if untilClose && errors.Is(err, io.ErrUnexpectedEOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// gauge counts the bytes read through it, stops at a limit, and keeps the error, since a decoder above may replace it.
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

// read undoes the codings, the last one first, and puts up to limit bytes into an answer; errTooLarge means there was
// more. No step may yield more than bound bytes, so a bomb inside a bomb stays small.
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

// emptyOr returns the reason of a failed read: the error of the connection, else the limit, else the coding. An empty
// body is valid under any coding.
func emptyOr(gauges []*gauge, coding string, answer *site.Response, err error) error {
	wire := gauges[0]
	if wire.err != nil {
		return wire.err
	}
	if !wire.seen {
		answer.Body = []byte{}
		return nil
	}
	if slices.ContainsFunc(gauges, func(g *gauge) bool { return errors.Is(g.err, errTooLarge) }) {
		return errTooLarge
	}
	return brokenCoding(coding, err)
}

// buffers reuses buffers. The zero value is ready.
type buffers struct{ pool sync.Pool }

// collect puts up to limit bytes into an answer. errTooLarge means that there were more.
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

// drain reads the rest of a short body so that the connection can be reused. It also reads a body of unknown length,
// except an unread one after 200, which may be a stream. It never changes the answer.
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
	// linkValue matches one link in a Link header (RFC 8288, section 3), and linkParameter one of its parameters.
	linkValue     = regexp.MustCompile(`<([^>]*)>((?:[^",<]|"(?:[^"\\]|\\.)*")*)`)
	linkParameter = regexp.MustCompile(`;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?`)
)

// canonicalIn returns the URL of the first canonical link for this page in the Link headers. It resolves the URL if
// possible.
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

// isCanonical reports whether the parameters declare a link canonical for the page. Only the first rel counts.
func isCanonical(parameters string) bool {
	var rel []string
	for _, p := range linkParameter.FindAllStringSubmatch(parameters, -1) {
		switch name := strings.ToLower(p[1]); {
		case name == "anchor": // it is about another page
			return false
		case name == "rel" && rel == nil:
			rel = strings.Fields(strings.ToLower(p[2] + p[3]))
		}
	}
	return slices.Contains(rel, "canonical")
}
